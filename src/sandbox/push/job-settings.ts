// The document of a job → what the push needs of it, and the limits of the push. Reads the document with src/language/job, and compiles its filter.
import { createLineOutput } from '../../analysis/emit/index.ts';
import { HeadgateError } from '../../base/index.ts';
import type { Ruleset } from '../../language/custom-fields/index.ts';
import { type Dataset, LOGGED_KEYS } from '../../language/dataset/index.ts';
import { type CompiledFilter, compileFilter, readFilter } from '../../language/filter/index.ts';
import { type OutputOptions, parseJobs } from '../../language/job/index.ts';
import { parseTemplate, templateFields } from '../../language/output/index.ts';
import { readTransformer, type Transformer } from '../../language/transformer/index.ts';
import { whyStoredOnly } from '../destination/stored-only.ts';

/** A job that pushes. */
export interface PushJob {
  /** Id of the platform. */
  id: number;
  /** The job as the API returns it, as JSON; src/language/job parses it. */
  document: string;
  /** SQL of the transformer that is attached to it. */
  transformer?: string;
}

/** The configuration of the zone. All methods are synchronous. */
export interface PushSource {
  /** Grows with each change of a job, a transformer or a ruleset; the engine compares it before each exchange. */
  readonly revision: number;
  /** The enabled jobs of the zone for the dataset of the traffic. */
  jobs(): readonly PushJob[];
  /** The custom-fields ruleset of the zone; undefined if it has none, or none with an enabled rule. */
  ruleset(): Ruleset | undefined;
  /** A batch arrived: sets `last_complete`, clears `last_error` and `error_message`. @param untilMs end of the batch */
  delivered(jobId: number, untilMs: number): void;
  /** A batch did not arrive. @param message without secrets */
  failed(jobId: number, atMs: number, message: string): void;
}

/** Limits of the engine. Times are milliseconds. Tests shorten them. */
export interface PushLimits {
  /** Pauses between the attempts for one batch. Service time. */
  retryPausesMs: readonly number[];
  /** Longest attempt. Real time: a server answers or does not, at any speed of the service. */
  attemptMs: number;
  /** Longest time for the last attempts of all batches after `stop`. Real time. */
  stopMs: number;
  /** Attempts of one job at a time. */
  putsAtOnce: number;
  /** Size at which an object closes, because an open batch is in memory. Bytes. */
  objectBytes: number;
  /** Most bytes of batches that wait for one job: the objects, and BATCH_BYTES for each. */
  heldJobBytes: number;
  /** Most bytes of batches that wait for all jobs together. */
  heldBytes: number;
}

/** The retries follow docs/platform.md, "Jobs": five attempts in five minutes. The other limits are ours. */
export const PUSH_LIMITS: PushLimits = {
  retryPausesMs: [20_000, 40_000, 80_000, 160_000],
  attemptMs: 30_000,
  stopMs: 10_000,
  // More would hold more batches of a silent server; fewer would let one late answer delay the next batches.
  putsAtOnce: 4,
  objectBytes: 32 * 1024 * 1024,
  heldJobBytes: 64 * 1024 * 1024,
  heldBytes: 256 * 1024 * 1024,
};

/** Lines at which a batch closes unless the job sets `max_upload_records`. docs/platform.md, "Jobs". */
const DEFAULT_RECORDS = 100_000;

/** Age at which a batch closes unless the job sets `max_upload_interval_seconds`. docs/platform.md, "Jobs". Seconds. */
const DEFAULT_INTERVAL_SECONDS = 30;

/** When a batch closes. Infinity: never for this reason. */
interface BatchLimits {
  records: number;
  /** Bytes of the text, before compression. */
  bytes: number;
  intervalMs: number;
}

/** A job that can push. */
export interface JobSettings {
  id: number;
  name: string;
  /** Undefined: every line. */
  filter: CompiledFilter | undefined;
  /** Undefined: lines are pushed as the job writes them. */
  transformer: Transformer | undefined;
  options: OutputOptions;
  limits: BatchLimits;
  destinationConf: string;
  /** The fields that its lines contain; undefined: all fields of the dataset. */
  fields: readonly string[] | undefined;
  /** Whether its lines contain custom fields. */
  logsCustomFields: boolean;
}

/** Keys of a job that report on its push, and change with it. docs/platform.md, "Jobs". */
const HEALTH_KEYS: ReadonlySet<string> = new Set(['last_complete', 'last_error', 'error_message']);

/** Returns a document without the keys that report on the push, and the SQL: equal for equal settings. */
export function settingsText({ document, transformer = '' }: PushJob): string {
  const settings = JSON.stringify(JSON.parse(document), (key, value: unknown) =>
    HEALTH_KEYS.has(key) ? undefined : value,
  );
  return `${settings}\n${transformer}`;
}

/** The name of a job for events, also if it cannot be used. */
export function jobName({ id, document }: PushJob): string {
  const { name } = JSON.parse(document) as { name?: string | null };
  return name || `job-${id}`;
}

/**
 * Reads a job.
 * @throws HeadgateError if its filter, transformer, template, or another part of it cannot be used, or the sandbox pushes nothing to its destination
 */
export function readJobSettings(job: PushJob, dataset: Dataset): JobSettings {
  const name = jobName(job);
  const found = parseJobs(job.document, `job ${name}`, name).jobs[0]!;
  const { outputOptions: options, destinationConf } = found;
  if (destinationConf === undefined) {
    throw new HeadgateError('job-invalid', `cannot push ${name}: found no destination_conf, expected one`);
  }
  const why = whyStoredOnly(destinationConf);
  if (why !== undefined) throw new HeadgateError('destination-stored-only', why);
  // Reports what the options have wrong now, before the first line.
  createLineOutput(options, dataset);
  return {
    id: job.id,
    name,
    filter: filterOf(found.filter, name, dataset),
    transformer: transformerOf(job.transformer, name, dataset),
    options,
    limits: batchLimits(JSON.parse(job.document) as UploadLimits),
    destinationConf,
    ...fieldsOf(options),
  };
}

function filterOf(text: string | undefined, name: string, dataset: Dataset): CompiledFilter | undefined {
  if (text === undefined) return undefined;
  const { filter, form, problems } = readFilter(text, dataset, { source: 'job' });
  if (form === 'none') return undefined;
  if (filter !== undefined) return compileFilter(filter, dataset);
  const reason = problems.find(({ severity }) => severity === 'error')?.message;
  throw new HeadgateError('filter-invalid', `cannot push ${name}: found an invalid filter: ${reason}`);
}

function transformerOf(sql: string | undefined, name: string, dataset: Dataset): Transformer | undefined {
  if (sql === undefined) return undefined;
  const { transformer, problems } = readTransformer(sql, { dataset });
  if (transformer !== undefined) return transformer;
  const reason = problems.find(({ severity }) => severity === 'error')?.message;
  throw new HeadgateError('transformer-invalid', `cannot push ${name}: found an invalid transformer: ${reason}`);
}

function fieldsOf({
  field_names: names = [],
  record_template: template,
}: OutputOptions): Pick<JobSettings, 'fields' | 'logsCustomFields'> {
  if (names.length === 0) return { fields: undefined, logsCustomFields: true };
  const inTemplate = template ? templateFields(parseTemplate(template)) : [];
  const fields = [...new Set([...names, ...inTemplate])];
  return { fields, logsCustomFields: LOGGED_KEYS.some((key) => fields.includes(key)) };
}

/** The keys of a job that limit a batch; 0 disables a limit. docs/platform.md, "Jobs". */
interface UploadLimits {
  max_upload_records?: number | null;
  max_upload_bytes?: number | null;
  max_upload_interval_seconds?: number | null;
}

function batchLimits(job: UploadLimits): BatchLimits {
  const { max_upload_records: records, max_upload_bytes: bytes, max_upload_interval_seconds: seconds } = job;
  return {
    records: limitOf(records ?? DEFAULT_RECORDS),
    bytes: limitOf(bytes ?? 0),
    intervalMs: limitOf(seconds ?? DEFAULT_INTERVAL_SECONDS) * 1000,
  };
}

function limitOf(value: number): number {
  return value === 0 ? Number.POSITIVE_INFINITY : value;
}
