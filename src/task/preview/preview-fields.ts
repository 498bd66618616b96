// Previews the custom fields that a ruleset logs for given traffic. Combines ruleset, job and traffic files; prints nothing.

import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import {
  type CustomFieldLimits,
  FieldTally,
  LIMITS,
  type LimitsName,
  type Ruleset,
  type RulesetProblem,
  type RulesetReading,
} from '../../custom-fields/index.ts';
import { isKnownField } from '../../dataset/index.ts';
import type { LocationOptions } from '../../destination/index.ts';
import { abortable } from '../../run/abortable.ts';
import type { ReadStdin } from '../../run/argument-text.ts';
import { checkChoice, checkCount } from '../../run/check-value.ts';
import { ignore } from '../../run/logs-request.ts';
import { feedObject } from '../../run/objects/feed-object.ts';
import type { Progress } from '../../run/progress.ts';
import { readStdin } from '../../run/read-stdin.ts';
import { DEFAULT_LIMITS, DEFAULT_PREVIEW_ROWS } from '../../run/request-defaults.ts';
import { readRulesetArgument } from '../../run/ruleset-argument.ts';
import { listSources, type SourceListing, type SourceObject, type SourceRequest } from '../../run/sources.ts';
import type { ObjectDamage } from '../../scan/index.ts';
import { TrafficReader } from '../../traffic/index.ts';
import { HostTally } from './host-tally.ts';
import { type PreviewJobs, readPreviewJobs } from './preview-jobs.ts';
import { createPreviewOutput, type PreviewOutput, type TextSink } from './preview-output.ts';
import { emptyTraffic, type FieldsPreview, notesOn, type PreviewNote, ProblemList, RowList } from './preview-report.ts';

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

/** If this many first files contain only log lines, the rest is assumed to contain log lines too. Ours. */
const LOG_FILES_BELIEVED = 16;

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
  const limits = LIMITS[request.limits];
  const ruleset = await abortable(openRuleset(request), signal);
  const listing = await listTraffic(request);
  request.onListing(listing);
  const run = new Run(request, ruleset.ruleset, limits, ruleset.job);
  for (const [file, item] of [...listing.objects].entries()) {
    if (signal.aborted) break;
    await run.read(item, file, listing);
    if (file + 1 === LOG_FILES_BELIEVED) run.refuseLogs();
  }
  if (!signal.aborted) run.refuseLogs();
  return { ...run.finish(signal.aborted), rulesetWarnings: ruleset.rulesetWarnings };
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

function listTraffic({ sources, connection, signal, onListProgress }: SettledPreview): Promise<SourceListing> {
  // Traffic has names of every kind.
  const request = { sources, range: {}, slackMs: undefined, signal, connection, onListProgress, allFiles: true };
  return listSources(request, []);
}

/** One pass over the traffic. */
class Run {
  readonly #request: SettledPreview;
  readonly #job: PreviewJobs | undefined;
  readonly #tally: FieldTally;
  readonly #lines: PreviewOutput | undefined;
  readonly #hosts: HostTally;
  readonly #rows: RowList;
  readonly #problems = new ProblemList();
  readonly #traffic = emptyTraffic();
  /** Names of files with pushed logs. */
  readonly #logs: string[] = [];
  readonly #progress: Progress = { objects: 0, objectsInAll: 0, bytes: 0, bytesInAll: 0, lines: 0 };

  constructor(request: SettledPreview, ruleset: Ruleset, limits: CustomFieldLimits, job: PreviewJobs | undefined) {
    this.#request = request;
    this.#job = job;
    this.#tally = new FieldTally(ruleset, limits);
    this.#rows = new RowList(request.rows, ruleset);
    this.#hosts = new HostTally(request.hosts);
    if (request.onLines !== undefined) this.#lines = createPreviewOutput(ruleset, job?.lines?.output, request.onLines);
  }

  async read(item: SourceObject, file: number, listing: SourceListing): Promise<void> {
    const { name } = item.object;
    const traffic = this.#traffic;
    const reader = this.#openReader(name, file);
    this.#progress.objectsInAll = listing.objects.length;
    this.#progress.bytesInAll = listing.bytes;
    const { end, stored } = await feedObject(item, reader, {
      signal: this.#request.signal,
      onProblem: (found) => {
        reader.damage ??= found;
        this.#problems.add(file, { ...found, object: name });
      },
      onChunk: (bytes) => {
        this.#progress.bytes += bytes;
        this.#progress.lines = traffic.exchanges;
        this.#request.onProgress(this.#progress);
        return !reader.isLogs;
      },
    });
    if (reader.isLogs) this.#logs.push(name);
    if (reader.form !== undefined) traffic.forms.add(reader.form);
    this.#progress.objects += 1;
    traffic.files += 1;
    traffic.bytes += item.object.bytes ?? stored;
    if (end === 'unreadable') traffic.unreadable += 1;
    else if (end === 'damaged') traffic.damaged += 1;
    else traffic.damaged += reader.damage === undefined ? 0 : 1;
    if (reader.damage !== undefined) traffic.lost.push({ object: name, ...reader.damage });
  }

  /** @throws HeadgateError `logs-not-traffic` if every file contains pushed logs */
  refuseLogs(): void {
    const [first, ...more] = this.#logs;
    if (first === undefined || this.#logs.length < this.#traffic.files) return;
    const others = more.length === 0 ? '' : ` and ${printCount(more.length)} more`;
    throw new HeadgateError(
      'logs-not-traffic',
      `cannot preview custom fields: found log lines in ${first}${others}, expected traffic: a HAR file saved by a browser, or NDJSON of exchanges (see --help); to check the custom fields of log lines, run headgate validate SOURCE --job FILE --ruleset FILE`,
    );
  }

  finish(partial: boolean): Omit<FieldsPreview, 'rulesetWarnings'> {
    this.#lines?.end();
    const figures = this.#tally.figures();
    const { forms: _, ...traffic } = this.#traffic;
    return {
      version: 1,
      partial,
      traffic,
      figures,
      notes: [...notesOn(figures, this.#traffic), ...this.#noteHosts(), ...this.#noteLines()],
      job: this.#job === undefined ? null : jobReport(this.#job),
      rows: this.#rows.toArray(),
      ...this.#problems.toReport(),
    };
  }

  #noteHosts(): PreviewNote[] {
    const message = this.#hosts.describe(this.#traffic.exchanges);
    return message === undefined ? [] : [{ code: 'hosts', message }];
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

  #openReader(object: string, file: number): FileReader {
    const traffic = this.#traffic;
    const reader = new FileReader(
      {
        exchange: (exchange, place) => {
          if (!this.#hosts.add(exchange)) {
            traffic.passedOver['other-host'] += 1;
            return;
          }
          traffic.exchanges += 1;
          const logged = this.#tally.add({ request: exchange.request.headers, response: exchange.response.headers });
          this.#rows.add({ object, file, ...place }, exchange, logged);
          this.#lines?.add(exchange, logged.values);
        },
        passedOver: (reason) => {
          traffic.passedOver[reason] += 1;
        },
        problem: (problem) => {
          if (problem.code === 'broken-entry') traffic.broken += 1;
          const { code, offset, message } = problem;
          if (code !== 'broken-entry') reader.damage ??= { code, offset, message };
          this.#problems.add(file, { code, object, offset, message });
        },
      },
      { isLogField: isKnownField },
    );
    if (this.#request.settled !== undefined) reader.settled = this.#request.settled;
    return reader;
  }
}

/** Reads one traffic file and stores its first damage. */
class FileReader extends TrafficReader {
  damage: ObjectDamage | undefined;
  settled?: () => Promise<void> | undefined;
}

function jobReport({ names, mismatches, remarks }: PreviewJobs): FieldsPreview['job'] {
  return { names, mismatches, remarks };
}
