// The lines that jobs would push, written as they are kept: one batch for each job and source object, so that memory stays bounded,
// threads need nothing of each other, and the files are the same whatever their number.
import type { Instant } from '../base/index.ts';
import { type Dataset, eventTimeOf } from '../dataset/index.ts';
import type { StoredObject } from '../destination/index.ts';
import { BatchText, createLineOutput, isSampled, type LineOutput } from '../output/index.ts';
import type { LineRecord } from '../record/index.ts';
import { type EmittedTotal, mergeEmitted, type Report } from '../replay/index.ts';
import { EmitFile } from './emit-file.ts';
import { folderOf, unfinishedName } from './emit-folder.ts';
import { type BatchTimes, emittedName, timesInName } from './emit-name.ts';
import type { EmitPlan } from './emit-plan.ts';
import { canonicalName } from './emit-source.ts';

/** Writes what is kept of objects. */
export interface Emitter {
  /** Several may be open at a time. */
  openObject(object: StoredObject): ObjectEmission;
  /** What was written, by job. */
  totals(): EmittedTotal[];
}

/** Writes what is kept of one object. */
export interface ObjectEmission {
  /** A line was kept. @param job its index */
  onKept(job: number, record: LineRecord): void;
  /** @returns undefined when more can be taken at once */
  settled(): Promise<void> | undefined;
  /** The object was read as far as it can be. */
  commit(): Promise<void>;
  /** The object was not read to its end: nothing of it counts. */
  discard(): Promise<void>;
}

/** Puts what each job has written into the report of the same lines. */
export function putEmitted(report: Report, emitter: Emitter | undefined): Report {
  const totals = emitter?.totals();
  if (report.jobs === undefined || totals === undefined) return report;
  // In the place that merged reports have it.
  const jobs = report.jobs.map(({ samples, ...job }, index) => ({ ...job, emitted: totals[index]!, samples }));
  return { ...report, jobs };
}

/** Writes into files. */
export class FileEmitter implements Emitter {
  readonly #plan: EmitPlan;
  readonly #dataset: Dataset;
  readonly #totals: EmittedTotal[];

  constructor(plan: EmitPlan, dataset: Dataset) {
    this.#plan = plan;
    this.#dataset = dataset;
    this.#totals = plan.jobs.map(() => ({ lines: 0, bytes: 0, objects: 0, lacking: [] }));
  }

  totals(): EmittedTotal[] {
    return this.#totals;
  }

  openObject(object: StoredObject): ObjectEmission {
    const batches = new Map<number, EmittedBatch>();
    const open = (job: number): EmittedBatch => {
      const batch = new EmittedBatch(this.#plan, job, this.#dataset, object);
      batches.set(job, batch);
      return batch;
    };
    const discard = async (): Promise<void> => {
      for (const batch of batches.values()) await batch.discard();
    };
    return {
      onKept: (job, record) => (batches.get(job) ?? open(job)).add(record),
      settled: () => {
        const waits = [...batches.values()].flatMap((batch) => batch.settled() ?? []);
        return waits.length === 0 ? undefined : Promise.all(waits).then(() => {});
      },
      commit: async () => {
        try {
          for (const [job, batch] of batches) {
            const total = await batch.commit();
            this.#totals[job] = mergeEmitted(this.#totals[job]!, total);
          }
        } catch (error) {
          // What has its name already keeps it; nothing else of the object stays open.
          await discard();
          throw error;
        }
      },
      discard,
    };
  }
}

/** What one job writes of one object. */
class EmittedBatch {
  readonly #plan: EmitPlan;
  readonly #job: number;
  readonly #dataset: Dataset;
  readonly #source: string;
  readonly #output: LineOutput;
  readonly #text: BatchText;
  readonly #timesInName: BatchTimes | undefined;
  #timesOfLines: BatchTimes | undefined;
  #file: EmitFile | undefined;

  constructor(plan: EmitPlan, job: number, dataset: Dataset, object: StoredObject) {
    this.#plan = plan;
    this.#job = job;
    this.#dataset = dataset;
    this.#source = canonicalName(object);
    this.#timesInName = timesInName(object.key);
    this.#output = createLineOutput(plan.jobs[job]!.options, dataset);
    this.#text = new BatchText(this.#output.options, (chunk) => {
      this.#file ??= this.#openFile();
      this.#file.write(chunk);
    });
  }

  add(record: LineRecord): void {
    const rate = this.#output.options.sample_rate;
    if (rate < 1 && !isSampled(record.stored(), rate)) return;
    this.#text.add(this.#output.print(record));
    if (this.#timesInName === undefined) this.#noteTime(record);
  }

  settled(): Promise<void> | undefined {
    return this.#file?.settled();
  }

  async commit(): Promise<EmittedTotal> {
    this.#text.end();
    const { lines, bytes } = this.#text;
    const name = emittedName(this.#source, this.#timesInName ?? this.#timesOfLines);
    await this.#file?.finish(`${folderOf(this.#plan, this.#job)}/${name}`);
    return { lines, bytes, objects: lines > 0 ? 1 : 0, lacking: this.#output.lacking() };
  }

  async discard(): Promise<void> {
    await this.#file?.discard();
  }

  #openFile(): EmitFile {
    const name = unfinishedName(this.#plan, emittedName(this.#source, undefined));
    return new EmitFile(`${folderOf(this.#plan, this.#job)}/${name}`);
  }

  #noteTime(record: LineRecord): void {
    const time: Instant | undefined = eventTimeOf(this.#dataset, record.get(this.#dataset.eventTime.field));
    if (time === undefined) return;
    const { start, end } = this.#timesOfLines ?? { start: time, end: time };
    this.#timesOfLines = { start: time < start ? time : start, end: time > end ? time : end };
  }
}
