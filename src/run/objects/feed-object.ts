// What feeds an object to a reader of records, as replay, explain and the others call it; object-feeding.ts is the loop.
import type { Inflated } from '../../kernel/index.ts';
import type { Halt } from '../../record/index.ts';
import type { ObjectDamage } from '../../replay/index.ts';
import type { SourceObject } from '../sources.ts';
import { fetchSmall } from './fetch-small.ts';
import { withInflater } from './inflater-pool.ts';
import { ObjectFeeding } from './object-feeding.ts';

/** What is told while an object is read. */
export interface ObjectListener {
  signal: AbortSignal;
  /** Whether an HTML or XML page is taken for lines. @default false */
  isMarkupRead?: boolean;
  /** Of the reader: stops it at a malformed line of a compressed object until the bytes are known to be right. @default never */
  halt?: Halt | undefined;
  onProblem: (problem: ObjectDamage) => void;
  /** After each chunk; false ends the reading. @param stored bytes read since the last call */
  onChunk: (stored: number) => boolean;
}

/** Takes the bytes of an object in order. */
export interface ObjectReader {
  push(chunk: Uint8Array): void;
  /** In place of `push`, for bytes in the kernel's memory; where it is missing, `push` gets them all. */
  readWindow?(window: Inflated): void;
  /** Asked after each chunk: the next one is read when it resolves; undefined: at once. */
  settled?(): Promise<void> | undefined;
  /** @param isTruncated the bytes broke off before the object's end */
  end(isTruncated: boolean): void;
  /** Called last, however the reading ended: the kernel is given away afterwards. */
  close?(): void;
}

/** How the reading of an object ended. */
export type ObjectEnd =
  /** Read to its end. */
  | 'whole'
  /** A part could not be read: cut, corrupt, gone in between. */
  | 'damaged'
  /** Nothing could be read: gone, refused. */
  | 'unreadable'
  /** Not read to its end because nobody wanted more. */
  | 'stopped';

/**
 * Reads an object into `reader` and ends it.
 * @throws HeadgateError where no object of the destination could be read
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
