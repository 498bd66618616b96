// Describes a failure for the result of an apply, which reports what was changed and therefore does not throw.
import { HeadgateError } from './headgate-error.ts';
import { redactSecrets } from './secrets.ts';

/** Returns the message of an error, without secrets. */
export function failureReason(error: unknown): string {
  if (error instanceof HeadgateError) return error.message;
  return redactSecrets(`unexpected error: ${error instanceof Error ? error.message : String(error)}`);
}

/** Whether an error is an interruption: Ctrl-C at a question, or the aborted signal of the run. */
export function isInterruption(error: unknown, signal: AbortSignal): boolean {
  if (error instanceof HeadgateError) return error.kind === 'interrupted';
  return signal.aborted && error === signal.reason;
}

/** Whether a write failed in a way that leaves open whether the API makes the change. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof HeadgateError && error.code === 'api-outcome-unknown';
}

/** Whether the API did not process a request, because it accepts no more of them now. */
export function isRateLimited(error: unknown): boolean {
  return error instanceof HeadgateError && error.code === 'api-rate-limited';
}
