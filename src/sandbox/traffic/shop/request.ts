// One request with its answer, the source of all log fields. Times are whole milliseconds since 1970 plus the
// nanoseconds within the millisecond, because a number cannot hold nanoseconds since 1970 exactly.
import type { Client } from './client.ts';
import type { Target } from './target.ts';

/** An instant. */
export interface Moment {
  readonly ms: number;
  /** 0 to 999,999; its last digit is never 0, so that rounding is visible. */
  readonly ns: number;
}

/** The actions of the platform's security products on a request: action, rules and sources, arrays of equal length. */
interface Security {
  /** The terminating action; empty if there is none. */
  readonly action: string;
  readonly actions: readonly string[];
  readonly ruleIds: readonly string[];
  readonly sources: readonly string[];
}

/** The answer to the client, and its origin. */
export interface Answer {
  readonly status: number;
  /** 0 if the origin received no request. */
  readonly originStatus: number;
  readonly originMs: number;
  readonly cacheStatus: string;
  readonly isTieredFill: boolean;
  readonly contentType: string;
  readonly bytes: number;
  /** In hundredths; 0 when not compressed. */
  readonly compressionHundredths: number;
  readonly security: Security;
  /** 1 (surely an attack) to 99 (surely none). */
  readonly attackScore: number;
  readonly leakedCredentials: string;
  /** Whether a redirect rule of the zone answered. */
  readonly isRedirected: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request. */
export interface Request {
  readonly client: Client;
  readonly target: Target;
  readonly answer: Answer;
  readonly rayId: string;
  /** null if the client does not send the header, empty if the header is empty. */
  readonly referer: string | null;
  readonly start: Moment;
  readonly end: Moment;
  readonly timeToFirstByteMs: number;
  /** When the log line reaches the batch, some time after the end. Milliseconds since 1970. */
  readonly loggedMs: number;
  /** Whether the encoder escapes `/` and all non-ASCII characters. */
  readonly isEscaped: boolean;
}
