// The push: exchanges in, http_requests lines out, in batches to the destination of each job. Follows changes of jobs and
// ruleset. What a line contains, and how a job writes it, is decided elsewhere.
import { createLineOutput, type LineOutput } from '../../analysis/emit/index.ts';
import { HeadgateError, printPlural } from '../../base/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import { LIMITS, type LimitsName, type Ruleset } from '../../language/custom-fields/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { KEEP } from '../../language/filter/index.ts';
import { BatchText, defaultsOf, isSampled, type ResolvedOutput } from '../../language/output/index.ts';
import { BATCH_LINES } from '../../language/transformer/index.ts';
import { createLineBuilder, type LineBuilder } from '../line/line-builder.ts';
import type { ServiceClock } from '../service-clock.ts';
import type { Exchange } from '../traffic/index.ts';
import { BatchDelivery, type PushEvent, type PushTotals } from './batch-delivery.ts';
import { BatchNames } from './batch-names.ts';
import { GzipMember } from './gzip-member.ts';
import {
  type JobSettings,
  jobName,
  PUSH_LIMITS,
  type PushJob,
  type PushLimits,
  type PushSource,
  readJobSettings,
  settingsText,
} from './job-settings.ts';
import { LineChunk } from './line-chunk.ts';
import { type OpenWriter, SharedWriter } from './shared-writer.ts';

/** A batch that takes lines. */
class OpenBatch {
  /** Service time of its first line. Milliseconds. */
  readonly openedMs: number;
  readonly #gzip = new GzipMember();
  readonly #text: BatchText;

  constructor(openedMs: number, output: ResolvedOutput) {
    this.openedMs = openedMs;
    this.#text = new BatchText(output, (chunk) => this.#gzip.write(chunk));
  }

  get lines(): number {
    return this.#text.lines;
  }

  /** Bytes of the text so far. */
  get bytes(): number {
    return this.#text.bytes;
  }

  /** Bytes of the object so far, without the pending chunk. */
  get storedBytes(): number {
    return this.#gzip.storedBytes;
  }

  add(line: Uint8Array): void {
    this.#text.add(line);
  }

  /** Ends the text. @returns the object */
  close(): Buffer {
    this.#text.end();
    return this.#gzip.finish();
  }
}

/** A batch that takes no more lines. */
interface ClosingBatch extends Pick<OpenBatch, 'openedMs' | 'lines' | 'bytes' | 'close'> {
  /** Why it cannot be delivered. */
  readonly failure?: string;
}

/** Receives closed batches. @param endMs service time of the closing. Milliseconds */
type OnBatch = (batch: ClosingBatch, endMs: number) => void;

const NO_BYTES = Buffer.alloc(0);

const LF = 10;

const CR = 13;

/** Pushes the lines of one job. */
class JobPush {
  readonly settings: JobSettings;
  readonly #output: LineOutput;
  readonly #resolved: ResolvedOutput;
  readonly #rate: number;
  /** Bytes after the last record of a batch, and between two. */
  readonly #aroundBytes: number;
  readonly #objectBytes: number;
  readonly #onBatch: OnBatch;
  /** Undefined without a transformer. */
  readonly #chunk: LineChunk | undefined;
  #batch: OpenBatch | undefined;

  /** @param objectBytes size of an object at which its batch closes */
  constructor(settings: JobSettings, dataset: Dataset, objectBytes: number, onBatch: OnBatch) {
    this.settings = settings;
    const { options, transformer } = settings;
    const output = defaultsOf(options);
    // The affixes are those of the delivered record.
    const { field_names, timestamp_format, 'CVE-2021-44228': cve } = output;
    const read = { ...(field_names && { field_names: [...field_names] }), timestamp_format, 'CVE-2021-44228': cve };
    this.#output = createLineOutput(transformer === undefined ? options : read, dataset);
    this.#chunk = transformer && new LineChunk(transformer, output);
    this.#resolved = output;
    const { sample_rate: rate, record_delimiter: delimiter, batch_suffix: suffix } = output;
    this.#rate = rate;
    this.#aroundBytes = Buffer.byteLength(delimiter) + Buffer.byteLength(suffix);
    this.#objectBytes = objectBytes;
    this.#onBatch = onBatch;
  }

  /** Service time at which the open batch closes; Infinity without one. Milliseconds. */
  get closesAt(): number {
    const opened = this.#batch?.openedMs ?? this.#chunk?.openedMs ?? Number.POSITIVE_INFINITY;
    return opened + this.settings.limits.intervalMs;
  }

  /**
   * Adds a record if the job pushes it.
   * @param nowMs service time
   * @returns whether this opened a batch
   */
  add(record: LineRecord, nowMs: number): boolean {
    if (nowMs >= this.closesAt) this.close(nowMs);
    const { filter } = this.settings;
    if (filter !== undefined && filter.verdict(record) !== KEEP) return false;
    const line = this.#output.print(record);
    if (this.#rate < 1 && !isSampled(withoutLineEnd(line), this.#rate)) return false;
    if (this.#chunk === undefined) return this.#append(line, nowMs);
    const isNew = this.closesAt === Number.POSITIVE_INFINITY;
    this.#chunk.add(line, nowMs);
    if (this.#chunk.lines >= BATCH_LINES) this.#endChunk(nowMs);
    return isNew;
  }

  /** @param openedMs of a batch that this opens @returns whether this opened a batch */
  #append(line: Buffer, nowMs: number, openedMs = nowMs): boolean {
    const { limits } = this.settings;
    if (this.#batch !== undefined && this.#batch.bytes + line.length + this.#aroundBytes > limits.bytes) {
      this.#closeBatch(nowMs);
    }
    const isNew = this.#batch === undefined;
    this.#batch ??= new OpenBatch(openedMs, this.#resolved);
    this.#batch.add(line);
    if (this.#batch.lines >= limits.records || this.#batch.storedBytes >= this.#objectBytes) this.#closeBatch(nowMs);
    return isNew;
  }

  /** Transforms the waiting lines. Those of a failing chunk are a batch that no attempt delivers. */
  #endChunk(nowMs: number): void {
    const end = this.#chunk?.end();
    if (end === undefined) return;
    if ('rows' in end) {
      for (const row of end.rows) this.#append(row, nowMs, end.openedMs);
      return;
    }
    const { lines, openedMs } = end;
    const failure = `cannot transform a batch of ${printPlural(lines, 'line')}: ${end.failure}`;
    this.#onBatch({ openedMs, lines, bytes: 0, failure, close: () => NO_BYTES }, nowMs);
  }

  /** Closes the open batch, if there is one. @param nowMs service time; a batch that was due before ended then */
  close(nowMs: number): void {
    const endMs = Math.min(nowMs, this.closesAt);
    this.#endChunk(endMs);
    this.#closeBatch(endMs);
  }

  #closeBatch(endMs: number): void {
    const batch = this.#batch;
    this.#batch = undefined;
    if (batch !== undefined) this.#onBatch(batch, endMs);
  }
}

/** Options of {@link PushEngine}. */
export interface PushEngineOptions {
  source: PushSource;
  openWriter: OpenWriter;
  clock: ServiceClock;
  /** Limits for custom fields. */
  limits: LimitsName;
  /** `http_requests` */
  dataset: Dataset;
  /** Seed of the ray IDs. @default that of the line builder */
  seed?: number | undefined;
  onEvent?: ((event: PushEvent) => void) | undefined;
  /** Limits that replace those of {@link PUSH_LIMITS}. */
  pushLimits?: Partial<PushLimits> | undefined;
}

/** A job of the present configuration. */
interface ActiveJob {
  /** Its settings and those of the ruleset that it logs: equal for equal configurations. */
  key: string;
  /** Undefined if the job cannot be used. */
  push: JobPush | undefined;
  writer: SharedWriter | undefined;
}

/** Waits for the first batch that closes by time. */
interface Timer {
  /** Service time. Milliseconds. */
  dueMs: number;
  end: AbortController;
}

/** Pushes the traffic of a zone. */
export class PushEngine {
  readonly #options: PushEngineOptions;
  readonly #limits: PushLimits;
  readonly #delivery: BatchDelivery;
  readonly #names = new BatchNames();
  #revision: number | undefined;
  #jobs = new Map<number, ActiveJob>();
  #pushes: readonly JobPush[] = [];
  #lines: LineBuilder | undefined;
  #exchanges = 0;
  #timer: Timer | undefined;
  /** The first error of the caller's own functions while batches closed by time: flush and stop throw it. */
  #fault: { error: unknown } | undefined;
  #stopped: Promise<PushTotals> | undefined;

  constructor(options: PushEngineOptions) {
    const { source, clock, onEvent = () => {} } = options;
    this.#options = options;
    this.#limits = { ...PUSH_LIMITS, ...options.pushLimits };
    this.#delivery = new BatchDelivery({ source, clock, limits: this.#limits, onEvent });
    // Now, so that the totals contain jobs without traffic, and a job that cannot be used is reported.
    this.#configure();
  }

  /** Pushes an exchange through every job that keeps it. Has no effect after `stop`. */
  push(exchange: Exchange): void {
    if (this.#stopped !== undefined) return;
    this.#followChanges();
    const nowMs = this.#options.clock.now();
    this.#exchanges += 1;
    if (this.#pushes.length === 0) return;
    const record = this.#lines!.build(exchange, nowMs, this.#exchanges);
    let hasOpened = false;
    for (const push of this.#pushes) hasOpened = push.add(record, nowMs) || hasOpened;
    if (hasOpened) this.#startTimer();
  }

  /**
   * Waits until there is memory for more batches, so that none is given up. Only if service time follows the traffic:
   * otherwise the oldest batches are given up instead, as nothing can delay real traffic.
   * @returns undefined if there is enough now
   */
  whenReady(): Promise<void> | undefined {
    return this.#options.clock.followsTraffic ? this.#delivery.whenReady() : undefined;
  }

  /** Closes all batches, and waits until each has arrived or was given up. */
  async flush(): Promise<void> {
    this.#followChanges();
    this.#closeAll();
    await this.#delivery.flush();
    this.#throwFault();
  }

  /** Returns the figures since the start, also of jobs that were deleted. */
  totals(): PushTotals {
    return { exchanges: this.#exchanges, jobs: this.#delivery.totals() };
  }

  /** Closes all batches, and gives each a last attempt for a limited time. A second call returns the result of the first. */
  stop(): Promise<PushTotals> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<PushTotals> {
    this.#followChanges();
    this.#closeAll();
    this.#timer?.end.abort();
    for (const { writer } of this.#jobs.values()) writer?.release();
    await this.#delivery.stop();
    this.#throwFault();
    return this.totals();
  }

  #closeAll(): void {
    const nowMs = this.#options.clock.now();
    for (const push of this.#pushes) push.close(nowMs);
  }

  #followChanges(): void {
    if (this.#stopped === undefined && this.#options.source.revision !== this.#revision) this.#configure();
  }

  #throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault.error;
  }

  /** Applies a new revision. A job whose settings are equal keeps its open batch; all others close theirs. */
  #configure(): void {
    const { source, clock, dataset, limits, seed } = this.#options;
    this.#revision = source.revision;
    const ruleset = source.ruleset();
    const jobs = source.jobs();
    const keys = new Map(jobs.map((job) => [job.id, keyOf(job, this.#jobs.get(job.id), ruleset)]));
    for (const [id, { key, push, writer }] of this.#jobs) {
      if (keys.get(id) === key) continue;
      push?.close(clock.now());
      writer?.release();
      this.#jobs.delete(id);
    }
    this.#jobs = new Map(jobs.map((job) => [job.id, this.#jobs.get(job.id) ?? this.#open(job, ruleset)]));
    this.#pushes = [...this.#jobs.values()].flatMap(({ push }) => push ?? []);
    this.#lines = createLineBuilder({
      dataset,
      ruleset,
      limits: LIMITS[limits],
      fields: unionOf(this.#pushes.map(({ settings }) => settings.fields)),
      ...(seed === undefined ? {} : { seed }),
    });
  }

  /** Opens a job. One that cannot be used is reported once, and pushes nothing. */
  #open(job: PushJob, ruleset: Ruleset | undefined): ActiveJob {
    const { source, clock, dataset, openWriter, onEvent } = this.#options;
    const name = jobName(job);
    this.#delivery.register(job.id, name);
    try {
      const settings = readJobSettings(job, dataset);
      const writer = new SharedWriter(settings.destinationConf, openWriter).share();
      const push = new JobPush(settings, dataset, this.#limits.objectBytes, (batch, endMs) =>
        this.#deliver(job.id, writer, batch, endMs),
      );
      return { key: keyOf(job, { push }, ruleset), push, writer };
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      source.failed(job.id, clock.now(), error.message);
      onEvent?.({ kind: 'unusable', message: error.message, jobId: job.id, job: name });
      return { key: keyOf(job, undefined, ruleset), push: undefined, writer: undefined };
    }
  }

  #deliver(jobId: number, writer: SharedWriter, batch: ClosingBatch, endMs: number): void {
    const { openedMs, lines, bytes, failure } = batch;
    const object = batch.close();
    const name = this.#names.create(jobId, openedMs, endMs, object);
    this.#delivery.add(jobId, { name, object, lines, bytes, endMs, writer, ...(failure !== undefined && { failure }) });
  }

  /** Closes batches by time without traffic. If time follows the traffic, it advances only with an exchange. */
  #startTimer(): void {
    const { clock } = this.#options;
    if (clock.followsTraffic) return;
    const dueMs = Math.min(...this.#pushes.map(({ closesAt }) => closesAt));
    if (dueMs === Number.POSITIVE_INFINITY) return;
    if (this.#timer !== undefined && this.#timer.dueMs <= dueMs) return;
    this.#timer?.end.abort();
    this.#timer = { dueMs, end: new AbortController() };
    this.#closeDue(this.#timer).catch((error: unknown) => {
      this.#fault ??= { error };
    });
  }

  async #closeDue(timer: Timer): Promise<void> {
    const { clock } = this.#options;
    await clock.sleep(timer.dueMs - clock.now(), timer.end.signal);
    if (timer.end.signal.aborted) return;
    this.#timer = undefined;
    this.#followChanges();
    const nowMs = clock.now();
    for (const push of this.#pushes) if (nowMs >= push.closesAt) push.close(nowMs);
    this.#startTimer();
  }
}

/** Returns the settings of a job, and of the ruleset if the job logs custom fields, as text. */
function keyOf(job: PushJob, active: Pick<ActiveJob, 'push'> | undefined, ruleset: Ruleset | undefined): string {
  const isLogged = active?.push?.settings.logsCustomFields === true;
  return `${settingsText(job)}\n${isLogged ? JSON.stringify(ruleset) : ''}`;
}

/** Returns the fields of all jobs; undefined if a job has all of the dataset. */
function unionOf(fields: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  if (fields.includes(undefined)) return undefined;
  return [...new Set(fields.flatMap((names) => names ?? []))];
}

/** The line whose hash decides about a sample: as stored. */
function withoutLineEnd(line: Buffer): Buffer {
  if (line.at(-1) !== LF) return line;
  return line.subarray(0, line.at(-2) === CR ? -2 : -1);
}
