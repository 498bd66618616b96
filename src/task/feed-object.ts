// Feeds one object to a reader of records: the one loop that replay and explain share.
import { isBadBytes, isForeignContent } from '../destination/index.ts';
import type { Inflated, Inflater } from '../kernel/index.ts';
import type { ObjectDamage } from '../replay/index.ts';
import { fetchSmall } from './fetch-small.ts';
import { withInflater } from './inflater-pool.ts';
import { countStored } from './progress.ts';
import { readInflated } from './read-inflated.ts';
import type { SourceObject } from './sources.ts';

/** What is told while an object is read. */
export interface ObjectListener {
  signal: AbortSignal;
  /** Whether an HTML or XML page is taken for lines. @default false */
  isMarkupRead?: boolean;
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
    try {
      return await feed({ ...item, destination }, reader, listener, inflater);
    } finally {
      reader.close?.();
    }
  });
}

async function feed(
  { destination, object, range }: SourceObject,
  reader: ObjectReader,
  { signal, isMarkupRead = false, onProblem, onChunk }: ObjectListener,
  inflater: Inflater | undefined,
): Promise<{ end: ObjectEnd; stored: number }> {
  let stored = 0;
  let told = 0;
  let inflated = 0;
  let code: string | undefined;
  const counted = countStored(destination, (bytes) => {
    stored += bytes;
  });
  const onFinding = (finding: ObjectDamage): void => {
    code = finding.code;
    onProblem(finding);
  };
  const wantsWindows = reader.readWindow !== undefined;
  try {
    const options = { signal, onFinding, inflater, wantsWindows, range, isMarkupRead };
    for await (const { bytes, window } of readInflated(counted, object, options)) {
      inflated += bytes.length;
      if (wantsWindows && window !== undefined) reader.readWindow!(window);
      else reader.push(bytes);
      const settled = reader.settled?.();
      if (settled !== undefined) await settled;
      const isWanted = onChunk(stored - told);
      told = stored;
      if (!isWanted || signal.aborted) return { end: 'stopped', stored };
    }
  } catch (error) {
    // What was read until the interruption stands; a line it cut does not.
    if (signal.aborted) return { end: 'stopped', stored };
    throw error;
  }
  if (signal.aborted) return { end: 'stopped', stored };
  reader.end(code !== undefined);
  onChunk(stored - told);
  if (code === undefined) return { end: 'whole', stored };
  const isUnreadable = inflated === 0 && (isForeignContent(code) || !isBadBytes(code));
  return { end: isUnreadable ? 'unreadable' : 'damaged', stored };
}
