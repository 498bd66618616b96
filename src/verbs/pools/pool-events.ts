// The result of playing health events: who was notified how. Plain data without times and ids of mails, so that two runs can be compared.

/** What changed. */
export type PlayedSource = 'pool' | 'origin';
/** The health after the change, as the platform writes it. */
export type PlayedHealth = 'Healthy' | 'Unhealthy';

/** One notice to one recipient. */
export type EventNotice =
  | { channel: 'legacy-email'; to: string }
  | {
      channel: 'policy-email';
      to: string;
      /** Name of the policy. */
      policy: string;
    }
  | {
      channel: 'webhook' | 'pagerduty';
      id: string;
      /** Empty if the destination does not exist. */
      name: string;
      policy: string;
      /** `not-sent`: the sandbox does not send it, see `reason`. */
      outcome: 'delivered' | 'failed' | 'not-sent';
      /** HTTP status, if there was an answer. */
      status?: number;
      /** Why it was not delivered. */
      reason?: string;
    };

/** An event of a pool. */
export interface EventName {
  pool: { id: string; name: string };
  source: PlayedSource;
  health: PlayedHealth;
}

/** An event with everybody who was notified. */
export interface PlayedEvent extends EventName {
  /** In the order of channel, recipient and policy. */
  notices: EventNotice[];
}

/** The result of {@link playPoolEvents}. */
export interface PoolEvents {
  version: 1;
  account: string;
  /** By name of the pool; for each pool `pool` before `origin`, and `Unhealthy` before `Healthy`. */
  events: PlayedEvent[];
  /** The mail to the user of the account while pools have recipients; null if none has. */
  deprecation: { to: string; pools: number } | null;
  /** Only with an earlier run. */
  comparison?: EventsComparison;
}

/** A recipient, by e-mail address or by the id of a webhook or of a PagerDuty service. Addresses are lower-case. */
export type NoticeRecipient = { email: string } | { webhook: string } | { pagerduty: string };

/** How often one recipient hears about one event, where that is not the same as before, or not once. */
export interface NoticeDifference extends EventName {
  recipient: NoticeRecipient;
  /** Notices in the earlier run. */
  before: number;
  /** Notices in this run. */
  now: number;
}

/** The comparison with an earlier run. */
export interface EventsComparison {
  /** Events of both runs. */
  events: number;
  /** Pairs of an event and an e-mail address that heard about it in the earlier run. */
  expected: number;
  /** Recipients who hear about an event no longer. */
  lost: NoticeDifference[];
  /** E-mail addresses that did not hear about the event before. */
  added: NoticeDifference[];
  /** Recipients who hear about an event more than once, and more often than before. */
  repeated: NoticeDifference[];
  /** Recipients who hear about an event more than once, as before or less often. No difference. */
  stillRepeated: NoticeDifference[];
  /** Webhooks and PagerDuty services that did not hear about the event before. No difference: `pools migrate --webhook` adds them. */
  addedDestinations: NoticeDifference[];
  /** Events of the earlier run alone. */
  notPlayed: EventName[];
  /** Events of this run alone. */
  notCompared: EventName[];
  /** The same recipients are notified of the same events, each once or not more often than before. */
  isSame: boolean;
}
