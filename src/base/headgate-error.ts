// The one error class for every failure that a user can cause or run into. Its message is a complete sentence that can be
// printed alone; it must never contain a secret.

/** Why the program stops: `negative` (the answer is negative) exits with code 1, `unreachable` (there is no answer) with 2. */
export type ErrorKind = 'negative' | 'unreachable' | 'interrupted';

/**
 * A failure reported to the user. Of something parsed: "failed action: found X, expected Y; how to fix it". Of a network, a permission or
 * a file: "failed action: who does what (evidence); what to do".
 */
export class HeadgateError extends Error {
  override readonly name = 'HeadgateError';
  /** Stable, machine-readable; never changes its meaning. */
  readonly code: string;
  /** @default 'unreachable' */
  readonly kind: ErrorKind;

  /** Whether the failure ends the run even if other objects can be read, because no object has caused it. @default false */
  readonly endsRun: boolean;

  /**
   * Time after which another attempt may succeed. 0: the failure requests no wait. Undefined: another attempt is likely to fail too.
   * Milliseconds.
   */
  readonly retryAfterMs: number | undefined;

  /** Lines to print above the message: an excerpt with a caret, all problems of a file. May contain control characters. @default none */
  readonly details: readonly string[];

  constructor(
    code: string,
    message: string,
    options: {
      kind?: ErrorKind;
      endsRun?: boolean;
      retryAfterMs?: number | undefined;
      details?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.kind = options.kind ?? 'unreachable';
    this.endsRun = options.endsRun ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details ?? [];
  }
}
