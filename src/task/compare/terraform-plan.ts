// Reads the plan that `terraform show -json` prints: the log push jobs that it changes, before and after. Prints and reads no logs.
import { z } from 'zod';
import { HeadgateError } from '../../base/index.ts';

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
  /** The filter after the change is unknown until Terraform applies the plan. */
  isFilterUnknown: boolean;
}

/** The settings that decide which lines a job pushes, and where. */
export type JobState = z.infer<typeof jobSchema>;

const text = z.string().nullish();
const jobSchema = z.object({
  name: text,
  dataset: text,
  filter: text,
  enabled: z.boolean().nullish(),
  destination_conf: text,
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
 * @returns the jobs that the plan changes, at least one
 * @throws HeadgateError `terraform-plan` if the text is not a plan of a known version, `terraform-no-jobs` if it changes no log push job
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
  const changed = jobs.flatMap((resource) => plannedJob(resource, origin) ?? []);
  if (changed.length > 0) return changed;
  const found =
    jobs.length === 0 ? 'no cloudflare_logpush_job' : `${jobs.length} cloudflare_logpush_job without a change`;
  throw new HeadgateError(
    'terraform-no-jobs',
    `cannot compare the plan ${origin}: found ${found} among ${resources.length} resources, expected a log push job that changes`,
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
  throw refused(origin, `${placeOf(result.error)} in another form, expected the JSON that terraform show -json prints`);
}

function plannedJob({ address, change }: z.infer<typeof resourceSchema>, origin: string): PlannedJob | undefined {
  const result = changeSchema.safeParse(change);
  if (!result.success)
    throw refused(origin, `${address}: ${placeOf(result.error)} in another form, expected a log push job`);
  const { actions, before = null, after = null, after_unknown: unknown } = result.data;
  const action = actionOf(actions);
  if (action === undefined) return undefined;
  const isFilterUnknown =
    typeof unknown === 'object' && unknown !== null && 'filter' in unknown && unknown.filter === true;
  return { address, action, before: before ?? null, after: after ?? null, isFilterUnknown };
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
