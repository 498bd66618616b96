// One alert: an event of a pool that a recipient must receive. The unit of coverage: nothing is cleared while one of its alerts is not covered.
import type { EventSource, Health, PoolName } from './migration-plan.ts';

/** A recipient: an e-mail address, or the id of a webhook. */
export type Recipient = { readonly email: string } | { readonly webhook: string };

/** An event of a pool that a recipient must receive. */
export interface Alert {
  readonly pool: PoolName;
  readonly source: EventSource;
  readonly health: Health;
  readonly recipient: Recipient;
}
