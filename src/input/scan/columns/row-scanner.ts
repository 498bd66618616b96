// Decides each row of columns by several filters and remembers the answer: a byte for each row. ColumnScanner counts rows; this one finds them. Like it,
// it tests each distinct text once, and leaves whatever columns do not contain exactly to the record reader, whose answers it takes.
import type { TimeRange } from '../../../base/index.ts';
import type { Dataset } from '../../../language/dataset/index.ts';
import type { CompiledFilter, Verdict } from '../../../language/filter/index.ts';
import type { ColumnRows, RowRun } from '../../columns/index.ts';
import type { ScanRequest } from '../../kernel/index.ts';
import type { LineLimits } from './part-facts.ts';
import { type OnDeferredRow, PartScan } from './part-scan.ts';
import { RowTests } from './row-signatures.ts';

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
  #limits: LineLimits | undefined;
  #part: { scan: PartScan; states: Uint8Array } | undefined;

  constructor(request: RowRequest) {
    this.#request = request;
    this.#tests = new RowTests(request.filters, true);
  }

  /** Begins an object. */
  begin(limits: LineLimits): void {
    this.#limits = limits;
  }

  /** The states of all rows of a part. The caller writes those of deferred rows. */
  statesOf(part: ColumnRows): Uint8Array {
    return this.#open(part).states;
  }

  /** Reads rows of the object: defers those that the record reader must read. @returns how many others count as read */
  read({ part, from, to }: RowRun, onDeferred: OnDeferredRow): number {
    const { scan, states } = this.#open(part);
    scan.readOdd(from, to, onDeferred);
    let read = 0;
    for (let row = from; row < to; row += 1) if (states[row] !== 0) read += 1;
    return read;
  }

  end(): void {}

  #open(part: ColumnRows) {
    if (this.#part?.scan.isOf(part, this.#limits!)) return this.#part;
    this.#part?.scan.release();
    const { filters, decisive } = this.#request;
    // No row is examined.
    const request: ScanRequest = { ...this.#request, detail: 'counts', examinedHeadBytes: 0, examinedOneIn: 1 };
    const scan = new PartScan(part, request, this.#tests, this.#limits!, new Map());
    const states = scan.statesOf((row) =>
      rowState(
        filters.map((_, filter) => scan.verdictOf(filter, row)),
        decisive !== undefined && scan.isDecisive(decisive.filter, decisive.condition, row),
      ),
    );
    this.#part = { scan, states };
    return this.#part;
  }
}
