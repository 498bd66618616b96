// Reads one line with the kernel's scanner only, and with JavaScript: records, compiled filters and the time range, counted one by one.
import { inspect, isDeepStrictEqual } from 'node:util';
import type { TimeRange } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/dataset/index.ts';
import {
  type CompiledFilter,
  compileFilter,
  DROP,
  type Filter,
  type Node,
  type Scalar,
} from '../../../src/filter/index.ts';
import {
  createScanner,
  type DeferReason,
  type Inflater,
  type Kernel,
  type Scanner,
} from '../../../src/kernel/index.ts';
import { createRecordReader } from '../../../src/record/index.ts';
import { createTimeTest } from '../../../src/scan/index.ts';

const DEEP = { depth: 4 };
/** Longer than any line here. */
const MAX_BYTES = 2 ** 30;

const DATASET = getDataset('http_requests');

type FieldCounts = readonly [name: string, bytes: number, isEmpty: boolean];

/** The counts of a line; the kernel defers `malformed` and `blank` lines here. */
export interface LineCounts {
  kind: 'read' | 'outside' | 'untimed' | 'malformed' | 'blank';
  /** For each job its verdict, the outcome of each condition, and the sole blockers. */
  jobs: { verdict: number; outcomes: number[]; soleBlockers: number[] }[];
  /** Name, bytes, whether empty; by name. */
  fields: FieldCounts[];
}

/** Compiles a filter of one condition. */
export function conditionOn(key: string, operator: string, value: Scalar | Scalar[]): CompiledFilter {
  return compile({ where: { kind: 'condition', key, operator, value } as Node });
}

/** Compiles a filter. */
export function compile(filter: Filter): CompiledFilter {
  return compileFilter(filter, DATASET);
}

/** One condition on a field of every type. */
export const EVERY_TYPE: readonly CompiledFilter[] = [
  conditionOn('ClientCountry', 'eq', 'de'),
  conditionOn('EdgeResponseStatus', 'geq', 500),
  conditionOn('EdgeStartTimestamp', 'lt', '2023-11-14T22:13:20Z'),
  conditionOn('CacheReserveUsed', 'eq', true),
  conditionOn('EdgeResponseCompressionRatio', 'gt', 1),
  conditionOn('BotTags', 'contains', 'a'),
  conditionOn('BotDetectionIDs', 'contains', 1),
];

/** A kernel and its one inflater. */
interface OpenKernel {
  kernel: Kernel;
  inflater: Inflater;
}

/** Filters and a time range, ready for any number of lines. */
export class LineScan {
  readonly #inflater: Inflater;
  readonly #scanner: Scanner;
  readonly #filters: readonly CompiledFilter[];
  readonly #range: TimeRange;

  /** @throws Error if the kernel declines */
  constructor({ kernel, inflater }: OpenKernel, filters: readonly CompiledFilter[], range: TimeRange = {}) {
    const scanner = createScanner(kernel, {
      ...{ dataset: DATASET, filters, range, detail: 'full' },
      ...{ examinedHeadBytes: 0, examinedOneIn: 2 ** 31 },
    });
    if (scanner === undefined) throw new Error('the kernel declines');
    this.#inflater = inflater;
    this.#scanner = scanner;
    this.#filters = filters;
    this.#range = range;
  }

  /** Returns what the kernel counts of a line without LF, or why it defers it. @param before how many bytes precede it */
  byKernel(line: Uint8Array, before = 0): LineCounts | DeferReason {
    const bytes = Buffer.concat([Buffer.alloc(before, 'x'), line, Buffer.from('\n')]);
    this.#inflater.begin();
    const { start, end } = this.#inflater.plain(bytes);
    this.#scanner.begin(1, MAX_BYTES);
    const left = this.#scanner.read(start + before, end, 100);
    const { lines, jobs, fields } = this.#scanner.takeCounts();
    const readUpTo = this.#scanner.readUpTo;
    if (left !== undefined) {
      expectEqual('bytes of a line that is left', [lines.bytes, left.start, left.end], [0, start + before, end]);
      return left.reason;
    }
    expectEqual('bytes', [lines.bytes, readUpTo], [line.length + 1, end]);
    return {
      kind: lines.outside > 0 ? 'outside' : lines.untimed > 0 ? 'untimed' : 'read',
      jobs: jobs.map(({ kept, undecided, conditions }) => ({
        verdict: kept.lines > 0 ? 1 : undecided.lines > 0 ? 2 : 0,
        outcomes: conditions.map((figures) => figures.slice(0, 5).indexOf(1)),
        soleBlockers: conditions.flatMap((figures, condition) => (figures[5] === 1 ? [condition] : [])),
      })),
      fields: byName(fields.map(({ name, bytes: size, empty }) => [name, size, empty > 0] as const)),
    };
  }

  /** Returns what JavaScript counts of it. */
  byRecord(line: Uint8Array): LineCounts {
    const timeTest = createTimeTest(DATASET, this.#range);
    let counts: LineCounts = { kind: 'malformed', jobs: [], fields: [] };
    const reader = createRecordReader(
      { input: 'ndjson', offset: 1 },
      {
        record: (record) => {
          const time = timeTest?.(record) ?? 'inside';
          counts = {
            kind: time === 'inside' ? 'read' : time,
            jobs: this.#filters.map((filter) => {
              const outcomes = new Uint8Array(filter.conditions.length);
              const verdict = filter.evaluate(record, outcomes);
              const soleBlockers: number[] = [];
              if (verdict === DROP) filter.forEachSoleBlocker(outcomes, (index) => soleBlockers.push(index));
              return { verdict, outcomes: [...outcomes], soleBlockers };
            }),
            fields: byName(
              Array.from(
                { length: record.fieldCount },
                (_, index) => [record.fieldName(index), record.fieldBytes(index), record.isEmpty(index)] as const,
              ),
            ),
          };
        },
        blank: () => {
          counts = { kind: 'blank', jobs: [], fields: [] };
        },
        malformed: () => {},
        remark: () => {},
      },
    );
    reader.push(Buffer.concat([line, Buffer.from('\n')]));
    reader.end();
    if (counts.kind !== 'outside') return counts;
    // Nothing else of the line is counted.
    return {
      kind: 'outside',
      jobs: this.#filters.map((filter) => ({
        verdict: 0,
        outcomes: filter.conditions.map(() => -1),
        soleBlockers: [],
      })),
      fields: [],
    };
  }
}

/**
 * Compares the kernel's counts of a line with those of JavaScript.
 * @param before as {@link LineScan.byKernel}
 * @returns `read`, or why the kernel deferred the line
 * @throws if the counts differ
 */
export function expectSameCounts(scan: LineScan, line: Uint8Array | string, before = 0): DeferReason | 'read' {
  const bytes = Buffer.from(line as string);
  const found = scan.byKernel(bytes, before);
  if (typeof found === 'string') return found;
  const wanted = scan.byRecord(bytes);
  if (isDeepStrictEqual(found, wanted)) return 'read';
  throw new Error(`${bytes.toString('latin1')}: found ${inspect(found, DEEP)}, expected ${inspect(wanted, DEEP)}`);
}

function byName(fields: FieldCounts[]): FieldCounts[] {
  return fields.sort(([a], [b]) => (a < b ? -1 : 1));
}

function expectEqual(what: string, found: number[], wanted: number[]): void {
  if (found.join() !== wanted.join()) throw new Error(`${what}: found ${found}, expected ${wanted}`);
}
