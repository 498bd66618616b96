// Decides whether a run has an answer: a run without a record, or without a line that a filter decides, has none. Reads the first
// records again if the error can then name what to change.
import { type ConditionFigures, decidesNothing, type FieldLines } from '../../../analysis/aggregates/index.ts';
import type { JobReport, Report } from '../../../analysis/replay/index.ts';
import type { JobValidation, ValidationReport } from '../../../analysis/validate/index.ts';
import { enumerate, HeadgateError, printCount, printPlural } from '../../../base/index.ts';
import { withoutFailed } from '../../../input/objects/index.ts';
import type { LineTotal } from '../../../input/scan/index.ts';
import type { SourceObject } from '../../../input/sources/index.ts';
import {
  type Dataset,
  type ForeignKeys,
  getDataset,
  keyRemarksOf,
  type OtherDatasets,
  wrappedAdvice,
} from '../../../language/dataset/index.ts';
import type { CompiledFilter, NullReading } from '../../../language/filter/index.ts';
import type { TimeRangeRequest } from '../logs-request.ts';
import { compileFilters, type FilterSet } from '../named-filters.ts';
import { WITHHELD_FIX } from '../withheld-fields.ts';
import { type FirstRecordsRequest, readFirstRecords } from './first-records.ts';
import { noRecordsError, type Seen } from './no-records-error.ts';

/** The counted causes of undecided lines. */
type UndecidedCounts = Partial<Pick<ConditionFigures, 'missingFields' | 'nullFields' | 'mismatches'>>;

/** Code of the error. */
const NO_VERDICT = 'no-verdict';

/** Maximum number of causes named in a message. */
const CAUSES_NAMED = 5;

/** Maximum number of keys named in a message. */
const NAMES_SHOWN = 8;

/** Longer keys are cut. UTF-16 units; ours. */
const MAX_NAME_LENGTH = 64;

const PLAIN_NAME = /^[\w@. -]{1,64}$/;

/** The verdicts of the filters of a run. */
interface VerdictsSeen {
  /** Records read. */
  read: number;
  /** Number of all filters. */
  filters: number;
  /** The filters that leave lines undecided, and how many. */
  undecided: readonly { name: string; undecided: number }[];
  /** Causes as clauses: `BotScore is missing in 20 lines`; empty if unknown. */
  causes: readonly string[];
  /** Fields that the filters read, named if no cause is known. */
  fields: readonly string[];
  /** Those whose values an index does not contain. */
  withheld: readonly string[];
  /** Dataset of the run. */
  dataset: string;
  /** Other datasets that the lines resemble. */
  otherDatasets?: OtherDatasets;
  foreignKeys?: ForeignKeys;
}

/** The lines that one filter leaves undecided, and the counted causes. */
interface FilterOutcome {
  name: string;
  undecided: number;
  /** Clauses of {@link causesOf}; empty: not counted. */
  causes: readonly string[];
  /** Undefined: the job keeps every line. */
  filter: CompiledFilter | undefined;
}

/** The result of a command. */
interface Found {
  /** The verb of the error: `replay`. */
  verb: string;
  seen: Seen;
  /** Outcomes of the filters whose verdicts are the answer; empty: any record is an answer. */
  outcomes: readonly FilterOutcome[];
  /** By comparison of two of the filters, the lines that not both decide: the comparisons are then the answer. @default no comparison */
  unclear?: readonly number[] | undefined;
  /** Datasets that the lines resemble, if known. */
  other?: OtherDatasets | undefined;
  /** Keys of the lines, if counted: a source that opens once cannot be read again. */
  keys?: readonly FieldLines[] | undefined;
  dataset: Dataset;
  /** The objects read, in order. */
  objects: Iterable<SourceObject>;
  reading: FirstRecordsRequest['reading'];
  /** Of the request, for the message. @default no limit */
  range?: TimeRangeRequest | undefined;
  signal: AbortSignal;
}

/** @returns HeadgateError `no-records` or `no-verdict`; undefined if there is an answer, or the run was interrupted */
export async function noAnswerError(found: Found): Promise<HeadgateError | undefined> {
  const { verb, seen, dataset, range, unclear, signal } = found;
  const objects = seen.lost === undefined ? found.objects : withoutFailed(found.objects, seen.lost);
  const { read, outside } = seen.lines;
  if (signal.aborted) return undefined;
  if (read === 0) {
    const first = outside > 0 ? await readFirstRecords(objects, found) : undefined;
    return noRecordsError(verb, { ...seen, time: first?.time, range });
  }
  const withoutAnswer = unclear ?? found.outcomes.map(({ undecided }) => undecided);
  if (withoutAnswer.length === 0 || withoutAnswer.some((lines) => lines < read)) return undefined;
  const outcomes = found.outcomes.filter(({ undecided }) => undecided > 0);
  const [{ filter } = { filter: undefined }] = outcomes;
  const causes = [...new Set(outcomes.flatMap((one) => one.causes))];
  const first =
    causes.length > 0 && found.other !== undefined ? undefined : await readFirstRecords(objects, { ...found, filter });
  const causesOfFirst = first?.undecided === undefined ? [] : [`${first.undecided} in the first of them`];
  const fields = [...new Set(outcomes.flatMap((one) => one.filter?.fields ?? []))];
  const keys = first === undefined ? { fields: found.keys ?? [], records: read } : first;
  const withheld = withheldIn(objects, dataset);
  return noVerdictError(verb, {
    read,
    filters: found.outcomes.length,
    undecided: outcomes,
    dataset: dataset.name,
    causes: causes.length > 0 ? causes : causesOfFirst,
    fields,
    withheld: fields.filter((field) => withheld.has(field)),
    ...(found.other === undefined
      ? keyRemarksOf(keys.fields, keys.records, dataset, fields)
      : { otherDatasets: found.other }),
  });
}

/** The fields without values in the first object that is in columns of an index. */
function withheldIn(objects: Iterable<SourceObject>, dataset: Dataset): ReadonlySet<string> {
  for (const { destination, object } of objects) {
    const [run] = destination.columnsOf?.(object, dataset.name) ?? [];
    if (run !== undefined) return run.part.withheld;
  }
  return new Set();
}

/** Returns the outcome of a job of a report. */
export function outcomeOf(job: JobReport, filter: CompiledFilter | undefined): FilterOutcome {
  return { name: job.name, undecided: job.undecided.lines, causes: causesOf(job), filter };
}

/** The parts of a run that are known before reading. */
interface RunFound {
  set: FilterSet;
  objects: Iterable<SourceObject>;
  nullAs: NullReading;
  reading: FirstRecordsRequest['reading'];
  range?: TimeRangeRequest | undefined;
  signal: AbortSignal;
}

/** As {@link noAnswerError}, for the report of a replay. A transformer that decides no line of those that reach it has no answer either, beside whatever other jobs. */
export async function noAnswerErrorOfReplay(
  report: Report,
  verb: string,
  run: RunFound,
): Promise<HeadgateError | undefined> {
  const { source, lines, problems, jobs = [], otherDatasets, fields } = report;
  const filters = compileFilters(run.set.filters, run.nullAs);
  const ofFilters = await noAnswerError({
    ...run,
    verb,
    dataset: run.set.dataset,
    other: otherDatasets,
    keys: fields,
    seen: { ...source, lines, problems },
    outcomes: jobs.map((job, index) => outcomeOf(job, filters[index]?.filter)),
  });
  return ofFilters ?? (report.partial ? undefined : undecidedTransformer(verb, jobs));
}

/** Returns the error of the first transformer that leaves every line that reaches it undecided; undefined if there is none. */
function undecidedTransformer(verb: string, jobs: readonly JobReport[]): HeadgateError | undefined {
  const found = jobs.find(({ transformer }) => transformer !== undefined && decidesNothing(transformer));
  if (found?.transformer === undefined) return undefined;
  const { name, undecided, reasons, unlisted } = found.transformer;
  const of = jobs.length === 1 ? '' : ` of ${found.name}`;
  const causes = reasons.slice(0, CAUSES_NAMED).map(({ code, field, expression, lines }) => {
    const found = printPlural(lines, 'line');
    if (code === 'absent') return `${field} is missing in ${found}`;
    return code === 'mismatch'
      ? `${field} has another type in ${found}`
      : `${expression} is not documented in ${found}`;
  });
  const absent = reasons.flatMap(({ code, field }) => (code === 'absent' ? (field ?? []) : []));
  // Fields that only a column reads are missing, too, where the condition is undecided first.
  const missing = [...new Set([...absent, ...(absent.length === 0 ? [] : unlisted)])];
  const fix =
    missing.length === 0
      ? 'change the SQL'
      : `add ${enumerate(missing, 'and')} to field_names of the job, or replay logs that contain ${missing.length === 1 ? 'it' : 'them'}`;
  return new HeadgateError(
    NO_VERDICT,
    `cannot ${verb}: found ${printPlural(undecided.lines, 'line')}, all undecided by the transformer ${name}${of} (${causes.join(', ')}), expected at least one line that it keeps or drops; ${fix}`,
  );
}

/**
 * As {@link noAnswerError}, for a validation. A job that violates a rule has an answer, even if its filter leaves every line undecided.
 * @param run the objects of the last job, and how to read them
 */
export async function noAnswerErrorOfValidation(
  { jobs }: ValidationReport,
  run: Pick<Found, 'objects' | 'range' | 'reading' | 'signal'>,
): Promise<HeadgateError | undefined> {
  const [one] = jobs;
  if (one === undefined || run.signal.aborted) return undefined;
  const sum = (of: (job: JobValidation) => number): number => jobs.reduce((all, job) => all + of(job), 0);
  const read = jobs.filter(({ lines }) => lines.read > 0);
  const isValid = jobs.every(({ valid }) => valid);
  const faults = jobs.flatMap(({ findings }) => findings.filter(({ code }) => code === 'malformed'));
  const undecided = jobs.flatMap(({ findings }) => findings.filter(({ code }) => code === 'filter-undecided'));
  const [place] = undecided.flatMap(({ places }) => places);
  return noAnswerError({
    verb: 'validate',
    ...run,
    seen: {
      objects: sum(({ source }) => source.objects),
      damaged: sum(({ source }) => source.damaged),
      unreadable: sum(({ source }) => source.unreadable),
      lost: jobs.flatMap(({ source }) => source.lost),
      pruned: sum(({ source }) => source.pruned),
      lines: {
        read: sum(({ lines }) => lines.read),
        outside: sum(({ lines }) => lines.outside),
        malformed: sum(({ lines }) => lines.malformed),
        blank: sum(({ lines }) => lines.blank),
      },
      advice: 'check last_error of the job',
      problems: faults.flatMap(({ code, places }) => places.map((one) => ({ code, ...one }))),
    },
    // Each line is checked only by the filter of its own job.
    outcomes: isValid
      ? read.map(({ name, lines }) => ({
          name,
          undecided: lines.undecided === lines.read ? sum((job) => job.lines.read) : 0,
          causes: place === undefined ? [] : [`${place.message} in the first of them`],
          filter: undefined,
        }))
      : [],
    dataset: getDataset(one.dataset),
  });
}

/** As {@link noAnswerError}, for a sample or an estimate. @param needsVerdict whether undecided lines are not an answer */
export function noAnswerErrorOfSample(
  {
    source,
    lines,
    problems,
    undecided,
  }: Pick<Seen, 'lines' | 'problems'> & { source: Omit<Seen, 'lines' | 'problems'>; undecided: LineTotal },
  needsVerdict: boolean,
  verb: string,
  run: RunFound,
): Promise<HeadgateError | undefined> {
  const [first] = compileFilters(run.set.filters, run.nullAs);
  const isFiltered = needsVerdict && first?.filter !== undefined;
  return noAnswerError({
    ...run,
    verb,
    dataset: run.set.dataset,
    seen: { ...source, lines, problems },
    outcomes: isFiltered ? [{ name: first.name, undecided: undecided.lines, causes: [], filter: first.filter }] : [],
  });
}

/**
 * Returns the error `no-verdict` of a run in which all filters leave all lines undecided, or two compared filters do together.
 * @param verb of the error: `replay`
 */
function noVerdictError(verb: string, seen: VerdictsSeen): HeadgateError {
  const { read, fields, withheld } = seen;
  // Of a field that an index was built without, every line counts as one without it.
  const causes = withheld.length > 0 ? [] : seen.causes;
  const lines = `${printCount(read)} of ${printPlural(read, 'line')}`;
  const named = causes.slice(0, CAUSES_NAMED).join(', ');
  const more = causes.length > CAUSES_NAMED ? ` and ${printCount(causes.length - CAUSES_NAMED)} more` : '';
  const why = causes.length === 0 ? `it reads ${fields.join(', ')}` : `${named}${more}`;
  const { by, expected } = whoDecides(seen);
  return new HeadgateError(
    NO_VERDICT,
    `cannot ${verb}: found ${lines} undecided by ${by} (${why}), expected at least one line that ${expected}; ${fixFor(seen)}`,
  );
}

function fixFor({ dataset, otherDatasets, foreignKeys, withheld }: VerdictsSeen): string {
  if (withheld.length > 0) return `the index was built without the values of ${withheld.join(', ')}: ${WITHHELD_FIX}`;
  if (otherDatasets !== undefined) {
    return `the lines look like ${otherDatasets.names.join(' or ')}, not ${dataset}: use ${otherDatasets.names.map((name) => `--dataset ${name}`).join(' or ')}, or a job of that dataset`;
  }
  const { otherCase = [], unknown = [] } = foreignKeys ?? {};
  if (unknown.length > 0) {
    return `the keys of the lines are ${printKeys(unknown)}, and none is a field of ${dataset}: ${wrappedAdvice(unknown)}`;
  }
  if (otherCase.length > 0) {
    const [first] = otherCase;
    const more = otherCase.length > 1 ? ` (and ${printCount(otherCase.length - 1)} more)` : '';
    return `the field ${printName(first!.key)} differs from ${first!.field} only in letter case${more}: rename the keys of the lines, because filters compare names exactly`;
  }
  return 'add missing fields to field_names of the job that pushes the lines, or evaluate null as empty with --null zero';
}

/** Names keys of lines, quoted if they could be misread; of many, the number of the others. */
export function printKeys(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN;
  const shown = names.slice(0, NAMES_SHOWN).map(printName);
  return enumerate([...shown, ...(more > 0 ? [`${printCount(more)} more`] : [])], 'and');
}

/** Prints a key as it is if it cannot be misread. */
function printName(name: string): string {
  return PLAIN_NAME.test(name) ? name : JSON.stringify(name.slice(0, MAX_NAME_LENGTH));
}

function whoDecides({ read, filters, undecided }: VerdictsSeen): { by: string; expected: string } {
  if (undecided.length === filters && undecided.every((one) => one.undecided === read)) {
    return { by: filters === 1 ? 'the filter' : 'every filter', expected: 'a filter keeps or drops' };
  }
  const [first] = undecided;
  const by = undecided.length === 1 ? `the filter ${JSON.stringify(first!.name)}` : 'one of the compared filters';
  return { by, expected: 'both filters keep or drop' };
}

/** Returns the causes of undecided lines from the figures of a filter's conditions, as clauses. */
function causesOf({ missingFields = [], nullFields = [], mismatches = [] }: UndecidedCounts): string[] {
  const inLines = (lines: number): string => `in ${printPlural(lines, 'line')}`;
  return [
    ...missingFields.map(({ name, lines }) => `${name} is missing ${inLines(lines)}`),
    ...nullFields.map(({ name, lines }) => `${name} is null ${inLines(lines)}`),
    ...mismatches.map(({ field, lines }) => `${field} is of another type ${inLines(lines)}`),
  ];
}
