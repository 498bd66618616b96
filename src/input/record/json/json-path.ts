// The path of the records in a JSON document, as in `--input json:PATH`: `events[].info`, `[].info`, `Records`, `a.b[]`, `.` for the document itself.
import { HeadgateError } from '../../../base/index.ts';

/** One level down: a key of an object, or every element of an array. */
export type PathStep = { kind: 'key'; name: string } | { kind: 'elements' };

/** Parses a path; ignores one leading `.` or `$.`. @throws HeadgateError `bad-records-path` */
export function parsePath(text: string): PathStep[] {
  const steps: PathStep[] = [];
  const body = text
    .trim()
    .replace(/^\$/, '')
    .replace(/^\.(?!\.)/, '');
  if (body === '' && text.trim() !== '') return steps;
  for (const part of body.split('.')) {
    const parts = /^([^[\]]*)((?:\[\])*)$/.exec(part);
    const isNamed = parts !== null && parts[1] !== '';
    if (parts === null || (!isNamed && (parts[2] === '' || steps.length > 0))) {
      throw new HeadgateError(
        'bad-records-path',
        `cannot use the records path: found ${JSON.stringify(text)}, expected keys and [] like "events[].info" or "[].info"`,
      );
    }
    if (isNamed) steps.push({ kind: 'key', name: parts[1]! });
    for (let i = 0; i < parts[2]!.length; i += 2) steps.push({ kind: 'elements' });
  }
  return steps;
}

/** Maximum number of levels around the records: a path that ends with a key may lead to an array of records. */
export function recordsDepth(steps: readonly PathStep[]): number {
  return steps.length + (steps.at(-1)?.kind === 'elements' ? 0 : 1);
}
