// The shape of `check --format json`.
import { z } from 'zod';
import { filterProblem } from '../parts/filter.ts';
import { filterForms } from '../parts/filter-forms.ts';
import { filterProof, filterShortening } from '../parts/proof.ts';

const jobSeverity = z.enum(['error', 'warning', 'remark']);

/** The codes of problems of a job. */
export const jobProblemCode = z.enum([
  'job-filter-object',
  'job-option-unknown',
  'job-option-misplaced',
  'job-template',
  'job-field-unknown',
  'job-filter-empty',
  'job-field-removed',
  'job-field-unlisted',
  'job-no-fields',
  'job-legacy',
  'job-state',
  'job-field-deprecated',
  'job-field-repeated',
]);

const jobProblem = z.object({
  severity: jobSeverity,
  code: jobProblemCode,
  path: z.string(),
  message: z.string(),
  names: z.array(z.string()),
});

const settingCheck = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.enum(['job-setting', 'job-key-misspelled', 'job-key-unknown']),
  path: z.string(),
  message: z.string(),
  names: z.array(z.string()),
});

const destinationProblem = z.object({
  names: z.array(z.string()),
  severity: jobSeverity,
  path: z.string(),
  message: z.string(),
  code: z.literal('job-destination'),
});

const filterCheck = z.object({
  name: z.string(),
  file: z.string().exactOptional(),
  question: z.enum(['implies', 'equals']).exactOptional(),
  dataset: z.string(),
  valid: z.boolean(),
  form: z.enum(['none', 'json', 'expression']),
  operators: z.object({ used: z.number(), limit: z.number() }),
  bytes: z.object({ used: z.number(), limit: z.number() }),
  problems: z.array(filterProblem),
  jobProblems: z.array(z.union([jobProblem, settingCheck, destinationProblem])).exactOptional(),
  filter: filterForms.exactOptional(),
  repaired: filterForms.exactOptional(),
  shortened: filterShortening.exactOptional(),
});

export const checkResult = z.object({
  version: z.literal(1),
  strict: z.boolean(),
  checks: z.array(filterCheck),
  proofs: z.array(filterProof).exactOptional(),
  warnings: z.array(z.string()),
});
