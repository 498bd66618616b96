// The schema of a job as a client sends it: keys, types and limits. The error text of each part is what it expects:
// "true or false". The local service checks bodies with it, and job files are checked with it before they are sent.
// docs/platform.md, "Jobs" and "Management API".
import { z } from 'zod';

/** The formats of timestamp fields in pushed lines. */
const TIMESTAMP_FORMATS = ['unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'] as const;

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

/** `output_options` as the API accepts them. The schema keeps unknown keys: they are a problem with the job, but stop no other work. */
export const outputOptionsSchema = z.looseObject({
  field_names: z.array(z.string()).optional(),
  output_type: z.enum(['ndjson', 'csv']).optional(),
  batch_prefix: z.string().optional(),
  batch_suffix: z.string().optional(),
  record_prefix: z.string().optional(),
  record_suffix: z.string().optional(),
  record_delimiter: z.string().optional(),
  field_delimiter: z.string().optional(),
  record_template: z.string().optional(),
  timestamp_format: z.enum(TIMESTAMP_FORMATS).optional(),
  sample_rate: z.number().gt(0).lte(1).optional(),
  'CVE-2021-44228': flag.optional(),
  merge_subrequests: z.boolean().optional(),
});

/** The fields and the format that a job writes. */
export type OutputOptions = z.infer<typeof outputOptionsSchema>;

/** Characters. docs/platform.md, "Management API". */
const MAX_NAME = 512;

const MAX_DESTINATION = 4096;

const MAX_LOGPULL_OPTIONS = 4096;

const text = (what: string, most: number) => z.string({ error: what }).max(most, { error: what });

const DESTINATION = `1 to ${MAX_DESTINATION} characters`;

/** Also the whole body of the calls that check a destination. */
export const destinationConfSchema = text(DESTINATION, MAX_DESTINATION).min(1, { error: DESTINATION });

/** Legacy options. */
export const logpullOptionsSchema = text(`up to ${MAX_LOGPULL_OPTIONS} characters`, MAX_LOGPULL_OPTIONS);

const NAME = `up to ${MAX_NAME} letters, digits, hyphens and dots`;

/** 0 disables a limit. docs/platform.md, "Jobs". */
function limit(least: number, most: number) {
  const error = `0, or an integer from ${least} to ${most}`;
  const isValid = (value: number): boolean => value === 0 || (value >= least && value <= most);
  return z.int({ error }).refine(isValid, { error }).nullish();
}

/** `output_options` of a body: null removes an option. */
const nullableOptions = Object.fromEntries(
  Object.entries(outputOptionsSchema.shape).map(([key, schema]) => [key, schema.nullable()]),
);

/** The body of a request that creates or changes a job; each key may be missing. */
export const jobBodySchema = z.strictObject({
  name: text(NAME, MAX_NAME)
    .regex(/^[a-zA-Z0-9\-.]*$/, { error: NAME })
    .nullish(),
  dataset: z.string({ error: 'the name of a dataset' }).nullish(),
  destination_conf: destinationConfSchema.optional(),
  enabled: z.boolean({ error: 'true or false' }).optional(),
  kind: z.enum(['', 'edge'], { error: '"" or "edge"' }).optional(),
  filter: z.string({ error: 'a string that contains JSON, or null' }).nullish(),
  output_options: z.strictObject(nullableOptions, { error: 'an object' }).nullish(),
  logpull_options: logpullOptionsSchema.nullish(),
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
export type JobInput = z.infer<typeof jobBodySchema>;

/** Keys that only the service writes. docs/platform.md, "Jobs". */
export const READ_ONLY_KEYS: readonly string[] = ['last_complete', 'last_error', 'error_message'];
