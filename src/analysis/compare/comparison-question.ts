// The question how two filters differ: lines that only one of the two keeps, and the lines that each edit is responsible for. Reads no lines.
import type { LineTotal } from '../../input/scan/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { complementOf, decidedBy, intersectionOf, type Selection } from '../../language/filter/index.ts';
import { type Sample, selectionText } from '../aggregates/index.ts';
import {
  type Answers,
  askSelected,
  type QueryOutput,
  type Question,
  type SelectedQuestion,
  type ShownLines,
} from '../query/index.ts';
import type { FilterChange } from './compare-report.ts';
import { filterEdits } from './filter-changes.ts';
import { keptByAll } from './known-conditions.ts';

/** What is asked about two filters. Its figure takes the total of all lines read. */
export interface ComparisonQuestion extends Question<(read: LineTotal) => LineDifference> {
  /** Returns newly kept, newly dropped and undecided lines, to be written. */
  outputs(): readonly QueryOutput[];
  /** The selections that are counted. */
  readonly selections: readonly Selection[];
}

/** The options of {@link askComparison}. */
interface ComparisonOptions {
  dataset: Dataset;
  /** Samples of each kind of changed lines. @default 0 */
  samples?: number;
  /** Lines of the samples whose values are counted. @default 0 */
  valueLines?: number;
  /** Whether edits are found and counted. @default true */
  findsEdits?: boolean;
}

/** Lines with examples, and a sample to count values in. */
export interface CountedLines extends ShownLines {
  valueLines: readonly Sample[];
}

/** How two filters differ. keptByBoth + newlyDropped + newlyKept + neither + undecided = lines read. */
export interface LineDifference {
  newlyKept: CountedLines;
  newlyDropped: CountedLines;
  keptByBoth: LineTotal;
  neither: LineTotal;
  undecided: LineTotal;
  changes: FilterChange[];
  /** The fields that the changed parts test. */
  editedFields: readonly string[];
}

/** Asks how two filters differ. */
export function askComparison(
  from: Selection,
  to: Selection,
  { dataset, findsEdits = true, ...shown }: ComparisonOptions,
): ComparisonQuestion {
  const kept = (...all: readonly Selection[]): Selection => keptByAll(all, dataset);
  const keptAfter = [to, complementOf(from)];
  const keptBefore = [from, complementOf(to)];
  const newlyKept = askSelected(kept(...keptAfter), shown);
  const newlyDropped = askSelected(kept(...keptBefore), shown);
  const keptByBoth = askSelected(kept(from, to));
  const neither = askSelected(kept(complementOf(from), complementOf(to)));
  const found = findsEdits ? filterEdits(from, to, dataset) : [];
  const edits = found.map(({ change, fields, reverted, effect }) => {
    // The only edit is responsible for all lines.
    if (found.length === 1) return { change, fields, drops: newlyDropped, keeps: newlyKept };
    return {
      change,
      fields,
      // Newly dropped lines that the new filter keeps without the edit, and newly kept lines that it drops.
      drops: askSelected(effect === 'widens' ? 'none' : kept(...keptBefore, reverted)),
      keeps: askSelected(effect === 'narrows' ? 'none' : kept(...keptAfter, complementOf(reverted))),
    };
  });
  const lines = [newlyKept, newlyDropped, keptByBoth, neither, ...edits.flatMap(({ drops, keeps }) => [drops, keeps])];
  return {
    aggregates: lines.flatMap(({ aggregates }) => aggregates),
    outputs: () => [
      { of: selectionText(newlyKept.selection), verdict: 'kept' },
      { of: selectionText(newlyDropped.selection), verdict: 'kept' },
      { of: selectionText(intersectionOf(decidedBy(from), decidedBy(to))), verdict: 'undecided' },
    ],
    selections: lines.map(({ selection }) => selection),
    of: (answers) => (read) => {
      const decided = [newlyKept, newlyDropped, keptByBoth, neither].map((one) => one.of(answers).kept);
      const sum = (of: keyof LineTotal): number => decided.reduce((all, one) => all + one[of], 0);
      const totalOf = (one: SelectedQuestion): LineTotal => {
        const { lines: count, bytes } = one.of(answers).kept;
        return { lines: count, bytes };
      };
      return {
        newlyKept: countedLines(newlyKept, answers),
        newlyDropped: countedLines(newlyDropped, answers),
        keptByBoth: totalOf(keptByBoth),
        neither: totalOf(neither),
        editedFields: [...new Set(edits.flatMap(({ fields }) => fields))],
        undecided: { lines: read.lines - sum('lines'), bytes: read.bytes - sum('bytes') },
        changes: edits.map(
          ({ change, drops, keeps }): FilterChange => ({ ...change, drops: totalOf(drops), keeps: totalOf(keeps) }),
        ),
      };
    },
  };
}

function countedLines(question: SelectedQuestion, answers: Answers): CountedLines {
  const { kept, valueLines = [] } = question.of(answers);
  return { ...kept, valueLines };
}
