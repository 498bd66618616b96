// Guards of a report: their answer, and a row for each, broken ones first. Judges nothing.
import type { GuardResult } from '../../guard/index.ts';
import { printPlural } from '../text/style.ts';
import { codeCell, textCell, textColumn } from './cells.ts';
import type { ExampleLines, Page, Section } from './page.ts';

/** Maximum guards shown. */
const GUARDS_SHOWN = 50;

const WORDS: Readonly<Record<GuardResult['kind'], string>> = {
  threshold: '',
  'never-drop': 'never drop ',
  'never-keep': 'never keep ',
};

/** Returns the guard in one line: `never drop ClientCountry == "de"`. */
export function guardText({ kind, guard }: Pick<GuardResult, 'kind' | 'guard'>): string {
  return WORDS[kind] + guard;
}

/** The answer of guards; undefined without guards. */
export function guardAnswer(guards: readonly GuardResult[]): Page['answer'] | undefined {
  if (guards.length === 0) return undefined;
  const broken = guards.filter(({ holds }) => !holds).length;
  if (broken > 0) return { tone: 'bad', text: `${broken} of ${printPlural(guards.length, 'guard')} broken.` };
  return { tone: 'good', text: guards.length === 1 ? 'The guard holds.' : `All ${guards.length} guards hold.` };
}

/** The section of guards, with the lines that break them; empty without guards. */
export function guardSection(guards: readonly GuardResult[]): Section[] {
  if (guards.length === 0) return [];
  const broken = guards.filter(({ holds }) => !holds);
  const rows = [...broken, ...guards.filter(({ holds }) => holds)].map((guard) => [
    {
      ...textCell(guard.holds ? '✓ holds' : '✗ broken', guard.holds ? 'good' : 'bad'),
      value: guard.holds ? 'holds' : 'broken',
    },
    codeCell(guard.job),
    codeCell(guardText(guard)),
    { text: guard.found },
  ]);
  const columns = [
    textColumn('Result', 'result'),
    textColumn('Filter', 'job'),
    textColumn('Guard', 'guard'),
    textColumn('Figure', 'found'),
  ];
  const examples = broken.flatMap((guard): ExampleLines[] => {
    const { lines = [] } = guard;
    if (lines.length === 0) return [];
    return [{ kind: 'lines', label: `Lines that break ${guardText(guard)}`, lines: lines.map(placed) }];
  });
  return [
    {
      title: 'Guards',
      blocks: [{ kind: 'table', name: 'guards', columns, rows, shown: GUARDS_SHOWN }, ...examples],
    },
  ];
}

/** A sample with its place in words. */
export function placed({ object, offset, line }: { object: string; offset: number; line: string }) {
  return { place: `${object}@${offset}`, line };
}
