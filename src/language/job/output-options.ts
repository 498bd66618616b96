// The schema of a job's output_options: keys, types, defaults and limits. src/language/output applies them to written lines,
// reader-options.ts to reading. `docs/platform.md`, "Output options".
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
