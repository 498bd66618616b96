// The configuration as the push engine reads it: parsed again only after a change.
import {
  CUSTOM_FIELDS_PHASE,
  LIMITS,
  type LimitsName,
  type Ruleset,
  readRuleset,
} from '../../language/custom-fields/index.ts';
import { DEFAULT_DATASET } from '../../language/dataset/index.ts';
import type { PushJob, PushSource } from '../push/job-settings.ts';
import { presentJob } from './job-config.ts';
import type { JobStore } from './job-store.ts';
import type { State } from './state.ts';
import { presentRuleset, type StoredRuleset } from './stored-ruleset.ts';
import type { TransformerStore } from './transformer-store.ts';

/** Creates the view of a state. @param limits for custom fields */
export function createPushView(
  state: Pick<State, 'jobs' | 'rulesets' | 'transformers' | 'revision'>,
  limits: LimitsName,
): PushSource {
  const { jobs, rulesets, transformers } = state;
  let seen = -1;
  let current: { jobs: readonly PushJob[]; ruleset: Ruleset | undefined } = { jobs: [], ruleset: undefined };
  const refreshed = () => {
    const latest = state.revision;
    if (latest !== seen) {
      current = {
        jobs: pushJobs(jobs, transformers),
        ruleset: activeRuleset(rulesets.entryPoint(CUSTOM_FIELDS_PHASE), limits),
      };
      seen = latest;
    }
    return current;
  };
  return {
    get revision() {
      return state.revision;
    },
    jobs: () => refreshed().jobs,
    ruleset: () => refreshed().ruleset,
    delivered: jobs.delivered,
    failed: jobs.failed,
  };
}

function pushJobs(jobs: JobStore, transformers: TransformerStore): PushJob[] {
  return jobs
    .list('zone')
    .filter(({ config }) => config.enabled && config.dataset === DEFAULT_DATASET)
    .map((job) => {
      const { transformer_id: id } = job.config;
      const sql = id === undefined ? undefined : transformers.get(id)?.code;
      return { id: job.id, document: JSON.stringify(presentJob(job)), ...(sql !== undefined && { transformer: sql }) };
    });
}

/** A rule that was valid when it was written may be invalid under the limits of this run: it logs nothing then. */
function activeRuleset(stored: StoredRuleset | undefined, limits: LimitsName): Ruleset | undefined {
  const rules = stored?.rules.filter(({ definition }) => definition.enabled) ?? [];
  if (stored === undefined || rules.length === 0) return undefined;
  const text = JSON.stringify(presentRuleset({ ...stored, rules }));
  return readRuleset(text, `the ruleset ${stored.id}`, LIMITS[limits]).ruleset;
}
