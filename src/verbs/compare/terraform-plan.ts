// Reads the plan that `terraform show -json` prints: the log push jobs that it changes, before and after. Prints and reads no logs.
import { z } from 'zod';
import { HeadgateError, isPlainObject, printPlural, startOf } from '../../base/index.ts';
import { SENSITIVE } from './hide-filters.ts';

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
  /** Settings that are unknown until Terraform applies the plan, and decide which lines the job keeps. */
  unknown: PlannedSetting[];
  /** Unknown output options by name; `output_options` or `logpull_options` if all of them are. */
  unknownOptions: string[];
  /** Settings that Terraform marks as sensitive before or after: their values are never printed. */
  sensitive: SensitiveSetting[];
}

const SETTINGS = ['filter', 'enabled', 'dataset'] as const;
/** A setting that decides which lines a job keeps. */
export type PlannedSetting = (typeof SETTINGS)[number];

const SENSITIVE_SETTINGS = ['name', 'filter', 'output_options', 'logpull_options', 'last_error'] as const;
/** A setting whose value a report would contain. Destinations are always sensitive. */
export type SensitiveSetting = (typeof SENSITIVE_SETTINGS)[number];

/** The settings that decide which lines a job pushes, in what form, and where. */
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
  last_error: z.unknown().optional(),
});
const changeSchema = z.object({
  actions: z.array(z.string()),
  before: jobSchema.nullish(),
  after: jobSchema.nullish(),
  // Missing in plans that other tools have cut: nothing is unknown or sensitive.
  after_unknown: z.unknown().optional(),
  before_sensitive: z.unknown().optional(),
  after_sensitive: z.unknown().optional(),
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
    throw rejected(
      origin,
      `format_version ${JSON.stringify(version)}, expected 1.x; use a version of Terraform from 1.0 on`,
    );
  }
  if (resources === undefined) {
    throw rejected(
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
    const found = plan.trim() === '' ? 'no text' : plan.startsWith('PK') ? 'a binary plan' : 'text that is not JSON';
    throw rejected(origin, `${found}, expected JSON; convert it: terraform show -json FILE > plan.json`);
  }
  const result = planSchema.safeParse(value);
  if (result.success) return result.data;
  if (isPlainObject(value) && value.format_version === undefined)
    throw rejected(origin, 'no format_version, expected the JSON that terraform show -json prints');
  throw rejected(
    origin,
    `${placeOf(result.error)} in another form, expected the JSON that terraform show -json prints`,
  );
}

function plannedJob({ address, change }: z.infer<typeof resourceSchema>, origin: string): PlannedJob | undefined {
  const result = changeSchema.safeParse(change);
  if (!result.success)
    throw rejected(origin, `${address}: ${placeOf(result.error)} in another form, expected a log push job`);
  const { actions, before, after, after_unknown: unknown, before_sensitive, after_sensitive } = result.data;
  const action = actionOf(actions);
  if (action === undefined) {
    const found = `${address}: actions ${startOf(JSON.stringify(actions), MAX_SHOWN)}`;
    throw rejected(origin, `${found}, expected one of ${Object.keys(ACTIONS).join(', ')}`);
  }
  if (action === 'none') return undefined;
  const marks = [before_sensitive, after_sensitive];
  const sensitive = SENSITIVE_SETTINGS.filter((setting) => marks.some((mark) => isMarked(mark, setting)));
  const shown = (state: JobState | null | undefined): JobState | null =>
    state != null && state.last_error != null && sensitive.includes('last_error')
      ? { ...state, last_error: SENSITIVE }
      : (state ?? null);
  return {
    // A forgotten job goes on pushing without Terraform, beside the new one.
    ...{ address, action, before: actions.includes('forget') ? null : shown(before), after: shown(after) },
    unknown: after === null ? [] : SETTINGS.filter((setting) => isMarked(unknown, setting)),
    unknownOptions: after === null ? [] : unknownOptionsOf(unknown, after),
    sensitive,
  };
}

/** Whether a part of a plan such as `after_unknown` marks a setting. It has the form of the resource, with true for each marked value. */
function isMarked(marks: unknown, setting: string): boolean {
  return marks === true || (isPlainObject(marks) && containsTrue(marks[setting]));
}

function containsTrue(marks: unknown): boolean {
  return marks === true || (typeof marks === 'object' && marks !== null && Object.values(marks).some(containsTrue));
}

function unknownOptionsOf(unknown: unknown, after: JobState | undefined): string[] {
  const options = isPlainObject(unknown) ? optionsOf(unknown.output_options) : unknown;
  if (options === true) return ['output_options'];
  const names = isPlainObject(options) ? Object.keys(options).filter((name) => isMarked(options, name)) : [];
  if (names.length > 0) return names;
  // docs/platform.md, "Jobs": output_options replace logpull_options.
  return isMarked(unknown, 'logpull_options') && optionsOf(after?.output_options) === undefined
    ? ['logpull_options']
    : [];
}

/** Version 4 of the provider has a list of at most one block, version 5 an object or null. */
function optionsOf(options: unknown): unknown {
  return (Array.isArray(options) ? options[0] : options) ?? undefined;
}

/** What each list of actions does to a job. `forget` removes a job from Terraform and leaves it as it is. */
const ACTIONS: Readonly<Record<string, PlannedJob['action'] | 'none'>> = {
  'no-op': 'none',
  read: 'none',
  forget: 'none',
  create: 'create',
  update: 'update',
  delete: 'delete',
  'delete and create': 'replace',
  'create and delete': 'replace',
  'create and forget': 'create',
};
/** Maximum length of unknown actions in a message. Characters. */
const MAX_SHOWN = 80;

function actionOf(actions: readonly string[]): PlannedJob['action'] | 'none' | undefined {
  const text = actions.join(' and ');
  return Object.hasOwn(ACTIONS, text) ? ACTIONS[text] : undefined;
}

/** The path of the first problem, never its value: it may be a secret. */
function placeOf({ issues }: z.ZodError): string {
  return issues[0]?.path.join('.') || 'the document';
}

function rejected(origin: string, found: string): HeadgateError {
  return new HeadgateError('terraform-plan', `cannot read the Terraform plan ${origin}: found ${found}`);
}
