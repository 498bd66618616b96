// Previews the custom fields that a ruleset logs for given traffic. Combines ruleset, job and traffic files; prints nothing.
import { abortable, printPlural } from '../../base/index.ts';
import type { LocationOptions } from '../../input/destination/index.ts';
import type { Progress } from '../../input/objects/index.ts';
import type { SourceListing, SourceRequest } from '../../input/sources/index.ts';
import {
  type CustomFieldLimits,
  FieldTally,
  LIMITS,
  type LimitsName,
  type Ruleset,
  type RulesetProblem,
  type RulesetReading,
} from '../../language/custom-fields/index.ts';
import type { Exchange } from '../../sandbox/traffic/index.ts';
import type { ReadStdin } from '../request/argument-text.ts';
import { checkChoice, checkCount } from '../request/check-value.ts';
import { ignore } from '../request/logs-request.ts';
import { readStdin } from '../request/read-stdin.ts';
import { DEFAULT_LIMITS, DEFAULT_PREVIEW_ROWS } from '../request/request-defaults.ts';
import { readRulesetArgument } from '../request/ruleset-argument.ts';
import { type ExchangePlace, readTraffic, type TrafficReading } from '../traffic/read-traffic.ts';
import { type PreviewJobs, readPreviewJobs } from './preview-jobs.ts';
import { createPreviewOutput, type PreviewOutput, type TextSink } from './preview-output.ts';
import { type FieldsPreview, notesOn, type PreviewNote, RowList } from './preview-report.ts';

/** A preview of custom fields. */
export interface PreviewFieldsRequest {
  /** Path of the ruleset, or `-`. */
  ruleset: string;
  /** @default 'classic' */
  limits?: LimitsName | undefined;
  /** Path of a job's file, or `-`. @default none */
  job?: string | undefined;
  /** Traffic: HAR files or NDJSON of exchanges, plain, gzip or Zstandard; a folder; `-`. */
  sources: readonly string[];
  /** Only exchanges of these hosts count; `*.example.com` for all below one. @default all */
  hosts?: readonly string[] | undefined;
  /** Exchanges shown one by one, those with the most bytes first. @default 5 */
  rows?: number | undefined;
  connection?: LocationOptions | undefined;
  /** Reads standard input, for an argument `-`. @default reads `process.stdin` once */
  stdin?: ReadStdin | undefined;
  /** Stops the run. Before the first file is read the promise rejects; after that the preview is partial. @default never */
  signal?: AbortSignal | undefined;
  /** Called once, when ruleset and job are read. */
  onRuleset?: ((reading: RulesetReading, job: PreviewJobs | undefined) => void) | undefined;
  /** Called once, before any traffic is read. */
  onListing?: ((listing: SourceListing) => void) | undefined;
  /** Called often. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Called often while sources are listed. @default nothing is */
  onListProgress?: SourceRequest['onListProgress'];
  /** Receives the log lines, in the job's format if there is a job; undefined: no lines are written. */
  onLines?: TextSink | undefined;
  /** Called after each chunk of traffic. The next chunk is read when the promise resolves, so a slow consumer limits the reading. */
  settled?: (() => Promise<void> | undefined) | undefined;
}

type SettledPreview = ReturnType<typeof settle>;

function settle(request: PreviewFieldsRequest) {
  const { ruleset, limits = DEFAULT_LIMITS, job, sources, hosts = [], rows = DEFAULT_PREVIEW_ROWS } = request;
  const { connection = {}, stdin = readStdin(), signal = new AbortController().signal } = request;
  const { onRuleset = ignore, onListing = ignore, onProgress = ignore, onListProgress, onLines, settled } = request;
  checkChoice('limits', limits, ['classic', 'current']);
  checkCount('rows', rows, 0);
  return {
    ...{ ruleset, limits, job, sources, hosts, rows, connection, stdin, signal },
    ...{ onRuleset, onListing, onProgress, onListProgress, onLines, settled },
  };
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
export async function previewFields(given: PreviewFieldsRequest): Promise<FieldsPreview> {
  const request = settle(given);
  const { signal } = request;
  const ruleset = await abortable(openRuleset(request), signal);
  const run = new Run(request, ruleset.ruleset, LIMITS[request.limits], ruleset.job);
  const reading = await readTraffic({ ...request, purpose: 'preview custom fields', onExchange: run.onExchange });
  return { ...run.finish(reading), rulesetWarnings: ruleset.rulesetWarnings };
}

async function openRuleset(
  request: SettledPreview,
): Promise<{ ruleset: Ruleset; rulesetWarnings: RulesetProblem[]; job: PreviewJobs | undefined }> {
  const { job: jobPath, stdin } = request;
  const { ruleset, reading } = await readRulesetArgument(request.ruleset, request.limits, stdin);
  const job = jobPath === undefined ? undefined : await readPreviewJobs(ruleset, jobPath, stdin);
  request.onRuleset(reading, job);
  return { ruleset, rulesetWarnings: [...reading.warnings], job };
}

/** One pass over the traffic. */
class Run {
  readonly #job: PreviewJobs | undefined;
  readonly #tally: FieldTally;
  readonly #lines: PreviewOutput | undefined;
  readonly #rows: RowList;

  constructor(request: SettledPreview, ruleset: Ruleset, limits: CustomFieldLimits, job: PreviewJobs | undefined) {
    this.#job = job;
    this.#tally = new FieldTally(ruleset, limits);
    this.#rows = new RowList(request.rows, ruleset);
    if (request.onLines !== undefined) this.#lines = createPreviewOutput(ruleset, job?.lines?.output, request.onLines);
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
