// Previews the custom fields that a ruleset logs for given traffic. Combines ruleset, job and traffic files; prints nothing.
import { createLineOutput } from '../../analysis/emit/index.ts';
import { abortable, printPlural } from '../../base/index.ts';
import { createRecordReader } from '../../input/record/index.ts';
import {
  checkJobs,
  FieldTally,
  isOfCustomFields,
  type JobMismatch,
  LIMITS,
  type LimitsName,
  type LoggedValue,
  type Ruleset,
  type RulesetReading,
} from '../../language/custom-fields/index.ts';
import { DEFAULT_DATASET, getDataset } from '../../language/dataset/index.ts';
import type { Job, OutputOptions } from '../../language/job/index.ts';
import { BatchText, defaultsOf, type JobProblem, jobProblems, sampleRateOf } from '../../language/output/index.ts';
import type { Exchange } from '../../sandbox/traffic/index.ts';
import { nameOfFile, type ReadStdin, readArgumentFile, readStdin } from '../request/argument-text.ts';
import { checkChoice, checkCount } from '../request/check-value.ts';
import { ignore } from '../request/logs-request.ts';
import { DEFAULT_LIMITS, DEFAULT_PREVIEW_ROWS } from '../request/request-defaults.ts';
import { readRulesetArgument } from '../request/ruleset-argument.ts';
import {
  type ExchangePlace,
  readTraffic,
  type TrafficReading,
  type TrafficRequest,
  type TrafficUse,
} from '../traffic/read-traffic.ts';
import { createLogLine, unmappedFields } from './log-line.ts';
import { type FieldsPreview, notesOn, type PreviewNote, RowList } from './preview-report.ts';

/** The jobs of a file and their checks against a ruleset. */
export interface PreviewJobs {
  names: string[];
  /** Empty if the jobs match the ruleset. */
  mismatches: JobMismatch[];
  /** Mismatches of jobs of other datasets. */
  remarks: JobMismatch[];
  /** The output of the only job that can log custom fields; undefined if there are several, or none. */
  lines: JobLines | undefined;
  warnings: string[];
  /** Other problems, by job. */
  problems: { name: string; problems: JobProblem[] }[];
}

/** The output of a job. */
export interface JobLines {
  output: OutputOptions;
  /** Keys of the job that would drop lines. */
  drops: string[];
}

/** Receives text, in order. */
export type TextSink = (text: string | Uint8Array) => void;

/** Writes the line of each exchange. */
interface PreviewOutput {
  /** @param values by configured field */
  add(exchange: Exchange, values: readonly LoggedValue[]): void;
  /** Writes the text after the last line. */
  end(): void;
  /** A note on the fields that the job writes and no exchange contains; undefined if there are none. */
  readonly unmapped: string | undefined;
}

/** A preview of custom fields. */
export interface PreviewFieldsRequest extends TrafficRequest, Pick<TrafficUse, 'drained'> {
  /** Path of the ruleset, or `-`. */
  ruleset: string;
  /** @default 'classic' */
  limits?: LimitsName | undefined;
  /** Path of a job's file, or `-`. @default none */
  job?: string | undefined;
  /** Exchanges shown one by one, those with the most bytes first. @default 5 */
  rows?: number | undefined;
  /** Reads standard input, for an argument `-`. @default reads `process.stdin` once */
  stdin?: ReadStdin | undefined;
  /** Called once, when ruleset and job are read. */
  onRuleset?: ((reading: RulesetReading, job: PreviewJobs | undefined) => void) | undefined;
  /** Receives the log lines, in the job's format if there is a job; undefined: no lines are written. */
  onLines?: TextSink | undefined;
}

type ResolvedPreview = Awaited<ReturnType<typeof resolve>>;

async function resolve(request: PreviewFieldsRequest) {
  const { limits = DEFAULT_LIMITS, job: path, rows = DEFAULT_PREVIEW_ROWS, stdin = readStdin(), onLines } = request;
  const { signal = new AbortController().signal, onRuleset = ignore } = request;
  checkChoice('limits', limits, ['classic', 'current']);
  checkCount('rows', rows, 0);
  const { ruleset, reading } = await abortable(readRulesetArgument(request.ruleset, limits, stdin), signal);
  const job = path === undefined ? undefined : await abortable(readPreviewJobs(ruleset, path, stdin), signal);
  onRuleset(reading, job);
  return { ruleset, rulesetWarnings: [...reading.warnings], limits: LIMITS[limits], job, rows, onLines };
}

/**
 * Previews the custom fields that a ruleset logs for saved traffic: values, cuts, and fields that never occur.
 * @throws InvalidRulesetError before traffic is read; HeadgateError when a file cannot be read, or a job is invalid
 * @example
 * ```ts
 * import { previewFields } from 'headgate';
 *
 * const { traffic, figures, rows } = await previewFields({
 *   ruleset: 'samples/ruleset.json',
 *   sources: ['samples/traffic/shop.har'],
 * });
 * console.log(traffic.exchanges, figures.over); // => 7 2
 * console.log(rows[0]?.url, rows[0]?.cutAt?.name); // => https://api.shop.example.com/api/checkout prefs
 * ```
 */
export async function previewFields(request: PreviewFieldsRequest): Promise<FieldsPreview> {
  const resolved = await resolve(request);
  const run = new Run(resolved);
  const { onExchange } = run;
  const reading = await readTraffic(request, {
    purpose: 'preview custom fields',
    onExchange,
    drained: request.drained,
  });
  return { ...run.finish(reading), rulesetWarnings: resolved.rulesetWarnings };
}

/** One pass over the traffic. */
class Run {
  readonly #job: PreviewJobs | undefined;
  readonly #tally: FieldTally;
  readonly #lines: PreviewOutput | undefined;
  readonly #rows: RowList;

  constructor({ ruleset, limits, job, rows, onLines }: ResolvedPreview) {
    this.#job = job;
    this.#tally = new FieldTally(ruleset, limits);
    this.#rows = new RowList(rows, ruleset);
    if (onLines !== undefined) this.#lines = createPreviewOutput(ruleset, job?.lines?.output, onLines);
  }

  readonly onExchange = (exchange: Exchange, place: ExchangePlace): void => {
    const logged = this.#tally.add({ request: exchange.request.headers, response: exchange.response.headers });
    this.#rows.add(place, exchange, logged);
    this.#lines?.add(exchange, logged.values);
  };

  finish(reading: TrafficReading): Omit<FieldsPreview, 'rulesetWarnings'> {
    this.#lines?.end();
    const figures = this.#tally.figures();
    const { partial, traffic, hostsNote, problemCounts, problems } = reading;
    const hosts: PreviewNote[] = hostsNote === undefined ? [] : [{ code: 'hosts', message: hostsNote }];
    return {
      version: 1,
      partial,
      traffic,
      figures,
      notes: [...notesOn(figures, reading), ...hosts, ...this.#noteLines()],
      job: this.#job === undefined ? null : jobReport(this.#job),
      rows: this.#rows.toArray(),
      problemCounts,
      problems,
    };
  }

  /** Returns the differences between the lines and those of the job. */
  #noteLines(): PreviewNote[] {
    if (this.#lines === undefined || this.#job === undefined) return [];
    const { unmapped } = this.#lines;
    const { lines, names } = this.#job;
    const notes: PreviewNote[] = unmapped === undefined ? [] : [{ code: 'untold-fields', message: unmapped }];
    if (lines === undefined) {
      const message = `the lines contain every field of an exchange, not those of a job: found ${printPlural(names.length, 'job')}, expected exactly one for http_requests`;
      notes.push({ code: 'no-single-job', message });
    } else if (lines.drops.length > 0) {
      const message = `the lines include every exchange: the job's ${lines.drops.join(' and ')} ${lines.drops.length === 1 ? 'is' : 'are'} not applied`;
      notes.push({ code: 'not-applied', message });
    }
    return notes;
  }
}

function jobReport({ names, mismatches, remarks }: PreviewJobs): FieldsPreview['job'] {
  return { names, mismatches, remarks };
}

/**
 * Creates the writer of a preview's lines.
 * @param options of the job; undefined: every line contains every field of its exchange
 * @throws HeadgateError `template-invalid`, `csv-without-fields` (kind `negative`)
 */
function createPreviewOutput(ruleset: Ruleset, options: OutputOptions | undefined, write: TextSink): PreviewOutput {
  if (options === undefined) {
    const line = createLogLine(ruleset, undefined);
    return { add: (exchange, values) => write(line(exchange, values)), end: () => {}, unmapped: undefined };
  }
  return jobOutput(ruleset, options, write);
}

function jobOutput(ruleset: Ruleset, options: OutputOptions, write: TextSink): PreviewOutput {
  const output = createLineOutput(options, getDataset('http_requests'));
  const names = output.options.field_names;
  const line = createLogLine(ruleset, names && [...new Set(names)]);
  const batch = new BatchText(output.options, write);
  const reader = createRecordReader(
    // This program wrote the lines: none is too long or malformed.
    { input: 'ndjson', maxLineBytes: Number.MAX_SAFE_INTEGER },
    {
      record: (record) => batch.add(output.print(record)),
      blank: () => {},
      remark: () => {},
      malformed: ({ message }) => {
        throw new Error(`cannot read a line of this program: ${message}`);
      },
    },
  );
  return {
    add: (exchange, values) => reader.push(Buffer.from(line(exchange, values))),
    end: () => {
      reader.end();
      batch.end();
    },
    unmapped: describeUnmapped(unmappedFields(ruleset, names ?? []), options),
  };
}

function describeUnmapped(names: readonly string[], options: OutputOptions): string | undefined {
  if (names.length === 0) return undefined;
  const { output_type: type, record_template: template } = defaultsOf(options);
  const how =
    template !== undefined ? 'they are null' : type === 'csv' ? 'their cells are empty' : 'the lines omit them';
  return `found field_names that no exchange contains (${how}): ${names.join(', ')}`;
}

/** Reads a job file and checks it against a ruleset. @throws HeadgateError if it cannot be read or contains no job */
async function readPreviewJobs(ruleset: Ruleset, path: string, stdin: ReadStdin): Promise<PreviewJobs> {
  const { parseJobs } = await import('../../language/job/index.ts');
  const text = path === '-' ? await stdin() : await readArgumentFile(path, 'job file');
  const origin = path === '-' ? 'standard input' : path;
  const { jobs, warnings } = parseJobs(text, origin, nameOfFile(origin));
  const fields = jobs.map(({ name, dataset, outputOptions }) => {
    return { name, dataset, fieldNames: outputOptions.field_names };
  });
  const [only, ...others] = jobs.filter(isOfCustomFields);
  return {
    names: jobs.map(({ name }) => name),
    ...checkJobs(ruleset, fields),
    lines: only === undefined || others.length > 0 ? undefined : linesOf(only),
    warnings,
    problems: jobs.flatMap((job) => {
      const problems = jobProblems(job, getDataset(job.dataset ?? DEFAULT_DATASET));
      return problems.length === 0 ? [] : [{ name: job.name, problems }];
    }),
  };
}

function linesOf({ filter, outputOptions }: Job): JobLines {
  return {
    output: outputOptions,
    drops: [...(filter === undefined ? [] : ['filter']), ...(sampleRateOf(outputOptions) < 1 ? ['sample_rate'] : [])],
  };
}
