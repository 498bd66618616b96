// Counts the headers and cookies of exchanges: how often, how many values, how many bytes; and the sizes of whole lines. Memory is
// bounded, and the result does not depend on the order of the exchanges. Reads values as field-reader.ts does.
import { mix32 } from '../../../base/index.ts';
import type { LoggedKey } from '../../dataset/index.ts';
import { eachCookie } from '../cookies.ts';
import { COOKIE, COOKIE_SEPARATOR, type ExchangeHeaders } from '../field-reader.ts';
import type { CustomFieldLimits } from '../limits.ts';
import { sizeOf } from '../truncate.ts';
import { BoundedMap } from './bounded-map.ts';
import { containsCredential } from './credential.ts';
import { isPublicId } from './known-headers.ts';
import { SizeHistogram } from './size-histogram.ts';

/** Odd factors of two independent hashes of 32 bits: the prime of FNV-1a, and a prime near 2^32 divided by the golden ratio. */
const FACTORS = [0x01000193, 0x9e3779b1] as const;

/** A number has 53 exact bits: 32 of the first hash, and these of the second. */
const LOW_BITS = 53 - 32;

/** Hashes a sequence of pairs. */
class PairHash {
  #high = 0;
  #low = 0;

  /** @param hash of a text @param count below 2^32 */
  add(hash: number, count: number): void {
    this.#high = mix32(Math.imul(this.#high, FACTORS[0]) ^ Math.floor(hash / 2 ** LOW_BITS) ^ mix32(count));
    this.#low = mix32(Math.imul(this.#low, FACTORS[1]) ^ (hash % 2 ** 32) ^ mix32(~count));
  }

  /** An integer below 2^53. */
  get value(): number {
    return joined(this.#high, this.#low);
  }
}

/** Different values counted for each name; with one more value, only "more". Our choice. */
export const MAX_VALUES = 64;

const EMPTY = textHash('');

/** The figures of one name. */
export interface NameFigures {
  key: LoggedKey;
  /** Headers in lower case. */
  name: string;
  /** Exchanges that contain it. */
  exchanges: number;
  /** Different values, at most {@link MAX_VALUES}. */
  values: number;
  /** Whether there are more values. */
  hasMoreValues: boolean;
  /** Median of the UTF-8 bytes of its value. Exact below 64, else within 1/16. */
  medianBytes: number;
  maxBytes: number;
  /** Exchanges that repeat it. */
  repeated: number;
}

/** Counts one name. */
export class NameCounts {
  readonly key: LoggedKey;
  readonly name: string;
  /** Hash of key and name. */
  readonly hash: number;
  /** Number of the newest exchange that contains it. */
  newest = -1;
  /** Bytes of its value in that exchange. */
  newestBytes = 0;
  /** Whether that exchange repeats it. */
  isRepeated = false;
  /** Whether a value looks like a credential. */
  hasCredential = false;
  readonly #isPublicId: boolean;
  #exchanges = 0;
  #repeated = 0;
  readonly #values = new Set<number>();
  readonly #sizes = new SizeHistogram();

  constructor(key: LoggedKey, name: string) {
    this.key = key;
    this.name = name;
    this.hash = nameHash(key, name);
    this.#isPublicId = isPublicId(key, name);
  }

  /** Whether no value has a character. */
  get isAlwaysEmpty(): boolean {
    return this.#values.size === 1 && this.#values.has(EMPTY);
  }

  /** Reads a value of an exchange; every one is checked for credentials, because a log may contain any. */
  check(value: string): void {
    if (this.hasCredential && this.#values.size > MAX_VALUES) return;
    const hash = textHash(value);
    if (this.#values.has(hash)) return;
    if (this.#values.size <= MAX_VALUES) this.#values.add(hash);
    this.hasCredential ||= containsCredential(value, this.#isPublicId);
  }

  /** Counts the newest exchange, after all of its values. */
  count(): void {
    this.#exchanges += 1;
    if (this.isRepeated) this.#repeated += 1;
    this.#sizes.add(this.newestBytes);
  }

  figures(): NameFigures {
    return {
      key: this.key,
      name: this.name,
      exchanges: this.#exchanges,
      values: Math.min(this.#values.size, MAX_VALUES),
      hasMoreValues: this.#values.size > MAX_VALUES,
      medianBytes: this.#sizes.median(),
      maxBytes: this.#sizes.max,
      repeated: this.#repeated,
    };
  }
}

/** Names stored for each key: the shortest ones, because random names are long. Our choice. */
export const MAX_NAMES = 4096;

/** Longer names are not counted. UTF-16 units. */
const MAX_NAME_LENGTH = 256;

/** Different lines whose sizes are stored. Our choice. */
export const MAX_LINES = 2048;

/** Equal lines: the sizes of their values by name. */
export interface CountedLine {
  exchanges: number;
  /** By {@link NameCounts.hash}: bytes. */
  sizes: ReadonlyMap<number, number>;
}

type Spellings = Map<string, NameCounts>;

/** Counts exchanges. */
export class NameTally {
  exchanges = 0;
  /** Names longer than {@link MAX_NAME_LENGTH}, each time they occur. */
  longNames = 0;
  /** Exchanges whose request has a Cookie header. */
  withCookies = 0;
  readonly #names: Readonly<Record<LoggedKey, BoundedMap<string, NameCounts>>>;
  readonly #spellings: Readonly<Record<LoggedKey, Spellings>>;
  readonly #lines: BoundedMap<number, { exchanges: number; sizes: Map<number, number> }> | undefined;
  /** The names of the current exchange. */
  #current: NameCounts[] = [];
  /** Hash of the names and sizes of the current exchange, in order, counted or not. */
  #line = new PairHash();
  readonly #onCookie = (name: string, value: string): void => {
    this.#take('Cookies', name, value);
  };

  constructor({ combinedBytes }: CustomFieldLimits) {
    this.#spellings = { RequestHeaders: new Map(), ResponseHeaders: new Map(), Cookies: new Map() };
    this.#names = {
      RequestHeaders: this.#namesOf('RequestHeaders'),
      ResponseHeaders: this.#namesOf('ResponseHeaders'),
      Cookies: this.#namesOf('Cookies'),
    };
    if (combinedBytes !== undefined) this.#lines = new BoundedMap(MAX_LINES, (a, b) => a - b);
  }

  /** Counts one exchange. */
  add({ request, response }: ExchangeHeaders): void {
    this.#current = [];
    this.#line = new PairHash();
    let hasCookies = false;
    for (const [written, value] of request) {
      if (this.#take('RequestHeaders', written, value) !== COOKIE) continue;
      hasCookies = true;
      eachCookie(value, this.#onCookie);
    }
    for (const [written, value] of response) this.#take('ResponseHeaders', written, value);
    if (hasCookies) this.withCookies += 1;
    for (const counts of this.#current) counts.count();
    this.#addLine();
    this.exchanges += 1;
  }

  /** Returns the counted names, shortest first. */
  names(): NameCounts[] {
    return Object.values(this.#names).flatMap((names) => names.sorted().map(([, counts]) => counts));
  }

  /** Returns the keys of which some names are not counted, because there are more than {@link MAX_NAMES}. */
  keysOver(): LoggedKey[] {
    return (Object.keys(this.#names) as LoggedKey[]).filter((key) => this.#names[key].isOver);
  }

  /** Returns different lines; a random selection of them if there are more than {@link MAX_LINES}. Empty without a limit on lines. */
  lines(): CountedLine[] {
    return this.#lines?.sorted().map(([, line]) => line) ?? [];
  }

  #namesOf(key: LoggedKey): BoundedMap<string, NameCounts> {
    return new BoundedMap(MAX_NAMES, shortestFirst, () => this.#spellings[key].clear());
  }

  /** Reads one value. @returns the name, in lower case for headers */
  #take(key: LoggedKey, written: string, value: string): string | undefined {
    if (written.length > MAX_NAME_LENGTH) {
      this.longNames += 1;
      return undefined;
    }
    const counts = this.#find(key, written);
    const bytes = sizeOf(value);
    this.#line.add(counts?.hash ?? nameHash(key, nameOf(key, written)), bytes);
    if (counts === undefined) return undefined;
    if (counts.newest !== this.exchanges) {
      counts.newest = this.exchanges;
      counts.newestBytes = bytes;
      counts.isRepeated = false;
      this.#current.push(counts);
    } else if (key === 'RequestHeaders' && counts.name === COOKIE) {
      counts.newestBytes += COOKIE_SEPARATOR.length + bytes;
    } else counts.isRepeated = true;
    counts.check(value);
    return counts.name;
  }

  #find(key: LoggedKey, written: string): NameCounts | undefined {
    const spellings = this.#spellings[key];
    const known = spellings.get(written);
    if (known !== undefined) return known;
    // A copy: a slice of a long header would keep the whole header in memory.
    const own = Buffer.from(written, 'utf16le').toString('utf16le');
    const name = nameOf(key, own);
    const counts = this.#names[key].find(name, () => new NameCounts(key, name));
    if (counts !== undefined && spellings.size < 2 * MAX_NAMES) spellings.set(own, counts);
    return counts;
  }

  #addLine(): void {
    if (this.#lines === undefined) return;
    const current = this.#current;
    const line = this.#lines.find(this.#line.value, () => ({
      exchanges: 0,
      sizes: new Map(current.map((counts) => [counts.hash, counts.newestBytes])),
    }));
    if (line !== undefined) line.exchanges += 1;
  }
}

function nameOf(key: LoggedKey, written: string): string {
  return key === 'Cookies' ? written : written.toLowerCase();
}

function shortestFirst(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a === b ? 0 : 1);
}

/** Returns the hash of a key and a name. */
function nameHash(key: LoggedKey, name: string): number {
  return textHash(`${key} ${name}`);
}

/** Returns the hash of a text: an integer below 2^53. */
function textHash(text: string): number {
  let [a, b] = [text.length, ~text.length];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, FACTORS[0]);
    b = Math.imul(b ^ unit, FACTORS[1]);
  }
  return joined(a, b);
}

function joined(high: number, low: number): number {
  return mix32(high) * 2 ** LOW_BITS + (mix32(low) >>> (32 - LOW_BITS));
}
