// Decides each row of columns by several filters and remembers the answer: a byte for each row. ColumnScanner counts rows; this one finds them. Like it,
// it tests each distinct text once, and leaves whatever columns do not contain exactly to the record reader, whose answers it takes.
import type { TimeRange } from '../../../base/index.ts';
import type { Dataset } from '../../../language/dataset/index.ts';
import { type CompiledFilter, KEEP, type Verdict } from '../../../language/filter/index.ts';
import type { ColumnRows, RowRun } from '../../columns/index.ts';
import type { ColumnObject, OnDeferredRow } from './column-scanner.ts';
import { PartFacts } from './part-facts.ts';
import { outcomeIn, RowTests } from './row-signatures.ts';

/** What is decided of each row. */
export interface RowRequest {
  dataset: Dataset;
  range: TimeRange;
  /** At most {@link MAX_FILTERS}; undefined keeps every line. */
  filters: readonly (CompiledFilter | undefined)[];
  /** Also whether this condition alone decides the verdict of its filter. @default no condition */
  decisive?: { filter: number; condition: number } | undefined;
}

/**
 * 0: the row is not a record, or outside the time range. Else 1, plus the verdict of each filter times a power of 3, plus {@link DECISIVE} and
 * {@link DEFERRED}.
 */
export type RowState = number;
/** Filters whose verdicts fit into a state. */
export const MAX_FILTERS = 3;
/** The bit of a row that one condition alone decides. */
export const DECISIVE = 0x80;
/** The bit of a row whose values the record reader knows: columns do not contain them exactly. */
export const DEFERRED = 0x40;
const VERDICTS = 3;
/** In place of a state that is not computed yet: no state has all bits. */
const UNKNOWN = 0xff;

/** Returns the state of a line. @param verdicts by filter */
export function rowState(verdicts: readonly Verdict[], isDecisive: boolean): RowState {
  const state = verdicts.reduceRight<number>((sum, verdict) => sum * VERDICTS + verdict, 0);
  return 1 + state + (isDecisive ? DECISIVE : 0);
}

/** Returns the verdict of a filter; undefined if the row is not counted. */
export function verdictIn(state: RowState, filter: number): Verdict | undefined {
  if (state === 0) return undefined;
  return (Math.floor(((state & ~(DECISIVE | DEFERRED)) - 1) / VERDICTS ** filter) % VERDICTS) as Verdict;
}

/** Decides rows. One instance serves the objects of one question. */
export class RowScanner {
  readonly #request: RowRequest;
  readonly #tests: RowTests;
  #object: Pick<ColumnObject, 'maxLineBytes' | 'defersNoField'> | undefined;
  #part: { rows: ColumnRows; states: Uint8Array; odd: readonly number[]; key: string } | undefined;

  constructor(request: RowRequest) {
    this.#request = request;
    this.#tests = new RowTests(request.filters, true);
  }

  /** Begins an object. */
  begin(object: Pick<ColumnObject, 'maxLineBytes' | 'defersNoField'>): void {
    this.#object = object;
  }

  /** The states of all rows of a part. The caller writes those of deferred rows. */
  statesOf(rows: ColumnRows): Uint8Array {
    return this.#open(rows).states;
  }

  /** Reads rows of the object: defers those that the record reader must read. @returns how many others count as read */
  read({ part, from, to }: RowRun, onDeferred: OnDeferredRow): number {
    const { states, odd } = this.#open(part);
    for (const row of odd) if (row >= from && row < to) onDeferred(row, false);
    let read = 0;
    for (let row = from; row < to; row += 1) if (states[row] !== 0) read += 1;
    return read;
  }

  end(): void {}

  #open(rows: ColumnRows) {
    const { maxLineBytes, defersNoField } = this.#object!;
    const key = `${maxLineBytes} ${defersNoField}`;
    if (this.#part?.rows === rows && this.#part.key === key) return this.#part;
    const { dataset, range } = this.#request;
    const facts = PartFacts.of(rows, dataset);
    const hasRange = range.since !== undefined || range.until !== undefined;
    const odd = [...facts.oddRows(maxLineBytes, defersNoField, false), ...(hasRange ? facts.times().odd : [])];
    const sorted = [...new Set(odd)].sort((a, b) => a - b);
    const states = decide(rows, this.#tests, this.#request);
    if (hasRange) {
      const outside = new Uint32Array(rows.rows);
      facts.markOutside(range, outside, 1);
      for (let row = 0; row < outside.length; row += 1) if (outside[row] === 1) states[row] = 0;
    }
    for (const row of sorted) states[row] = 0;
    this.#part = { rows, states, odd: sorted, key };
    return this.#part;
  }
}

/** Decides all rows of a part, whatever their form and time. */
function decide(rows: ColumnRows, conditions: RowTests, { filters, decisive }: RowRequest): Uint8Array {
  const { signatures, tests } = conditions.in(rows);
  const stateOf = new Uint8Array(signatures.size).fill(UNKNOWN);
  const judge = (row: number): RowState => {
    let isDecisive = false;
    const verdicts = filters.map((filter, index): Verdict => {
      if (filter === undefined) return KEEP;
      const outcomes = Uint8Array.from(filter.conditions, (condition) => outcomeIn(tests.get(condition)!, row));
      const verdict = filter.verdictOf(outcomes);
      if (decisive?.filter === index)
        filter.forEachDecisive(verdict, outcomes, (condition) => {
          isDecisive ||= condition === decisive.condition;
        });
      return verdict;
    });
    return rowState(verdicts, isDecisive);
  };
  const states = new Uint8Array(rows.rows);
  const { of } = signatures;
  for (let row = 0; row < states.length; row += 1) {
    const signature = of[row]!;
    let state = stateOf[signature]!;
    if (state === UNKNOWN) {
      state = judge(row);
      stateOf[signature] = state;
    }
    states[row] = state;
  }
  signatures.release();
  return states;
}
