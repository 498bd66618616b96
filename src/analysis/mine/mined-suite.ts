// Writes the chosen lines as a suite: expected verdicts, names that begin with what each line covers, and the text of the file.
import { cutText, type JsonObject, parseJson, printJson } from '../../base/index.ts';
import { type CompiledFilter, type NullReading, printExpression, VERDICT_NAMES } from '../../language/filter/index.ts';
import { CoverageTally, type FilterCoverage } from '../suite/index.ts';
import { type ChosenLine, chooseLines } from './choose-lines.ts';
import { FilterGoals } from './goals.ts';
import { maskLines } from './mask-lines.ts';
import type { MinedLine } from './mined-line.ts';

/** Maximum length of the name of a case. Characters. */
const MAX_NAME = 160;

/** How the suite is written. */
interface MinedSuiteOptions {
  filter: CompiledFilter;
  nullAs: NullReading;
  /** Fields to mask. */
  masked: readonly string[];
  /** Maximum number of cases. */
  limit: number | undefined;
}

/** A suite of mined lines. */
export interface MinedSuite {
  /** The text of the suite file, with a final line end. */
  text: string;
  cases: number;
  /** Of the suite. */
  coverage: FilterCoverage;
  /**
   * Values next to the constants of the conditions, and small changes of the filter: how many exist (`all`), how many some line of the
   * source meets or detects (`reachable`), and how many the suite does (`covered`).
   */
  boundaries: GoalCount;
  changes: GoalCount;
  /** Distinct values replaced by pseudonyms, by field. */
  masked: { field: string; values: number }[];
  /** Verdicts that no line of the source has. */
  missingVerdicts: ('keep' | 'drop')[];
  /** Values whose pseudonyms are less near to a boundary than the values. */
  weakened: number;
}

/** Goals of one kind. */
export interface GoalCount {
  covered: number;
  reachable: number;
  all: number;
}

/**
 * Chooses lines and writes the suite.
 * @throws HeadgateError `mask-changes-outcome`
 */
export function mineSuiteFrom(candidates: readonly MinedLine[], options: MinedSuiteOptions): MinedSuite {
  const { filter, nullAs, masked: fields, limit } = options;
  const goals = new FilterGoals(filter, nullAs);
  const choice = chooseLines(candidates, goals.goals, limit);
  const records = choice.lines.map(({ line }) => parseJson(line.json) as JsonObject);
  const known = candidates.map(({ json }) => parseJson(json) as JsonObject);
  const masking = maskLines(records, fields, filter, goals, known);
  const tally = new CoverageTally(filter);
  const outcomes = new Uint8Array(filter.conditions.length);
  /** By the masked lines: a pseudonym may be less near to a boundary than its value. */
  const covered = new Set<number>();
  const cases = masking.records.map((record, index) => {
    const { verdict, met } = goals.evaluate(record);
    for (const { goal, distance } of met) {
      const nearest = choice.reachable.get(goal);
      if (nearest !== undefined && distance <= nearest) covered.add(goal);
    }
    filter.evaluate(record, outcomes);
    tally.add(outcomes);
    return printCase(nameOf(choice.lines[index]!, goals), record, VERDICT_NAMES[verdict]!);
  });
  const count = (kind: 'boundary' | 'change'): GoalCount => {
    const ofKind = (goal: number): boolean => goals.goals[goal]!.kind === kind;
    return {
      covered: [...covered].filter(ofKind).length,
      reachable: [...choice.reachable.keys()].filter(ofKind).length,
      all: goals.goals.filter((goal) => goal.kind === kind).length,
    };
  };
  return {
    text: printSuite(filter, nullAs, cases),
    cases: cases.length,
    coverage: tally.toCoverage(),
    boundaries: count('boundary'),
    changes: count('change'),
    masked: masking.replaced,
    missingVerdicts: (['keep', 'drop'] as const).filter(
      (verdict) =>
        ![...choice.reachable.keys()].some(
          (goal) => goals.goals[goal]!.kind === 'verdict' && goals.goals[goal]!.text === verdict,
        ),
    ),
    weakened: masking.weakened,
  };
}

function nameOf({ reasons }: ChosenLine, { goals }: FilterGoals): string {
  const name = textOf(goals[reasons[0]!]!);
  return name.length > MAX_NAME ? cutText(name, MAX_NAME - 1) : name;
}

function textOf({ kind, text }: FilterGoals['goals'][number]): string {
  if (kind === 'change') return `detects that ${text}`;
  return kind === 'verdict' ? `verdict ${text}` : text;
}

function printCase(name: string, record: JsonObject, expect: string): string {
  return `    {
      "name": ${JSON.stringify(name)},
      "line": ${printJson(record)},
      "expect": "${expect}"
    }`;
}

function printSuite({ filter, dataset }: CompiledFilter, nullAs: NullReading, cases: readonly string[]): string {
  const head = [
    `  "dataset": ${JSON.stringify(dataset.name)},`,
    `  "filter": ${JSON.stringify(printExpression(filter))},`,
    ...(nullAs === 'zero' ? ['  "null": "zero",'] : []),
  ];
  return `{\n${head.join('\n')}\n  "cases": [\n${cases.join(',\n')}\n  ]\n}\n`;
}
