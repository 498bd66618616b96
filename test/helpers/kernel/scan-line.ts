// Reads one line with the kernel's scanner only, and with JavaScript: records, compiled filters and the time range, counted one by one.
import { inspect, isDeepStrictEqual } from 'node:util';
import type { TimeRange } from '../../../src/base/index.ts';
import {
  createScanner,
  type DeferReason,
  type Inflater,
  type Kernel,
  type Scanner,
} from '../../../src/input/kernel/index.ts';
import { createRecordReader } from '../../../src/input/record/index.ts';
import { createTimeTest } from '../../../src/input/scan/index.ts';
import { eventTimeOf, getDataset } from '../../../src/language/dataset/index.ts';
import {
  type CompiledFilter,
  compileFilter,
  DROP,
  type Filter,
  KEEP,
  type Node,
  type Scalar,
  UNDECIDED,
} from '../../../src/language/filter/index.ts';

const DEEP = { depth: 4 };
const NS_PER_HOUR = 3_600_000_000_000n;
/** Longer than any line here. */
const MAX_BYTES = 2 ** 30;

const DATASET = getDataset('http_requests');

type FieldCounts = readonly [name: string, bytes: number, isEmpty: boolean];

/** The counts of a line; the kernel defers `malformed` and `blank` lines here. */
export interface LineCounts {
  kind: 'read' | 'outside' | 'untimed' | 'malformed' | 'blank';
  /** For each job its verdict, the outcome of each condition, and the sole blockers and sole keepers. */
  jobs: { verdict: number; outcomes: number[]; blockers: number[]; keepers: number[] }[];
  /** Name, bytes, whether empty; by name. */
  fields: FieldCounts[];
  /** Number of its hour since 1970, and by job the lines that it keeps and leaves undecided; none for a line without a time. */
  hours: { hour: number; lines: number; bytes: number; jobs: [kept: number, undecided: number][] }[];
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
      ...{ hourlyJobs: filters.length, setJobs: filters.length, examinedHeadBytes: 0, examinedOneIn: 2 ** 31 },
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
    this.#scanner.begin(1, MAX_BYTES, false);
    const left = this.#scanner.read(start + before, end, 100);
    const { lines, jobs, fields, hours } = this.#scanner.takeCounts();
    const readUpTo = this.#scanner.readUpTo;
    if (left !== undefined) {
      expectEqual('bytes of a line that is left', [lines.bytes, left.start, left.end], [0, start + before, end]);
      expectEqual('hours of a line that is left', [hours.length], [0]);
      return left.reason;
    }
    expectEqual('bytes', [lines.bytes, readUpTo], [line.length + 1, end]);
    return {
      kind: lines.outside > 0 ? 'outside' : lines.untimed > 0 ? 'untimed' : 'read',
      jobs: jobs.map(({ kept, undecided, conditions }) => ({
        verdict: kept.lines > 0 ? 1 : undecided.lines > 0 ? 2 : 0,
        outcomes: conditions.map((figures) => figures.slice(0, 5).indexOf(1)),
        blockers: conditions.flatMap((figures, condition) => (figures[5] === 1 ? [condition] : [])),
        keepers: conditions.flatMap((figures, condition) => (figures[6] === 1 ? [condition] : [])),
      })),
      fields: byName(fields.map(({ name, bytes: size, empty }) => [name, size, empty > 0] as const)),
      hours: hours.map(({ hour, lines: count, bytes: size, jobs: ofJobs }) => ({
        ...{ hour, lines: count, bytes: size },
        jobs: ofJobs.map(({ kept, undecided }) => [kept.lines, undecided.lines]),
      })),
    };
  }

  /** Returns what JavaScript counts of it. */
  byRecord(line: Uint8Array): LineCounts {
    const timeTest = createTimeTest(DATASET, this.#range);
    let counts: LineCounts = { kind: 'malformed', jobs: [], fields: [], hours: [] };
    const reader = createRecordReader(
      { input: 'ndjson', offset: 1 },
      {
        record: (record) => {
          const time = timeTest?.(record) ?? 'inside';
          const jobs = this.#filters.map((filter) => {
            const outcomes = new Uint8Array(filter.conditions.length);
            const verdict = filter.evaluate(record, outcomes);
            const decisive: number[] = [];
            filter.forEachDecisive(verdict, outcomes, (index) => decisive.push(index));
            const [blockers, keepers] = [DROP, KEEP].map((decided) => (decided === verdict ? decisive : []));
            return { verdict, outcomes: [...outcomes], blockers: blockers!, keepers: keepers! };
          });
          const hour = hourOf(eventTimeOf(DATASET, record.get(DATASET.eventTime.field)));
          const verdicts = jobs.map(({ verdict }): [number, number] => [
            verdict === KEEP ? 1 : 0,
            verdict === UNDECIDED ? 1 : 0,
          ]);
          counts = {
            kind: time === 'inside' ? 'read' : time,
            jobs,
            hours: hour === undefined ? [] : [{ hour, lines: 1, bytes: record.bytes, jobs: verdicts }],
            fields: byName(
              Array.from(
                { length: record.fieldCount },
                (_, index) => [record.fieldName(index), record.fieldBytes(index), record.isEmpty(index)] as const,
              ),
            ),
          };
        },
        blank: () => {
          counts = { kind: 'blank', jobs: [], fields: [], hours: [] };
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
        blockers: [],
        keepers: [],
      })),
      fields: [],
      hours: [],
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

/** Rounds down: the hour before 1970 is -1. */
function hourOf(time: bigint | undefined): number | undefined {
  if (time === undefined) return undefined;
  const hour = time / NS_PER_HOUR;
  return Number(hour * NS_PER_HOUR > time ? hour - 1n : hour);
}

function byName(fields: FieldCounts[]): FieldCounts[] {
  return fields.sort(([a], [b]) => (a < b ? -1 : 1));
}

function expectEqual(what: string, found: number[], wanted: number[]): void {
  if (found.join() !== wanted.join()) throw new Error(`${what}: found ${found}, expected ${wanted}`);
}
