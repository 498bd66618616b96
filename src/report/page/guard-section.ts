// Guards of a report: their answer, and a row for each, broken ones first. Judges nothing.
import type { GuardResult, UnjudgedGuard } from '../../analysis/guard/index.ts';
import { enumerate, printable, printPlural } from '../../base/index.ts';
import { code, codeCell, textCell, textColumn } from './cells.ts';
import { exampleLines } from './example-lines.ts';
import {
  type Cell,
  FITTED_ROWS,
  list,
  type Page,
  type PageSettings,
  present,
  type Section,
  type Text,
} from './page.ts';
import type { LineFields } from './sample-columns.ts';

/** Maximum guards shown. */
const GUARDS_SHOWN = 50;
/** Rows that guards keep in a small terminal, before anything else: they decide the exit code. */
const GUARD_WEIGHT = FITTED_ROWS;
/** Maximum guards stated below the answer. */
const STATED = 3;

const WORDS: Readonly<Record<GuardResult['kind'], string>> = {
  threshold: '',
  'never-drop': 'never drop ',
  'never-keep': 'never keep ',
};

/** What {@link interruptedAnswer} reads of a report. */
interface InterruptedReport {
  readonly partial: boolean;
  readonly lines: { readonly read: number };
  readonly unjudgedGuards?: readonly UnjudgedGuard[];
}

/** Returns the guard in one line: `never drop ClientCountry == "de"`. */
export function guardText({ kind, guard }: Pick<GuardResult, 'kind' | 'guard'>): string {
  return WORDS[kind] + guard;
}

/** Prints the filter, the guard and its figure in one line. */
export function summarizeGuard(guard: GuardResult): string {
  return printable(`${guard.job}: ${guardText(guard)}: ${guard.found}`);
}

/** Whether the figure of a guard is not known: it has no answer. */
export function isUnjudged({ value }: Pick<GuardResult, 'value'>): boolean {
  return value === null;
}

/** Whether a figure breaks the guard. */
export function isBroken(result: GuardResult): boolean {
  return !result.holds && !isUnjudged(result);
}

/** How many of the guards failed, and what all of them mean: broken guards are the answer, then those without one. */
function summaryOf(guards: readonly GuardResult[]) {
  const broken = guards.filter(isBroken).length;
  const open = guards.filter(isUnjudged).length;
  const tone = broken > 0 ? ('bad' as const) : open > 0 ? ('unclear' as const) : ('good' as const);
  return { all: guards.length, broken, open, tone };
}

/** Returns a text that is the same for results with the same guard and the same example lines. */
function linesKey({ kind, guard, lines = [] }: GuardResult): string {
  return JSON.stringify([kind, guard, lines.map(({ object, offset }) => [object, offset])]);
}

/** The answer of an interrupted run; undefined for others. Figures of a part of the lines decide nothing, so guards are not judged. */
export function interruptedAnswer({
  partial,
  lines,
  unjudgedGuards = [],
}: InterruptedReport): Page['answer'] | undefined {
  if (!partial) return undefined;
  const read = lines.read === 0 ? 'no line was read' : 'the figures cover only the data read so far';
  const guards = unjudgedGuards.length === 0 ? '' : ` ${unjudgedText(unjudgedGuards.length)}`;
  return { tone: 'unclear', text: `Interrupted: ${read}.${guards}` };
}

function unjudgedText(count: number): string {
  return count === 1 ? 'The guard was not judged.' : `${count} guards were not judged.`;
}

/** The answer of guards that are broken or not judged; undefined if all hold: they are no answer about anything else. */
export function guardAnswer(guards: readonly GuardResult[]): Page['answer'] | undefined {
  const { all, broken, open, tone } = summaryOf(guards);
  if (tone === 'good') return undefined;
  if (tone === 'unclear') return { tone, text: unjudgedText(open) };
  return { tone, text: all === 1 ? 'The guard is broken.' : `${broken} of ${printPlural(all, 'guard')} broken.` };
}

/** Whether the guards judge several filters. */
function hasSeveral(guards: readonly GuardResult[]): boolean {
  return new Set(guards.map(({ job }) => job)).size > 1;
}

/** The answer of guards in a cell; undefined without guards. */
export function guardCell(guards: readonly GuardResult[]): Cell | undefined {
  const { all, broken, open, tone } = summaryOf(guards);
  if (all === 0) return undefined;
  if (tone === 'good') return textCell(all === 1 ? 'guard holds' : `${all} guards hold`, tone);
  const [count, result] = broken > 0 ? [broken, 'broken'] : [open, 'not judged'];
  return textCell(all === 1 ? `guard ${result}` : `${count} of ${all} guards ${result}`, tone);
}

/**
 * What was checked, with the figures: the guards that are broken or not judged, else those that hold; nothing without guards.
 * @param isNamed whether each guard has the name of its filter. @default if there are several filters
 */
export function guardStatements(
  guards: readonly GuardResult[],
  isNamed = hasSeveral(guards),
): NonNullable<Page['statements']> {
  const broken = guards.filter(({ holds }) => !holds);
  const of = broken.length > 0 ? broken : guards;
  const { tone } = summaryOf(guards);
  const more = of.length - STATED;
  return of.slice(0, STATED).map((guard, index) => ({
    tone,
    inSection: true,
    text: present(
      ...(isNamed ? [code(guard.job), ': '] : []),
      guard.holds && 'Guard holds: ',
      code(guardText(guard)),
      `: ${guard.found}`,
      more > 0 && index === STATED - 1 && `, and ${printPlural(more, 'more guard')}`,
    ),
  }));
}

/** `1 of 3 broken, 1 of 3 not judged`, `all 3 hold`. */
function guardCounts(guards: readonly GuardResult[]): string {
  const { all, broken, open, tone } = summaryOf(guards);
  if (tone === 'good') return all === 1 ? '1 of 1 holds' : `all ${all} hold`;
  return present(broken > 0 && `${broken} of ${all} broken`, open > 0 && `${open} of ${all} not judged`).join(', ');
}

/**
 * The section of guards, with the lines that break them; empty without guards.
 * @param unjudged the guards of an interrupted run
 * @param fieldsOf the fields of these lines; those that the guard tests are shown before them
 */
export function guardSection(
  guards: readonly GuardResult[],
  fieldsOf: (guard: GuardResult) => LineFields,
  settings: PageSettings,
  unjudged: readonly UnjudgedGuard[] = [],
): Section[] {
  if (unjudged.length > 0) {
    const items = unjudged.map((guard): Text => ['? ', code(guardText(guard))]);
    return [
      {
        title: 'Guards: not judged, because the run was interrupted',
        weight: GUARD_WEIGHT,
        blocks: [list(items)],
      },
    ];
  }
  if (guards.length === 0) return [];
  const broken = guards.filter(({ holds }) => !holds);
  const isNamed = hasSeveral(guards);
  const listed = [...broken, ...guards.filter(({ holds }) => holds)];
  const rows = listed.map((guard) => [
    {
      ...textCell(isUnjudged(guard) ? '? not judged' : guard.holds ? '✓ holds' : '✗ broken', summaryOf([guard]).tone),
      value: isUnjudged(guard) ? 'not judged' : guard.holds ? 'holds' : 'broken',
    },
    codeCell(guard.job),
    codeCell(guardText(guard)),
    { text: guard.found.replace(/^not judged: /, ''), value: guard.found },
  ]);
  const columns = [
    { ...textColumn('Result', 'result'), keepsTitle: true },
    { ...textColumn('Filter', 'job'), isHidden: !isNamed },
    textColumn('Guard', 'guard'),
    textColumn('Figure', 'found'),
  ];
  // Several filters may break a guard with the same lines.
  const examples = [...Map.groupBy(broken, linesKey).values()].flatMap((same) => {
    const [guard] = same as [GuardResult, ...GuardResult[]];
    const { lines = [], testedFields = [] } = guard;
    const { dataset, tested } = fieldsOf(guard);
    const fields = { dataset, tested: [...new Set([...testedFields, ...tested])] };
    const filters = isNamed
      ? ` with ${enumerate(
          same.map(({ job }) => job),
          'and',
        )}`
      : '';
    return exampleLines(`Examples of lines that break ${guardText(guard)}${filters}`, lines, fields, settings);
  });
  return [
    {
      title: `Guards: ${guardCounts(guards)}`,
      weight: GUARD_WEIGHT,
      blocks: [
        {
          ...{ kind: 'table', name: 'guards', columns, rows, isUncut: true },
          // The exit code has no other explanation.
          shown: Math.max(GUARDS_SHOWN, broken.length),
          rank: listed.map(({ holds }, index) => (holds ? -index : Number.POSITIVE_INFINITY)),
        },
        ...examples,
      ],
    },
  ];
}
