// Says which lines were unwrapped from envelopes. Text and pages mark the paths, which are text from outside, in their own way.
import { printCount, printPlural } from '../../base/index.ts';
import type { LinesTotal } from '../../input/scan/index.ts';

/** Describes the unwrapped lines in pieces: `each line unwrapped from `, then the path; nothing if there are none. */
export function unwrappedLines<Path>(
  { read, unwrapped = [] }: Pick<LinesTotal, 'read' | 'unwrapped'>,
  mark: (path: string) => Path,
): (string | Path)[] {
  const [first] = unwrapped;
  if (first === undefined) return [];
  const placeOf = ({ path, rest }: typeof first): (string | Path)[] =>
    rest === true ? ['other envelopes'] : [mark(path)];
  const all = unwrapped.reduce((sum, { lines }) => sum + lines, 0);
  const whole = all === read ? 'each line' : `${printCount(all)} of ${printPlural(read, 'line')}`;
  if (unwrapped.length === 1) return [`${whole} unwrapped from `, ...placeOf(first)];
  const parts = unwrapped.map((one, index) => [
    `${index === 0 ? '' : ', '}${printCount(one.lines)} from `,
    ...placeOf(one),
  ]);
  return [`${whole} unwrapped: `, ...parts.flat()];
}

/** The same as plain text, the paths in backticks. @returns one sentence, or none */
export function unwrappedRemark(lines: Pick<LinesTotal, 'read' | 'unwrapped'>): string[] {
  const pieces = unwrappedLines(lines, (path) => `\`${path}\``);
  return pieces.length === 0 ? [] : [pieces.join('')];
}
