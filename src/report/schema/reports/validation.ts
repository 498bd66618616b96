// The shape of `validate --format json`.
import { z } from 'zod';
import { linesTotal, sourceTotal, timing } from '../parts/scan.ts';
import { jobProblemCode } from './check.ts';

const checkedLines = linesTotal.extend({
  kept: z.number(),
  dropped: z.number(),
  undecided: z.number(),
  clean: z.number(),
});

export const severity = z.enum(['error', 'warning', 'remark']);

const subject = z.enum(['object', 'job', 'line', 'hour']);

export const place = z.object({ object: z.string(), offset: z.number(), message: z.string() });

const detailCount = z.object({ name: z.string(), lines: z.number() });

const finding = z.object({
  code: z.enum([
    ...jobProblemCode.options,
    'malformed',
    'blank',
    'job-sampled',
    'ruleset-dataset',
    'ruleset-unused',
    'ruleset-unlisted',
    'ruleset-nothing',
    'object-unreadable',
    'object-damaged',
    'object-empty',
    'object-name',
    'day-folder',
    'bom',
    'shape',
    'too-long',
    'filter-drop',
    'filter-undecided',
    'field-missing',
    'field-extra',
    'field-order',
    'field-repeated',
    'type',
    'timestamp-format',
    'timestamp-digits',
    'cve-rewrite',
    'event-after-batch',
    'event-before-batch',
    'custom-shape',
    'custom-unknown',
    'custom-case',
    'custom-size',
    'custom-truncated',
    'custom-near-limit',
    'repeated-in-object',
    'repeated-between-objects',
    'hour-without-object',
  ]),
  severity: severity,
  of: subject,
  title: z.string(),
  count: z.number(),
  share: z.number().exactOptional(),
  places: z.array(place),
  details: z.array(detailCount),
  advice: z.string(),
});

const repeatSearch = z.object({
  field: z.string().nullable(),
  oneIn: z.number(),
  followed: z.number(),
  error: z.number(),
});

const jobValidation = z.object({
  name: z.string(),
  dataset: z.string(),
  valid: z.boolean(),
  source: sourceTotal,
  lines: checkedLines,
  findings: z.array(finding),
  repeats: repeatSearch,
});

export const validationReport = z.object({
  version: z.literal(1),
  partial: z.boolean(),
  jobs: z.array(jobValidation),
  timing: timing.exactOptional(),
});
