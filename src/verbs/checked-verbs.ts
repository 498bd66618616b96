// The verbs as the library exports them: each rejects a request with an unknown key, which would have no effect. The key tables repeat the types of
// the requests; a key that one of them lacks does not compile. The commands call the verbs directly.
import type { GuardRequest } from '../analysis/guard/index.ts';
import { HeadgateError, isPlainObject, nearest } from '../base/index.ts';
import type { LocationOptions } from '../input/destination/index.ts';
import * as verbs from './index.ts';

/** Keys of one form of a type, if it has several. */
type KeyOf<Type> = Type extends unknown ? keyof Type : never;
/** Keys; a table for a key with an object of options. */
type KeyTable = Readonly<Record<string, true | Readonly<Record<string, true>>>>;
/** Every key of a request. */
type Keys<Request> = { readonly [Key in KeyOf<Request>]-?: KeyTable[string] };

/**
 * Returns the verb with a check of its request. It has the type, and so the documentation, of the verb.
 * @throws HeadgateError `usage` for an unknown key, with the nearest known one
 */
function checked<Run extends (request: never) => Promise<unknown>>(run: Run, keys: Keys<Parameters<Run>[0]>): Run {
  return (async (request: Parameters<Run>[0]) => {
    checkKeys(request, keys);
    return run(request);
  }) as Run;
}

function checkKeys(request: unknown, keys: KeyTable, place = ''): void {
  if (!isPlainObject(request)) {
    if (place !== '') return;
    throw new HeadgateError('usage', `cannot use the request: found ${typeof request}, expected an object`);
  }
  const unknown = Object.keys(request).find((key) => !Object.hasOwn(keys, key));
  if (unknown !== undefined) {
    const near = nearestKey(unknown, keys);
    const expected =
      near === undefined ? `one of ${Object.keys(keys).join(', ')}` : `a known key such as ${place}${near}`;
    throw new HeadgateError(
      'usage',
      `cannot use the request: found the unknown key ${place}${unknown}, expected ${expected}`,
    );
  }
  for (const [key, of] of Object.entries(keys)) if (of !== true) checkKeys(request[key], of, `${key}.`);
}

/** Returns the key that is most likely meant: `filters` for `filter`, `range.since` for `since`. */
function nearestKey(unknown: string, keys: KeyTable): string | undefined {
  const ofOptions = new Map<string, string>();
  for (const [key, of] of Object.entries(keys)) {
    if (of !== true) for (const name of Object.keys(of)) ofOptions.set(name, `${key}.${name}`);
  }
  const nested = (name = '') => ofOptions.get(name);
  return nested(unknown) ?? nearest(unknown, Object.keys(keys)) ?? nested(nearest(unknown, ofOptions.keys()));
}

const CONNECTION = {
  ...{ endpointUrl: true, region: true, profile: true, retryForMs: true, edgeKey: true, askEdgeKey: true },
} as const satisfies Keys<LocationOptions>;
const FILTERS = {
  ...{ filters: true, jobs: true, dataset: true, ignoreLimits: true, stdin: true },
} as const satisfies Keys<verbs.FilterRequest>;
const LOGS = {
  ...{ sources: true, slackMs: true, connection: CONNECTION, nullAs: true, signal: true },
  range: { since: true, until: true } satisfies Keys<verbs.TimeRangeRequest>,
  reading: {
    input: true,
    unwrap: true,
    records: true,
    columns: true,
    isCertain: true,
  } satisfies Keys<verbs.FormRequest>,
  onListProgress: true,
} as const satisfies Keys<verbs.LogsRequest>;
const THREADS = {
  ...{ threads: true, bytesPerThread: true, partBytes: true, onProgress: true },
} as const satisfies Keys<verbs.ThreadsRequest>;
const RESUMED = {
  resume: true,
  relist: true,
  shardBytes: true,
  onResumed: true,
} as const satisfies Keys<verbs.ResumeRequest>;
const GUARDS = {
  ...{ guards: true, neverDrop: true, neverKeep: true, undecidedOk: true },
} as const satisfies Keys<GuardRequest>;
const EMIT = {
  ...{ kind: true, folder: true, destination: true, overwrite: true, partBytes: true, write: true },
} as const satisfies Keys<verbs.EmitRequest>;
const CREDENTIALS = { token: true, email: true, key: true } as const satisfies Keys<verbs.ZoneAccess['credentials']>;
const CONNECT = {
  ...{ baseURL: true, credentials: CREDENTIALS, timeoutMs: true, signal: true },
  ...{ retry: true, retrySignal: true, onRetry: true, onWait: true },
} as const satisfies KeyTable;
const JOBS = { ...CONNECT, zone: true, account: true } as const satisfies Keys<verbs.JobsAccess>;
const COMPARED = {
  ...{ ...LOGS, ...THREADS, ...GUARDS, ignoreLimits: true, price: true, writtenBy: true },
  ...{ samples: true, by: true },
  ...{ findsValues: true, onListing: true },
} as const satisfies KeyTable;
const SAMPLED = {
  ...FILTERS,
  ...LOGS,
  ...THREADS,
  seed: true,
  onFilters: true,
  onListing: true,
} as const satisfies KeyTable;
const SANDBOX = { ...CONNECT, account: true } as const satisfies Keys<verbs.SandboxAccess>;
const POOLS = { ...CONNECT, account: true, backup: true, onStep: true } as const satisfies Keys<verbs.PoolsRequest>;
const PLANNED_POOLS = { ...POOLS, webhook: true, force: true, poolsPerPolicy: true } as const satisfies KeyTable;
const CONFIRMED = { onPlan: true, onChanges: true, confirm: true } as const satisfies KeyTable;
const PLANNED_FIELDS = {
  ...CONNECT,
  zone: true,
  ruleset: true,
  limits: true,
  stdin: true,
  onRuleset: true,
} as const satisfies KeyTable;
const PLANNED_JOBS = {
  ...{ ...JOBS, ...LOGS, ...THREADS, ...GUARDS, price: true },
  ...{ jobs: true, filter: true, rewrite: true, samples: true, stdin: true },
  onListing: true,
} as const satisfies KeyTable;
const TRAFFIC = {
  ...{ sources: true, limits: true, hosts: true, connection: CONNECTION, signal: true, onListing: true },
  ...{ onProgress: true, onListProgress: true },
} as const satisfies KeyTable;

export const check: typeof verbs.check = checked(verbs.check, {
  ...{ ...FILTERS, implies: true, equals: true, complete: true, shorten: true, strict: true },
});
export const explain: typeof verbs.explain = checked(verbs.explain, {
  ...{ ...FILTERS, ...LOGS, onFilters: true, onListing: true, onProgress: true },
  choice: { ray: true, line: true, limit: true, where: true, verdict: true } satisfies Keys<verbs.LineChoice>,
});
export const replay: typeof verbs.replay = checked(verbs.replay, {
  ...{ ...FILTERS, ...GUARDS, ...LOGS, ...RESUMED, ...THREADS, price: true, writtenBy: true },
  ...{ samples: true, samplesFor: true },
  ...{ by: true, detail: true, emit: EMIT, stored: true, onListing: true },
});
export const compare: typeof verbs.compare = checked(verbs.compare, {
  ...{ ...COMPARED, ...RESUMED, from: true, to: true, dataset: true, stdin: true, emitChanged: EMIT },
});
export const comparePlan: typeof verbs.comparePlan = checked(verbs.comparePlan, { ...COMPARED, terraformPlan: true });
export const validate: typeof verbs.validate = checked(verbs.validate, {
  ...{
    ...LOGS,
    ...RESUMED,
    ...THREADS,
    job: true,
    jobName: true,
    ruleset: true,
    limits: true,
    strict: true,
    stdin: true,
  },
  ...{ onInput: true, onListing: true },
});
export const sample: typeof verbs.sample = checked(verbs.sample, {
  ...{ ...SAMPLED, wanted: true, spread: true, verdict: true, isFast: true, heldBytes: true },
});
export const estimate: typeof verbs.estimate = checked(verbs.estimate, {
  ...{ ...SAMPLED, ...GUARDS, ...RESUMED, precision: true },
});
export const testFilters: typeof verbs.testFilters = checked(verbs.testFilters, {
  ...{ ...FILTERS, suites: true, nullAs: true, minCoverage: true, signal: true, onFilters: true },
});
export const mineSuite: typeof verbs.mineSuite = checked(verbs.mineSuite, {
  ...{ ...FILTERS, ...LOGS, ...THREADS, limit: true, isWhole: true, mask: true, onListing: true },
});
export const previewFields: typeof verbs.previewFields = checked(verbs.previewFields, {
  ...{ ...TRAFFIC, ruleset: true, job: true, rows: true, stdin: true, onRuleset: true, onLines: true, drained: true },
});
export const proposeFields: typeof verbs.proposeFields = checked(verbs.proposeFields, {
  ...{ ...TRAFFIC, includeCredentials: true, max: true },
});
export const listFields: typeof verbs.listFields = (request = {}) => {
  checkKeys(request, { dataset: true, type: true, search: true } satisfies Keys<verbs.ListFieldsRequest>);
  return verbs.listFields(request);
};
export const planFields: typeof verbs.planFields = checked(verbs.planFields, PLANNED_FIELDS);
export const applyFields: typeof verbs.applyFields = checked(verbs.applyFields, {
  ...{ ...PLANNED_FIELDS, onPlan: true, confirm: true, onStep: true, undoFolder: true },
});
export const listJobs: typeof verbs.listJobs = checked(verbs.listJobs, { ...JOBS, dataset: true });
export const planJobs: typeof verbs.planJobs = checked(verbs.planJobs, PLANNED_JOBS);
export const applyJobs: typeof verbs.applyJobs = checked(verbs.applyJobs, {
  ...{ ...PLANNED_JOBS, approved: true, onPlan: true, confirm: true, askOwnership: true, onStep: true },
  ...{ undo: true, undoFolder: true },
});
export const initEdge: typeof verbs.initEdge = checked(verbs.initEdge, {
  ...{ folder: true, bucket: true, name: true, prefixes: true },
});
export const listBuckets: typeof verbs.listBuckets = checked(verbs.listBuckets, SANDBOX);
export const createBucket: typeof verbs.createBucket = checked(verbs.createBucket, { ...SANDBOX, name: true });
export const deleteBucket: typeof verbs.deleteBucket = checked(verbs.deleteBucket, { ...SANDBOX, name: true });
export const listSecrets: typeof verbs.listSecrets = checked(verbs.listSecrets, SANDBOX);
export const putSecret: typeof verbs.putSecret = checked(verbs.putSecret, { ...SANDBOX, name: true, value: true });
export const deleteSecret: typeof verbs.deleteSecret = checked(verbs.deleteSecret, { ...SANDBOX, name: true });
export const planPools: typeof verbs.planPools = checked(verbs.planPools, PLANNED_POOLS);
export const migratePools: typeof verbs.migratePools = checked(verbs.migratePools, {
  ...{ ...PLANNED_POOLS, ...CONFIRMED, approved: true },
});
export const verifyPools: typeof verbs.verifyPools = checked(verbs.verifyPools, POOLS);
export const planRestoration: typeof verbs.planRestoration = checked(verbs.planRestoration, {
  ...{ ...POOLS, poolsPerPolicy: true },
});
export const restorePools: typeof verbs.restorePools = checked(verbs.restorePools, {
  ...{ ...POOLS, ...CONFIRMED, poolsPerPolicy: true },
});
export const playPoolEvents: typeof verbs.playPoolEvents = checked(verbs.playPoolEvents, {
  ...{ ...SANDBOX, pools: true, source: true, health: true, compare: true, onProgress: true },
});
