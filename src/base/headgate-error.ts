// The one error class for everything a user can cause or meet. Its message is a whole sentence, fit to be printed
// alone; it must never hold a secret.

/** What stopped: `negative` ends with exit code 1 (an answer, and it is no), `unreachable` with 2 (no answer could be reached). */
export type ErrorKind = 'negative' | 'unreachable' | 'interrupted';

/** A failure told to the user: "failed action: what was found, what is wanted; how to fix it". */
export class HeadgateError extends Error {
  override readonly name = 'HeadgateError';
  /** Stable, machine-readable; never changes its meaning. */
  readonly code: string;
  /** @default 'unreachable' */
  readonly kind: ErrorKind;

  constructor(code: string, message: string, options: { kind?: ErrorKind; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.kind = options.kind ?? 'unreachable';
  }
}
