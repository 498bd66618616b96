// Counts rows of columns for a request, as the kernel counts lines: the third implementation of the contract of ScanRequest. Tests each distinct
// text once, numbers the rows by their classes (row-signatures.ts), and computes whatever follows from the classes once for each number.
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
  truthOf,
  type Verdict,
} from '../../../language/filter/index.ts';
import { type Column, type ColumnRows, codeOf, type RowRun } from '../../columns/index.ts';
import type { ScanCounts, ScannedField, ScanRequest } from '../../kernel/index.ts';
import { lineHash } from '../line-hash.ts';
import { VERDICT_KEYS } from '../totals.ts';
import { countFields, type RowRange } from './column-fields.ts';
import { OneValue, outcomesOf, valuesOf } from './column-values.ts';
import { PartFacts } from './part-facts.ts';
import { classesOf, RowSignatures } from './row-signatures.ts';

/** One object of which rows are read. */
export interface ColumnObject {
  name: string;
  /** `objectHash` of the name. */
  hash: number;
  /** Longer lines are deferred. Bytes, line end included. */
  maxLineBytes: number;
  /** Whether lines without a field of the dataset are deferred. */
  defersNoField: boolean;
}

/**
 * Decides on a row that the scanner does not count, in the order of the rows.
 * @param isSampled its line may become a sample; the scanner counts it if the caller returns true
 */
export type OnDeferredRow = (row: number, isSampled: boolean) => boolean;

/** Verdicts that a part has room for, of all jobs: beyond it, all of its lines are deferred. Bytes; ours. */
const MAX_VERDICTS = 2 ** 27;
/** In place of a verdict. */
const UNKNOWN = 255;
/** Outcomes of a condition, of which the figures of {@link ScanCounts} have one each; then its sole blockers and keepers. */
const OUTCOMES: readonly Outcome[] = [DROP, TRUE, ABSENT, NULL, MISMATCH];

/** Counts rows. One instance serves one pass; its counts are complete after {@link flush}. */
export class ColumnScanner {
  readonly #request: ScanRequest;
  readonly #onCounts: (counts: ScanCounts, object: string) => void;
  readonly #isByObject: boolean;
  readonly #limits: SampleLimit[] = [];
  #object: ColumnObject | undefined;
  #scan: PartScan | undefined;
  #sampled = 0;
  #lineCount = 0;

  /**
   * @param onCounts receives counts @param isByObject whether counts of several objects must not be added up: figures of fields may nevertheless
   * come later
   */
  constructor(request: ScanRequest, onCounts: (counts: ScanCounts, object: string) => void, isByObject: boolean) {
    this.#request = request;
    this.#onCounts = onCounts;
    this.#isByObject = isByObject;
  }

  /** Lines that were counted and whose counts were not handed over yet. */
  get lineCount(): number {
    return this.#lineCount;
  }

  /** Begins an object. */
  begin(object: ColumnObject): void {
    this.#object = object;
  }

  /** Reads rows of the object. @returns how many of them count as read */
  read({ part, from, to }: RowRun, onDeferred: OnDeferredRow): number {
    const scan = this.#scanOf(part);
    scan.await({ from, to });
    let lines = to - from;
    const deferred = (row: number, isSampled: boolean): boolean => {
      this.#sampled = row;
      const isCounted = onDeferred(row, isSampled);
      if (isCounted) return true;
      scan.exclude(row);
      lines -= 1;
      return false;
    };
    const isSampling = this.#limits.some(({ limit }) => limit > 0);
    if (isSampling || this.#request.detail !== 'counts') scan.readEach(from, to, this.#object!, deferred, this.#limits);
    else scan.readOdd(from, to, deferred);
    this.#lineCount += lines;
    return lines - scan.outsideIn(from, to);
  }

  /** Ends the object. */
  end(): void {
    if (this.#isByObject) this.#takeCounts(false);
  }

  /** Hands over all counts. */
  flush(): void {
    this.#takeCounts(true);
  }

  /** Returns the verdict of a job on the row that is deferred as a sample. */
  verdictOf(job: number): Verdict {
    return this.#scan!.verdictOf(job, this.#sampled);
  }

  /** Defers, as samples, the rows of a job's verdict whose place has a hash below `limit`. It must not rise within a pass. */
  setSampleLimit(job: number, verdict: Verdict, limit: number): void {
    const known = this.#limits.find((one) => one.job === job && one.verdict === verdict);
    if (known === undefined) this.#limits.push({ job, verdict, limit });
    else known.limit = limit;
  }

  #scanOf(part: ColumnRows): PartScan {
    const { maxLineBytes, defersNoField } = this.#object!;
    const scan = this.#scan;
    if (scan?.part === part && scan.maxLineBytes === maxLineBytes && scan.defersNoField === defersNoField) return scan;
    this.flush();
    this.#scan = new PartScan(part, this.#request, maxLineBytes, defersNoField);
    return this.#scan;
  }

  #takeCounts(withFields: boolean): void {
    const scan = this.#scan;
    if (scan === undefined) return;
    const counts = scan.take(withFields);
    this.#lineCount = 0;
    if (counts !== undefined) this.#onCounts(counts, this.#object!.name);
  }
}

interface SampleLimit {
  job: number;
  verdict: Verdict;
  limit: number;
}

/** A condition on a column of the part. */
interface ColumnTest {
  condition: CompiledCondition;
  column: Column | undefined;
  /** By code. */
  outcomes: Uint8Array;
  /** By code, once it is needed: number of the hint plus 1. */
  hints: Uint8Array | undefined;
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

const MAX_UINT32 = 0xffff_ffff;
const HINTS: readonly Hint[] = ['differs-by-case', 'part-of-element'];
const NO_HINT = 1;
const ALWAYS_ABSENT = new Uint8Array(1).fill(ABSENT);

/** The rows of one part under one request. */
class PartScan {
  readonly part: ColumnRows;
  readonly maxLineBytes: number;
  readonly defersNoField: boolean;
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
  /** By the outcomes of all conditions. */
  readonly #signatures: RowSignatures;
  /** By outcomes and hour; the signatures themselves if no time is needed. Rows that are not counted have {@link #excluded}, those outside the time range have {@link #outside}. */
  readonly #keys: Uint32Array;
  readonly #excluded: number;
  readonly #outside: number;
  /** By row: number of the hour in {@link #hourNumbers}, 0 without time. Undefined if no time is needed. */
  readonly #hours: Uint32Array | undefined;
  readonly #hourNumbers: readonly number[];
  /** Rows that the record reader must read, ascending. */
  readonly #odd: readonly number[];
  /** By job and signature. */
  readonly #verdicts: Uint8Array;
  /** By signature: at least the hash below which its rows may be samples. */
  readonly #hashesBelow: Float64Array;
  /** By signature: number of the set of jobs that keep it, plus 1. */
  readonly #sets: Uint32Array;
  readonly #setNumbers = new Map<string, number>();
  /** By number of a set: its jobs. */
  readonly #setJobs: number[][] = [];
  /** By key: number of the set. */
  readonly #setOfKey: Uint32Array;
  readonly #tally: RowTally;
  /** Of its rows. Bytes. */
  readonly #longest: number;
  #examined = 0;

  constructor(part: ColumnRows, request: ScanRequest, maxLineBytes: number, defersNoField: boolean) {
    const { dataset, range, filters, detail, hourlyJobs, conditionJobs = filters.length } = request;
    this.part = part;
    this.maxLineBytes = maxLineBytes;
    this.defersNoField = defersNoField;
    this.#request = request;
    this.#counted = detail === 'counts' ? 0 : Math.min(conditionJobs, filters.length);
    const tests = testsOf(part, filters, detail === 'counts');
    this.#jobs = filters.map((filter) => {
      const own = filter?.conditions.map((condition) => tests.of(condition)) ?? [];
      return { filter, tests: own, outcomes: new Uint8Array(own.length) };
    });
    this.#hinting = this.#jobs
      .slice(0, this.#counted)
      .flatMap((job) => job.tests)
      .filter(({ condition, column }) => column !== undefined && isHintedType(condition.type));
    this.#signatures = tests.signatures;
    const { size } = this.#signatures;
    const facts = PartFacts.of(part, dataset);
    this.#longest = facts.longest;
    this.#hasRange = range.since !== undefined || range.until !== undefined;
    const needsTimes = this.#hasRange || hourlyJobs !== undefined;
    const { hours, numbers, odd: oddTimes } = needsTimes ? facts.times() : { numbers: [], odd: [] };
    this.#hours = hours;
    this.#hourNumbers = numbers;
    let keys = this.#signatures;
    if (hours !== undefined) {
      keys = new RowSignatures(part.rows, keys);
      keys.add(hours, Uint32Array.from(numbers.keys()), numbers.length);
    }
    const isTooLarge = size * filters.length > MAX_VERDICTS;
    this.#keys = keys.of;
    this.#excluded = keys.size;
    this.#outside = keys.size + 1;
    this.#verdicts = new Uint8Array(isTooLarge ? 0 : size * filters.length).fill(UNKNOWN);
    this.#hashesBelow = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    this.#sets = new Uint32Array(size);
    this.#setOfKey = new Uint32Array(keys.size + 2);
    this.#tally = new RowTally(keys.size + 2);
    if (this.#hasRange) facts.markOutside(range, this.#keys, this.#outside);
    const odd = isTooLarge
      ? part.offsets.keys()
      : [...oddTimes, ...facts.oddRows(maxLineBytes, defersNoField, detail === 'full')];
    this.#odd = [...new Set(odd)].sort((a, b) => a - b);
    for (const row of this.#odd) this.#keys[row] = this.#excluded;
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

  /** Defers odd rows and samples, and searches rows for hints. */
  readEach(
    from: number,
    to: number,
    { hash: object }: ColumnObject,
    onDeferred: OnDeferredRow,
    limits: readonly SampleLimit[],
  ): void {
    const { detail, examinedHeadBytes, examinedOneIn } = this.#request;
    const { offsets } = this.part;
    const keys = this.#keys;
    const signatures = this.#signatures.of;
    const hashesBelow = this.#hashesBelow;
    const examines = detail !== 'counts';
    const hasSamples = limits.length > 0;
    for (let row = from; row < to; row += 1) {
      if (keys[row]! >= this.#excluded) {
        if (keys[row] === this.#excluded) onDeferred(row, false);
        continue;
      }
      const offset = offsets[row]!;
      const hash = lineHash(object, offset);
      if (hasSamples && hash < hashesBelow[signatures[row]!]!) {
        const below = this.#hashesBelowOf(row, limits);
        hashesBelow[signatures[row]!] = below;
        if (hash < below && !onDeferred(row, true)) continue;
      }
      if (!examines || (offset >= examinedHeadBytes && hash % examinedOneIn !== 0)) continue;
      this.#examined += 1;
      for (let index = 0; index < this.#hinting.length; index += 1) this.#countHint(this.#hinting[index]!, row);
    }
  }

  verdictOf(job: number, row: number): Verdict {
    const at = job * this.#signatures.size + this.#signatures.of[row]!;
    const known = this.#verdicts[at]!;
    if (known !== UNKNOWN) return known as Verdict;
    const verdict = this.#judge(this.#jobs[job]!, row);
    this.#verdicts[at] = verdict;
    return verdict;
  }

  /** Returns the counts of the pending rows; undefined if there are none. @param withFields of all rows since the last call with it */
  take(withFields: boolean): ScanCounts | undefined {
    const fields = this.#request.detail === 'full' && withFields ? this.#fields : [];
    if (this.pending.length === 0 && fields.length === 0) return undefined;
    const counts = this.#count(this.pending);
    this.pending = [];
    if (fields.length > 0) this.#addFields(counts, fields);
    if (withFields) this.#fields = [];
    return counts;
  }

  #judge({ filter, tests, outcomes }: Job, row: number): Verdict {
    if (filter === undefined) return KEEP;
    for (let index = 0; index < tests.length; index += 1) outcomes[index] = outcomeOf(tests[index]!, row);
    return filter.verdictOf(outcomes);
  }

  #hashesBelowOf(row: number, limits: readonly SampleLimit[]): number {
    let below = 0;
    for (const { job, verdict, limit } of limits)
      if (limit > below && this.verdictOf(job, row) === verdict) below = limit;
    return below;
  }

  #countHint(test: ColumnTest, row: number): void {
    const { condition, hinted } = test;
    const column = test.column!;
    const code = column.codes === undefined ? codeOf(column, row) : column.codes[row]!;
    if (code === 0) return;
    test.hints ??= new Uint8Array(column.texts.ends.length + 1);
    let hint = test.hints[code]!;
    if (hint === 0) {
      const source = new OneValue();
      source.value = valuesOf(column).at(code);
      const found = hintOf(condition, source);
      hint = NO_HINT + (found === undefined ? 0 : 1 + HINTS.indexOf(found));
      test.hints[code] = hint;
    }
    if (hint > NO_HINT) hinted[HINTS[hint - NO_HINT - 1]!] += 1;
  }

  #count(ranges: readonly RowRange[]): ScanCounts {
    const tally = this.#tally;
    for (const one of ranges) tally.add(this.#keys, this.part.bytes, one, this.#longest);
    const counts = this.#noCounts();
    const { lines } = counts;
    const bySignature = this.#hours === undefined ? tally : new RowTally(this.#signatures.size);
    const keys = tally.found.filter((key) => key !== this.#excluded && key !== this.#outside);
    lines.outside = tally.lines[this.#outside]!;
    lines.bytes = tally.bytes[this.#outside]!;
    for (const key of keys) {
      const [count, bytes, row] = [tally.lines[key]!, tally.bytes[key]!, tally.rows[key]!];
      lines.read += count;
      lines.bytes += bytes;
      if (this.#hasRange && this.#hours![row] === 0) lines.untimed += count;
      if (bySignature !== tally) bySignature.put(this.#signatures.of[row]!, count, bytes, row);
    }
    const sets: ScanCounts['sets'] = [];
    for (const signature of bySignature === tally ? keys : bySignature.found)
      this.#addSignature(counts, sets, signature, bySignature);
    counts.sets = Object.values(sets);
    for (const key of keys) this.#setOfKey[key] = this.#sets[this.#signatures.of[tally.rows[key]!]!]! - 1;
    if (this.#request.hourlyJobs !== undefined) counts.hours = this.#hoursOf(keys, this.#request.hourlyJobs);
    tally.clear();
    return counts;
  }

  #noCounts(): ScanCounts {
    const none = () => ({ lines: 0, bytes: 0 });
    const counts: ScanCounts = {
      lines: {
        ...{ read: 0, outside: 0, untimed: 0, bytes: 0, blank: 0 },
        ...{ 'invalid-utf8': 0, 'invalid-json': 0, 'not-object': 0 },
      },
      examined: this.#examined,
      jobs: this.#jobs.map(({ tests }, job) => {
        const counted = job < this.#counted ? tests : [];
        return {
          ...{ kept: none(), dropped: none(), undecided: none(), fields: [] },
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
      const total = counted[VERDICT_KEYS[verdict]];
      total.lines += count;
      total.bytes += bytes[signature]!;
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
    sets[set].lines += count;
    sets[set].bytes += bytes[signature]!;
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

  #hoursOf(keys: readonly number[], jobs: number): ScanCounts['hours'] {
    const tally = this.#tally;
    const hours = new Map<number, ScanCounts['hours'][number]>();
    const none = () => ({ lines: 0, bytes: 0 });
    for (const key of keys) {
      const [lines, bytes, row] = [tally.lines[key]!, tally.bytes[key]!, tally.rows[key]!];
      const number = this.#hours![row]!;
      if (number === 0) continue;
      let hour = hours.get(number);
      if (hour === undefined) {
        const byJob = Array.from({ length: jobs }, () => ({ kept: none(), undecided: none() }));
        hour = { hour: this.#hourNumbers[number]!, ...none(), jobs: byJob };
        hours.set(number, hour);
      }
      hour.lines += lines;
      hour.bytes += bytes;
      for (let job = 0; job < jobs; job += 1) {
        const verdict = this.verdictOf(job, row);
        if (verdict === DROP) continue;
        const total = hour.jobs[job]![verdict === KEEP ? 'kept' : 'undecided'];
        total.lines += lines;
        total.bytes += bytes;
      }
    }
    return [...hours.values()];
  }

  #addFields(counts: ScanCounts, ranges: readonly RowRange[]): void {
    const { part } = this;
    const none = this.#setJobs.length;
    this.#setOfKey.fill(none, this.#excluded);
    const sets = new Uint32Array(part.rows);
    for (const { from, to } of ranges) {
      for (let row = from; row < to; row += 1) sets[row] = this.#setOfKey[this.#keys[row]!]!;
    }
    const sums = [counts, ...counts.jobs].map(() => new Map<string, ScannedField>());
    countFields(part, ranges, { of: sets, count: none + 1 }, this.#longest, (set, field) => {
      if (set === none) return;
      addField(sums[0]!, field);
      for (const job of this.#setJobs[set]!) addField(sums[job + 1]!, field);
    });
    for (const [index, target] of [counts, ...counts.jobs].entries()) target.fields = [...sums[index]!.values()];
  }
}

/** Rows and bytes by key, and the first row of each. */
class RowTally {
  readonly lines: Uint32Array;
  readonly bytes: Float64Array;
  readonly #sums: Uint32Array;
  readonly rows: Uint32Array;
  /** The keys that have rows. */
  found: number[] = [];

  constructor(keys: number) {
    this.lines = new Uint32Array(keys);
    this.bytes = new Float64Array(keys);
    this.#sums = new Uint32Array(keys);
    this.rows = new Uint32Array(keys);
  }

  /** @param longest of the rows. Bytes */
  add(keys: Uint32Array, bytes: Uint32Array, { from, to }: RowRange, longest: number): void {
    // Adding integers takes half of the time of adding floating-point numbers.
    const step = Math.max(1, Math.floor(MAX_UINT32 / longest));
    for (let start = from; start < to; start += step) this.#addSome(keys, bytes, start, Math.min(to, start + step));
  }

  #addSome(keys: Uint32Array, bytes: Uint32Array, from: number, to: number): void {
    const { lines, rows, found } = this;
    const sums = this.#sums;
    for (let row = from; row < to; row += 1) {
      const key = keys[row]!;
      if (lines[key] === 0) {
        found.push(key);
        rows[key] = row;
      }
      lines[key]! += 1;
      sums[key]! += bytes[row]!;
    }
    for (const key of found) {
      this.bytes[key]! += sums[key]!;
      sums[key] = 0;
    }
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

/**
 * Tests the texts of a part.
 * @param areTruths whether the reason for an unknown outcome does not matter: rows then have fewer signatures
 */
function testsOf(
  part: ColumnRows,
  filters: readonly (CompiledFilter | undefined)[],
  areTruths: boolean,
): { signatures: RowSignatures; of(condition: CompiledCondition): ColumnTest } {
  const tests = new Map<CompiledCondition, ColumnTest>();
  const signatures = new RowSignatures(part.rows);
  const conditions = filters.flatMap((filter) => filter?.conditions ?? []);
  for (const [field, own] of Map.groupBy(conditions, (one) => one.field)) {
    const column = part.fields.get(field);
    const found = column === undefined ? own.map(() => ALWAYS_ABSENT) : own.map((one) => outcomesOf(column, one));
    if (areTruths)
      for (const one of found)
        for (let code = 0; code < one.length; code += 1) one[code] = truthOf(one[code] as Outcome);
    for (const [index, condition] of own.entries()) {
      const hinted = { 'differs-by-case': 0, 'part-of-element': 0 };
      tests.set(condition, { condition, column, outcomes: found[index]!, hints: undefined, hinted });
    }
    if (column === undefined) continue;
    const { classes, count } = classesOf(found, column.texts.ends.length + 1);
    signatures.add(column.codes, classes, count);
  }
  return { signatures, of: (condition) => tests.get(condition)! };
}

function outcomeOf({ column, outcomes }: ColumnTest, row: number): number {
  if (column === undefined) return ABSENT;
  return outcomes[column.codes === undefined ? row + 1 : column.codes[row]!]!;
}

function addField(sums: Map<string, ScannedField>, { name, lines, empty, bytes }: ScannedField): void {
  const sum = sums.get(name);
  if (sum === undefined) sums.set(name, { name, lines, empty, bytes });
  else {
    sum.lines += lines;
    sum.empty += empty;
    sum.bytes += bytes;
  }
}

/** Returns the index of the first number that is not below a limit. */
function firstFrom(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
