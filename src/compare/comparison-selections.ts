// The lines to count beside those of two filters, and what their counts say: lines that only one of the two keeps, and the lines that each
// edit is responsible for. Reads no lines.
import type { Dataset } from '../dataset/index.ts';
import { complementOf, decidedBy, intersectionOf, type Selection } from '../filter/index.ts';
import type { ExtraCount, ExtraOutputs, Sample, ShownLines, ShownSelection } from '../replay/index.ts';
import { type LineTotal, NO_LINES } from '../scan/index.ts';
import type { FilterChange } from './compare-report.ts';
import { type FilterEdit, filterEdits } from './filter-changes.ts';
import { keptByAll } from './known-conditions.ts';

/** What is counted for two filters. */
export interface ComparisonPlan {
  readonly edits: readonly FilterEdit[];
  /** To count in the pass of the filters. */
  readonly selections: readonly ShownSelection[];
}

/** The options of {@link planComparison}. */
export interface PlanOptions {
  dataset: Dataset;
  /** Samples of each kind of changed lines. */
  samples: number;
  /** Lines of the samples whose values are counted. @default 0 */
  valueLines?: number;
  /** Whether edits are found and counted. @default true */
  findsEdits?: boolean;
  /** Index of the first of three outputs for newly kept, newly dropped and undecided lines. @default no line is written */
  firstOutput?: number | undefined;
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

/** Selections before those of the edits. */
const OF_LINES = 4;

/** Plans the comparison of two filters. */
export function planComparison(
  from: Selection,
  to: Selection,
  { dataset, samples, valueLines = 0, findsEdits = true, firstOutput }: PlanOptions,
): ComparisonPlan {
  const kept = (...all: readonly Selection[]): Selection => keptByAll(all, dataset);
  const newlyKept = [to, complementOf(from)];
  const newlyDropped = [from, complementOf(to)];
  const edits = findsEdits ? filterEdits(from, to, dataset) : [];
  return {
    edits,
    selections: [
      { selection: kept(...newlyKept), samples, valueLines, emits: outputAt('kept', 0) },
      { selection: kept(...newlyDropped), samples, valueLines, emits: outputAt('kept', 1) },
      { selection: kept(from, to), samples: 0 },
      { selection: kept(complementOf(from), complementOf(to)), samples: 0 },
      // The only edit is responsible for all lines.
      ...(edits.length === 1 ? [] : edits.flatMap(ofEdit)),
      ...(firstOutput === undefined
        ? []
        : [
            {
              selection: intersectionOf(decidedBy(from), decidedBy(to)),
              samples: 0,
              emits: outputAt('undecided', 2),
            },
          ]),
    ],
  };

  function outputAt(verdict: keyof ExtraOutputs, index: number): ExtraOutputs | undefined {
    return firstOutput === undefined ? undefined : { [verdict]: firstOutput + index };
  }

  /** Newly dropped lines that the new filter keeps without the edit; then newly kept lines that it drops. */
  function ofEdit({ reverted, effect }: FilterEdit): ShownSelection[] {
    const drops = effect === 'widens' ? 'none' : kept(...newlyDropped, reverted);
    const keeps = effect === 'narrows' ? 'none' : kept(...newlyKept, complementOf(reverted));
    return [
      { selection: drops, samples: 0 },
      { selection: keeps, samples: 0 },
    ];
  }
}

/** Returns the difference. @param counts of the selections of the plan @param read all lines read */
export function differenceOf(
  { edits }: ComparisonPlan,
  counts: readonly ExtraCount[],
  read: LineTotal,
): LineDifference {
  const decided = counts.slice(0, OF_LINES).map(({ kept, valueLines = [] }): CountedLines => ({ ...kept, valueLines }));
  const [newlyKept, newlyDropped, keptByBoth, neither] = decided;
  const sum = (of: keyof LineTotal): number => decided.reduce((all, one) => all + one[of], 0);
  const changes = edits.map(({ change }, index): FilterChange => {
    if (edits.length === 1) return { ...change, drops: totalOf(newlyDropped!), keeps: totalOf(newlyKept!) };
    const [drops, keeps] = counts.slice(OF_LINES + 2 * index, OF_LINES + 2 * index + 2);
    return { ...change, drops: totalOf(drops?.kept ?? NO_LINES), keeps: totalOf(keeps?.kept ?? NO_LINES) };
  });
  return {
    ...{ newlyKept: newlyKept!, newlyDropped: newlyDropped! },
    ...{ keptByBoth: totalOf(keptByBoth!), neither: totalOf(neither!) },
    editedFields: [...new Set(edits.flatMap(({ fields }) => fields))],
    undecided: { lines: read.lines - sum('lines'), bytes: read.bytes - sum('bytes') },
    changes,
  };
}

function totalOf({ lines, bytes }: LineTotal): LineTotal {
  return { lines, bytes };
}
