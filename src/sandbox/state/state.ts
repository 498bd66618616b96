// What the local service remembers: identity, settings, rulesets, jobs, proven destinations, buckets, secrets, pools and notifications, in
// SQLite. The service itself is elsewhere; nothing here checks a request.
import type { DatabaseSync } from 'node:sqlite';
import { createObjectStore, type ObjectStore } from './alerting/object-store.ts';
import { createPoolStore, type PoolStore } from './alerting/pool-store.ts';
import type {
  StoredHistory,
  StoredMessage,
  StoredPolicy,
  StoredSilence,
  StoredWebhook,
} from './alerting/stored-alerting.ts';
import { checkToken, createIdentity, type Identity, readIdentity, storeIdentity } from './identity.ts';
import { inTransaction } from './in-transaction.ts';
import { createJobStore, type JobStore } from './job-store.ts';
import { openDatabase } from './open-database.ts';
import { createResourceStore, type ResourceStore } from './resource-store.ts';
import { createRulesetStore, type RulesetStore } from './ruleset-store.ts';
import { createStamps } from './service-time.ts';
import { createSettings, type Settings } from './settings.ts';
import { damaged } from './state-file.ts';

const US_PER_MS = 1000;
/** Times of jobs are stored without their fraction. */
const SECOND_MS = 1000;

/** Options of {@link openState}. */
export interface StateOptions {
  /** Created if it is missing or empty. @default in memory */
  file?: string | undefined;
  /** Replaces the API token of the file. @default the token of the file, or a random one */
  token?: string | undefined;
  /** Milliseconds since 1970, with fraction. @default Date.now */
  now?: () => number;
}

/** An open state. All methods are synchronous; each change is on disk as a whole or not at all. */
export interface State {
  readonly identity: Identity;
  readonly settings: Settings;
  readonly rulesets: RulesetStore;
  readonly jobs: JobStore;
  readonly ownership: OwnershipStore;
  readonly resources: ResourceStore;
  readonly pools: PoolStore;
  readonly policies: ObjectStore<StoredPolicy>;
  readonly webhooks: ObjectStore<StoredWebhook>;
  readonly silences: ObjectStore<StoredSilence>;
  readonly history: ObjectStore<StoredHistory>;
  /** Messages as the routes of the outbox return them. */
  readonly outbox: ObjectStore<StoredMessage>;
  /** A time after all those that the state contained when it was opened. Milliseconds since 1970; 0 for a new state. */
  readonly latestMs: number;
  /** Grows with each change of a ruleset or of the configuration of a job. */
  readonly revision: number;
  /** Makes several changes one: all of them, or none. @param change synchronous @returns what it returns */
  inOne<T>(change: () => T): T;
  /** Lets other processes use the file. A second call has no effect. */
  close(): void;
}

/** Proven destinations. A scope is `zone` or `account`; a destination is the identity of its writer. */
interface OwnershipStore {
  /** @param nowMs milliseconds since 1970 */
  isProven(scope: string, destination: string, nowMs: number): boolean;
  /** Keeps the later of two ends. @param untilMs milliseconds since 1970 */
  prove(scope: string, destination: string, untilMs: number): void;
}

/**
 * Opens a state for this process alone.
 * @throws HeadgateError `state-invalid` if the file is something else, damaged, or of another version (it is not
 * changed); `state-in-use` if another process uses it; `state-unreadable`, `state-write`; `token-invalid`
 */
export function openState({ file, token, now = Date.now }: StateOptions = {}): State {
  if (token !== undefined) checkToken(token);
  const { db, close } = openDatabase(file, () => createIdentity(now()));
  const stored = readIdentity(db);
  if (stored === undefined) {
    close();
    throw damaged(file ?? ':memory:');
  }
  const identity = token === undefined ? stored : { ...stored, token };
  if (identity !== stored) storeIdentity(db, identity);

  let revision = 1;
  const onChange = (): void => {
    revision += 1;
  };
  const { latest } = db.prepare('SELECT max(last_updated) AS latest FROM ruleset_versions').get() as {
    latest: number | null;
  };
  const rulesets = createRulesetStore(db, createStamps(now, latest ?? 0), onChange);
  const jobs = createJobStore(db, onChange);
  const settings = createSettings(db);
  const times = [...jobs.list('zone'), ...jobs.list('account')].flatMap(({ lastComplete, lastError }) =>
    [lastComplete, lastError].flatMap((time) => (time === null ? [] : Date.parse(time) + SECOND_MS)),
  );
  return {
    latestMs: Math.max(0, (latest ?? 0) / US_PER_MS, ...times),
    identity,
    settings,
    rulesets,
    jobs,
    ownership: createOwnershipStore(db),
    resources: createResourceStore(settings),
    pools: createPoolStore(db),
    policies: createObjectStore(db, 'policies'),
    webhooks: createObjectStore(db, 'webhooks'),
    silences: createObjectStore(db, 'silences'),
    history: createObjectStore(db, 'history'),
    outbox: createObjectStore(db, 'outbox'),
    get revision() {
      return revision;
    },
    inOne: (change) => inTransaction(db, change),
    close,
  };
}

/** Prepares the statements of {@link OwnershipStore}. */
function createOwnershipStore(db: DatabaseSync): OwnershipStore {
  const read = db.prepare('SELECT 1 FROM ownership WHERE scope = ? AND destination = ? AND until > ?');
  const write = db.prepare(
    `INSERT INTO ownership (scope, destination, until) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET until = max(until, excluded.until)`,
  );
  return {
    isProven: (scope, destination, nowMs) => read.get(scope, destination, Math.floor(nowMs)) !== undefined,
    prove: (scope, destination, untilMs) => void write.run(scope, destination, Math.floor(untilMs)),
  };
}
