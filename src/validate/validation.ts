// The pass over the objects of a destination: bytes in, findings out. Knows nothing of where bytes come from nor how findings are shown.
// One instance serves one thread; totals add up.
import { createRecordReader, type RecordReaderOptions, type Remark } from '../record/index.ts';
import { batchSpanOf, dayFolderFault, type ObjectName } from './batch-time.ts';
import { BlankLines } from './blank-lines.ts';
import { type CheckOptions, LineChecker, type LineOrigin } from './line-checker.ts';
import { LineFeed } from './line-feed.ts';
import type { RuleCode } from './rules.ts';
import type { ValidationTotals } from './validation-totals.ts';

/** Takes one object: its inflated bytes in order, then `end`. */
export interface ObjectValidation {
  push(chunk: Uint8Array): void;
  /** @param isTruncated the bytes broke off before the object's end */
  end(isTruncated: boolean): void;
  /** Notes something wrong with the object itself; `offset` in inflated bytes. @param isLost nothing of it could be read */
  problem(found: { code: string; offset: number; message: string }, isLost?: boolean): void;
  /** Whether a part of the object could not be read as what it should be. */
  readonly isDamaged: boolean;
}

/** By what the reader of records remarks; what is not here is damage. */
const REMARK_RULES: Readonly<Partial<Record<Remark['code'], RuleCode>>> = {
  bom: 'bom',
  'json-no-records': 'shape',
  'json-second-array': 'shape',
  'csv-header': 'shape',
  'csv-batch': 'shape',
};

const BOM_BYTES = 3;

/** Findings in the making. */
export class Validation {
  readonly #checker: LineChecker;
  readonly #options: CheckOptions;
  /** Objects whose name was looked at. */
  readonly #named = new Set<string>();

  /** @param maxIds entries of repeated ids held at most */
  constructor(options: CheckOptions, maxIds?: number) {
    this.#options = options;
    this.#checker = new LineChecker(options, maxIds);
  }

  /** Lines seen so far, of every kind: for progress. */
  get lineCount(): number {
    const { read, outside, malformed, blank } = this.#checker.lines;
    return read + outside + malformed + blank;
  }

  /** Lines that were taken the fast way. How many depends on how the bytes came, so that no report tells it. */
  get fastLineCount(): number {
    return this.#checker.fastLineCount;
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
    let isDamaged = false;
    /** Behind the last thing found: where a blank line, which says no place of its own, begins. */
    let next = offset;
    const { rewritesCve, blankLines } = this.#options.form;
    const blanks = new BlankLines(blankLines, (at) => {
      lines.blank += 1;
      findings.add('blank', name, at, () => '');
    });
    const records = createRecordReader(reader, {
      record: (record) => {
        blanks.passLine();
        next = record.offset + record.bytes;
        this.#checker.check(record, origin);
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
        findings.add(reason === 'too-long' ? 'too-long' : 'malformed', name, at, () => message, [reason]);
      },
      remark: ({ code, offset: at, message, damaged }) => {
        isDamaged ||= damaged;
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
    const feed = new LineFeed({ checker: this.#checker, records, origin, offset, rewritesCve, onPassed });
    return {
      push: (chunk) => feed.push(chunk),
      end: (isTruncated) => records.end(isTruncated),
      problem: ({ code, offset: at, message }, isLost = false) =>
        findings.add(isLost ? 'object-unreadable' : 'object-damaged', name, at, () => message, [code]),
      get isDamaged() {
        return isDamaged;
      },
    };
  }

  /** Everything counted until now, as plain data. */
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
