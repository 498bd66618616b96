// Feeds one object to its reader: once, or again from the malformed line at which the reader has stopped because the bytes there
// may be damaged. Tracks which bytes a checksum confirms; splits no lines.
import { printCount, printPlural } from '../../base/index.ts';
import {
  DIFFERS_WHEN_READ_AGAIN,
  isBadBytes,
  isCorrupt,
  isForeignContent,
  isPlain,
  type ObjectFinding,
  yieldToEventLoop,
} from '../destination/index.ts';
import type { Inflated, Inflater } from '../kernel/index.ts';
import type { Halt } from '../record/index.ts';
import type { ObjectDamage } from '../scan/index.ts';
import type { SourceObject } from '../sources/index.ts';
import { fetchSmall } from './fetch-small.ts';
import { withInflater } from './inflater-pool.ts';
import { countStored } from './progress.ts';
import { type InflatedChunk, readInflated } from './read-inflated.ts';

/** The callbacks while an object is read, and the options of its reader. */
export interface ObjectListener {
  signal: AbortSignal;
  /** Whether an HTML or XML page is read as lines. @default false */
  isMarkupRead?: boolean;
  /** Of the reader: stops it at a malformed line of a compressed object until its bytes are known to be correct. @default never */
  halt?: Halt | undefined;
  onProblem: (problem: ObjectDamage) => void;
  /** Called after each chunk; returns false to stop reading. @param stored bytes read since the last call */
  onChunk: (stored: number) => boolean;
}

/** Takes the bytes of an object in order. */
export interface ObjectReader {
  push(chunk: Uint8Array): void;
  /** Takes bytes in the kernel's memory; without this method, `push` takes them all. */
  readWindow?(window: Inflated): void;
  /** Called after each chunk: the next one is read when the promise resolves; undefined: at once. */
  drained?(): Promise<void> | undefined;
  /** @param isTruncated the bytes broke off before the object's end */
  end(isTruncated: boolean): void;
  /** Called last, however reading ended: afterwards the kernel serves another object. */
  close?(): void;
}

/** How the reading of an object ended. */
export type ObjectEnd =
  /** Read to its end. */
  | 'whole'
  /** A part could not be read: cut, corrupt, deleted during the run. */
  | 'damaged'
  /** Nothing could be read: deleted, or access denied. */
  | 'unreadable'
  /** Stopped by the caller before its end. */
  | 'stopped';

/** Maximum number of readings of an object that stops at malformed lines. Ours: corrupt bytes that stay the same need two. */
const MAX_READINGS = 4;
/** Maximum size of an object that is read at once: most objects of few lines are smaller. Bytes; ours. */
const SMALL_BYTES = 32 * 1024;

/**
 * Reads an object into `reader` and ends it.
 * @throws HeadgateError if no object of the destination could be read
 */
export async function feedObject(
  item: SourceObject,
  reader: ObjectReader,
  listener: ObjectListener,
): Promise<{ end: ObjectEnd; stored: number }> {
  const destination = await fetchSmall(item, listener.signal);
  return withInflater(async (inflater) => {
    const feeding = new ObjectFeeding({ ...item, destination }, reader, listener, inflater);
    try {
      const end = await feeding.run();
      return { end, stored: feeding.stored };
    } finally {
      reader.close?.();
    }
  });
}

/** The reading of one object. */
export class ObjectFeeding {
  /** Stored bytes read so far; those read twice count twice. */
  stored = 0;
  readonly #item: SourceObject;
  readonly #reader: ObjectReader;
  readonly #listener: ObjectListener;
  readonly #inflater: Inflater | undefined;
  /** The part of `stored` that was reported to the listener. */
  #reported = 0;
  /** Inflated bytes of the last reading. */
  #inflated = 0;
  /** Whether any reading has delivered a byte. */
  #isAny = false;
  /** Whether the object is known to be corrupt. The kernel is not used then: it counts lines at which the reader must stop. */
  #isCorrupt = false;
  /** The finding of the last reading. */
  #finding: ObjectFinding | undefined;

  constructor(item: SourceObject, reader: ObjectReader, listener: ObjectListener, inflater: Inflater | undefined) {
    this.#item = item;
    this.#reader = reader;
    this.#listener = listener;
    this.#inflater = inflater;
  }

  /** Reads the object, and ends its reader. @throws HeadgateError if no object of the destination could be read */
  async run(): Promise<ObjectEnd> {
    const { halt, onProblem, onChunk } = this.#listener;
    const small = this.#item.destination.readWhole === undefined ? undefined : await this.#readSmall();
    if (small !== undefined) return await this.#feedSmall(small);
    if (!(await this.#read(0))) return 'stopped';
    let isChanged = false;
    for (let reading = 1; halt?.at !== undefined && this.#confirmedTo() > halt.at; reading += 1) {
      // An object that changes each time would be read forever.
      if (reading === MAX_READINGS) break;
      const from = this.#confirmedTo();
      isChanged ||= this.#isCorrupt && from === Number.POSITIVE_INFINITY;
      this.#isCorrupt = from !== Number.POSITIVE_INFINITY;
      if (!(await this.#read(halt.resume(from)))) return 'stopped';
    }
    isChanged ||= this.#isCorrupt && this.#confirmedTo() === Number.POSITIVE_INFINITY;
    if (isChanged)
      this.#finding ??= {
        code: 'object-changed',
        message: DIFFERS_WHEN_READ_AGAIN,
        offset: halt?.at ?? this.#inflated,
      };
    const finding = this.#finding;
    if (finding !== undefined) onProblem(describeFinding(finding, halt?.at));
    onChunk(this.stored - this.#reported);
    if (finding === undefined) return 'whole';
    const isUnreadable = !this.#isAny && (isForeignContent(finding.code) || !isBadBytes(finding.code));
    return isUnreadable ? 'unreadable' : 'damaged';
  }

  /**
   * Reads a small plain object at once: a file on disk, or what was fetched. A stream took half of the time of a file of one line.
   * @returns undefined for any other object, or on any failure: the object is then read as a stream
   */
  async #readSmall(): Promise<Uint8Array | undefined> {
    const { destination, object, range } = this.#item;
    const { signal, isMarkupRead = false } = this.#listener;
    const buffer = this.#inflater?.storedBuffers[0];
    if (buffer === undefined || range !== undefined) return undefined;
    await yieldToEventLoop();
    if (signal.aborted) return undefined;
    const bytes = destination.readWhole?.(object, buffer.subarray(0, SMALL_BYTES));
    return bytes !== undefined && isPlain(bytes, isMarkupRead) ? bytes : undefined;
  }

  async #feedSmall(bytes: Uint8Array): Promise<ObjectEnd> {
    const inflater = this.#inflater!;
    this.stored = bytes.length;
    if (this.#reader.readWindow === undefined) this.#reader.push(bytes);
    else {
      inflater.begin();
      this.#reader.readWindow(inflater.plain(bytes));
    }
    const drained = this.#reader.drained?.();
    if (drained !== undefined) await drained;
    if (!this.#listener.onChunk(bytes.length) || this.#listener.signal.aborted) return 'stopped';
    this.#reader.end(false);
    return 'whole';
  }

  /** Offset before which checksums confirm the inflated bytes. */
  #confirmedTo(): number {
    const finding = this.#finding;
    if (finding === undefined || !isCorrupt(finding.code)) return Number.POSITIVE_INFINITY;
    return finding.unconfirmedFrom ?? 0;
  }

  /** Reads the object from an inflated byte to its end, and ends its reader. @returns false if it was stopped */
  async #read(from: number): Promise<boolean> {
    const { destination, object, range } = this.#item;
    const { signal, halt, isMarkupRead = false, onChunk } = this.#listener;
    this.#finding = undefined;
    this.#inflated = 0;
    const counted = countStored(destination, (bytes) => {
      this.stored += bytes;
    });
    const options = {
      signal,
      range,
      isMarkupRead,
      inflater: this.#inflater,
      isCorrupt: this.#isCorrupt,
      wantsWindows: this.#reader.readWindow !== undefined,
      onFinding: ({ unconfirmedFrom, ...finding }: ObjectFinding) => {
        // If only the kernel reads an object, the starts of its members are unknown.
        const isKnown = unconfirmedFrom !== undefined && object.singleUse !== true;
        this.#finding = isKnown ? { ...finding, unconfirmedFrom } : finding;
      },
      // An object that opens once cannot be read again.
      onCompressed: () => {
        if (halt !== undefined && object.singleUse !== true) halt.isArmed = true;
      },
    };
    try {
      for await (const chunk of readInflated(counted, object, options)) {
        const passed = Math.max(0, from - this.#inflated);
        this.#inflated += chunk.bytes.length;
        this.#isAny ||= chunk.bytes.length > 0;
        // A window without new bytes reports that the kept bytes have moved.
        const isWanted = passed === 0 || passed < chunk.bytes.length;
        // After the reader has stopped, the rest is inflated only to detect damage.
        if (halt?.at === undefined && isWanted) this.#push(chunk, passed);
        const drained = this.#reader.drained?.();
        if (drained !== undefined) await drained;
        const goesOn = onChunk(this.stored - this.#reported);
        this.#reported = this.stored;
        if (!goesOn || signal.aborted) return false;
      }
    } catch (error) {
      // Lines read before the interruption count; a line that it cuts does not.
      if (signal.aborted) return false;
      throw error;
    }
    if (signal.aborted) return false;
    if (halt?.at === undefined) this.#reader.end(this.#finding !== undefined);
    return true;
  }

  /** @param passed bytes at the beginning of the chunk that the reader already has */
  #push({ bytes, window }: InflatedChunk, passed: number): void {
    const reader = this.#reader;
    if (reader.readWindow !== undefined && window !== undefined && !this.#isCorrupt)
      reader.readWindow(passed === 0 ? window : cutOff(window, passed));
    else reader.push(passed === 0 ? bytes : bytes.subarray(passed));
  }
}

/** Removes bytes from the start of a window, in place, since its reader sets what must be kept. */
function cutOff(window: Inflated, bytes: number): Inflated {
  window.start += bytes;
  window.keptFrom = window.start;
  window.bytes = window.bytes.subarray(bytes);
  return window;
}

/** @param haltedAt the malformed line from which on nothing is counted */
function describeFinding(
  { code, message, offset, unconfirmedFrom }: ObjectFinding,
  haltedAt: number | undefined,
): ObjectDamage {
  if (!isCorrupt(code)) return { code, message, offset, ...(isBadBytes(code) ? {} : { isUnavailable: true }) };
  if (haltedAt !== undefined) {
    const count = `byte ${printCount(haltedAt)} begins the first line that is not a record, and the ${printPlural(offset - haltedAt, 'byte')} from there on are not counted`;
    return { code, offset: haltedAt, message: `${message}; ${count}${unconfirmed(unconfirmedFrom, haltedAt)}` };
  }
  return { code, offset, message: `${message}${unconfirmed(unconfirmedFrom, offset)}` };
}

function unconfirmed(from: number | undefined, to: number): string {
  if (from === to) return '';
  const where =
    from === undefined ? `some bytes before byte ${printCount(to)}` : `bytes ${printCount(from)} to ${printCount(to)}`;
  return `; no checksum confirms ${where}, lines there are counted nevertheless`;
}
