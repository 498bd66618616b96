// An account in memory as the migration sees it: pools in ascending order of name, pages, policies, silences. Every request can fail, before
// or after its effect, and others can change the account between two requests. Judges every clear: `violations` lists the pools whose
// recipients were removed although the policies that were last read do not cover them.
import { HeadgateError } from '../../../src/base/index.ts';
import type { ApiPolicy, ApiPool, ApiSilence, PoolPage } from '../../../src/cloud/api/index.ts';
import type { MigrationApi } from '../../../src/cloud/pools/index.ts';
import { isSound, mailedBy, partsOf, sentBy } from './naive-coverage.ts';

/** A request, from 1. */
export interface FakeRequest {
  readonly count: number;
  readonly name: keyof MigrationApi;
}

/** What a test sets. */
export interface FakeOptions {
  readonly pools: readonly ApiPool[];
  readonly policies?: readonly ApiPolicy[] | undefined;
  readonly silences?: readonly ApiSilence[] | undefined;
  /** Ids. The alerts of every migrated pool must reach them too. */
  readonly webhooks?: readonly string[] | undefined;
  /** @default 3 */
  readonly pageSize?: number | undefined;
  /** Most policies. @default no limit */
  readonly maxPolicies?: number | undefined;
  /** Whether the migration clears pools with problems. @default false */
  readonly force?: boolean | undefined;
}

export class FakeAccount {
  pools: ApiPool[];
  policies: ApiPolicy[];
  silences: ApiSilence[];
  readonly requests: FakeRequest[] = [];
  /** Complete sentences; empty: nothing was cleared that is not covered. */
  readonly violations: string[] = [];
  /** Called before each request, to change the account as others do, or to throw in place of the request. */
  before: (request: FakeRequest) => void = () => {};
  /** Called after the effect of each request, to throw in place of the answer. */
  after: (request: FakeRequest) => void = () => {};
  /** Called for each pool whose recipients are removed, with these recipients. */
  onClear: (pool: ApiPool) => void = () => {};
  readonly #options: FakeOptions;
  /** Policies that exist and are not listed yet: a list that lags behind. */
  readonly unlisted = new Set<string>();
  /** Policies that exist and cannot be read by id yet. */
  readonly unreadable = new Set<string>();
  /** Called when the migration allows a wait, to change the account meanwhile. Returns whether there was a wait. */
  onWait: () => boolean = () => false;
  #nextId: number;
  /** What the migration read last. */
  #known: { policies: readonly ApiPolicy[]; silences: readonly ApiSilence[] } = { policies: [], silences: [] };

  constructor(options: FakeOptions) {
    this.#options = options;
    this.pools = [...options.pools];
    this.policies = [...(options.policies ?? [])];
    this.silences = [...(options.silences ?? [])];
    this.#nextId = this.policies.length + 1;
  }

  /** The operations of the account. */
  readonly api: MigrationApi = {
    listPools: async (_, onPage) => {
      const size = this.#options.pageSize ?? 3;
      const pools = new Map<string, ApiPool>();
      let pages = 0;
      let total: number | undefined;
      do {
        const page = this.#request('listPools', () => this.#page({ paging: 'page', size, index: pages }));
        pages += 1;
        if (total !== undefined && total !== this.pools.length) throw changing();
        total = this.pools.length;
        for (const pool of page) {
          if (pools.has(pool.id)) throw changing();
          pools.set(pool.id, pool);
        }
        onPage?.({ pools: pools.size, totalCount: total });
      } while (pages * size < total);
      if (pools.size !== total) throw changing();
      return { pools: [...pools.values()], paging: 'page', pageSize: size, pages };
    },
    readPool: async (_, id) => this.#request('readPool', () => this.pools.find((pool) => pool.id === id)),
    readPoolPage: async (_, page) => this.#request('readPoolPage', () => this.#page(page)),
    clearPool: async (_, id) =>
      this.#request('clearPool', () => {
        const pool = this.pools.find((one) => one.id === id);
        if (pool === undefined) throw new HeadgateError('api-missing', 'cannot clear the pool: it does not exist');
        return this.#clear(pool);
      }),
    clearPoolPage: async (_, page) =>
      this.#request('clearPoolPage', () => this.#page(page).map((pool) => this.#clear(pool))),
    listPolicies: async () =>
      this.#request('listPolicies', () => {
        this.#known = {
          ...this.#known,
          policies: structuredClone(this.policies.filter(({ id }) => !this.unlisted.has(id))),
        };
        return this.#known.policies;
      }),
    readPolicy: async (_, id) =>
      this.#request('readPolicy', () => this.policies.find((one) => one.id === id && !this.unreadable.has(id))),
    createPolicy: async (_, body) =>
      this.#request('createPolicy', () => {
        if (this.policies.length >= (this.#options.maxPolicies ?? Number.POSITIVE_INFINITY)) {
          throw new HeadgateError('api-max-policies', 'cannot create the policy: the account has too many policies', {
            kind: 'negative',
          });
        }
        const id = `new-policy-${this.#nextId++}`;
        this.policies.push({ id, ...structuredClone(body) });
        return id;
      }),
    listSilences: async () =>
      this.#request('listSilences', () => {
        this.#known = { ...this.#known, silences: structuredClone(this.silences) };
        return this.#known.silences;
      }),
    readWebhook: async (_, id) =>
      this.#request('readWebhook', () => (this.#options.webhooks?.includes(id) ? { id } : undefined)),
    waitForRequests: async () => this.onWait(),
    waitAfter: async (error, tries) => {
      if ((error as HeadgateError).retryAfterMs === undefined || tries >= 4) return false;
      this.onWait();
      return true;
    },
  };

  /** Pools that still have recipients. */
  get withRecipients(): ApiPool[] {
    return this.pools.filter((pool) => partsOf(pool).length > 0);
  }

  /** Replaces keys of a pool, as others do. */
  change(id: string, values: Readonly<Record<string, unknown>>): void {
    this.pools = this.pools.map((pool) => (pool.id === id ? ({ ...pool, ...values } as ApiPool) : pool));
  }

  #request<Result>(name: keyof MigrationApi, effect: () => Result): Result {
    const request = { count: this.requests.length + 1, name };
    this.requests.push(request);
    this.before(request);
    const result = effect();
    this.after(request);
    return structuredClone(result);
  }

  #page({ size, index }: PoolPage): ApiPool[] {
    const sorted = [...this.pools].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1));
    return sorted.slice(index * size, (index + 1) * size);
  }

  #clear(pool: ApiPool): ApiPool {
    const { policies, silences } = this.#known;
    const sent = new Set(policies.flatMap((policy) => sentBy(policy, pool, silences, new Date())));
    const { webhooks = [] } = this.#options;
    const mailed = mailedBy(pool);
    const posted = mailed.flatMap((alert) => webhooks.map((id) => alert.replace(/\S+$/, `webhook ${id}`)));
    const lost = [...mailed, ...posted].filter((alert) => !sent.has(alert));
    for (const alert of lost) this.violations.push(`The alert ${alert} is lost.`);
    if (!isSound(pool) && this.#options.force !== true) {
      this.violations.push(`The pool ${pool.name} was cleared although it has problems.`);
    }
    if (partsOf(pool).length > 0) this.onClear(pool);
    this.change(pool.id, { notification_email: '' });
    return { ...pool, notification_email: '' };
  }
}

function changing(): HeadgateError {
  return new HeadgateError('api-unexpected-answer', 'cannot list the pools: the numbers did not match');
}
