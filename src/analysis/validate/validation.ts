// Validates objects: receives bytes and returns findings. Does not know where bytes come from or how findings are printed. One instance
// serves one thread; totals add up.
import {
  createSchemaScanner,
  type ScanCounts,
  type SchemaScanner,
  type SchemaScanRequest,
} from '../../input/kernel/index.ts';
import type {
  InputShape,
  LineRecord,
  Malformed,
  MalformedReason,
  RecordReaderOptions,
  Remark,
} from '../../input/record/index.ts';
import {
  addLines,
  countLines,
  type Deferral,
  KernelScanners,
  type LineLimits,
  type ObjectDamage,
  type ObjectPass,
  ObjectScan,
  type ObjectSink,
  type Pass,
} from '../../input/scan/index.ts';
import { batchSpanOf, dayFolderFault, eventTimesOf, type ObjectName } from './batch-time.ts';
import { PLACES_PER_RULE } from './finding-tally.ts';
import { BlankLines } from './line/blank-lines.ts';
import type { CheckOptions } from './line/check-options.ts';
import { LineChecker, type LineOrigin } from './line/line-checker.ts';
import type { RuleCode } from './rules.ts';
import type { ValidationTotals } from './validation-totals.ts';

/** What to validate lines against, and what the names of objects mean. */
export interface ValidationOptions extends CheckOptions {
  /** The times in the name of an object. */
  parseName: (name: string) => ObjectName;
}

/** Rules by remark of the record reader; other remarks are damage. */
const REMARK_RULES: Readonly<Partial<Record<Remark['code'], RuleCode>>> = {
  bom: 'bom',
  'json-no-records': 'shape',
  'json-second-array': 'shape',
  'csv-header': 'shape',
  'csv-batch': 'shape',
  'csv-rejected': 'shape',
  'not-logs': 'shape',
};

const BOM_BYTES = 3;
const SPACE = 32;
/** First character of lines of JSON, never of rows of CSV, which quote it. */
const OPEN_BRACE = '{';
/** First character of a row: of a cell, quoted or not, or the delimiter after an empty one. */
const CELL = /[\w",.:+-]/;

/** A validation: checks every line against the job, and every object against its name. */
export class Validation implements Pass {
  readonly #checker: LineChecker;
  readonly #options: ValidationOptions;
  /** Objects whose name was checked. */
  readonly #named = new Set<string>();
  readonly #scanners: KernelScanners<SchemaScanner>;

  /** @param maxIds most entries of repeated ids in memory */
  constructor(options: ValidationOptions, maxIds?: number) {
    this.#options = options;
    this.#checker = new LineChecker(options, maxIds);
    const request: SchemaScanRequest | undefined = this.#checker.scanRequest;
    this.#scanners = new KernelScanners((kernel) => request && createSchemaScanner(kernel, request));
  }

  get lineCount(): number {
    return countLines(this.#checker.lines) + this.#scanners.lineCount;
  }

  openObject(name: string, reader: RecordReaderOptions): ObjectPass {
    const object = this.#options.parseName(name);
    const { offset = 0, input } = reader;
    const day = this.#options.dayOf(name);
    const number = this.#checker.ids.objectNumber(name);
    const origin = { name, number, span: batchSpanOf(object, day), isCells: input === 'csv' };
    // Once for all parts of a file, and for an object that cannot be read and is opened again to report that.
    if (offset === 0 && !this.#named.has(name)) this.#checkName(object, day);
    const sink = new ObjectValidation(this.#checker, this.#options, {
      origin,
      reader,
      isStream: object.isStream === true,
    });
    return new ObjectScan(this.#scanners, reader, sink);
  }

  /** Adds what another thread has found. */
  add({ lines, findings, ids }: ValidationTotals): void {
    const checker = this.#checker;
    addLines(checker.lines, lines);
    checker.findings.merge(findings);
    checker.ids.merge(ids);
  }

  /** Adds what was found in a shard. @returns its totals without the ids that are too many for a sum with this one */
  addShard(totals: ValidationTotals): ValidationTotals {
    this.add(totals);
    return { ...totals, ids: this.#checker.ids.thinned(totals.ids) };
  }

  /** Everything counted so far, as plain data. */
  toTotals(): ValidationTotals {
    const { lines, findings, ids } = this.#checker;
    return { lines: { ...lines }, findings: findings.toCounts(), ids: ids.toEntries() };
  }

  #checkName(object: ObjectName, day: string | undefined): void {
    const { name } = object;
    const { findings } = this.#checker;
    this.#named.add(name);
    if (object.isStream !== true && (object.start === undefined || object.end === undefined))
      findings.add('object-name', name, 0, () => '');
    const fault = dayFolderFault(object, day);
    if (fault !== undefined) findings.add('day-folder', name, 0, () => fault);
  }
}

/** An object being validated. */
interface OpenObject {
  origin: LineOrigin;
  reader: RecordReaderOptions;
  isStream: boolean;
}

/** Checks the lines of one object, or of a part of one. */
class ObjectValidation implements ObjectSink<SchemaScanner> {
  readonly #checker: LineChecker;
  readonly #object: OpenObject;
  readonly #blanks: BlankLines;
  /** After the last thing found: where a blank line begins, which has no place itself. */
  #next: number;
  #isAny = false;
  /** Whether the first byte of text was checked. Only the first part of a file has it. */
  #isFirstChecked: boolean;
  /** Reports list only the first places. Counting further findings without a place takes a tenth of the time. */
  #blankFound = 0;
  #malformedFound = 0;
  #scanner: SchemaScanner | undefined;

  constructor(checker: LineChecker, { schema }: CheckOptions, object: OpenObject) {
    const { offset = 0 } = object.reader;
    this.#checker = checker;
    this.#object = object;
    this.#next = offset;
    this.#isFirstChecked = offset > 0;
    this.#blanks = new BlankLines(schema.blankLines, (at) => this.#noteBlank(at));
  }

  begin(scanner: SchemaScanner, { maxLineBytes, defersNoField }: LineLimits): void {
    const { span, number } = this.#object.origin;
    const { ids } = this.#checker;
    // No line is sampled by the hash of a name.
    scanner.begin(0, maxLineBytes, defersNoField);
    scanner.beginSchema(eventTimesOf(span), (scanned) => ids.addScanned(scanned, number));
    this.#scanner = scanner;
  }

  record(record: LineRecord): boolean {
    const { lines } = this.#checker;
    this.#blanks.passLine();
    this.#next = record.offset + record.bytes;
    const { read } = lines;
    this.#checker.check(record, this.#object.origin);
    return lines.read > read;
  }

  counts(counts: ScanCounts): void {
    this.#checker.addScanned(counts);
  }

  deferred({ reason }: Deferral, offset: number): boolean {
    return this.#checker.noteDeferred(reason, this.#scanner!, offset, this.#object.origin);
  }

  passed(offset: number): void {
    this.#blanks.passLine();
    this.#next = offset;
  }

  blank(bytes: number): void {
    this.#checker.lines.bytes += bytes;
    this.#blanks.add(this.#next);
    this.#next += bytes;
  }

  malformed({ offset, bytes, reason, message }: Malformed): void {
    this.#countMalformed(bytes);
    this.#next = offset + bytes;
    if (reason !== 'too-long') this.#malformedFound += 1;
    this.#add(reason === 'too-long' ? 'too-long' : 'malformed', offset, message, [reason]);
  }

  countsMalformed(reason: MalformedReason, bytes: number): boolean {
    if (reason === 'too-long' || this.#malformedFound < PLACES_PER_RULE) return false;
    this.#countMalformed(bytes);
    this.#next += bytes;
    this.#checker.findings.count('malformed', 1, reason);
    return true;
  }

  remark({ code, offset, message }: Remark): void {
    if (code === 'bom') this.#next = BOM_BYTES;
    // The object's own finding reports the line in which a cut object ends.
    if (code === 'cut-line') return;
    this.#add(REMARK_RULES[code] ?? 'object-damaged', offset, message, code === 'bom' ? [] : [code]);
  }

  bytes(chunk: Uint8Array): void {
    this.#isAny ||= chunk.length > 0;
    const first = this.#isFirstChecked ? undefined : firstOfText(chunk);
    if (first === undefined) return;
    this.#isFirstChecked = true;
    const message = otherOutputType(first, this.#object.reader.input);
    if (message !== undefined) this.#add('shape', 0, message, ['output_type']);
  }

  end(isTruncated: boolean): void {
    // An object that is cut before its first byte is reported as damaged.
    if (!this.#isAny && !isTruncated && !this.#object.isStream) this.#add('object-empty', 0, '');
  }

  problem({ code, offset, message, isUnavailable = false }: ObjectDamage): void {
    this.#add(isUnavailable && !this.#isAny ? 'object-unreadable' : 'object-damaged', offset, message, [code]);
  }

  #countMalformed(bytes: number): void {
    this.#blanks.passLine();
    this.#checker.lines.malformed += 1;
    this.#checker.lines.bytes += bytes;
  }

  #noteBlank(offset: number): void {
    this.#checker.lines.blank += 1;
    if (this.#blankFound++ < PLACES_PER_RULE) this.#add('blank', offset, '');
    else this.#checker.findings.count('blank', 1);
  }

  #add(rule: RuleCode, offset: number, message: string, details: readonly string[] = []): void {
    this.#checker.findings.add(rule, this.#object.origin.name, offset, () => message, details);
  }
}

/**
 * Detects an object of another output_type than expected by its first byte, so that one sentence precedes thousands of malformed lines.
 * @param first first byte of the object that is not whitespace
 * @returns the message; undefined if the type is right or unknown
 */
function otherOutputType(first: number, input: InputShape | undefined): string | undefined {
  const character = String.fromCharCode(first);
  if (input === 'csv' && character === OPEN_BRACE) return 'found lines of JSON, expected rows of CSV';
  if (input === 'ndjson' && CELL.test(character))
    return 'found text that is not JSON, such as rows of CSV, expected lines of JSON';
  return undefined;
}

/** The first byte that is not whitespace. */
function firstOfText(bytes: Uint8Array): number | undefined {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at]! > SPACE) return bytes[at];
  return undefined;
}
