// The pass over the objects of a destination: bytes in, findings out. Knows nothing of where bytes come from nor how findings are shown.
// One instance serves one thread; totals add up.
import {
  createSchemaScanner,
  type DeferReason,
  type DeferredLine,
  type Inflated,
  type Kernel,
  type ScanCounts,
  type SchemaScanner,
  type SchemaScanRequest,
} from '../kernel/index.ts';
import { createRecordReader, MAX_LINE_BYTES, type RecordReaderOptions, type Remark } from '../record/index.ts';
import { MAX_UNTAKEN_LINES, type ObjectDamage, WindowReader } from '../replay/index.ts';
import { batchSpanOf, dayFolderFault, eventTimesOf, type ObjectName } from './batch-time.ts';
import { PLACES_PER_RULE } from './finding-tally.ts';
import { BlankLines } from './line/blank-lines.ts';
import { type CheckOptions, LineChecker, type LineOrigin } from './line/line-checker.ts';
import { otherOutputType } from './other-output-type.ts';
import type { RuleCode } from './rules.ts';
import type { CheckedLines, ValidationTotals } from './validation-totals.ts';

/** Takes one object: its inflated bytes in order, then `end`. */
export interface ObjectValidation {
  push(chunk: Uint8Array): void;
  /** In place of `push`: reads bytes where the kernel has them. All bytes of an object must come the same way. */
  readWindow(window: Inflated): void;
  /** @param isTruncated the bytes broke off before the object's end */
  end(isTruncated: boolean): void;
  /** Takes what the kernel has counted: to be called last, in any case. The kernel may be used for another object only afterwards. */
  close(): void;
  /**
   * Notes something wrong with the object itself; `offset` in inflated bytes.
   * @param isGone its bytes could not be had, rather than being bad @default false
   */
  problem(found: ObjectDamage, isGone?: boolean): void;
  /** What kept a part of the object from being read as what it should be. */
  readonly damage: ObjectDamage | undefined;
  /** Lines of the object that were read; complete once it is closed. */
  readonly linesRead: number;
}

/** By what the reader of records remarks; what is not here is damage. */
const REMARK_RULES: Readonly<Partial<Record<Remark['code'], RuleCode>>> = {
  bom: 'bom',
  'json-no-records': 'shape',
  'json-second-array': 'shape',
  'csv-header': 'shape',
  'csv-batch': 'shape',
  'csv-refused': 'shape',
  'not-logs': 'shape',
};

const BOM_BYTES = 3;
const SPACE = 32;

/** Findings in the making. */
export class Validation {
  readonly #checker: LineChecker;
  readonly #options: CheckOptions;
  /** Objects whose name was looked at. */
  readonly #named = new Set<string>();
  readonly #scanRequest: SchemaScanRequest | undefined;
  /** One for each kernel that objects came with; undefined where the kernel cannot do what is asked. */
  readonly #scanners = new Map<Kernel, SchemaScanner | undefined>();
  readonly #left: Partial<Record<DeferReason, number>> = {};

  /** @param maxIds entries of repeated ids held at most */
  constructor(options: CheckOptions, maxIds?: number) {
    this.#options = options;
    this.#checker = new LineChecker(options, maxIds);
    this.#scanRequest = this.#checker.scanRequest;
  }

  /** Lines seen so far, of every kind: for progress. */
  get lineCount(): number {
    const { read, outside, malformed, blank } = this.#checker.lines;
    return [...this.#scanners.values()].reduce(
      (sum, scanner) => sum + (scanner?.lineCount ?? 0),
      read + outside + malformed + blank,
    );
  }

  /** Lines that a kernel had and left, by why. How many depends on how the bytes came, so that no report tells it. */
  get deferredLines(): Readonly<Partial<Record<DeferReason, number>>> {
    return this.#left;
  }

  /** Starts an object, or a part of one. Several may be open at a time. @param reader with `offset` for a part */
  openObject(object: ObjectName, reader: RecordReaderOptions): ObjectValidation {
    const { lines, findings, ids } = this.#checker;
    const { name } = object;
    const { offset = 0 } = reader;
    const day = this.#options.dayOf(name);
    const origin: LineOrigin = {
      name,
      number: ids.objectNumber(name),
      span: batchSpanOf(object, day),
      isCells: reader.input === 'csv',
    };
    // Of the parts of a file, the first stands for it; what cannot be read on is opened again to say so.
    if (offset === 0 && !this.#named.has(name)) this.#checkName(object, day);
    let damage: ObjectDamage | undefined;
    /** Behind the last thing found: where a blank line, which says no place of its own, begins. */
    let next = offset;
    let isAny = false;
    /** A part that is not the first one begins anywhere. */
    let isLookedAt = offset > 0;
    const noteBytes = (bytes: Uint8Array): void => {
      isAny ||= bytes.length > 0;
      const first = isLookedAt ? undefined : firstOfText(bytes);
      if (first === undefined) return;
      isLookedAt = true;
      const message = otherOutputType(first, reader.input);
      if (message !== undefined) findings.add('shape', name, 0, () => message, ['output_type']);
    };
    let linesRead = 0;
    const takeScanned = (counts: ScanCounts): void => {
      linesRead += counts.lines.read;
      this.#checker.addScanned(counts);
    };
    let scanner: SchemaScanner | undefined;
    let windows: WindowReader | undefined;
    const { blankLines } = this.#options.form;
    // Reports hold only the first places. To count further findings without a place takes a tenth of the time.
    let [blankFound, malformedFound] = [0, 0];
    const blanks = new BlankLines(blankLines, (at) => {
      lines.blank += 1;
      if (blankFound++ < PLACES_PER_RULE) findings.add('blank', name, at, () => '');
      else findings.count('blank', 1);
    });
    const records = createRecordReader(reader, {
      record: (record) => {
        if (windows !== undefined) this.#left[windows.way] = (this.#left[windows.way] ?? 0) + 1;
        blanks.passLine();
        next = record.offset + record.bytes;
        const { read } = lines;
        this.#checker.check(record, origin);
        linesRead += lines.read - read;
      },
      blank: (bytes) => {
        lines.bytes += bytes;
        blanks.add(next);
        next += bytes;
      },
      malformed: ({ offset: at, bytes, reason, message }) => {
        blanks.passLine();
        lines.malformed += 1;
        lines.bytes += bytes;
        next = at + bytes;
        if (reason !== 'too-long') malformedFound += 1;
        findings.add(reason === 'too-long' ? 'too-long' : 'malformed', name, at, () => message, [reason]);
      },
      countsMalformed: (reason, bytes) => {
        if (reason === 'too-long' || malformedFound < PLACES_PER_RULE) return false;
        blanks.passLine();
        lines.malformed += 1;
        lines.bytes += bytes;
        next += bytes;
        findings.count('malformed', 1, reason);
        return true;
      },
      remark: ({ code, offset: at, message, damaged }) => {
        if (damaged) damage ??= { code, offset: at, message };
        if (code === 'bom') next = BOM_BYTES;
        // The line that a cut object ends in is told by the object's own finding.
        if (code === 'cut-line') return;
        findings.add(REMARK_RULES[code] ?? 'object-damaged', name, at, () => message, code === 'bom' ? [] : [code]);
      },
    });
    const onPassed = (end: number): void => {
      blanks.passLine();
      next = end;
    };
    const takes = ({ way }: DeferredLine, at: number): boolean => {
      const isNoted = this.#checker.notesLeft(way, scanner!, at, origin);
      if (isNoted) scanner!.countDeferred();
      return isNoted;
    };
    return {
      push: (chunk) => {
        noteBytes(chunk);
        records.push(chunk);
      },
      readWindow: (window) => {
        noteBytes(window.bytes);
        scanner ??= this.#scannerFor(window.kernel);
        if (scanner === undefined) return records.push(window.bytes);
        if (windows === undefined) {
          this.#begin(scanner, origin, reader);
          windows = new WindowReader({ scanner, records, offset, takes, onPassed });
        }
        windows.read(window);
        // Some counts of the kernel have 32 bits.
        if (scanner.lineCount > MAX_UNTAKEN_LINES) takeScanned(scanner.takeCounts());
      },
      end: (isTruncated) => {
        windows?.flush();
        records.end(isTruncated);
        // What was cut off before its first byte is told as damaged.
        if (!isAny && !isTruncated && object.isStream !== true) findings.add('object-empty', name, 0, () => '');
      },
      close: () => {
        if (scanner !== undefined) takeScanned(scanner.takeCounts());
      },
      problem: ({ code, offset: at, message }, isGone = false) =>
        findings.add(isGone && !isAny ? 'object-unreadable' : 'object-damaged', name, at, () => message, [code]),
      get damage() {
        return damage;
      },
      get linesRead() {
        return linesRead;
      },
    };
  }

  /** Adds what another thread has found. */
  add({ lines, findings, ids }: ValidationTotals): void {
    const checker = this.#checker;
    for (const key of Object.keys(lines) as (keyof CheckedLines)[]) checker.lines[key] += lines[key];
    checker.findings.merge(findings);
    checker.ids.merge(ids);
  }

  /** Everything counted until now, as plain data. */
  toTotals(): ValidationTotals {
    const { lines, findings, ids } = this.#checker;
    return { lines: { ...lines }, findings: findings.toCounts(), ids: ids.toEntries() };
  }

  #scannerFor(kernel: Kernel): SchemaScanner | undefined {
    const request = this.#scanRequest;
    if (!this.#scanners.has(kernel)) this.#scanners.set(kernel, request && createSchemaScanner(kernel, request));
    return this.#scanners.get(kernel);
  }

  #begin(scanner: SchemaScanner, origin: LineOrigin, { maxLineBytes = MAX_LINE_BYTES }: RecordReaderOptions): void {
    const { ids } = this.#checker;
    // Nothing is drawn by the hash of a name.
    scanner.begin(0, maxLineBytes);
    scanner.beginForm(eventTimesOf(origin.span), (scanned) => ids.addScanned(scanned, origin.number));
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

/** The first byte that is no white space. */
function firstOfText(bytes: Uint8Array): number | undefined {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at]! > SPACE) return bytes[at];
  return undefined;
}
