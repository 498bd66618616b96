// Parses the bytes of one traffic file, pushed in chunks, into exchanges: HAR by entry, NDJSON by line, distinguished
// by the first bytes. Memory is bounded by one entry. Reports an invalid entry with its position and continues.
import { type PlainObject, printPlural } from '../../base/index.ts';
import { createRecordReader } from '../../input/record/index.ts';
import type { EntryReading, Exchange, PassedOver } from './exchange.ts';
import { type CheckField, readExchangeLine } from './exchange-line.ts';
import { ExchangeLines } from './exchange-lines.ts';
import { readHarEntry } from './har-entry.ts';

/** A format of traffic files. */
export type TrafficForm = 'har' | 'ndjson';

/** The beginning of a HAR file. */
const HAR_START = /^\ufeff?\s*\{\s*"log"\s*:/;

/** A prefix of such a beginning, which more bytes may complete. */
const HAR_PREFIX = /^\ufeff?\s*(?:\{\s*(?:"(?:l(?:o(?:g(?:"\s*)?)?)?)?)?)?$/;

/** Longest run of whitespace at the start to wait through. Bytes. Chosen by headgate. */
const MAX_HEAD_BYTES = 64 * 1024;

/** Longest entry of a HAR file, which may contain the body of its response; longer entries are invalid. Bytes. */
const MAX_HAR_ENTRY_BYTES = 64 * 1024 * 1024;

/** The formats of traffic, for messages. */
const EXPECTED =
  'expected a HAR file, {"log":{"entries":[…]}}, or one exchange per line, {"request":{…},"response":{…}}';

/** A position in a file. */
interface TrafficPlace {
  /** Index of the entry or line, from 0; `sed -n` counts lines from 1. */
  index: number;
  /** Offset in the inflated bytes of the file. */
  offset: number;
}

/** A problem of a file. */
export interface TrafficProblem extends TrafficPlace {
  /** Stable: `broken-entry`, `not-traffic`, `cut-file`, `broken-file`. */
  code: 'broken-entry' | 'not-traffic' | 'cut-file' | 'broken-file';
  message: string;
}

/** Receives the results of a reader, in the order of the file. */
interface TrafficSink {
  exchange(exchange: Exchange, place: TrafficPlace): void;
  /** An entry that never reached the edge. */
  passedOver(reason: PassedOver): void;
  problem(problem: TrafficProblem): void;
}

/** Parses the bytes of one format. */
interface ByteReader {
  push(chunk: Uint8Array): void;
  end(isTruncated: boolean): void;
}

/** Options of {@link TrafficReader}. */
interface TrafficReaderOptions {
  /**
   * Whether a name is a field of pushed logs: the reader stops at a file whose first line contains such a field and no
   * exchange.
   * @default always false
   */
  isLogField?: (name: string) => boolean;
  /** Checks the `fields` of exchanges. @default they are not checked */
  checkField?: CheckField | undefined;
}

/** Reads one file of traffic. */
export class TrafficReader {
  readonly #sink: TrafficSink;
  readonly #isLogField: (name: string) => boolean;
  readonly #checkField: CheckField | undefined;
  #head: Uint8Array = new Uint8Array(0);
  #form: TrafficForm | undefined;
  #reader: ByteReader | undefined;
  #index = 0;
  /** Entries and lines with content, valid or not. */
  #found = 0;
  #broken = 0;
  #hasEntries = true;
  #isLogs = false;

  constructor(sink: TrafficSink, { isLogField = () => false, checkField }: TrafficReaderOptions = {}) {
    this.#sink = sink;
    this.#isLogField = isLogField;
    this.#checkField = checkField;
  }

  /** Format of the file; undefined until detected. */
  get form(): TrafficForm | undefined {
    return this.#form;
  }

  /** Whether the file contains pushed logs: this was reported as a problem, and the rest of the file is ignored. */
  get isLogs(): boolean {
    return this.#isLogs;
  }

  push(chunk: Uint8Array): void {
    if (this.#reader !== undefined) {
      this.#reader.push(chunk);
      return;
    }
    this.#head = this.#head.length === 0 ? new Uint8Array(chunk) : Buffer.concat([this.#head, chunk]);
    this.#begin(false);
  }

  /** Ends the file. @param isTruncated whether bytes are missing at its end */
  end(isTruncated = false): void {
    this.#begin(true);
    this.#reader!.end(isTruncated);
    this.#judge();
  }

  #begin(isEnd: boolean): void {
    if (this.#reader !== undefined) return;
    this.#form = detectTraffic(this.#head, isEnd);
    if (this.#form === undefined) return;
    this.#reader = this.#form === 'har' ? this.#openHar() : this.#openLines();
    this.#reader.push(this.#head);
    this.#head = new Uint8Array(0);
  }

  #openHar(): ByteReader {
    return createRecordReader(
      { input: 'json', records: 'log.entries[]', maxLineBytes: MAX_HAR_ENTRY_BYTES },
      {
        record: (record) => {
          const bytes = record.stored();
          const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
          this.#take(readHarEntry(JSON.parse(text) as PlainObject), record.offset);
        },
        blank: () => {},
        malformed: ({ offset, message }) => this.#take({ kind: 'broken', message }, offset),
        remark: ({ code, offset, message }) => {
          if (code === 'json-no-records') this.#hasEntries = false;
          if (code === 'json-cut') this.#problem('cut-file', offset, message);
          if (code === 'json-broken') this.#problem('broken-file', offset, message);
        },
      },
    );
  }

  #openLines(): ByteReader {
    return new ExchangeLines({
      line: (json, text, offset) => {
        if (this.#found === 0 && !this.#isLogs) this.#judgeFirst(json, offset);
        this.#take(readExchangeLine(json, text, this.#checkField), offset);
      },
      blank: () => {
        this.#index += 1;
      },
      malformed: (message, offset) => this.#take({ kind: 'broken', message }, offset),
      cut: (offset) => this.#problem('cut-file', offset, 'the file ends inside this line, which is not counted'),
    });
  }

  /** The first invalid line is enough: tens of thousands more add nothing. */
  #judgeFirst(line: PlainObject, offset: number): void {
    if ('request' in line || 'response' in line) return;
    const field = Object.keys(line).find(this.#isLogField);
    if (field === undefined) return;
    this.#problem(
      'not-traffic',
      offset,
      `cannot find traffic: found log lines, with fields such as ${field}, ${EXPECTED}`,
    );
    this.#isLogs = true;
  }

  #take(reading: EntryReading, offset: number): void {
    if (this.#isLogs) return;
    const place = { index: this.#index, offset };
    this.#index += 1;
    this.#found += 1;
    if (reading.kind === 'exchange') this.#sink.exchange(reading.exchange, place);
    else if (reading.kind === 'passed-over') this.#sink.passedOver(reading.reason);
    else {
      this.#broken += 1;
      const what = this.#form === 'har' ? `entry ${place.index}` : `line ${place.index + 1}`;
      this.#sink.problem({ code: 'broken-entry', ...place, message: `${what}: ${reading.message}` });
    }
  }

  /** Reports problems of the file as a whole, after its end. */
  #judge(): void {
    if (this.#form === 'har' && !this.#hasEntries) {
      this.#problem(
        'not-traffic',
        0,
        'cannot find traffic: found "log" without entries, expected the array log.entries of a HAR file',
      );
    } else if (this.#form === 'ndjson' && this.#found > 0 && this.#broken === this.#found) {
      this.#problem(
        'not-traffic',
        0,
        `cannot find traffic: found no exchange in ${printPlural(this.#found, 'line')}, ${EXPECTED}`,
      );
    }
  }

  #problem(code: TrafficProblem['code'], offset: number, message: string): void {
    this.#sink.problem({ code, index: this.#index, offset, message });
  }
}

/** @returns undefined when more bytes are needed */
function detectTraffic(head: Uint8Array, isEnd: boolean): TrafficForm | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head, { stream: true });
  if (HAR_START.test(text)) return 'har';
  return !isEnd && head.length < MAX_HEAD_BYTES && HAR_PREFIX.test(text) ? undefined : 'ndjson';
}
