// The verbs as the library exports them: each rejects a request with an unknown key, which would have no effect. `npm run schema` writes the keys
// from the types of the requests. The commands call the verbs directly.
import { HeadgateError, isPlainObject, nearest } from '../base/index.ts';
import * as verbs from './index.ts';
import keys from './request-keys.json' with { type: 'json' };

/** Keys; a table for a key with an object of options. */
type KeyTable = Readonly<Record<string, true | Readonly<Record<string, true>>>>;

/**
 * Returns the verb with a check of its request. It has the type, and so the documentation, of the verb.
 * @throws HeadgateError `usage` for an unknown key, with the nearest known one
 */
function checked<Run extends (request: never) => Promise<unknown>>(run: Run, known: object): Run {
  return (async (request: Parameters<Run>[0]) => {
    checkKeys(request, known as KeyTable);
    return run(request);
  }) as Run;
}

function checkKeys(request: unknown, known: KeyTable, place = ''): void {
  if (!isPlainObject(request)) {
    if (place !== '') return;
    throw new HeadgateError('usage', `cannot use the request: found ${typeof request}, expected an object`);
  }
  const unknown = Object.keys(request).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined) {
    const near = nearestKey(unknown, known);
    const expected =
      near === undefined ? `one of ${Object.keys(known).join(', ')}` : `a known key such as ${place}${near}`;
    throw new HeadgateError(
      'usage',
      `cannot use the request: found the unknown key ${place}${unknown}, expected ${expected}`,
    );
  }
  for (const [key, of] of Object.entries(known)) if (of !== true) checkKeys(request[key], of, `${key}.`);
}

/** Returns the key that is most likely meant: `filters` for `filter`, `range.since` for `since`. */
function nearestKey(unknown: string, known: KeyTable): string | undefined {
  const ofOptions = new Map<string, string>();
  for (const [key, of] of Object.entries(known)) {
    if (of !== true) for (const name of Object.keys(of)) ofOptions.set(name, `${key}.${name}`);
  }
  const nested = (name = '') => ofOptions.get(name);
  return nested(unknown) ?? nearest(unknown, Object.keys(known)) ?? nested(nearest(unknown, ofOptions.keys()));
}

export const check: typeof verbs.check = checked(verbs.check, keys.check);
export const explain: typeof verbs.explain = checked(verbs.explain, keys.explain);
export const replay: typeof verbs.replay = checked(verbs.replay, keys.replay);
export const compare: typeof verbs.compare = checked(verbs.compare, keys.compare);
export const comparePlan: typeof verbs.comparePlan = checked(verbs.comparePlan, keys.comparePlan);
export const validate: typeof verbs.validate = checked(verbs.validate, keys.validate);
export const sample: typeof verbs.sample = checked(verbs.sample, keys.sample);
export const estimate: typeof verbs.estimate = checked(verbs.estimate, keys.estimate);
export const suggest: typeof verbs.suggest = checked(verbs.suggest, keys.suggest);
export const testFilters: typeof verbs.testFilters = checked(verbs.testFilters, keys.testFilters);
export const mineSuite: typeof verbs.mineSuite = checked(verbs.mineSuite, keys.mineSuite);
export const previewFields: typeof verbs.previewFields = checked(verbs.previewFields, keys.previewFields);
export const proposeFields: typeof verbs.proposeFields = checked(verbs.proposeFields, keys.proposeFields);
export const listPromises: typeof verbs.listPromises = (request = {}) => {
  checkKeys(request, keys.listPromises as KeyTable);
  return verbs.listPromises(request);
};
export const listFields: typeof verbs.listFields = (request = {}) => {
  checkKeys(request, keys.listFields as KeyTable);
  return verbs.listFields(request);
};
export const planFields: typeof verbs.planFields = checked(verbs.planFields, keys.planFields);
export const applyFields: typeof verbs.applyFields = checked(verbs.applyFields, keys.applyFields);
export const listJobs: typeof verbs.listJobs = checked(verbs.listJobs, keys.listJobs);
export const planJobs: typeof verbs.planJobs = checked(verbs.planJobs, keys.planJobs);
export const applyJobs: typeof verbs.applyJobs = checked(verbs.applyJobs, keys.applyJobs);
export const listTransformers: typeof verbs.listTransformers = checked(verbs.listTransformers, keys.listTransformers);
export const planTransformer: typeof verbs.planTransformer = checked(verbs.planTransformer, keys.planTransformer);
export const applyTransformer: typeof verbs.applyTransformer = checked(verbs.applyTransformer, keys.applyTransformer);
export const indexLogs: typeof verbs.indexLogs = checked(verbs.indexLogs, keys.indexLogs);
export const initEdge: typeof verbs.initEdge = checked(verbs.initEdge, keys.initEdge);
export const listBuckets: typeof verbs.listBuckets = checked(verbs.listBuckets, keys.listBuckets);
export const createBucket: typeof verbs.createBucket = checked(verbs.createBucket, keys.createBucket);
export const deleteBucket: typeof verbs.deleteBucket = checked(verbs.deleteBucket, keys.deleteBucket);
export const listSecrets: typeof verbs.listSecrets = checked(verbs.listSecrets, keys.listSecrets);
export const putSecret: typeof verbs.putSecret = checked(verbs.putSecret, keys.putSecret);
export const deleteSecret: typeof verbs.deleteSecret = checked(verbs.deleteSecret, keys.deleteSecret);
export const planPools: typeof verbs.planPools = checked(verbs.planPools, keys.planPools);
export const migratePools: typeof verbs.migratePools = checked(verbs.migratePools, keys.migratePools);
export const verifyPools: typeof verbs.verifyPools = checked(verbs.verifyPools, keys.verifyPools);
export const planRestoration: typeof verbs.planRestoration = checked(verbs.planRestoration, keys.planRestoration);
export const restorePools: typeof verbs.restorePools = checked(verbs.restorePools, keys.restorePools);
export const playPoolEvents: typeof verbs.playPoolEvents = checked(verbs.playPoolEvents, keys.playPoolEvents);
