// What the push engine reads from the configuration of the service, and what it reports back. Types only.
import type { Ruleset } from '../../language/custom-fields/index.ts';

/** A job that pushes. */
export interface PushJob {
  /** Id of the platform. */
  id: number;
  /** The job as the API returns it, as JSON; src/language/job parses it. */
  document: string;
}

/** The configuration of the zone. All methods are synchronous. */
export interface PushSource {
  /** Grows with each change of a job or a ruleset; the engine compares it before each exchange. */
  readonly revision: number;
  /** The enabled jobs of the zone for the dataset of the traffic. */
  jobs(): readonly PushJob[];
  /** The custom-fields ruleset of the zone; undefined if it has none, or none with an enabled rule. */
  ruleset(): Ruleset | undefined;
  /** A batch arrived: sets `last_complete`, clears `last_error` and `error_message`. @param untilMs end of the batch */
  delivered(jobId: number, untilMs: number): void;
  /** A batch did not arrive. @param message without secrets */
  failed(jobId: number, atMs: number, message: string): void;
}
