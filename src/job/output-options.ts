// The output_options of a job as data from outside: which keys there are, their types, defaults and limits.
// What they mean for written lines belongs to src/output; what they mean for reading, to reader-options.ts.
// Source: reference/logpush.md, section 4.
import { z } from 'zod';

/** Forms of a timestamp field in pushed lines. */
export const TIMESTAMP_FORMATS = ['unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'] as const;

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

/** output_options as the API takes them. Unknown keys are kept: they are a problem of the job that stops no other work. */
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

/** What a job writes and how. */
export type OutputOptions = z.infer<typeof outputOptionsSchema>;
