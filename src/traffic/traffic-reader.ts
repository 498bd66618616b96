// The bytes of one traffic file → exchanges, by pushing: HAR entry by entry, NDJSON line by line, told apart by the first
// bytes. Memory is bounded by one entry. What cannot be read is told with its place, and never ends the reading.
import type { PlainObject } from '../base/index.ts';
import { createRecordReader } from '../record/index.ts';
import { detectTraffic, type TrafficForm } from './detect-traffic.ts';
import type { EntryReading, Exchange, PassedOver } from './exchange.ts';
import { readExchangeLine } from './exchange-line.ts';
import { ExchangeLines } from './exchange-lines.ts';
import { readHarEntry } from './har-entry.ts';

/** Longest entry of a HAR file, which may hold the body of its response; longer ones are broken. Bytes. */
const MAX_HAR_ENTRY_BYTES = 64 * 1024 * 1024;

/** The two forms of traffic, for messages. */
const EXPECTED = 'expected a HAR file, {"log":{"entries":[…]}}, or one exchange a line, {"request":{…},"response":{…}}';

/** Where something stands in a file. */
export interface TrafficPlace {
  /** Of the entry or line, from 0; lines count as `sed -n` does, less one. */
  index: number;
  /** In the inflated bytes of the file. */
  offset: number;
}

/** Something wrong with a file. */
export interface TrafficProblem extends TrafficPlace {
  /** Stable: `broken-entry`, `not-traffic`, `cut-file`, `broken-file`. */
  code: 'broken-entry' | 'not-traffic' | 'cut-file' | 'broken-file';
  message: string;
}

/** Receives what a reader finds, in the order of the file. */
export interface TrafficSink {
  exchange(exchange: Exchange, place: TrafficPlace): void;
  /** An entry that never reached the edge. */
  passedOver(reason: PassedOver): void;
  problem(problem: TrafficProblem): void;
}

/** What takes the bytes of one form. */
interface ByteReader {
  push(chunk: Uint8Array): void;
  end(isTruncated: boolean): void;
}

/** What a reader knows beside bytes. */
export interface TrafficReaderOptions {
  /** Whether a name is a field of pushed logs: a file whose first line has such fields, and no exchange, is read no further. @default none is */
  isLogField?: (name: string) => boolean;
}

/** Reads one file of traffic. */
export class TrafficReader {
  readonly #sink: TrafficSink;
  readonly #isLogField: (name: string) => boolean;
  #head: Uint8Array = new Uint8Array(0);
  #form: TrafficForm | undefined;
  #reader: ByteReader | undefined;
  #index = 0;
  /** Entries and lines that hold something, whatever became of them. */
  #found = 0;
  #broken = 0;
  #hasEntries = true;
  #isLogs = false;

  constructor(sink: TrafficSink, { isLogField = () => false }: TrafficReaderOptions = {}) {
    this.#sink = sink;
    this.#isLogField = isLogField;
  }

  /** How the file is written; undefined until that is clear. */
  get form(): TrafficForm | undefined {
    return this.#form;
  }

  /** Whether the file holds pushed logs: that was told as a problem, and whatever else comes is passed over. */
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

  /** Ends the file. @param isTruncated the bytes broke off before its end */
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
        this.#take(readExchangeLine(json, text), offset);
      },
      blank: () => {
        this.#index += 1;
      },
      malformed: (message, offset) => this.#take({ kind: 'broken', message }, offset),
      cut: (offset) => this.#problem('cut-file', offset, 'the file breaks off inside this line, which does not count'),
    });
  }

  /** Tens of thousands of broken lines would say no more than the first one does. */
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

  /** What there is to say of the file as a whole, once it has been read. */
  #judge(): void {
    if (this.#form === 'har' && !this.#hasEntries) {
      this.#problem(
        'not-traffic',
        0,
        'cannot find traffic: found "log" without entries, expected the array log.entries of a HAR file',
      );
    } else if (this.#form === 'ndjson' && this.#found > 0 && this.#broken === this.#found) {
      this.#problem('not-traffic', 0, `cannot find traffic: found no exchange in ${this.#found} lines, ${EXPECTED}`);
    }
  }

  #problem(code: TrafficProblem['code'], offset: number, message: string): void {
    this.#sink.problem({ code, index: this.#index, offset, message });
  }
}
