// Reads the plan that `terraform show -json` prints: the log push jobs that it changes, before and after. Prints and reads no logs.
import { z } from 'zod';
import { HeadgateError, isPlainObject, printPlural } from '../../base/index.ts';
import { readLegacyOptions } from '../../job/index.ts';

/** Major version of the format that headgate reads. https://developer.hashicorp.com/terraform/internals/json-format */
const FORMAT_VERSION = /^1\.\d+$/;
/** Types of resources that are log push jobs. */
const JOB_TYPES: ReadonlySet<string> = new Set(['cloudflare_logpush_job']);

/** A log push job of a plan. Destinations may contain secrets. */
export interface PlannedJob {
  /** `module.logs.cloudflare_logpush_job.prod["eu"]` */
  address: string;
  action: 'create' | 'update' | 'delete' | 'replace';
  /** Null: it does not exist yet. */
  before: JobState | null;
  /** Null: it is deleted. */
  after: JobState | null;
  /** Settings that are unknown until Terraform applies the plan. */
  unknown: PlannedSetting[];
}

/** The settings that decide which lines a job pushes. */
const SETTINGS = ['filter', 'enabled', 'dataset', 'sample_rate'] as const;
/** One of them. */
export type PlannedSetting = (typeof SETTINGS)[number];

/** The settings that decide which lines a job pushes, and where. */
export type JobState = z.infer<typeof jobSchema>;

const text = z.string().nullish();
const jobSchema = z.object({
  name: text,
  dataset: text,
  filter: text,
  enabled: z.boolean().nullish(),
  destination_conf: text,
  logpull_options: text,
  output_options: z.unknown().optional(),
});
const changeSchema = z.object({
  actions: z.array(z.string()),
  before: jobSchema.nullish(),
  after: jobSchema.nullish(),
  after_unknown: z.unknown(),
});
const resourceSchema = z.object({ address: z.string(), type: z.string(), change: z.unknown() });
const planSchema = z.object({ format_version: z.string(), resource_changes: z.array(resourceSchema).optional() });

/**
 * Reads a plan.
 * @param origin the file's name in messages
 * @returns the jobs that the plan changes; empty if it contains jobs and changes none
 * @throws HeadgateError `terraform-plan` if the text is not a plan of a known version, `terraform-no-jobs` if it contains no log push job
 */
export function readTerraformPlan(plan: string, origin: string): PlannedJob[] {
  const { format_version: version, resource_changes: resources } = parsed(plan, origin);
  if (!FORMAT_VERSION.test(version)) {
    throw refused(
      origin,
      `format_version ${JSON.stringify(version)}, expected 1.x; use a version of Terraform from 1.0 on`,
    );
  }
  if (resources === undefined) {
    throw refused(
      origin,
      'no resource_changes, expected a plan and not a state; write one with terraform plan -out=FILE',
    );
  }
  const jobs = resources.filter(({ type }) => JOB_TYPES.has(type));
  if (jobs.length > 0) return jobs.flatMap((resource) => plannedJob(resource, origin) ?? []);
  throw new HeadgateError(
    'terraform-no-jobs',
    `cannot compare the plan ${origin}: found no cloudflare_logpush_job among ${printPlural(resources.length, 'resource')}, expected one; a pipeline that also runs for other plans can test the plan before: grep -q cloudflare_logpush_job ${origin}`,
  );
}

function parsed(plan: string, origin: string): z.infer<typeof planSchema> {
  let value: unknown;
  try {
    value = JSON.parse(plan);
  } catch {
    const found = plan.startsWith('PK') ? 'a binary plan' : 'text that is not JSON';
    throw refused(origin, `${found}, expected JSON; convert it: terraform show -json FILE > plan.json`);
  }
  const result = planSchema.safeParse(value);
  if (result.success) return result.data;
  if (isPlainObject(value) && value.format_version === undefined)
    throw refused(origin, 'no format_version, expected the JSON that terraform show -json prints');
  throw refused(origin, `${placeOf(result.error)} in another form, expected the JSON that terraform show -json prints`);
}

function plannedJob({ address, change }: z.infer<typeof resourceSchema>, origin: string): PlannedJob | undefined {
  const result = changeSchema.safeParse(change);
  if (!result.success)
    throw refused(origin, `${address}: ${placeOf(result.error)} in another form, expected a log push job`);
  const { actions, before = null, after = null, after_unknown: unknown } = result.data;
  const action = actionOf(actions);
  if (action === undefined) return undefined;
  return {
    ...{ address, action, before: before ?? null, after: after ?? null },
    unknown: after === null ? [] : SETTINGS.filter((setting) => isUnknown(unknown, setting, after)),
  };
}

/** Whether `after_unknown` names a setting: it has the form of the resource, with true for each unknown value. */
function isUnknown(unknown: unknown, setting: PlannedSetting, after: JobState | undefined): boolean {
  if (unknown === true) return true;
  if (!isPlainObject(unknown)) return false;
  if (setting !== 'sample_rate') return unknown[setting] === true;
  const options = optionsOf(unknown.output_options);
  if (options === true || (isPlainObject(options) && options.sample_rate === true)) return true;
  return unknown.logpull_options === true && optionsOf(after?.output_options) === undefined;
}

/** Version 4 of the provider has a list of at most one block, version 5 an object or null. */
function optionsOf(options: unknown): unknown {
  return (Array.isArray(options) ? options[0] : options) ?? undefined;
}

/** Returns the `sample_rate` of a job; 1 if it has none. `output_options` replaces `logpull_options`: docs/platform.md, "Jobs". */
export function sampleRateOf({ output_options: options, logpull_options: legacy }: JobState): number {
  const found = optionsOf(options);
  if (found === undefined) return readLegacyOptions(legacy ?? '', 'logpull_options').options.sample_rate ?? 1;
  const rate = isPlainObject(found) ? found.sample_rate : undefined;
  return typeof rate === 'number' ? rate : 1;
}

function actionOf(actions: readonly string[]): PlannedJob['action'] | undefined {
  if (actions.includes('create')) return actions.includes('delete') ? 'replace' : 'create';
  if (actions.includes('delete')) return 'delete';
  return actions.includes('update') ? 'update' : undefined;
}

/** The path of the first problem, never its value: it may be a secret. */
function placeOf({ issues }: z.ZodError): string {
  return issues[0]?.path.join('.') || 'the document';
}

function refused(origin: string, found: string): HeadgateError {
  return new HeadgateError('terraform-plan', `cannot read the Terraform plan ${origin}: found ${found}`);
}
