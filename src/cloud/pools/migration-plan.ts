// The plan of a migration from legacy pool e-mails to notification policies, as data. Types only; plan-migration.ts computes it.

/** What reports an event. */
export type EventSource = 'pool' | 'origin';
/** The health after an event. */
export type Health = 'Healthy' | 'Unhealthy';

/** The events of a pool that its recipients receive. Each list in the order `Unhealthy`, `Healthy`. */
export type ReportedEvents = Readonly<Record<EventSource, readonly Health[]>>;

/** A policy to create. It covers every combination of its pools, sources, health and recipients. */
export interface PlannedPolicy {
  readonly name: string;
  /** Sorted; at least one of `emails` and `webhooks` has an entry. */
  readonly emails: readonly string[];
  /** Ids of webhooks. */
  readonly webhooks: readonly string[];
  /** In the order `pool`, `origin`. */
  readonly sources: readonly EventSource[];
  /** In the order `Unhealthy`, `Healthy`. */
  readonly health: readonly Health[];
  /** In ascending order of name. */
  readonly pools: readonly PoolName[];
}

/** A pool by id and name. */
export interface PoolName {
  readonly id: string;
  readonly name: string;
}

/** An existing policy that covers alerts of pools with recipients, so that no new policy is needed for them. */
export interface UsedPolicy {
  readonly id: string;
  readonly name: string;
  /** Pools for which it is used, in ascending order of name. */
  readonly pools: readonly PoolName[];
}

/** A pool with recipients. */
export interface PlannedPool extends PoolName {
  /** `notification_email` as it is. */
  readonly notificationEmail: string;
  /** Its addresses, trimmed, each once whatever its case; sorted. */
  readonly emails: readonly string[];
  readonly events: ReportedEvents;
  /** Parts of `notification_email` that are not e-mail addresses, and other reasons why the pool needs a person. Complete sentences. */
  readonly problems: readonly string[];
  /** `clear`: its recipients are removed once every alert is covered. `keep`: it has problems, and stays as it is without `--force`. */
  readonly action: 'clear' | 'keep';
}

/** A policy that looks as if it covered pools, and does not count: disabled, silenced, or with a filter that headgate does not know. */
export interface IgnoredPolicy {
  readonly id: string;
  readonly name: string;
  /** Sentence part after the name: `is disabled`. */
  readonly reason: string;
}

/** Estimate of an apply during which no other client changes pools or policies. */
export interface ApplyCost {
  /** Requests to the API. */
  readonly requests: number;
  /** Waits for the rate limit of the API, if no other program uses it. Minutes. */
  readonly waitMinutes: number;
}

/** The result of `pools migrate`. The same pools and policies give the same plan, in whatever order the API returns them. */
export interface MigrationPlan {
  readonly version: 1;
  readonly account: string;
  /** Pools of the account. */
  readonly poolCount: number;
  /** Pools with a `notification_email`, in ascending order of name. */
  readonly pools: readonly PlannedPool[];
  /** To create, in order. */
  readonly policies: readonly PlannedPolicy[];
  readonly used: readonly UsedPolicy[];
  readonly ignored: readonly IgnoredPolicy[];
  /** Legal, but probably not intended: complete sentences. */
  readonly warnings: readonly string[];
  readonly apply: ApplyCost;
  /** Whether a policy would be created or a pool cleared. */
  readonly isPending: boolean;
}
