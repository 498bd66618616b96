// Guards of a report: their answer, and a row for each, broken ones first. Judges nothing.
import type { GuardResult } from '../../guard/index.ts';
import type { LineFields } from '../text/samples/sample-columns.ts';
import { printPlural } from '../text/style.ts';
import { codeCell, textCell, textColumn } from './cells.ts';
import { exampleLines } from './example-lines.ts';
import type { Page, PageSettings, Section } from './page.ts';

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
  if (broken > 0)
    return {
      tone: 'bad',
      text:
        guards.length === 1 ? 'The guard is broken.' : `${broken} of ${printPlural(guards.length, 'guard')} broken.`,
    };
  return { tone: 'good', text: guards.length === 1 ? 'The guard holds.' : `All ${guards.length} guards hold.` };
}

/**
 * The section of guards, with the lines that break them; empty without guards.
 * @param fieldsOf the fields of these lines; those that the guard tests are shown before them
 */
export function guardSection(
  guards: readonly GuardResult[],
  fieldsOf: (guard: GuardResult) => LineFields,
  settings: PageSettings,
): Section[] {
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
  const examples = broken.flatMap((guard) => {
    const { lines = [], testedFields = [] } = guard;
    const { dataset, tested } = fieldsOf(guard);
    const fields = { dataset, tested: [...new Set([...testedFields, ...tested])] };
    return exampleLines(`Lines that break ${guardText(guard)}`, lines, fields, settings);
  });
  return [
    {
      title: 'Guards',
      blocks: [{ kind: 'table', name: 'guards', columns, rows, shown: GUARDS_SHOWN }, ...examples],
    },
  ];
}
