// The contract of what writes kept lines while objects are read (`--emit`), and its one error. Writes nothing itself.
import { HeadgateError, writeReason } from '../../base/index.ts';
import type { StoredObject } from '../../destination/index.ts';
import type { LineRecord } from '../../record/index.ts';
import type { EmittedTotal } from '../../replay/index.ts';

/** A source of what is written. */
export interface EmitSource {
  object: StoredObject;
  /** Digits other than those of its name, which another source has too. */
  emitDigits?: string | undefined;
}

/** Writes what is kept of objects. */
export interface Emitter {
  /** Several may be open at a time. */
  openObject(source: EmitSource): ObjectEmission;
  /** What was written, by job. */
  totals(): EmittedTotal[];
  /** Whether an object waits for the network after it was read: several are worth to be read at a time. @default false */
  isRemote?: boolean;
}

/** Writes what is kept of one object. */
export interface ObjectEmission {
  /** A line was kept. @param job its index */
  onKept(job: number, record: LineRecord): void;
  /** @returns undefined when more can be taken at once */
  settled(): Promise<void> | undefined;
  /** The object was read as far as it can be. @param signal ends the writing, where that takes long: nothing of it counts then */
  commit(signal: AbortSignal): Promise<void>;
  /** The object was not read to its end: nothing of it counts. */
  discard(): Promise<void>;
}

const FAILED = 'emit-failed';

/** Whether lines cannot be written: no object of the source is to blame, and none can be read any more. */
export function isEmitFailure(error: HeadgateError): boolean {
  return error.code === FAILED;
}

/** Says why something of --emit cannot be written. */
export function emitFailed(path: string, error: unknown): HeadgateError {
  const reason = error instanceof HeadgateError ? error.message : writeReason(error);
  return new HeadgateError(FAILED, `cannot write --emit ${path}: ${reason}`, { cause: error });
}
