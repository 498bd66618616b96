// The rows of one part under one request: numbers them by their classes (row-signatures.ts), and computes whatever follows from the classes once for
// each number. Leaves whatever columns do not contain exactly to the record reader.
import { firstFrom, type Value } from '../../../base/index.ts';
import {
  ABSENT,
  type CompiledCondition,
  type CompiledFilter,
  DROP,
  type Hint,
  hintOf,
  isHintedType,
  KEEP,
  MISMATCH,
  NULL,
  type Outcome,
  TRUE,
  type Verdict,
} from '../../../language/filter/index.ts';
import { type Column, type ColumnRows, codeOf, type RowRange } from '../../columns/index.ts';
import type { ScanCounts, ScannedField, ScannedHour, ScanRequest } from '../../kernel/index.ts';
import { lineHash } from '../line-hash.ts';
import { type LineTotal, NO_LINES, VERDICT_KEYS } from '../totals.ts';
import { countFields } from './column-fields.ts';
import { OneValue, valuesOf } from './column-values.ts';
import { examinedRows, type LineLimits, longestLine, markOutside, oddRows, timesOf } from './part-facts.ts';
import { outcomeIn, type RowSignatures, type RowTest, type RowTests } from './row-signatures.ts';

/**
 * Decides on a row that a scanner does not count, in the order of the rows.
 * @param isSampled its line may become a sample; the scanner counts it if the caller returns true
 */
export type OnDeferredRow = (row: number, isSampled: boolean) => boolean;

/** Verdicts that a part has room for, of all jobs: beyond it, all of its lines are deferred. Bytes; ours. */
const MAX_VERDICTS = 2 ** 27;
/** In place of a verdict or state. */
const UNKNOWN = 255;
/** Outcomes of a condition, of which the figures of {@link ScanCounts} have one each; then its sole blockers and keepers. */
const OUTCOMES: readonly Outcome[] = [DROP, TRUE, ABSENT, NULL, MISMATCH];

/** Rows of a job's verdict are samples if the hash of their place is below a limit. */
export interface SampleLimit {
  job: number;
  verdict: Verdict;
  limit: number;
}

/** A condition on a column of the part. */
interface ColumnTest extends RowTest {
  condition: CompiledCondition;
  /** By code, of examined lines. */
  hints: Map<number, Hint | 'none'>;
  /** Examined lines by hint. */
  hinted: Record<Hint, number>;
}

/** One filter of the request. */
interface Job {
  filter: CompiledFilter | undefined;
  tests: readonly ColumnTest[];
  /** Of the row that was judged last. */
  outcomes: Uint8Array;
}

/** The column of a field, and the values that are decoded already by the numbers of their texts: undefined if most rows have a text of their own. */
interface PartValues {
  column: Column | undefined;
  known: (Value | undefined)[] | undefined;
}

const MAX_UINT32 = 0xffff_ffff;
const HINTS: readonly Hint[] = ['differs-by-case', 'part-of-element'];

/** The rows of one part under one request. */
export class PartScan {
  readonly part: ColumnRows;
  readonly #limits: LineLimits;
  /** Lines that were counted, of {@link pending}. */
  lines = 0;
  /** Rows that were read and not counted yet. */
  pending: RowRange[] = [];
  /** Rows whose fields were not counted yet. */
  #fields: RowRange[] = [];
  readonly #request: ScanRequest;
  readonly #hasRange: boolean;
  readonly #jobs: readonly Job[];
  /** How many first jobs have figures of conditions. */
  readonly #counted: number;
  /** The tests that may have hints. */
  readonly #hinting: readonly ColumnTest[];
  /** By the outcomes of all conditions, which are marked, and by the hour if times are needed. */
  readonly #signatures: RowSignatures;
  /** Numbers at the mark. */
  readonly #size: number;
  /** By row: its number in {@link #signatures}. Rows that are not counted have {@link #excluded}, those outside the time range have {@link #outside}. */
  readonly #keys: Uint32Array;
  readonly #excluded: number;
  readonly #outside: number;
  /** Undefined if no time is needed. */
  readonly #times: ReturnType<typeof timesOf> | undefined;
  /** Rows that the record reader must read, ascending. */
  readonly #odd: readonly number[];
  /** By job and signature. */
  readonly #verdicts: Uint8Array;
  /** By key, once there are samples: at least the hash below which its rows may be samples. */
  #hashesBelow: Float64Array | undefined;
  /** By signature: number of the set of jobs that keep it, plus 1. */
  readonly #sets: Uint32Array;
  readonly #setNumbers = new Map<string, number>();
  /** By number of a set: its jobs. */
  readonly #setJobs: number[][] = [];
  /** By hour, of all parts: handing them over takes longer than adding them up. */
  readonly #hourSums: Map<number, ScannedHour>;
  readonly #keyTally: RowTally;
  readonly #signatureTally: RowTally;
  /** By index in `values` of the request. */
  readonly #values: PartValues[] = [];
  /** Of its rows. Bytes. */
  readonly #longest: number;
  #examined = 0;

  constructor(
    part: ColumnRows,
    request: ScanRequest,
    conditions: RowTests,
    limits: LineLimits,
    hourSums: Map<number, ScannedHour>,
  ) {
    const { dataset, range, filters, detail, hourlyJobs, conditionJobs = filters.length } = request;
    this.part = part;
    this.#limits = limits;
    this.#request = request;
    this.#counted = detail === 'counts' ? 0 : Math.min(conditionJobs, filters.length);
    const { signatures, tests } = conditions.in(part);
    this.#jobs = filters.map((filter) => {
      const own = (filter?.conditions ?? []).map((condition) => {
        const hinted = { 'differs-by-case': 0, 'part-of-element': 0 };
        return { ...tests.get(condition)!, condition, hints: new Map(), hinted };
      });
      return { filter, tests: own, outcomes: new Uint8Array(own.length) };
    });
    this.#hinting = this.#jobs
      .slice(0, this.#counted)
      .flatMap((job) => job.tests)
      .filter(({ condition, column }) => column !== undefined && isHintedType(condition.type));
    this.#signatures = signatures;
    signatures.mark();
    const { size } = signatures;
    this.#size = size;
    this.#longest = longestLine(part);
    this.#hasRange = range.since !== undefined || range.until !== undefined;
    this.#times = this.#hasRange || hourlyJobs !== undefined ? timesOf(part) : undefined;
    if (this.#times !== undefined) signatures.add(this.#times.hours, undefined, this.#times.numbers.length);
    const isTooLarge = size * filters.length > MAX_VERDICTS;
    this.#keys = signatures.of;
    this.#excluded = signatures.size;
    this.#outside = signatures.size + 1;
    this.#verdicts = new Uint8Array(isTooLarge ? 0 : size * filters.length).fill(UNKNOWN);
    this.#sets = new Uint32Array(size);
    this.#hourSums = hourSums;
    this.#keyTally = new RowTally(signatures.size + 2);
    this.#signatureTally = new RowTally(size);
    if (this.#hasRange) markOutside(part, range, this.#keys, this.#outside);
    const odd = isTooLarge ? part.offsets.keys() : oddRows(part, dataset, limits, detail === 'full');
    this.#odd = [...odd];
    for (const row of this.#odd) this.#keys[row] = this.#excluded;
  }

  isOf(part: ColumnRows, { maxLineBytes, defersNoField }: LineLimits): boolean {
    const limits = this.#limits;
    return part === this.part && maxLineBytes === limits.maxLineBytes && defersNoField === limits.defersNoField;
  }

  /** Adds rows to those that will be counted. */
  await(rows: RowRange): void {
    for (const ranges of [this.pending, this.#fields]) {
      const last = ranges.at(-1);
      if (last?.to === rows.from) last.to = rows.to;
      else ranges.push({ ...rows });
    }
  }

  exclude(row: number): void {
    this.#keys[row] = this.#excluded;
  }

  /** Rows outside the time range. */
  outsideIn(from: number, to: number): number {
    let rows = 0;
    if (this.#hasRange) for (let row = from; row < to; row += 1) if (this.#keys[row] === this.#outside) rows += 1;
    return rows;
  }

  /** Defers the odd rows alone. */
  readOdd(from: number, to: number, onDeferred: OnDeferredRow): void {
    for (let index = firstFrom(this.#odd, from); index < this.#odd.length && this.#odd[index]! < to; index += 1)
      onDeferred(this.#odd[index]!, false);
  }

  /** Defers odd rows and samples. @param object hash of its name */
  readEach(from: number, to: number, object: number, onDeferred: OnDeferredRow, limits: readonly SampleLimit[]): void {
    const { offsets } = this.part;
    const keys = this.#keys;
    const excluded = this.#excluded;
    this.#hashesBelow ??= new Float64Array(excluded).fill(Number.POSITIVE_INFINITY);
    const hashesBelow = this.#hashesBelow;
    for (let row = from; row < to; row += 1) {
      const key = keys[row]!;
      if (key >= excluded) {
        if (key === excluded) onDeferred(row, false);
        continue;
      }
      // Most rows may not be samples of any verdict.
      if (hashesBelow[key] === 0) continue;
      const hash = lineHash(object, offsets[row]!);
      if (hash >= hashesBelow[key]!) continue;
      const below = this.#hashesBelowOf(row, limits);
      hashesBelow[key] = below;
      if (hash < below) onDeferred(row, true);
    }
  }

  /** Searches rows for hints: those at the beginning of the object, and one in many. @param object hash of its name */
  examine(from: number, to: number, object: number): void {
    const { examinedHeadBytes, examinedOneIn } = this.#request;
    const rows = examinedRows(this.part, object, { from, to }, examinedHeadBytes, examinedOneIn);
    for (const row of rows) {
      if (this.#keys[row]! >= this.#excluded) continue;
      this.#examined += 1;
      for (let index = 0; index < this.#hinting.length; index += 1) this.#countHint(this.#hinting[index]!, row);
    }
  }

  /** Ends the part: nothing may be read of it afterwards. */
  release(): void {
    this.#signatures.release();
  }

  /** Decodes each distinct text once, unless most rows have one of their own. */
  valueOf(index: number, row: number): Value | undefined {
    this.#values[index] ??= this.#openValues(index);
    const { column, known } = this.#values[index];
    const code = column === undefined ? 0 : codeOf(column, row);
    if (code === 0) return undefined;
    if (known === undefined) return valuesOf(column!).at(code);
    known[code] ??= valuesOf(column!).at(code);
    return known[code];
  }

  #openValues(index: number): PartValues {
    const column = this.part.fields.get(this.#request.values![index]!);
    return { column, known: column?.codes === undefined ? undefined : [] };
  }

  verdictOf(job: number, row: number): Verdict {
    const at = job * this.#size + this.#signatures.markedOf(this.#keys[row]!);
    const known = this.#verdicts[at]!;
    if (known !== UNKNOWN) return known as Verdict;
    const verdict = this.#judge(this.#jobs[job]!, row);
    this.#verdicts[at] = verdict;
    return verdict;
  }

  /**
   * Returns for each row what is computed once for all rows of the same outcomes and hour.
   * @param stateOf below 255 @returns 0 for rows that are not counted
   */
  statesOf(stateOf: (row: number) => number): Uint8Array {
    const known = new Uint8Array(this.#outside + 1).fill(UNKNOWN, 0, this.#excluded);
    const states = new Uint8Array(this.part.rows);
    for (let row = 0; row < states.length; row += 1) {
      const key = this.#keys[row]!;
      let state = known[key]!;
      if (state === UNKNOWN) {
        state = stateOf(row);
        known[key] = state;
      }
      states[row] = state;
    }
    return states;
  }

  /** Whether a condition alone decides the verdict of a job on a row. */
  isDecisive(job: number, condition: number, row: number): boolean {
    const { filter, outcomes } = this.#jobs[job]!;
    let isDecisive = false;
    filter?.forEachDecisive(this.#judge(this.#jobs[job]!, row), outcomes, (one) => {
      isDecisive ||= one === condition;
    });
    return isDecisive;
  }

  /**
   * Returns the counts of the pending rows; undefined if there are none.
   * @param withFields of all rows since the last call with it
   */
  take(withFields: boolean): ScanCounts | undefined {
    const fields = this.#request.detail === 'full' && withFields ? this.#fields : [];
    if (this.pending.length === 0 && fields.length === 0) return undefined;
    const counts = this.#count(this.pending);
    this.pending = [];
    this.lines = 0;
    if (fields.length > 0) this.#addFields(counts, fields);
    if (withFields) this.#fields = [];
    return counts;
  }

  #judge({ filter, tests, outcomes }: Job, row: number): Verdict {
    if (filter === undefined) return KEEP;
    for (let index = 0; index < tests.length; index += 1) outcomes[index] = outcomeIn(tests[index]!, row);
    return filter.verdictOf(outcomes);
  }

  #hashesBelowOf(row: number, limits: readonly SampleLimit[]): number {
    let below = 0;
    for (const { job, verdict, limit } of limits)
      if (limit > below && this.verdictOf(job, row) === verdict) below = limit;
    return below;
  }

  #countHint({ condition, column, hints, hinted }: ColumnTest, row: number): void {
    const code = codeOf(column!, row);
    if (code === 0) return;
    let hint = hints.get(code);
    if (hint === undefined) {
      const source = new OneValue();
      source.value = valuesOf(column!).at(code);
      hint = hintOf(condition, source) ?? 'none';
      hints.set(code, hint);
    }
    if (hint !== 'none') hinted[hint] += 1;
  }

  #count(ranges: readonly RowRange[]): ScanCounts {
    const tally = this.#keyTally;
    for (const one of ranges) tally.add(this.#keys, this.part.bytes, one, this.#longest);
    const counts = this.#noCounts();
    const { lines } = counts;
    lines.outside = tally.lines[this.#outside]!;
    lines.bytes = tally.bytes[this.#outside]!;
    const keys = tally.found.filter((key) => key !== this.#excluded && key !== this.#outside);
    const ofSignatures = this.#signatureTally;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index]!;
      const row = tally.rows[key]!;
      lines.read += tally.lines[key]!;
      lines.bytes += tally.bytes[key]!;
      if (this.#hasRange && this.#times!.hours[row] === 0) lines.untimed += tally.lines[key]!;
      ofSignatures.put(this.#signatures.markedOf(key), tally.lines[key]!, tally.bytes[key]!, row);
    }
    const sets: ScanCounts['sets'] = [];
    for (const signature of ofSignatures.found) this.#addSignature(counts, sets, signature, ofSignatures);
    ofSignatures.clear();
    counts.sets = Object.values(sets);
    if (this.#request.hourlyJobs !== undefined) this.#addHours(keys, this.#request.hourlyJobs);
    tally.clear();
    return counts;
  }

  #noCounts(): ScanCounts {
    const counts: ScanCounts = {
      lines: {
        ...{ read: 0, outside: 0, untimed: 0, bytes: 0, blank: 0 },
        ...{ 'invalid-utf8': 0, 'invalid-json': 0, 'not-object': 0 },
      },
      examined: this.#examined,
      jobs: this.#jobs.map(({ tests }, job) => {
        const counted = job < this.#counted ? tests : [];
        return {
          ...{ kept: { ...NO_LINES }, dropped: { ...NO_LINES }, undecided: { ...NO_LINES }, fields: [] },
          conditions: counted.map(() => new Array<number>(OUTCOMES.length + 2).fill(0)),
          hints: counted.map(({ hinted }) => ({ ...hinted })),
        };
      }),
      sets: [],
      fields: [],
      hours: [],
    };
    this.#examined = 0;
    for (const { hinted } of this.#hinting) for (const hint of HINTS) hinted[hint] = 0;
    return counts;
  }

  /** Adds the rows of one signature. */
  #addSignature(counts: ScanCounts, sets: ScanCounts['sets'], signature: number, of: RowTally): void {
    const { lines, bytes, rows } = of;
    const [count, row] = [lines[signature]!, rows[signature]!];
    for (let index = 0; index < this.#jobs.length; index += 1) {
      const verdict = this.verdictOf(index, row);
      const counted = counts.jobs[index]!;
      addTo(counted[VERDICT_KEYS[verdict]], count, bytes[signature]!);
      if (index >= this.#counted) continue;
      const job = this.#jobs[index]!;
      this.#judge(job, row);
      for (let test = 0; test < job.tests.length; test += 1) counted.conditions[test]![job.outcomes[test]!]! += count;
      job.filter?.forEachDecisive(verdict, job.outcomes, (test) => {
        counted.conditions[test]![OUTCOMES.length + verdict]! += count;
      });
    }
    const set = this.#setOf(signature, row);
    sets[set] ??= { jobs: this.#setJobs[set]!, lines: 0, bytes: 0 };
    addTo(sets[set], count, bytes[signature]!);
  }

  /** Returns the number of the set of jobs that keep a row. */
  #setOf(signature: number, row: number): number {
    const known = this.#sets[signature]!;
    if (known > 0) return known - 1;
    const jobs: number[] = [];
    for (let job = 0; job < (this.#request.setJobs ?? 0); job += 1)
      if (this.verdictOf(job, row) === KEEP) jobs.push(job);
    const key = jobs.join();
    const set = this.#setNumbers.get(key) ?? this.#setJobs.length;
    if (set === this.#setJobs.length) {
      this.#setNumbers.set(key, set);
      this.#setJobs.push(jobs);
    }
    this.#sets[signature] = set + 1;
    return set;
  }

  #addHours(keys: readonly number[], jobs: number): void {
    const { lines, bytes, rows } = this.#keyTally;
    const { hours, numbers } = this.#times!;
    const known: ScannedHour[] = [];
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index]!;
      const number = hours[rows[key]!]!;
      if (number === 0) continue;
      known[number] ??= this.#hourOf(numbers[number]!, jobs);
      const sums = known[number];
      addTo(sums, lines[key]!, bytes[key]!);
      const signature = this.#signatures.markedOf(key);
      for (let job = 0; job < jobs; job += 1) {
        const verdict = this.#verdicts[job * this.#size + signature]!;
        if (verdict === DROP) continue;
        const { kept, undecided } = sums.jobs[job]!;
        addTo(verdict === KEEP ? kept : undecided, lines[key]!, bytes[key]!);
      }
    }
  }

  #hourOf(hour: number, jobs: number): ScannedHour {
    const sums = this.#hourSums.get(hour) ?? {
      ...{ hour, lines: 0, bytes: 0 },
      jobs: Array.from({ length: jobs }, () => ({ kept: { ...NO_LINES }, undecided: { ...NO_LINES } })),
    };
    this.#hourSums.set(hour, sums);
    return sums;
  }

  #addFields(counts: ScanCounts, ranges: readonly RowRange[]): void {
    const { part } = this;
    const none = this.#setJobs.length;
    // The keys of these rows are counted: their sets are known.
    const setOfKey = new Uint32Array(this.#outside + 1).fill(none);
    for (let key = 0; key < this.#excluded; key += 1) setOfKey[key] = this.#sets[this.#signatures.markedOf(key)]! - 1;
    const sets = new Uint32Array(part.rows);
    for (const { from, to } of ranges) {
      for (let row = from; row < to; row += 1) sets[row] = setOfKey[this.#keys[row]!]!;
    }
    countFields(part, ranges, { of: sets, count: none + 1 }, this.#longest, (set, field) => {
      if (set === none) return;
      addField(counts.fields, field);
      for (const job of this.#setJobs[set]!) addField(counts.jobs[job]!.fields, field);
    });
  }
}

function addTo(total: LineTotal, lines: number, bytes: number): void {
  total.lines += lines;
  total.bytes += bytes;
}

/** Rows and bytes by key, and a row of each. */
class RowTally {
  readonly lines: Uint32Array;
  readonly bytes: Float64Array;
  readonly rows: Uint32Array;
  /** The keys that have rows. */
  found: number[] = [];
  /** Two for each key, of bytes and {@link ROW} for each row. */
  readonly #sums: Float64Array;

  constructor(keys: number) {
    this.lines = new Uint32Array(keys);
    this.bytes = new Float64Array(keys);
    this.rows = new Uint32Array(keys);
    this.#sums = new Float64Array(keys * 2);
  }

  /** @param longest of the rows. Bytes */
  add(keys: Uint32Array, bytes: Uint32Array, { from, to }: RowRange, longest: number): void {
    const step = Math.max(1, Math.floor(MAX_UINT32 / longest));
    for (let start = from; start < to; start += step) this.#addSome(keys, bytes, start, Math.min(to, start + step));
  }

  /** Adds two rows at a time to different sums: the processor need not wait for the first. */
  #addSome(keys: Uint32Array, bytes: Uint32Array, from: number, to: number): void {
    const sums = this.#sums;
    const size = this.lines.length;
    const half = (to - from) >>> 1;
    const middle = from + half;
    const found: number[] = [];
    for (let row = from; row < middle; row += 1) {
      const other = row + half;
      const key = keys[row]!;
      const otherKey = size + keys[other]!;
      const sum = sums[key]!;
      const otherSum = sums[otherKey]!;
      if (sum === 0) found.push(key, row);
      if (otherSum === 0) found.push(otherKey, other);
      sums[key] = sum + (bytes[row]! + ROW);
      sums[otherKey] = otherSum + (bytes[other]! + ROW);
    }
    for (let at = 0; at < found.length; at += 2) {
      const [key, row] = [found[at]!, found[at + 1]!];
      const lines = Math.floor(sums[key]! / ROW);
      this.put(key % size, lines, sums[key]! - lines * ROW, row);
      sums[key] = 0;
    }
    if (middle + half < to) this.put(keys[to - 1]!, 1, bytes[to - 1]!, to - 1);
  }

  put(key: number, lines: number, bytes: number, row: number): void {
    if (this.lines[key] === 0) this.found.push(key);
    this.lines[key]! += lines;
    this.bytes[key]! += bytes;
    this.rows[key] = row;
  }

  clear(): void {
    for (const key of this.found) {
      this.lines[key] = 0;
      this.bytes[key] = 0;
    }
    this.found = [];
  }
}

/** More than the bytes of all rows that are added at a time. */
const ROW = 2 ** 32;

/** Adds a field whose sum, if there is one, is the last. */
function addField(sums: ScannedField[], field: ScannedField): void {
  const sum = sums.at(-1);
  if (sum?.name !== field.name) sums.push({ ...field });
  else {
    addTo(sum, field.lines, field.bytes);
    sum.empty += field.empty;
  }
}
