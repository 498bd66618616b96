// The contract of `--emit`, which writes kept lines while objects are read, and its error. Writes nothing itself.
import { dirname } from 'node:path';
import { writeReasonIn } from '../../base/file/index.ts';
import { HeadgateError } from '../../base/index.ts';
import type { StoredObject } from '../destination/index.ts';
import type { LineRecord } from '../record/index.ts';

/** An object whose kept lines are written. */
export interface EmitSource {
  object: StoredObject;
  /** Digits in the written name; set if another object has the same digits in its own name. */
  emitHash?: string | undefined;
}

/** Writes the kept lines of objects. */
export interface Emitter {
  /** Several may be open at a time. */
  openObject(source: EmitSource): ObjectEmission;
  /** Whether the lines of an object are uploaded after it was read, so that several objects should be read at a time. @default false */
  isRemote?: boolean;
}

/** Writes the kept lines of one object. */
export interface ObjectEmission {
  /** Writes a line of an output of the query. @param output its index */
  onKept(output: number, record: LineRecord): void;
  /** @returns undefined when it accepts more lines at once */
  drained(): Promise<void> | undefined;
  /** Completes the object, which was read as far as possible. @param signal aborts a long upload: nothing of the object counts then */
  commit(signal: AbortSignal): Promise<void>;
  /** Discards the object, which was not read to its end: nothing of it counts. */
  discard(): Promise<void>;
}

/** The error for a path of --emit that cannot be written. It ends the run. */
export function emitFailed(path: string, error: unknown): HeadgateError {
  const reason =
    error instanceof HeadgateError ? error.message : writeReasonIn(dirname(path), error, 'choose another folder');
  return new HeadgateError('emit-failed', `cannot write --emit ${path}: ${reason}`, { endsRun: true, cause: error });
}
