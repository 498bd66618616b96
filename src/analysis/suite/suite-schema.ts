// The schema of a suite file. docs/filter-tests.md, "The format" describes it for people. read-suite.ts explains what violates it.
import { z } from 'zod';
import { FINAL_VERDICTS } from '../../language/filter/index.ts';

/** The line of a case as an object of fields, or the raw text of one line. */
const lineSchema = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .describe('A log line: an object of fields, or the raw text of one line');

/** A case: a line, or the place of one, and the verdict. */
export const suiteCaseSchema = z.strictObject({
  name: z.string().min(1).optional().describe('What the case shows'),
  line: lineSchema.optional(),
  object: z.string().min(1).optional().describe('A file of log lines, relative to the suite; together with ray'),
  ray: z.string().min(1).optional().describe('RayID of the only line meant in object'),
  expect: z
    .enum(FINAL_VERDICTS)
    .describe(
      'The verdict that the filter must give; with a transformer, whether a record is delivered, or the line fails',
    ),
  records: z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .describe('The records that the transformer must deliver, in their order'),
  note: z.string().optional().describe('A remark for readers, printed if the case fails'),
});

/** A suite. */
export const suiteSchema = z.strictObject({
  $schema: z.string().optional().describe('The JSON Schema of this file, for editors'),
  dataset: z.string().min(1).optional().describe('Dataset of the lines; default: that of the job, else http_requests'),
  filter: z
    .union([z.string().min(1), z.strictObject({ where: z.unknown() })])
    .optional()
    .describe('A filter: an expression, JSON, {"where": …}, or @file, relative to the suite'),
  job: z
    .union([z.string().min(1), z.record(z.string(), z.unknown())])
    .optional()
    .describe('A job: the path of its file, relative to the suite, or the job itself'),
  transformer: z
    .string()
    .min(1)
    .optional()
    .describe('The path of a file with the SQL of a transformer, relative to the suite'),
  null: z.enum(['unknown', 'zero']).optional().describe('The meaning of JSON null in a line; default: unknown'),
  cases: z.array(suiteCaseSchema).describe('The cases, at least one'),
});
