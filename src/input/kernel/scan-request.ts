// Writes compiled filters to the kernel as tests and counters. Returns false if a part is not supported by the kernel: then every line goes to the
// compiled filter. Decides nothing about lines.
import type { TimeRange } from '../../base/index.ts';
import { type Dataset, hasCustomFields, LOGGED_KEYS, TRUNCATED_FROM_BYTES } from '../../language/dataset/index.ts';
import {
  type CompiledFilter,
  type CompileOptions,
  type Hint,
  type HintedType,
  isHintedType,
} from '../../language/filter/index.ts';
import { CONDITIONS_TOO, COUNTS, FIELDS_TOO } from './abi.ts';
import { writeCondition } from './condition-request.ts';
import { clamped, MAX_INTEGER, MIN_INTEGER, TIME_UNITS } from './kernel-time.ts';
import type { Kernel } from './load-kernel.ts';
import type { DeferredNoRecords } from './no-record.ts';
import { type ScanSchema, writeSchema } from './schema-request.ts';
import { type WrittenJobs, writeTree } from './tree-request.ts';
import { keyText, putText, writeSlot } from './write-slot.ts';

/** The jobs and figures to count. */
export interface ScanRequest {
  dataset: Dataset;
  /** By job; undefined keeps every line. */
  filters: readonly (CompiledFilter | undefined)[];
  /** The kernel reads only lines whose own time is in this range. */
  range: TimeRange;
  detail: 'full' | 'no-fields' | 'counts';
  /** Examines for hints the lines that begin within this many bytes of an object, and one in `examinedOneIn` of the others. */
  examinedHeadBytes: number;
  examinedOneIn: number;
  /** Counts lines by hour of their time, and for each hour the verdicts of this many first filters. @default no hours are counted */
  hourlyJobs?: number | undefined;
  /** Reads the time of each line even if nothing else needs it, for {@link Scanner.timeOfSampled}. @default false */
  readsTimes?: boolean | undefined;
  /** Counts the outcomes of the conditions of this many first filters, and their hints. @default all, none with detail `counts` */
  conditionJobs?: number | undefined;
  /** Counts lines by the exact set of this many first filters that keep them, and with detail `full` the fields of their lines. @default 0 */
  setJobs?: number | undefined;
  /** Fields whose values {@link Scanner.valueOf} returns, of lines that are deferred as `sampled`. @default none */
  values?: readonly string[] | undefined;
  /** @default the kernel defers all of them */
  noRecords?: DeferredNoRecords;
}

/** The kernel's number for each level of detail. `defer`: it declines requests with this level. */
export const DETAILS: Readonly<Record<ScanRequest['detail'], number | 'defer'>> = {
  counts: COUNTS,
  'no-fields': CONDITIONS_TOO,
  full: FIELDS_TOO,
};

/**
 * The options of a compiled filter. `kernel`: the outcomes for null, which the kernel receives with each condition, contain all of their
 * effect. `defer`: the kernel declines every filter.
 */
export const FILTER_OPTIONS: Readonly<Record<keyof CompileOptions, 'kernel' | 'defer'>> = { nullAs: 'kernel' };

/** Types of fields that have hints, and every hint. `kernel`: it defers each examined line that may contain one. */
export const HINTS: Readonly<Record<HintedType | Hint, 'kernel' | 'defer'>> = {
  string: 'kernel',
  'array[string]': 'kernel',
  'differs-by-case': 'kernel',
  'part-of-element': 'kernel',
};

/** Returns the number of first filters whose conditions are counted. */
export function countedJobs({ detail, conditionJobs, filters }: ScanRequest): number {
  return detail === 'counts' ? 0 : (conditionJobs ?? filters.length);
}

/**
 * Writes the request into the kernel.
 * @param schema that lines must match; for one filter only, and not with full detail @default any line matches
 * @returns false if a part is not supported by the kernel; it must not scan then
 */
export function writeRequest(kernel: Kernel, request: ScanRequest, schema?: ScanSchema): boolean {
  return writeAll(kernel, request, schema) && (request.values ?? []).every((field) => slotOf(kernel, field) >= 0);
}

/** Returns the slot of a field, which is added if there is none: the same field always has the same one. @returns -1 if there is no room */
export function slotOf(kernel: Kernel, field: string): number {
  return writeSlot(kernel, field);
}

function writeAll(kernel: Kernel, request: ScanRequest, schema: ScanSchema | undefined): boolean {
  const { dataset, filters, detail } = request;
  const keyOf = schema?.keyOf ?? ((field: string) => field);
  const level = DETAILS[detail];
  // A level, group or unit that its table lacks cannot be compiled, but it can be added at runtime.
  if (typeof level !== 'number') return false;
  if (filters.some((filter) => filter !== undefined) && Object.values(FILTER_OPTIONS).includes('defer')) return false;
  kernel.beginRequest(level);
  if (!writeFieldKeys(kernel, dataset)) return false;
  const counted = countedJobs(request);
  kernel.countConditions(counted);
  kernel.countSets(request.setJobs ?? 0);
  const hasHints = schema === undefined && filters.slice(0, counted).some(mayHaveHints);
  if (hasHints && Object.values(HINTS).includes('defer')) return false;
  kernel.setExamined(request.examinedHeadBytes, request.examinedOneIn, hasHints);
  const countsCut = detail === 'full' && hasCustomFields(dataset);
  if (countsCut && !writeCustomFields(kernel)) return false;
  if (schema !== undefined && !writeSchema(kernel, schema, dataset)) return false;
  const { field, unit } = dataset.eventTime;
  const written: WrittenJobs = {
    hasHints,
    tests: [],
    first: new Map(),
    verdicts: new Map(),
    roots: [],
    jobs: 0,
    counted,
  };
  return (
    writeTimes(kernel, { field: keyOf(field), unit }, request) &&
    filters.every((filter) => writeJob(kernel, filter, keyOf, written))
  );
}

/** By dataset: its field keys as the kernel reads them. A worker writes a request for each shard. */
const fieldKeys = new WeakMap<Dataset, string>();

/** Adds the fields of the dataset, so that the kernel recognizes lines without any: these may be in an envelope. */
function writeFieldKeys(kernel: Kernel, dataset: Dataset): boolean {
  const text = fieldKeys.get(dataset) ?? [...dataset.fields.keys()].map(keyText).join('');
  fieldKeys.set(dataset, text);
  const bytes = putText(kernel, text);
  if (bytes === undefined) return false;
  kernel.addFieldKeys(bytes);
  return true;
}

function mayHaveHints(filter: CompiledFilter | undefined): boolean {
  return filter?.conditions.some(({ type }) => isHintedType(type)) ?? false;
}

/** Adds the slots of custom fields, which must be the first ones. */
function writeCustomFields(kernel: Kernel): boolean {
  if (!LOGGED_KEYS.every((key) => writeSlot(kernel, key) >= 0)) return false;
  kernel.setCustomFields(TRUNCATED_FROM_BYTES);
  return true;
}

function writeTimes(
  kernel: Kernel,
  { field, unit }: Dataset['eventTime'],
  { range, hourlyJobs, readsTimes = false }: ScanRequest,
): boolean {
  const { since, until } = range;
  const hasRange = since !== undefined || until !== undefined;
  if (!hasRange && hourlyJobs === undefined && !readsTimes) return true;
  const number = TIME_UNITS[unit];
  if (typeof number !== 'number') return false;
  const slot = writeSlot(kernel, field);
  kernel.setTime(number, slot);
  if (hasRange) kernel.setRange(clamped(since ?? MIN_INTEGER), clamped(until ?? MAX_INTEGER));
  if (hourlyJobs !== undefined) kernel.countHours(hourlyJobs);
  return slot >= 0;
}

function writeJob(
  kernel: Kernel,
  filter: CompiledFilter | undefined,
  keyOf: (field: string) => string,
  written: WrittenJobs,
): boolean {
  if (!kernel.addJob()) return false;
  const job = written.jobs;
  written.jobs += 1;
  if (filter === undefined) return true;
  const firstTest = written.tests.length;
  return (
    filter.conditions.every((condition) => writeCondition(kernel, condition, keyOf(condition.field), written)) &&
    writeTree(kernel, filter.root, { job, tests: written.tests.slice(firstTest), written })
  );
}
