// Fills a new zone, and keeps the jobs of an older one pointed at its own bucket.
import { CUSTOM_FIELDS_PHASE } from '../language/custom-fields/index.ts';
import {
  DEFAULT_JOBS,
  type DefaultJob,
  FIELDS_RULE,
  outputOptionsOf,
  RULESET_DESCRIPTION,
  RULESET_NAME,
} from './default-zone.ts';
import type { ObjectWriter } from './destination/object-writer.ts';
import { newId } from './state/identity.ts';
import type { JobConfig } from './state/job-config.ts';
import type { State } from './state/state.ts';

/** Batches close after the shortest interval of the platform, so that objects appear soon. `docs/platform.md`, "Jobs". */
const INTERVAL_SECONDS = 30;
/** Setting: the zone was filled once. */
const FILLED = 'zone-filled';

/** What the functions below need. */
export interface ZoneContext {
  state: State;
  openWriter: (destinationConf: string) => Promise<ObjectWriter>;
  /** A destination in the bucket of the sandbox, including keys. */
  destinationConf: (prefix: string) => string;
}

/**
 * Creates the ruleset and the jobs of a zone, unless an earlier run has done so: what was deleted stays deleted. Completes what a killed run
 * has begun.
 * @param isEmpty creates nothing, now and later
 */
export async function fillZone(context: ZoneContext, isEmpty: boolean): Promise<void> {
  const { rulesets, jobs, settings } = context.state;
  if (settings.get(FILLED) !== undefined) return;
  if (!isEmpty) {
    if (rulesets.entryPoint(CUSTOM_FIELDS_PHASE) === undefined) createRuleset(rulesets);
    const names = new Set(jobs.list('zone').map(({ config }) => config.name));
    for (const job of DEFAULT_JOBS.filter(({ name }) => !names.has(name))) {
      const config = configOf(job, context.destinationConf(`${job.name}/{DATE}`));
      jobs.create('zone', config, await identityOf(config, context));
    }
  }
  settings.set(FILLED, 'yes');
}

function createRuleset(rulesets: State['rulesets']): void {
  const id = newId();
  rulesets.create(
    { id: newId(), name: RULESET_NAME, kind: 'zone', phase: CUSTOM_FIELDS_PHASE },
    {
      description: RULESET_DESCRIPTION,
      rules: (lastUpdated) => [{ id, version: 1, lastUpdated, ref: id, definition: FIELDS_RULE }],
    },
  );
}

/**
 * Rewrites destinations in the own bucket after its address changed.
 * @param earlier URL of the bucket in the last run; undefined in the first one
 * @param now its present URL
 */
export async function moveDestinations(context: ZoneContext, earlier: string | undefined, now: string): Promise<void> {
  if (earlier === undefined || earlier === now) return;
  for (const scope of ['zone', 'account'] as const) {
    for (const { id, config } of context.state.jobs.list(scope)) {
      const moved = config.destination_conf
        .replaceAll(`endpoint=${earlier}`, `endpoint=${now}`)
        .replaceAll(`endpoint=${encodeURIComponent(earlier)}`, `endpoint=${encodeURIComponent(now)}`);
      if (moved === config.destination_conf) continue;
      const changed = { ...config, destination_conf: moved };
      context.state.jobs.update(scope, id, changed, await identityOf(changed, context));
    }
  }
}

function configOf(job: DefaultJob, destination_conf: string): JobConfig {
  return {
    dataset: 'http_requests',
    kind: '',
    enabled: true,
    name: job.name,
    destination_conf,
    filter: JSON.stringify(job.filter),
    output_options: outputOptionsOf(job),
    max_upload_interval_seconds: INTERVAL_SECONDS,
  };
}

async function identityOf({ destination_conf }: JobConfig, { openWriter }: ZoneContext): Promise<string> {
  const writer = await openWriter(destination_conf);
  writer.close();
  return writer.identity;
}
