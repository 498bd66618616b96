// A migration from legacy pool e-mails to notification policies as data: its plan, and what an apply, a verification and a restoration found.
// Types only.

/** A pool that still has recipients. */
export interface RemainingPool extends PoolName {
  /** Complete sentence. */
  readonly reason: string;
}

/** A policy that was created. */
export interface CreatedPolicy {
  readonly id: string;
  readonly name: string;
  /** In an earlier run that did not finish. */
  readonly isEarlier: boolean;
}

/** The result of `pools migrate --apply` and `--restore`. */
export interface MigrationResult {
  readonly version: 1;
  readonly plan: MigrationPlan | RestorePlan;
  /**
   * `done`: every alert is covered, and every pool that was to be cleared is clear. `nothing`: there was nothing to change. `declined`: the
   * question was answered with no. `incomplete`: pools with problems keep their recipients. `failed`: see `reason`. `interrupted`.
   */
  readonly outcome: 'done' | 'nothing' | 'declined' | 'incomplete' | 'failed' | 'interrupted';
  /** Why it failed. */
  readonly reason?: string;
  /** File with the recipients and filters of every pool; undefined before it was written. */
  readonly backup: string | undefined;
  readonly created: readonly CreatedPolicy[];
  /** Pools whose recipients were removed, in this run and in unfinished ones that it continues. */
  readonly cleared: number;
  readonly remaining: readonly RemainingPool[];
  /** What other clients of the API changed meanwhile, and what headgate did about it: complete sentences. */
  readonly changes: readonly string[];
  /** Requests to the API. */
  readonly requests: number;
}

/** The policies that a backup needs and the account does not have. */
export interface RestorePlan {
  readonly version: 1;
  readonly account: string;
  readonly backup: string;
  readonly policies: readonly PlannedPolicy[];
  /** Alerts of the backup, and those of them that a policy reports now, or the pool itself to the recipients that it still has. */
  readonly alerts: number;
  readonly covered: number;
  readonly warnings: readonly string[];
  readonly isPending: boolean;
}

/** The result of `pools migrate --verify`. */
export interface Verification {
  readonly version: 1;
  readonly account: string;
  readonly backup: string;
  readonly poolCount: number;
  /** Pools that still have recipients. */
  readonly remaining: readonly RemainingPool[];
  /** Alerts of the backup, of pools that still exist. */
  readonly alerts: number;
  /** Those that no enabled policy covers. */
  readonly uncovered: readonly Alert[];
  /** Pools of the backup that were deleted since. */
  readonly deleted: readonly PoolName[];
  readonly warnings: readonly string[];
  /** Every pool is clear, and every alert is covered. */
  readonly isComplete: boolean;
}

/** A recipient: an e-mail address, or the id of a webhook. */
export type Recipient = { readonly email: string } | { readonly webhook: string };

/** An event of a pool that a recipient must receive. */
export interface Alert {
  readonly pool: PoolName;
  readonly source: EventSource;
  readonly health: Health;
  readonly recipient: Recipient;
}

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
