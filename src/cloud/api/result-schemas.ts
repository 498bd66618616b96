// The results of the API that headgate uses, with the keys whose types it relies on. Other keys pass unchecked. A result of another shape
// is a failure, never a TypeError later. docs/platform.md, "Management API".
import { z } from 'zod';
import type { ApiBucket, ApiJob, ApiRuleset, ApiTransformer, TransformerVersion } from './management-api.ts';
import type { ApiFailure } from './request/api-failure.ts';
import type { ApiAnswer } from './request/read-answer.ts';

const text = z.string('text or null').nullish();

const identifier = z.int('a whole number').positive('a positive number');

const jobSchema = z.looseObject(
  {
    id: identifier,
    name: text,
    dataset: text,
    kind: text,
    enabled: z.boolean('true, false or null').nullish(),
    destination_conf: text,
    filter: text,
    logpull_options: text,
    output_options: z.looseObject({}, 'an object or null').nullish(),
    last_complete: text,
    last_error: text,
    error_message: text,
  },
  'an object',
);

const attachedJob = z.looseObject({ id: identifier, name: text, object_tag: text, object_type: text }, 'an object');

/** One transformer. Null means "not set", as a missing key does. */
export const apiTransformer = z
  .looseObject(
    {
      ...{ id: identifier, name: text, description: text, dataset: text, updated_at: text },
      associated_jobs: z.array(attachedJob.transform(withoutNull), 'an array or null').nullish(),
    },
    'an object',
  )
  .transform((transformer) => withoutNull(transformer) as unknown as ApiTransformer);

/** Null: no transformers. */
export const apiTransformers = z
  .array(apiTransformer, 'an array')
  .nullable()
  .transform((transformers) => transformers ?? []);

/** The SQL of a transformer. */
export const transformerContent = z.looseObject({ content: z.string('text') }, 'an object');

/** Versions of a transformer. */
export const transformerVersions = z
  .array(
    z
      .looseObject({ id: identifier, version: identifier, created_at: text }, 'an object')
      .transform((version) => withoutNull(version) as unknown as TransformerVersion),
    'an array',
  )
  .nullable()
  .transform((versions) => versions ?? []);

/** Delivered records of a preview: none, or null, if the record is dropped. An older form of the API has one object. */
export const previewedRecords = z
  .union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())], 'an array of objects or null')
  .nullable()
  .transform((records) => (Array.isArray(records) ? records : records === null ? [] : [records]));

/** A zone with its account. */
export const zoneOfAccount = z.looseObject(
  { account: z.looseObject({ id: z.string('text') }, 'an object') },
  'an object',
);

const ruleSchema = z.looseObject({ id: z.string('text').optional(), ref: z.string('text').optional() }, 'an object');

/** One job. Null means "not set", as a missing key does. */
export const apiJob = jobSchema.transform((job) => withoutNull(job) as unknown as ApiJob);

/** Null: no jobs. */
export const apiJobs = z
  .array(apiJob, 'an array')
  .nullable()
  .transform((jobs) => jobs ?? []);

/** A ruleset with its rules. */
export const apiRuleset = z
  .looseObject(
    {
      id: z.string('text').min(1, 'text that is not empty'),
      version: z.string('text'),
      phase: z.string('text'),
      rules: z.array(ruleSchema, 'an array or null').nullish(),
    },
    'an object',
  )
  .transform(({ rules, ...ruleset }) => ({ ...ruleset, ...(rules != null && { rules }) }) as ApiRuleset);

/** A file with an ownership token. */
export const ownershipFile = z.looseObject(
  { filename: text, valid: z.boolean('true, false or null').nullish(), message: text },
  'an object',
);

/** A check of an ownership token. */
export const ownershipCheck = z.looseObject({ valid: z.boolean('true or false') }, 'an object');

/** Zones with a name. */
export const zones = z.array(z.looseObject({ id: z.string('text'), name: z.string('text') }, 'an object'), 'an array');

/** One bucket. Null means "not set", as a missing key does. */
export const apiBucket = z
  .looseObject({ name: z.string('text').min(1, 'text that is not empty'), creation_date: text }, 'an object')
  .transform((bucket) => withoutNull(bucket) as ApiBucket);

/** Buckets of a page. */
export const apiBuckets = z
  .looseObject({ buckets: z.array(apiBucket, 'an array or null').nullish() }, 'an object')
  .transform(({ buckets }) => buckets ?? []);

/** Names of secrets. Null: none. */
export const apiSecrets = z
  .array(z.looseObject({ name: z.string('text') }, 'an object'), 'an array')
  .nullable()
  .transform((secrets) => secrets ?? []);

/** Any result: headgate does not read it. */
export const anyResult = z.unknown().transform(() => ({}));

/** Returns an object without the keys that are not set: null or undefined. */
export function withoutNull(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
}

/** Code of a 404 for a zone or account, in contrast to one for an object in it. docs/platform.md, "Management API". */
const NO_ROUTE = 7003;

/** Whether the API answered that the object does not exist, although its zone or account does. */
export function isMissing({ status, isEnvelope, messages }: ApiFailure): boolean {
  return status === 404 && isEnvelope && !messages.some(({ code }) => code === NO_ROUTE);
}

/** Checks a result. */
export function readResult<Schema extends z.ZodType>(
  schema: Schema,
  { result }: ApiAnswer,
): z.output<Schema> | ApiFailure {
  const parsed = schema.safeParse(result, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { path, message, input } = parsed.error.issues[0]!;
  const place = ['result', ...path.map(String)].join('.');
  return {
    kind: 'unexpected',
    status: 200,
    messages: [],
    isEnvelope: true,
    detail: `${typeOf(input)} as ${place} of the answer`,
    expected: message,
  };
}

function typeOf(input: unknown): string {
  if (input === undefined) return 'nothing';
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'an array';
  return typeof input === 'object' ? 'an object' : `a ${typeof input}`;
}
