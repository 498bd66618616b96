// The error of everything that --emit cannot write.
import { HeadgateError, writeReason } from '../base/index.ts';

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
