// Prints the results of guards: broken ones first, with the lines that broke them. Used by every text that shows guards. Judges nothing.
import type { GuardResult, UnjudgedGuard } from '../../analysis/guard/index.ts';
import { type LineFields, printSamples } from './samples/print-samples.ts';
import { paint, printable, type Style, wrap, wrapTo } from './style.ts';

/** Blanks before what follows the first line of a guard. */
const INDENT = 4;
/** Minimum width of a wrapped guard. Columns. */
const LEAST_COLUMNS = 40;

const WORDS: Readonly<Record<GuardResult['kind'], string>> = {
  threshold: '',
  'never-drop': 'never drop ',
  'never-keep': 'never keep ',
};

/** How much of guards is printed. */
export interface GuardRows {
  /** Maximum guards: broken ones, then those without an answer. @default all */
  most?: number;
  /** Maximum example lines of a broken guard. @default all */
  samples?: number;
  /** Maximum rows of a guard and its figure; the rest is shortened. @default all */
  rowsOfEach?: number;
}

/**
 * Prints guards, each with the name of its filter if there are several; nothing without guards.
 * @param fieldsOf the fields of the lines that broke a guard; those that the guard tests are shown before them
 */
export function printGuards(
  guards: readonly GuardResult[],
  fieldsOf: (guard: GuardResult) => LineFields,
  style: Style,
  {
    most = Number.POSITIVE_INFINITY,
    samples = Number.POSITIVE_INFINITY,
    rowsOfEach = Number.POSITIVE_INFINITY,
  }: GuardRows = {},
): string[] {
  if (guards.length === 0) return [];
  const isNamed = new Set(guards.map(({ job }) => job)).size > 1;
  const broken = guards.filter(isBroken);
  const open = guards.filter(isUnjudged);
  const all = guards.length === 1 ? '1 of 1 holds' : `all ${guards.length} hold`;
  const failed = [
    ...(broken.length === 0 ? [] : [`${broken.length} of ${guards.length} broken`]),
    ...(open.length === 0 ? [] : [`${open.length} of ${guards.length} not judged`]),
  ];
  const counts = failed.length === 0 ? all : failed.join(', ');
  const ordered = [...broken, ...open, ...guards.filter(({ holds }) => holds)]
    .slice(0, most)
    .map((guard) => ({ ...guard, lines: (guard.lines ?? []).slice(0, samples) }));
  return [
    paint(style, 'bold', `Guards: ${counts}`),
    ...ordered.flatMap((guard) => {
      const same = ordered.find((one) => isBroken(one) && linesKey(one) === linesKey(guard));
      if (guard.holds || same === guard || same === undefined || guard.lines.length === 0)
        return printGuard(guard, fieldsOf(guard), { isNamed, rowsOfEach, style });
      return [
        ...printGuard({ ...guard, lines: [] }, fieldsOf(guard), { isNamed, rowsOfEach, style }),
        `      for example the same lines as ${same.job}`,
      ];
    }),
  ];
}

/** Prints that guards were not judged, and which; nothing without guards. */
export function printUnjudgedGuards(guards: readonly UnjudgedGuard[] = [], style: Style): string[] {
  if (guards.length === 0) return [];
  return [
    paint(style, ['bold', 'yellow'], 'Guards: not judged, because the run was interrupted'),
    ...guards.flatMap(({ kind, guard }) =>
      wrap(`${WORDS[kind]}${guard}`, Math.max(LEAST_COLUMNS, style.width - INDENT)).map(
        (line, index) => `  ${index === 0 ? '?' : ' '} ${line}`,
      ),
    ),
  ];
}

/** Whether the figure of a guard is not known: it has no answer. */
export function isUnjudged({ value }: Pick<GuardResult, 'value'>): boolean {
  return value === null;
}

/** Whether a figure breaks the guard. */
export function isBroken(result: GuardResult): boolean {
  return !result.holds && !isUnjudged(result);
}

/** Returns the result of guards in a few words; undefined without guards. */
export function guardsInShort(guards: readonly GuardResult[]): string | undefined {
  const broken = guards.filter(isBroken).length;
  const open = guards.filter(isUnjudged).length;
  if (broken === 0 && open > 0)
    return guards.length === 1 ? 'guard not judged' : `${open} of ${guards.length} guards not judged`;
  if (guards.length < 2) return guards.length === 0 ? undefined : broken > 0 ? 'guard broken' : 'guard holds';
  return broken > 0 ? `${broken} of ${guards.length} guards broken` : `${guards.length} guards hold`;
}

/** Returns a text that is the same for results with the same guard and the same example lines. */
export function linesKey({ kind, guard, lines = [] }: GuardResult): string {
  return JSON.stringify([kind, guard, lines.map(({ object, offset }) => [object, offset])]);
}

/** Prints the filter, the guard and its figure in one line. */
export function summarizeGuard({ kind, guard, job, found }: GuardResult): string {
  return printable(`${job}: ${WORDS[kind]}${guard}: ${found}`);
}

function printGuard(
  { kind, guard, job, holds, found, value, lines = [], testedFields = [] }: GuardResult,
  { dataset, tested }: LineFields,
  { isNamed, rowsOfEach, style }: { isNamed: boolean; rowsOfEach: number; style: Style },
): string[] {
  const text = `${isNamed ? `${job}: ` : ''}${WORDS[kind]}${guard}: ${found}`;
  const columns = Math.max(LEAST_COLUMNS, style.width - INDENT);
  const [first = '', ...rest] = Number.isFinite(rowsOfEach) ? wrapTo(text, columns, rowsOfEach) : wrap(text, columns);
  const mark = isUnjudged({ value })
    ? paint(style, ['bold', 'yellow'], '?')
    : paint(style, ['bold', holds ? 'green' : 'red'], holds ? '✓' : '✗');
  return [
    `  ${mark} ${first}`,
    ...rest.map((line) => `${' '.repeat(INDENT)}${line}`),
    ...(holds
      ? []
      : printSamples(lines, { dataset, tested: [...new Set([...testedFields, ...tested])] }, '      ', style)),
  ];
}
