// Checks one line against every rule on lines. Lines that a kernel has checked only add to the same counts.
import { type FieldSource, type Instant, isInRange, NS_PER_MS, printInstant, printJson } from '../../../base/index.ts';
import type { DeferReason, ScanCounts, SchemaScanner, SchemaScanRequest } from '../../../input/kernel/index.ts';
import type { LineRecord } from '../../../input/record/index.ts';
import { addLines, COUNTED_MALFORMED, countUnwrapped } from '../../../input/scan/index.ts';
import { eventTimeOf } from '../../../language/dataset/index.ts';
import {
  type CompiledFilter,
  type Explanation,
  explainFilter,
  KEEP,
  UNDECIDED,
} from '../../../language/filter/index.ts';
import { hasLookup } from '../../../language/output/index.ts';
import { AFTER_BATCH_MS, type BatchSpan, BEFORE_BATCH_MS } from '../batch-time.ts';
import { FindingTally } from '../finding-tally.ts';
import { IdHash } from '../repeats/id-hash.ts';
import { RepeatedIds } from '../repeats/repeated-ids.ts';
import { type LineRule, RULES } from '../rules.ts';
import { type CheckedLines, emptyLines, scannedChecks } from '../validation-totals.ts';
import type { CheckOptions } from './check-options.ts';
import { checkCustomFields, sizeMessage } from './custom-rules.ts';
import { FieldRules } from './field-rules.ts';
import { type KeyOfField, keyOfField, underFieldNames } from './key-of-field.ts';
import { scanRequestOf } from './scan-schema.ts';
import { type Undecided, UndecidedFields } from './undecided-fields.ts';

/** The object that lines come from. */
export interface LineOrigin {
  name: string;
  /** Its number in the table of ids. */
  number: number;
  span: BatchSpan | undefined;
  /** Its lines are rows of CSV. */
  isCells: boolean;
}

/** The range of a Date; ECMA-262, 21.4.1.1. */
const MAX_DATE_MS = 8.64e15;
/** Maximum number of conditions or fields named in one message. */
const MAX_NAMED = 3;

/** Checks lines and counts findings. */
export class LineChecker {
  readonly lines: CheckedLines = emptyLines();
  readonly findings = new FindingTally();
  readonly ids: RepeatedIds;
  readonly #options: CheckOptions;
  readonly #rules: FieldRules;
  readonly #hash = new IdHash();
  readonly #keyOf: KeyOfField;
  /** Whether a key differs from the name of its field. */
  readonly #isRenamed: boolean;
  readonly #undecided: UndecidedFields | undefined;
  readonly #hasRange: boolean;

  /** @param maxIds most entries in the table of ids */
  constructor(options: CheckOptions, maxIds?: number) {
    this.#options = options;
    const { schema, filter, range } = options;
    this.ids = new RepeatedIds(maxIds);
    this.#rules = new FieldRules(schema);
    this.#keyOf = keyOfField(schema);
    this.#isRenamed = (schema.fields ?? []).some(({ key, field }) => key !== field);
    this.#undecided = filter && new UndecidedFields(filter);
    this.#hasRange = range.since !== undefined || range.until !== undefined;
  }

  /** The request for a kernel; undefined if a kernel can check no line. */
  get scanRequest(): SchemaScanRequest | undefined {
    return scanRequestOf(this.#options, this.#keyOf);
  }

  /**
   * Adds the lines that a kernel has counted: lines that violate no rule, whose ids and undecided conditions were noted before; and lines
   * that are not records, after the first ones, which the kernel defers.
   */
  addScanned(counts: ScanCounts): void {
    const { lines } = counts;
    addLines(this.lines, scannedChecks(counts));
    this.findings.count('blank', lines.blank);
    for (const reason of COUNTED_MALFORMED) this.findings.count('malformed', lines[reason], reason);
  }

  /** Notes the finding on a line that a kernel has deferred. @returns false if the line must be checked */
  noteDeferred(reason: DeferReason, scanner: SchemaScanner, offset: number, origin: LineOrigin): boolean {
    if (reason === 'near-limit') {
      const { customBytes } = scanner;
      this.findings.add('custom-near-limit', origin.name, offset, () => sizeMessage(customBytes));
      return true;
    }
    const known = reason === 'undecided' ? this.#undecided?.known(scanner.outcomes()) : undefined;
    if (known !== undefined) this.#noteUndecided(known, offset, origin);
    return known !== undefined;
  }

  /** Checks a line. */
  check(record: LineRecord, origin: LineOrigin): void {
    const { dataset, filter, range, plan, schema } = this.#options;
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
    countUnwrapped(lines, record.envelope);
    let isClean = true;
    const note = (code: LineRule, message: () => string, names: readonly string[] = []): void => {
      if (RULES[code].severity !== 'remark') isClean = false;
      this.findings.add(code, origin.name, record.offset, message, names);
    };
    const verdict = filter === undefined ? KEEP : filter.verdict(source);
    if (verdict === UNDECIDED) this.#noteUndecided(this.#undecided!.of(source), record.offset, origin);
    else if (verdict === KEEP) lines.kept += 1;
    else {
      lines.dropped += 1;
      note('filter-drop', () => dropMessage(filter!, source));
    }
    for (const { code, message, names } of this.#rules.check(record, origin.isCells)) note(code, () => message, names);
    if (schema.rewritesCve && hasLookup(record.pushed(), !origin.isCells))
      note('cve-rewrite', () => lookupMessage(record));
    if (time !== undefined) this.#checkTime(time, origin.span, note);
    for (const { code, message, names } of checkCustomFields(record, plan)) note(code, () => message, names);
    this.#noteId(source, record.offset, origin);
    if (isClean) lines.clean += 1;
  }

  #noteId(source: FieldSource, offset: number, { number }: LineOrigin): void {
    const { idField } = this.#options;
    const id = idField === undefined ? undefined : source.get(idField);
    if (typeof id !== 'string' || id === '') return;
    const bytes = Buffer.from(id);
    this.#hash.read(bytes, 0, bytes.length);
    this.ids.add(this.#hash.low, this.#hash.high, number, offset);
  }

  #noteUndecided({ names, message }: Undecided, offset: number, { name }: LineOrigin): void {
    this.lines.undecided += 1;
    this.findings.add('filter-undecided', name, offset, () => message, names);
  }

  #checkTime(time: Instant, span: BatchSpan | undefined, note: (code: LineRule, message: () => string) => void): void {
    if (span === undefined) return;
    const ms = millisecondsOf(time);
    const message = () => `found an event at ${printEvent(time)}, expected one within the batch ${printSpan(span)}`;
    if (ms > span.endMs + AFTER_BATCH_MS) note('event-after-batch', message);
    else if (ms < span.startMs - BEFORE_BATCH_MS) note('event-before-batch', message);
  }

  #sourceOf(record: LineRecord): FieldSource {
    return this.#isRenamed ? underFieldNames(record, this.#keyOf) : record;
  }
}

// Messages are made only for the few places that a report shows.

/**
 * Names the conditions that make a filter drop a line: `found false: ClientRequestPath != "/healthz"`.
 * @param source a line that the filter drops
 */
function dropMessage(filter: CompiledFilter, source: FieldSource): string {
  const found = falseConditions(explainFilter(filter, source));
  const more = found.length > MAX_NAMED ? ` and ${found.length - MAX_NAMED} more` : '';
  return `found false: ${found.slice(0, MAX_NAMED).join('; ')}${more}`;
}

/** Returns, as expressions, the false conditions whose groups are all false. */
function falseConditions(part: Explanation): string[] {
  if (part.truth !== 'false') return [];
  return part.kind === 'condition' ? [part.text] : part.children.flatMap(falseConditions);
}

/** Names the fields that contain a `${`: `found ${ in ClientRequestPath`; empty if no value contains one. */
function lookupMessage(record: LineRecord): string {
  const names: string[] = [];
  for (let index = 0; index < record.fieldCount && names.length < MAX_NAMED; index += 1) {
    const name = record.fieldName(index);
    const value = record.get(name);
    if (value !== undefined && !record.isRepeat(index) && printJson(value).includes('${')) names.push(name);
  }
  return names.length === 0 ? '' : `found \${ in ${names.join(', ')}`;
}

/** Rounds down. */
function millisecondsOf(instant: Instant): number {
  return Number((instant - (((instant % NS_PER_MS) + NS_PER_MS) % NS_PER_MS)) / NS_PER_MS);
}

/** Prints the time of an event; a number may be beyond every calendar. */
function printEvent(instant: Instant): string {
  return Math.abs(millisecondsOf(instant)) <= MAX_DATE_MS ? printInstant(instant) : 'a time beyond the calendar';
}

function printSpan({ startMs, endMs }: BatchSpan): string {
  const [start, end] = [startMs, endMs].map((ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`);
  return `${start} to ${end}`;
}
