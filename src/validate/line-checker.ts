// One line against every rule: the exact way over a record, and the fast way over bytes, which counts lines that the exact way would pass
// and leaves all others to it. Both count into the same figures.
import { type FieldSource, type Instant, isInRange, NS_PER_MS, printInstant, type TimeRange } from '../base/index.ts';
import { NEAR_LIMIT_BYTES } from '../custom-fields/index.ts';
import { type Dataset, eventTimeOf } from '../dataset/index.ts';
import { type CompiledFilter, DROP, KEEP, UNDECIDED, type Verdict } from '../filter/index.ts';
import { hasLookup } from '../output/index.ts';
import { type LineRecord, MAX_LINE_BYTES } from '../record/index.ts';
import { AFTER_BATCH_MS, type BatchSpan, BEFORE_BATCH_MS } from './batch-time.ts';
import type { CustomPlan } from './custom-plan.ts';
import { CUT_SLACK_BYTES, checkCustomFields, sizeMessage } from './custom-rules.ts';
import { falseCondition } from './false-condition.ts';
import { FastFilter } from './fast-filter.ts';
import { FastLine } from './fast-line.ts';
import { FastRecord } from './fast-record.ts';
import { FieldRules } from './field-rules.ts';
import { FindingTally } from './finding-tally.ts';
import { IdHash } from './id-hash.ts';
import type { LineForm } from './line-form.ts';
import { lookupFields } from './lookup-fields.ts';
import { RepeatedIds } from './repeated-ids.ts';
import { RULES, type RuleCode } from './rules.ts';
import { UndecidedFields } from './undecided-fields.ts';
import { type CheckedLines, emptyLines } from './validation-totals.ts';

/** What lines are held to. */
export interface CheckOptions {
  dataset: Dataset;
  form: LineForm;
  /** Of the job; undefined keeps every line. */
  filter: CompiledFilter | undefined;
  plan: CustomPlan;
  /** Only lines whose own time lies in it are checked. */
  range: TimeRange;
  /** Field with the id of an event; undefined: repeated events are not looked for. */
  idField: string | undefined;
  /** `YYYYMMDD`: the day that the folder of an object is named after, by the object's name. */
  dayOf: (object: string) => string | undefined;
}

/** The object that lines come from. */
export interface LineOrigin {
  name: string;
  /** Its number among those of the ids. */
  number: number;
  span: BatchSpan | undefined;
  /** Its lines are rows of CSV. */
  isCells: boolean;
}

const QUOTE = 34;
/** What a Date can hold; ECMA-262, 21.4.1.1. */
const MAX_DATE_MS = 8.64e15;

/** Checks lines and counts what it finds. */
export class LineChecker {
  /** Lines that {@link takes} took. */
  fastLineCount = 0;
  readonly lines: CheckedLines = emptyLines();
  readonly findings = new FindingTally();
  readonly ids: RepeatedIds;
  readonly #options: CheckOptions;
  readonly #rules: FieldRules;
  readonly #fast: FastLine | undefined;
  readonly #fastRecord: FastRecord | undefined;
  readonly #fastFilter: FastFilter | undefined;
  readonly #hash = new IdHash();
  /** Where the fields of the dataset stand in the line, where that is not under their own name. */
  readonly #keys: ReadonlyMap<string, string>;
  readonly #undecided: UndecidedFields | undefined;
  readonly #idAt: number;
  /** Bytes of custom fields from which a line is near the limit, and from which it may be cut. */
  readonly #nearFrom: number;
  readonly #cutFrom: number;
  /** Ends of the range in milliseconds, rounded down: a line at exactly one of them is left to the exact way. */
  readonly #sinceMs: number;
  readonly #untilMs: number;
  readonly #hasRange: boolean;

  /** @param maxIds entries of repeated ids held at most */
  constructor(options: CheckOptions, maxIds?: number) {
    this.#options = options;
    const { form, dataset, plan, filter, range, idField } = options;
    const { fields } = form;
    this.ids = new RepeatedIds(maxIds);
    this.#rules = new FieldRules(form);
    const isFast = fields !== undefined && fields.length > 0 && form.input === 'ndjson';
    this.#fast = isFast ? new FastLine(fields, form, dataset, plan) : undefined;
    this.#fastRecord = this.#fast && new FastRecord(fields!, this.#fast);
    this.#fastFilter = isFast && filter !== undefined ? new FastFilter(filter, fields) : undefined;
    const keys = (fields ?? []).flatMap(({ key, field }) => (field === undefined ? [] : [[field, key] as const]));
    this.#keys = new Map(keys.every(([field, key]) => field === key) ? [] : keys);
    this.#undecided = filter && new UndecidedFields(filter);
    this.#idAt = fields?.findIndex(({ field }) => field !== undefined && field === idField) ?? -1;
    const { combinedBytes = Number.POSITIVE_INFINITY } = plan.limits;
    this.#cutFrom = combinedBytes - CUT_SLACK_BYTES;
    this.#nearFrom = combinedBytes === Number.POSITIVE_INFINITY ? combinedBytes : NEAR_LIMIT_BYTES;
    this.#hasRange = range.since !== undefined || range.until !== undefined;
    this.#sinceMs = range.since === undefined ? Number.NEGATIVE_INFINITY : millisecondsOf(range.since);
    this.#untilMs = range.until === undefined ? Number.POSITIVE_INFINITY : millisecondsOf(range.until);
  }

  /** Whether {@link takes} can take lines at all. */
  get isFast(): boolean {
    return this.#fast !== undefined;
  }

  /** Sets the bytes that {@link takes} reads: valid UTF-8, with LF behind each line. */
  begin(bytes: Buffer): void {
    this.#fast!.begin(bytes);
    this.#fastRecord!.bytes = bytes;
  }

  /**
   * Checks and counts a line of the bytes that were begun, if it plainly breaks no rule. The line is to be without what `CVE-2021-44228`
   * forbids.
   * @param limit the line is left alone if it does not end before
   * @returns where its LF is; -1, with nothing counted, where {@link check} must judge
   */
  takes(start: number, limit: number, offset: number, origin: LineOrigin): number {
    const fast = this.#fast!;
    const end = fast.accepts(start);
    if (end < 0 || end >= limit || end - start > MAX_LINE_BYTES) return -1;
    const { customBytes } = fast;
    if (customBytes >= this.#cutFrom) return -1;
    const ms = fast.eventMs;
    const { span } = origin;
    if (span !== undefined && (ms < span.startMs - BEFORE_BATCH_MS || ms > span.endMs + AFTER_BATCH_MS)) return -1;
    if (this.#hasRange && !(ms > this.#sinceMs && ms < this.#untilMs)) return -1;
    const filter = this.#fastFilter;
    const record = this.#fastRecord!;
    const verdict: Verdict = filter === undefined ? KEEP : filter.verdict(fast, record.bytes, record);
    if (verdict === DROP) return -1;
    if (this.#idAt >= 0 && !this.#takesId(fast, offset, origin)) return -1;
    if (verdict === UNDECIDED) this.#noteUndecided(record, offset, origin);
    else this.lines.kept += 1;
    if (customBytes >= this.#nearFrom) this.#noteNearLimit(customBytes, offset, origin);
    this.fastLineCount += 1;
    this.lines.read += 1;
    this.lines.clean += 1;
    this.lines.bytes += end + 1 - start;
    return end;
  }

  /** Checks a line exactly. */
  check(record: LineRecord, origin: LineOrigin): void {
    const { dataset, filter, range, plan, form } = this.#options;
    const { lines } = this;
    const source = this.#sourceOf(record);
    lines.bytes += record.bytes;
    const time = eventTimeOf(dataset, source.get(dataset.eventTime.field));
    if (this.#hasRange && time !== undefined && !isInRange(time, range)) {
      lines.outside += 1;
      return;
    }
    if (this.#hasRange && time === undefined) lines.untimed += 1;
    lines.read += 1;
    let isClean = true;
    const note = (code: RuleCode, message: () => string, names: readonly string[] = []): void => {
      if (RULES[code].severity !== 'remark') isClean = false;
      this.findings.add(code, origin.name, record.offset, message, names);
    };
    const verdict = filter === undefined ? KEEP : filter.verdict(source);
    if (verdict === UNDECIDED) this.#noteUndecided(source, record.offset, origin);
    else if (verdict === KEEP) lines.kept += 1;
    else {
      lines.dropped += 1;
      note('filter-drop', () => falseCondition(filter!, source));
    }
    for (const { code, message, names } of this.#rules.check(record, origin.isCells)) note(code, () => message, names);
    if (form.rewritesCve && hasLookup(record.stored(), !origin.isCells))
      note('cve-rewrite', () => lookupFields(record));
    if (time !== undefined) this.#checkTime(time, origin.span, note);
    for (const { code, message, names } of checkCustomFields(record, plan)) note(code, () => message, names);
    this.#noteId(source, record.offset, origin);
    if (isClean) lines.clean += 1;
  }

  #takesId(fast: FastLine, offset: number, { number }: LineOrigin): boolean {
    const { bytes } = this.#fastRecord!;
    const [start, end] = [fast.starts[this.#idAt]!, fast.ends[this.#idAt]!];
    // Null: there is nothing to look for.
    if (bytes[start] !== QUOTE) return bytes[start] === 110;
    if (fast.escaped[this.#idAt] === 1) return false;
    if (end - start > 2) {
      this.#hash.read(bytes, start + 1, end - 1);
      this.ids.add(this.#hash.low, this.#hash.high, number, offset);
    }
    return true;
  }

  #noteId(source: FieldSource, offset: number, { number }: LineOrigin): void {
    const { idField } = this.#options;
    const id = idField === undefined ? undefined : source.get(idField);
    if (typeof id !== 'string' || id === '') return;
    const bytes = Buffer.from(id);
    this.#hash.read(bytes, 0, bytes.length);
    this.ids.add(this.#hash.low, this.#hash.high, number, offset);
  }

  /** Apart from {@link takes}: what a function within captures is made anew at each call. */
  #noteNearLimit(bytes: number, offset: number, { name }: LineOrigin): void {
    this.findings.add('custom-near-limit', name, offset, () => sizeMessage(bytes));
  }

  #noteUndecided(source: FieldSource, offset: number, { name }: LineOrigin): void {
    const { names, message } = this.#undecided!.of(source);
    this.lines.undecided += 1;
    this.findings.add('filter-undecided', name, offset, () => message, names);
  }

  #checkTime(time: Instant, span: BatchSpan | undefined, note: (code: RuleCode, message: () => string) => void): void {
    if (span === undefined) return;
    const ms = millisecondsOf(time);
    const message = () => `found an event of ${printEvent(time)}, the batch is ${printSpan(span)}`;
    if (ms > span.endMs + AFTER_BATCH_MS) note('event-after-batch', message);
    else if (ms < span.startMs - BEFORE_BATCH_MS) note('event-before-batch', message);
  }

  /** A record under the names of the dataset's fields. */
  #sourceOf(record: LineRecord): FieldSource {
    if (this.#keys.size === 0) return record;
    return { get: (field) => record.get(this.#keys.get(field) ?? field) };
  }
}

/** Rounded down. */
function millisecondsOf(instant: Instant): number {
  return Number((instant - (((instant % NS_PER_MS) + NS_PER_MS) % NS_PER_MS)) / NS_PER_MS);
}

/** Hostile numbers lie beyond every calendar. */
function printEvent(instant: Instant): string {
  return Math.abs(millisecondsOf(instant)) <= MAX_DATE_MS ? printInstant(instant) : 'another era';
}

function printSpan({ startMs, endMs }: BatchSpan): string {
  const [start, end] = [startMs, endMs].map((ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`);
  return `${start} to ${end}`;
}
