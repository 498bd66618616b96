// Plans the custom fields of a zone: reads the ruleset of a file, the entry point of the zone and its jobs, and compares them. Changes
// nothing and prints nothing.
import { abortable, HeadgateError } from '../../base/index.ts';
import { type ApiJob, type ApiRuleset, type ManagementApi, openZone, type ZoneAccess } from '../../cloud/api/index.ts';
import {
  type PlannedRuleset,
  planRuleset,
  type RulesetPlan,
  type RulesetPlanRequest,
  type ZoneJob,
} from '../../cloud/plan/index.ts';
import { rejectOtherScope, undoScopeIn } from '../../cloud/undo/index.ts';
import {
  CUSTOM_FIELDS_PHASE,
  LIMITS,
  type LimitsName,
  type RulesetProblem,
  type RulesetReading,
} from '../../language/custom-fields/index.ts';
import { parseJobs } from '../../language/job/index.ts';
import { type ReadStdin, readStdin } from '../request/argument-text.ts';
import { checkChoice } from '../request/check-value.ts';
import { DEFAULT_LIMITS } from '../request/request-defaults.ts';
import { readRulesetArgument } from '../request/ruleset-argument.ts';

/** The result of `fields plan`. */
export interface FieldsPlan {
  version: 1;
  /** Identifier of the zone. */
  zoneId: string;
  limits: LimitsName;
  plan: RulesetPlan;
  /** Warnings on the ruleset of the file, such as a header that is never logged. */
  rulesetWarnings: readonly RulesetProblem[];
  /** Whether something would be changed. */
  isPending: boolean;
  /** Whether `fields apply` would apply the plan: it has no problem. */
  isApplicable: boolean;
}

/** The custom fields to plan. The signal ends the planning: the promise rejects. */
export interface PlanFieldsRequest extends ZoneAccess {
  /** Path of the ruleset, or `-`. With `"rules": []`, the zone has no custom fields afterwards. */
  readonly ruleset: string;
  /** @default 'classic' */
  readonly limits?: LimitsName | undefined;
  /** Reads standard input, for the ruleset `-`. @default reads `process.stdin` once */
  readonly stdin?: ReadStdin | undefined;
  /** Called once, when the ruleset is read and valid. */
  readonly onRuleset?: ((reading: RulesetReading) => void) | undefined;
}

/** A plan, and what it was computed from. */
export interface PreparedFields {
  result: FieldsPlan;
  planned: PlannedRuleset;
  request: RulesetPlanRequest;
  /** Ends with the signal of the request. */
  api: ManagementApi;
}

/** The jobs of a zone, and why some are missing. */
interface ReadJobs {
  /** Undefined if none could be read. */
  jobs: readonly ZoneJob[] | undefined;
  warnings: readonly string[];
}

/**
 * Plans the custom fields of a zone.
 * @throws InvalidRulesetError before anything is requested; HeadgateError for the undo file of another zone, and if the API cannot be reached or rejects the access
 * @example
 * ```ts
 * import { planFields, startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox({ empty: true });
 * const { baseURL, token, zoneId } = sandbox;
 * const { plan } = await planFields({
 *   ...{ zone: zoneId, credentials: { token }, baseURL },
 *   ruleset: 'samples/ruleset.json',
 * });
 * console.log(plan.action, plan.changes.length, plan.changes[0]?.name); // => create 12 accept-language
 * await sandbox.stop();
 * ```
 */
export async function planFields(request: PlanFieldsRequest): Promise<FieldsPlan> {
  return (await prepareFields(request)).result;
}

/** Plans, and returns what an apply needs. */
export async function prepareFields(request: PlanFieldsRequest): Promise<PreparedFields> {
  const { zone, limits = DEFAULT_LIMITS, stdin = readStdin(), onRuleset, signal } = request;
  checkChoice('limits', limits, ['classic', 'current']);
  const { reading, text } = await abortable(
    readWanted(request.ruleset, limits, stdin),
    signal ?? new AbortController().signal,
  );
  onRuleset?.(reading);
  const { api, zoneId } = await openZone(request);
  rejectOtherScope(undoScopeIn(text), { zone: zoneId }, reading.origin);
  const stored = await readCustomFields(api, zoneId);
  const { jobs, warnings } = await readZoneJobs(api, zoneId, signal);
  const asked: RulesetPlanRequest = { zone, stored, reading, limits: LIMITS[limits], jobs };
  const planned = planRuleset(asked);
  const plan = { ...planned.plan, warnings: [...planned.plan.warnings, ...warnings] };
  return {
    result: {
      ...{ version: 1, zoneId, limits, plan, rulesetWarnings: reading.warnings },
      isPending: plan.action !== 'none',
      isApplicable: plan.problems.length === 0,
    },
    planned,
    request: asked,
    api,
  };
}

/** Reads the jobs. A failure is a warning: the change does not depend on the jobs. */
async function readZoneJobs(api: ManagementApi, zoneId: string, signal?: AbortSignal): Promise<ReadJobs> {
  let listed: readonly ApiJob[];
  try {
    listed = await api.listJobs({ zone: zoneId });
  } catch (error) {
    if (!(error instanceof HeadgateError) || signal?.aborted === true) throw error;
    return { jobs: undefined, warnings: [`which jobs list the fields is unknown: ${error.message}`] };
  }
  const warnings: string[] = [];
  const jobs = listed.flatMap((job): ZoneJob[] => {
    try {
      const [read] = parseJobs(JSON.stringify(job), `job ${job.id}`, `job-${job.id}`).jobs;
      const { name, dataset, outputOptions } = read!;
      return [{ id: job.id, name, dataset, fieldNames: outputOptions.field_names }];
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      // Not the message, which may repeat values of the job.
      warnings.push(`headgate cannot parse job ${job.id}, so whether it lists the fields is unknown`);
      return [];
    }
  });
  return { jobs, warnings };
}

/** Reads the entry point. @returns undefined if there is none */
export function readCustomFields(api: ManagementApi, zoneId: string): Promise<ApiRuleset | undefined> {
  return api.readEntryPoint(zoneId, CUSTOM_FIELDS_PHASE);
}

async function readWanted(
  path: string,
  limits: LimitsName,
  stdin: ReadStdin,
): Promise<{ reading: RulesetReading; text: string }> {
  return await readRulesetArgument(path, limits, stdin, { allowsNoRule: true });
}
