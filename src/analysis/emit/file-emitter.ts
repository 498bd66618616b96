// Writes the lines that jobs would push into files: one batch for each job and source object. So memory is bounded, threads work
// independently, and the files do not depend on the number of threads.
import type { Count, Instant } from '../../base/index.ts';
import type { BatchTimes } from '../../input/destination/index.ts';
import type { EmitSource, Emitter, ObjectEmission } from '../../input/objects/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import { type Dataset, eventTimeOf } from '../../language/dataset/index.ts';
import { BatchText, isSampled } from '../../language/output/index.ts';
import { type FieldLines, mergeBy, sumOf } from '../aggregates/index.ts';
import { DeliveredBatches } from './delivered-batches.ts';
import { EmitFile } from './emit-file.ts';
import type { EmitPlan } from './emit-plan.ts';
import { createPublisher, type EmitPublisher } from './emit-publisher.ts';
import { canonicalName } from './emit-source.ts';
import { emittedName, timesInName } from './emitted-name.ts';
import { createLineOutput, type LineOutput } from './line-output.ts';
import { sourceHash } from './source-hash.ts';

/** The output of a job, after its `sample_rate`. */
export interface EmittedTotal extends LineTotal {
  /** Objects written; `bytes` are theirs before compression, with prefixes, suffixes and delimiters. */
  objects: Count;
  /** Fields that the job writes and lines lack, by name. */
  lacking: FieldLines[];
}

/** Counts what it writes. */
export interface CountedEmitter extends Emitter {
  /** Lines and bytes written, by output of the query. */
  totals(): EmittedTotal[];
}

/** Adds what one job has written of different objects. */
export function mergeEmitted(a: EmittedTotal, b: EmittedTotal): EmittedTotal {
  return { ...sumOf(a, b), lacking: mergeBy(({ name }) => name, a.lacking, b.lacking) };
}

/** Writes to files, one for each job and object. */
export class FileEmitter implements CountedEmitter {
  readonly #plan: EmitPlan;
  readonly #publisher: EmitPublisher;
  readonly #dataset: Dataset;
  readonly #totals: EmittedTotal[];

  constructor(plan: EmitPlan, dataset: Dataset) {
    this.#plan = plan;
    this.#publisher = createPublisher(plan);
    this.#dataset = dataset;
    this.#totals = plan.jobs.map(() => ({ lines: 0, bytes: 0, objects: 0, lacking: [] }));
  }

  get isRemote(): boolean {
    return this.#plan.bucket !== undefined;
  }

  totals(): EmittedTotal[] {
    return this.#totals;
  }

  /** Waits for pending writes after a failed run. */
  allPublished(): Promise<void> {
    return this.#publisher.allPublished();
  }

  openObject(source: EmitSource): ObjectEmission {
    const batches = new Map<number, EmittedBatch>();
    const open = (job: number): EmittedBatch => {
      const batch = new EmittedBatch(
        { plan: this.#plan, publisher: this.#publisher, dataset: this.#dataset, job },
        source,
      );
      batches.set(job, batch);
      return batch;
    };
    const discard = async (): Promise<void> => {
      for (const batch of batches.values()) await batch.discard();
    };
    return {
      onKept: (job, record) => (batches.get(job) ?? open(job)).add(record),
      drained: () => {
        const waits = [...batches.values()].flatMap((batch) => batch.drained() ?? []);
        return waits.length === 0 ? undefined : Promise.all(waits).then(() => {});
      },
      commit: async (signal) => {
        try {
          for (const [job, batch] of batches) {
            const total = await batch.commit(signal);
            this.#totals[job] = mergeEmitted(this.#totals[job]!, total);
          }
        } catch (error) {
          // Published files remain; the rest of the object is discarded.
          await discard();
          throw error;
        }
      },
      discard,
    };
  }
}

/** The context of all batches of a job. */
interface BatchWork {
  plan: EmitPlan;
  publisher: EmitPublisher;
  dataset: Dataset;
  job: number;
}

/** The lines that one job writes for one object. */
class EmittedBatch {
  readonly #work: BatchWork;
  readonly #hash: string;
  readonly #output: LineOutput;
  readonly #text: BatchText;
  readonly #delivered: DeliveredBatches;
  readonly #timesInName: BatchTimes | undefined;
  #timesOfLines: BatchTimes | undefined;
  #file: EmitFile | undefined;

  constructor(work: BatchWork, { object, emitHash }: EmitSource) {
    this.#work = work;
    this.#hash = emitHash ?? sourceHash(canonicalName(object));
    this.#timesInName = timesInName(object.key);
    const { options, transformer } = work.plan.jobs[work.job]!;
    this.#output = createLineOutput(options, work.dataset, transformer);
    this.#text = new BatchText(this.#output.options, (chunk) => {
      this.#file ??= this.#openFile();
      this.#file.write(chunk);
    });
    this.#delivered = new DeliveredBatches(this.#output, (text) => this.#text.add(text));
  }

  add(record: LineRecord): void {
    const rate = this.#output.options.sample_rate;
    if (rate < 1 && !isSampled(record.pushed(), rate)) return;
    this.#delivered.add(record);
    if (this.#timesInName === undefined) this.#noteTime(record);
  }

  drained(): Promise<void> | undefined {
    return this.#file?.drained();
  }

  async commit(signal: AbortSignal): Promise<EmittedTotal> {
    this.#delivered.end();
    this.#text.end();
    const { publisher, job } = this.#work;
    const name = emittedName(this.#hash, this.#timesInName ?? this.#timesOfLines);
    const isThere = await this.#file?.finish((path) => publisher.publish(path, job, name, signal));
    const { lines, bytes } = isThere === false ? { lines: 0, bytes: 0 } : this.#text;
    return { lines, bytes, objects: lines > 0 ? 1 : 0, lacking: isThere === false ? [] : this.#output.lacking() };
  }

  async discard(): Promise<void> {
    await this.#file?.discard();
  }

  #openFile(): EmitFile {
    const { publisher, job } = this.#work;
    return new EmitFile(publisher.unfinishedPath(job, this.#hash), publisher.unfinishedShown(job), publisher.isDisk);
  }

  #noteTime(record: LineRecord): void {
    const { dataset } = this.#work;
    const time: Instant | undefined = eventTimeOf(dataset, record.get(dataset.eventTime.field));
    if (time === undefined) return;
    const { start, end } = this.#timesOfLines ?? { start: time, end: time };
    this.#timesOfLines = { start: time < start ? time : start, end: time > end ? time : end };
  }
}
