// Feeds one object to a reader of records: the one loop that replay and explain share.

import type { RecordReader } from '../record/index.ts';
import { countStored } from './progress.ts';
import { readInflated } from './read-inflated.ts';
import type { SourceObject } from './sources.ts';

/** Something wrong with an object; `offset` in inflated bytes. */
export interface ObjectProblem {
  code: string;
  offset: number;
  message: string;
}

/** What is told while an object is read. */
export interface ObjectListener {
  signal: AbortSignal;
  onProblem: (problem: ObjectProblem) => void;
  /** After each chunk; false ends the reading. @param stored bytes read since the last call */
  onChunk: (stored: number) => boolean;
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

/** Findings that say the stored bytes are bad, not that they could not be had. */
const BAD_BYTES = 'gzip-';

/**
 * Reads an object into `reader` and ends it.
 * @throws HeadgateError where no object of the destination could be read
 */
export async function feedObject(
  { destination, object }: SourceObject,
  reader: RecordReader,
  listener: ObjectListener,
): Promise<{ end: ObjectEnd; stored: number }> {
  const { signal, onProblem, onChunk } = listener;
  let stored = 0;
  let told = 0;
  let inflated = 0;
  let code: string | undefined;
  const counted = countStored(destination, (bytes) => {
    stored += bytes;
  });
  const onFinding = (finding: ObjectProblem): void => {
    code = finding.code;
    onProblem(finding);
  };
  try {
    for await (const chunk of readInflated(counted, object, { signal, onFinding })) {
      inflated += chunk.length;
      reader.push(chunk);
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
  return { end: inflated === 0 && !code.startsWith(BAD_BYTES) ? 'unreadable' : 'damaged', stored };
}
