// The shapes of `fields preview` and `fields propose`, and what they share with plans of rulesets.
import { z } from 'zod';
import { loggedKey } from '../parts/scan.ts';

const trafficFileProblem = z.object({
  code: z.string(),
  object: z.string(),
  offset: z.number(),
  message: z.string(),
});

const trafficTotal = z.object({
  files: z.number(),
  bytes: z.number(),
  exchanges: z.number(),
  passedOver: z.object({
    'from-cache': z.number(),
    'no-response': z.number(),
    'not-http': z.number(),
    'other-host': z.number(),
  }),
  broken: z.number(),
  damaged: z.number(),
  unreadable: z.number(),
  lost: z.array(trafficFileProblem),
});

export const limitsName = z.enum(['classic', 'current']);

export const fieldArray = z.enum([
  'request_fields',
  'response_fields',
  'cookie_fields',
  'transformed_request_fields',
  'raw_response_fields',
]);

const fieldPlace = z.enum(['RequestHeaders', 'ResponseHeaders', 'Cookies', 'SetCookie']);

const similarName = z.object({
  kind: z.enum(['other-case', 'other-place', 'set-only', 'pseudo-header', 'spelling']),
  place: fieldPlace,
  name: z.string(),
  exchanges: z.number(),
});

const fieldFigures = z.object({
  key: loggedKey,
  array: fieldArray,
  name: z.string(),
  lines: z.number(),
  empty: z.number(),
  bytes: z.number(),
  crossing: z.number(),
  emptied: z.number(),
  cutBytes: z.number(),
  enoughAlone: z.number(),
  repeated: z.object({ lines: z.number(), values: z.number() }),
  neverLogged: z.boolean(),
  nearMiss: similarName.exactOptional(),
});

const trafficFigures = z.object({
  limits: limitsName,
  limitBytes: z.number().nullable(),
  exchanges: z.number(),
  lines: z.number(),
  bytes: z.number(),
  largestBytes: z.number(),
  over: z.number(),
  near: z.number(),
  cutBytes: z.number(),
  withCookies: z.number(),
  fields: z.array(fieldFigures),
  leaveOut: z.object({ fields: z.array(z.number()), search: z.enum(['smallest', 'greedy', 'bounded']) }).nullable(),
});

const previewNote = z.object({
  code: z.enum([
    'one-form',
    'no-cookie-header',
    'nothing-sent',
    'untold-fields',
    'hosts',
    'not-applied',
    'no-single-job',
  ]),
  message: z.string(),
});

export const rulesetProblem = z.object({
  code: z.enum([
    'json-syntax',
    'duplicate-key',
    'unknown-key',
    'upper-case',
    'api-failure',
    'not-a-ruleset',
    'is-job',
    'is-filter',
    'is-har',
    'bare-arrays',
    'other-phase',
    'many-rulesets',
    'wrong-kind',
    'no-rules',
    'many-rules',
    'wrong-action',
    'wrong-expression',
    'wrong-type',
    'no-arrays',
    'empty-array',
    'unknown-array',
    'newer-array',
    'newer-key',
    'empty-name',
    'impossible-name',
    'duplicate-field',
    'raw-and-transformed',
    'too-many-fields',
    'never-logged',
    'rule-disabled',
    'similar-key',
  ]),
  path: z.string(),
  message: z.string(),
});

const jobMismatch = z.object({
  severity: z.enum(['error', 'warning', 'remark']),
  code: z.enum(['job-dataset', 'no-key-listed', 'key-not-listed', 'key-not-configured', 'job-without-fields']),
  message: z.string(),
});

const loggedField = z.object({
  name: z.string(),
  value: z.union([z.string(), z.array(z.string())]),
  state: z.enum(['whole', 'cut', 'emptied']),
});

const loggedGroup = z.object({ key: loggedKey, fields: z.array(loggedField) });

const previewRow = z.object({
  object: z.string(),
  index: z.number(),
  offset: z.number(),
  time: z.string().nullable(),
  method: z.string(),
  url: z.string(),
  status: z.number(),
  bytes: z.number(),
  cutBytes: z.number(),
  cutAt: z.object({ key: loggedKey, name: z.string() }).nullable(),
  logged: z.array(loggedGroup),
});

export const fieldsPreview = z.object({
  version: z.literal(1),
  partial: z.boolean(),
  traffic: trafficTotal,
  figures: trafficFigures,
  notes: z.array(previewNote),
  rulesetWarnings: z.array(rulesetProblem),
  job: z
    .object({ names: z.array(z.string()), mismatches: z.array(jobMismatch), remarks: z.array(jobMismatch) })
    .nullable(),
  rows: z.array(previewRow),
  problemCounts: z.record(z.string(), z.number()),
  problems: z.array(trafficFileProblem),
});

const proposedEntry = z.object({ name: z.string(), preserve_duplicates: z.literal(true).exactOptional() });

export const proposedRuleset = z.object({
  rules: z.array(
    z.object({
      action: z.string(),
      expression: z.string(),
      description: z.string(),
      enabled: z.boolean(),
      action_parameters: z.object({
        request_fields: z.array(proposedEntry).exactOptional(),
        response_fields: z.array(proposedEntry).exactOptional(),
        cookie_fields: z.array(proposedEntry).exactOptional(),
        transformed_request_fields: z.array(proposedEntry).exactOptional(),
        raw_response_fields: z.array(proposedEntry).exactOptional(),
      }),
    }),
  ),
});
