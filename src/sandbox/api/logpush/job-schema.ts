// The body of a job. The error text of each part is what it expects: see body-issues.ts. docs/platform.md, "Jobs".
import { z } from 'zod';
import { DEFAULT_DATASET } from '../../../dataset/index.ts';
import { describeJobIssue, outputOptionsSchema } from '../../../job/index.ts';
import type { JobConfig } from '../../state/job-config.ts';
import { ApiError, type ApiMessage, messageAt } from '../request/api-error.ts';
import { MAX_MESSAGES, messagesFor } from '../request/body-issues.ts';
import { CODES } from '../request/error-codes.ts';
import type { Body } from '../request/read-body.ts';

/** Characters. docs/platform.md, "Management API". */
const MAX_NAME = 512;
const MAX_DESTINATION = 4096;
const MAX_LOGPULL_OPTIONS = 4096;

const text = (what: string, most: number) => z.string({ error: what }).max(most, { error: what });

const DESTINATION = `1 to ${MAX_DESTINATION} characters`;
/** Also the whole body of the calls that check a destination. */
export const destinationConf = text(DESTINATION, MAX_DESTINATION).min(1, { error: DESTINATION });
/** Legacy options. */
export const logpullOptions = text(`up to ${MAX_LOGPULL_OPTIONS} characters`, MAX_LOGPULL_OPTIONS);

const NAME = `up to ${MAX_NAME} letters, digits, hyphens and dots`;

/** 0 disables a limit. docs/platform.md, "Jobs". */
function limit(least: number, most: number) {
  const error = `0, or an integer from ${least} to ${most}`;
  const isValid = (value: number): boolean => value === 0 || (value >= least && value <= most);
  return z.int({ error }).refine(isValid, { error }).nullish();
}

const nullableOptions = Object.fromEntries(
  Object.entries(outputOptionsSchema.shape).map(([key, schema]) => [key, schema.nullable()]),
);

const jobSchema = z.strictObject({
  name: text(NAME, MAX_NAME)
    .regex(/^[a-zA-Z0-9\-.]*$/, { error: NAME })
    .nullish(),
  dataset: z.string({ error: 'the name of a dataset' }).nullish(),
  destination_conf: destinationConf.optional(),
  enabled: z.boolean({ error: 'true or false' }).optional(),
  kind: z.enum(['', 'edge'], { error: '"" or "edge"' }).optional(),
  filter: z.string({ error: 'a string that contains JSON, or null' }).nullish(),
  output_options: z.strictObject(nullableOptions, { error: 'an object' }).nullish(),
  logpull_options: logpullOptions.nullish(),
  frequency: z.enum(['high', 'low'], { error: '"high" or "low"' }).nullish(),
  max_upload_bytes: limit(5_000_000, 1_000_000_000),
  max_upload_records: limit(1_000, 1_000_000),
  max_upload_interval_seconds: limit(30, 300),
  filter_attack_traffic: z.boolean({ error: 'true or false' }).nullish(),
  transformer_id: z.int({ error: 'the id of a transformer' }).nullish(),
  ownership_challenge: z.string({ error: 'the token of an ownership challenge' }).nullish(),
  // Parts of an answer, sent back: they have no effect.
  id: z.unknown().optional(),
  last_complete: z.unknown().optional(),
  last_error: z.unknown().optional(),
  error_message: z.unknown().optional(),
});

/** A job as a client sends it; each key may be missing. */
export type JobInput = z.infer<typeof jobSchema>;

/** Parses a body. @throws ApiError 400 */
export function parseJob(body: Body): JobInput {
  const parsed = jobSchema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new ApiError(400, parsed.error.issues.slice(0, MAX_MESSAGES).flatMap(messagesOf));
}

function messagesOf(issue: z.core.$ZodIssue): ApiMessage[] {
  const isOption = issue.path[0] === 'output_options' && issue.path.length > 1;
  if (!isOption) return messagesFor([issue], CODES.jobInvalid);
  return [messageAt(CODES.jobInvalid, `invalid value for ${describeJobIssue('', issue)}`, issue.path)];
}

/** What a new job has unless a client sends it. */
const NEW_JOB: JobConfig = { dataset: DEFAULT_DATASET, destination_conf: '', enabled: false, kind: '' };

/**
 * Applies a body to a job. `null` and empty text clear a value; `output_options` are replaced as a whole.
 * @param old undefined for a new job
 */
export function applyJob(old: JobConfig | undefined, input: JobInput): JobConfig {
  const { ownership_challenge: _token, transformer_id: _transformer, id: _id, ...sent } = input;
  const { last_complete: _complete, last_error: _error, error_message: _message, ...config } = sent;
  const { dataset, filter, output_options: options } = config;
  const changes = {
    ...config,
    dataset: dataset ?? undefined,
    // White space is no filter either.
    filter: filter?.trim() === '' ? null : filter,
    output_options: options && Object.fromEntries(Object.entries(options).filter(([, value]) => value != null)),
  };
  const job: Record<string, unknown> = { ...(old ?? NEW_JOB) };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || (value === '' && key !== 'kind')) delete job[key];
    else if (value !== undefined) job[key] = value;
  }
  return job as unknown as JobConfig;
}
