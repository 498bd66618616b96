// Parses the body of a job, and applies it to a job. src/job defines its keys and limits. docs/platform.md, "Jobs".
import type { z } from 'zod';
import { DEFAULT_DATASET } from '../../../dataset/index.ts';
import { describeJobIssue, type JobInput, jobBodySchema } from '../../../job/index.ts';
import type { JobConfig } from '../../state/job-config.ts';
import { ApiError, type ApiMessage, messageAt } from '../request/api-error.ts';
import { MAX_MESSAGES, messagesFor } from '../request/body-issues.ts';
import { CODES } from '../request/error-codes.ts';
import type { Body } from '../request/read-body.ts';

/** Parses a body. @throws ApiError 400 */
export function parseJob(body: Body): JobInput {
  const parsed = jobBodySchema.safeParse(body, { reportInput: true });
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
