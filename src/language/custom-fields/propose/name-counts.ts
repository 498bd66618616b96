// Counts one header or cookie over all exchanges, in bounded memory. Stores no value.
import type { LoggedKey } from '../../dataset/index.ts';
import { containsCredential } from './credential.ts';
import { isPublicId } from './known-headers.ts';
import { SizeHistogram } from './size-histogram.ts';
import { textHash } from './text-hash.ts';

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

/** Returns the hash of a key and a name. */
export function nameHash(key: LoggedKey, name: string): number {
  return textHash(`${key} ${name}`);
}
