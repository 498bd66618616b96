// The backup of a migration: the recipients and the filter of every pool before they were removed, which the API cannot bring back. Types only.

/** The recipients of a pool at a time. */
export interface BackupEntry {
  readonly id: string;
  readonly name: string;
  /** As the API returned it: text in a valid pool. */
  readonly notification_email: unknown;
  /** As the API returned it; missing if the pool had none. */
  readonly notification_filter?: unknown;
  /** Whether parts that are not e-mail addresses were given up. */
  readonly force: boolean;
  /** Ids of the webhooks that the pool's alerts had to reach as well. */
  readonly webhooks: readonly string[];
  /** RFC 3339. */
  readonly readAt: string;
}

/** The backup of an account. */
export interface Backup {
  readonly version: 1;
  readonly account: string;
  /** In the order in which they were added; the last entry of a pool counts. */
  readonly entries: readonly BackupEntry[];
}
