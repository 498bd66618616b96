// The lines of a source with the verdicts of some filters on each: a table whose rows are found by what happens to them, and by their place. Holds a
// byte for each line, and none of their values.
import { firstFrom, HeadgateError } from '../../base/index.ts';
import type { ColumnRows, RowRun } from '../../input/columns/index.ts';
import {
  countNotLogs,
  emptyTotal,
  type NonLogFile,
  noteUnreadable,
  type PassReading,
  type ReadingFlags,
  type ReadTotal,
  readIntoPass,
  rejectForeignContent,
  rejectNonLogs,
} from '../../input/objects/index.ts';
import { type LineRecord, NOT_LOGS, type RecordReaderOptions } from '../../input/record/index.ts';
import {
  createTimeTest,
  DEFERRED,
  KernelScanners,
  type ObjectPass,
  ObjectScan,
  type Pass,
  type RowRequest,
  RowScanner,
  type RowState,
  rowState,
  type TimeTest,
} from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { KEEP, type Verdict } from '../../language/filter/index.ts';

/** Rows of an object in a part of an index. */
export interface TableRun {
  from: number;
  /** Exclusive. */
  to: number;
  /** Of its rows, the first at 0. */
  states: Uint8Array;
  /** Rows whose states have {@link DEFERRED}. */
  deferred: readonly number[];
}

/** The lines of an object that are not in columns, in their order. */
export interface StoredRows {
  /** In the inflated object. */
  offsets: readonly number[];
  states: Uint8Array;
}

/** The lines of an object. */
export interface TableObject {
  item: SourceObject;
  /** In columns: the runs of `columnsOf`, in their order. */
  runs: readonly TableRun[];
  /** Not in columns. */
  stored: StoredRows | undefined;
}

/** A line of a table. */
export interface RowPlace {
  object: TableObject;
  state: RowState;
  /** Index of the run in the object, and the row in its part; undefined for a line that is not in columns. */
  run: { index: number; row: number } | undefined;
  /** In the inflated object; undefined for a line in columns, whose part has it. */
  offset: number | undefined;
}

/** Which states are selected: 1 for each that is. */
export type Selected = Uint8Array;

/** Selects states. */
export function selectStates(test: (state: RowState) => boolean): Selected {
  return Uint8Array.from({ length: 256 }, (_, state) => (state !== 0 && test(state) ? 1 : 0));
}

/** The lines of some objects. */
export class RowTable {
  /** In the order of the listing. */
  readonly objects: readonly TableObject[];
  readonly total: ReadTotal;
  /** By selection: the selected lines of each stretch of {@link #stretches}, and before it. */
  readonly #counts = new Map<string, { of: Float64Array; total: number }>();
  readonly #stretches: readonly { object: TableObject; index: number | undefined; states: Uint8Array }[];

  constructor(objects: readonly TableObject[], total: ReadTotal) {
    this.objects = objects;
    this.total = total;
    this.#stretches = objects.flatMap((object) => [
      ...object.runs.map(({ states }, index) => ({ object, index, states })),
      ...(object.stored === undefined ? [] : [{ object, index: undefined, states: object.stored.states }]),
    ]);
  }

  /** The number of selected lines. */
  count(selected: Selected): number {
    return this.#countsOf(selected).total;
  }

  /** Returns selected lines. @param first index of the first one among the selected @param count the most */
  window(selected: Selected, first: number, count: number): RowPlace[] {
    const { of, total } = this.#countsOf(selected);
    const end = Math.min(total, first + count);
    const found: RowPlace[] = [];
    for (
      let at = Math.max(0, firstFrom(of, first + 1) - 1);
      found.length < end - first && at < this.#stretches.length;
      at += 1
    ) {
      const { object, index, states } = this.#stretches[at]!;
      const from = index === undefined ? 0 : object.runs[index]!.from;
      let number = of[at]!;
      for (let row = 0; row < states.length && number < end; row += 1) {
        const state = states[row]!;
        if (selected[state] === 0) continue;
        if (number >= first) {
          const run = index === undefined ? undefined : { index, row: from + row };
          found.push({ object, state, run, offset: index === undefined ? object.stored!.offsets[row] : undefined });
        }
        number += 1;
      }
    }
    return found;
  }

  /** The object of a name. */
  objectNamed(name: string): TableObject | undefined {
    return this.objects.find(({ item }) => item.object.name === name);
  }

  #countsOf(selected: Selected) {
    const key = selected.join('');
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const of = new Float64Array(this.#stretches.length);
    let total = 0;
    for (const [at, { states }] of this.#stretches.entries()) {
      of[at] = total;
      let count = 0;
      for (let row = 0; row < states.length; row += 1) count += selected[states[row]!]!;
      total += count;
    }
    const counts = { of, total };
    this.#counts.set(key, counts);
    return counts;
  }
}

/** What is decided, and how lines are read. */
export interface RowsRequest extends RowRequest {
  objects: Iterable<SourceObject>;
  reading: ReadingFlags;
  signal: AbortSignal;
}

/** Reads the rows of objects. Stops between objects once the signal is aborted. @throws HeadgateError for an error that ends the run */
export async function readRows(request: RowsRequest): Promise<RowTable> {
  const { dataset, reading, signal } = request;
  const pass = new RowPass(request);
  const total = emptyTotal();
  const run: PassReading = { pass, dataset, reading, total, signal, onBytes: nothing, onObject: nothing };
  const found: TableObject[] = [];
  const others: NonLogFile[] = [];
  let isAnyDone = false;
  for (const item of request.objects) {
    if (signal.aborted) break;
    pass.begin(item);
    try {
      await readIntoPass(item, run);
      isAnyDone = true;
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      if (error.code === NOT_LOGS) {
        others.push({ item, error });
        countNotLogs(item, run);
      } else if (!isAnyDone || error.endsRun) throw error;
      else noteUnreadable(item, error, run);
    }
    found.push(pass.end());
  }
  rejectNonLogs(others, found.length);
  rejectForeignContent(total, found.length);
  return new RowTable(found, total);
}

const nothing = (): void => {};
/** What a scan of records alone does with the rest: no malformed line has to be described. */
export const NOTHING_ELSE = {
  ...{ blank: nothing, malformed: nothing, countsMalformed: () => true },
  ...{ counts: nothing, remark: nothing, problem: nothing },
};

/** Decides lines in the order of the objects. */
class RowPass implements Pass {
  readonly lineCount = 0;
  readonly #request: RowsRequest;
  readonly #scanners = new KernelScanners(() => undefined);
  readonly #scanner: RowScanner;
  readonly #timeTest: TimeTest | undefined;
  readonly #outcomes: readonly Uint8Array[];
  #item: SourceObject | undefined;
  #runs: { run: RowRun; states: Uint8Array; deferred: number[] }[] = [];
  #stored = { offsets: [] as number[], states: [] as number[] };

  constructor(request: RowsRequest) {
    const { dataset, range, filters } = request;
    this.#request = request;
    this.#scanner = new RowScanner(request);
    this.#timeTest = createTimeTest(dataset, range);
    this.#outcomes = filters.map((filter) => new Uint8Array(filter?.conditions.length ?? 0));
  }

  begin(item: SourceObject): void {
    this.#item = item;
    this.#runs = [];
    this.#stored = { offsets: [], states: [] };
  }

  /** The lines of the object that was begun last. */
  end(): TableObject {
    const { offsets, states } = this.#stored;
    const runs = this.#runs.map(({ run: { from, to }, states, deferred }) => ({
      ...{ from, to, deferred },
      states: states.subarray(from, to),
    }));
    const stored = offsets.length === 0 ? undefined : { offsets, states: Uint8Array.from(states) };
    return { item: this.#item!, runs, stored };
  }

  openObject(_name: string, reader: RecordReaderOptions): ObjectPass {
    const scanner = this.#scanner;
    return new ObjectScan(this.#scanners, reader, {
      ...NOTHING_ELSE,
      record: (record) => this.#record(record),
      columns: {
        read: (run, onDeferred) => {
          this.#runs.push({ run, states: scanner.statesOf(run.part), deferred: [] });
          return scanner.read(run, onDeferred);
        },
        end: () => scanner.end(),
      },
      beginColumns: (start) => scanner.begin(start),
    });
  }

  #record(record: LineRecord): boolean {
    const state = this.#timeTest?.(record) === 'outside' ? 0 : this.#stateOf(record);
    if (this.#runs.length === 0) {
      this.#stored.offsets.push(record.offset);
      this.#stored.states.push(state);
    } else if (state !== 0) {
      for (const { run, states, deferred } of this.#runs) {
        const row = rowAt(run, record.offset);
        if (row === undefined) continue;
        states[row] = state | DEFERRED;
        deferred.push(row);
      }
    }
    return state !== 0;
  }

  #stateOf(record: LineRecord): RowState {
    const { filters, decisive } = this.#request;
    let isDecisive = false;
    const verdicts = filters.map((filter, index): Verdict => {
      const outcomes = this.#outcomes[index]!;
      const verdict = filter?.evaluate(record, outcomes) ?? KEEP;
      if (decisive?.filter === index)
        filter?.forEachDecisive(verdict, outcomes, (condition) => {
          isDecisive ||= condition === decisive.condition;
        });
      return verdict;
    });
    return rowState(verdicts, isDecisive);
  }
}

/** The row of a run that begins at an offset; undefined if none does. */
export function rowAt(
  { part: { offsets }, from, to }: { part: Pick<ColumnRows, 'offsets'>; from: number; to: number },
  offset: number,
): number | undefined {
  const row = firstFrom(offsets, offset, from, to);
  return row < to && offsets[row] === offset ? row : undefined;
}
