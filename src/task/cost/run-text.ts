// Collects what outputs write of a run, and compresses it as --emit does. Reads no objects.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { WrittenRun } from '../../cost/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import { type CompiledFilter, KEEP } from '../../filter/index.ts';
import type { OutputOptions } from '../../job/index.ts';
import { BatchText, createLineOutput, isSampled, type LineOutput } from '../../output/index.ts';
import type { LineRecord } from '../../record/index.ts';
import { GZIP_LEVEL } from '../emit/emit-file.ts';

/** Written bytes before a run that gzip has seen: twice its window, so that its tables are adapted as well. */
const CONTEXT_BYTES = 64 * 1024;
/** The window of gzip. */
const WINDOW_BYTES = 32 * 1024;

const compress = promisify(gzip);

/** Returns the size of a gzip object. */
export async function gzipBytes(bytes: Buffer): Promise<number> {
  return (await compress(bytes, { level: GZIP_LEVEL })).length;
}

/** A filter, and how the lines that it keeps are written. */
export class Output {
  readonly line: LineOutput;
  readonly #filter: CompiledFilter | undefined;

  /** @param filter undefined: every line @param options undefined: lines are written unchanged */
  constructor(filter: CompiledFilter | undefined, options: OutputOptions | undefined, dataset: Dataset) {
    this.#filter = filter;
    this.line = createLineOutput(options, dataset);
  }

  keeps(record: LineRecord): boolean {
    return this.#filter === undefined || this.#filter.verdict(record) === KEEP;
  }
}

/** What one output writes of one run. */
export class RunText {
  readonly #output: Output;
  readonly #chunks: Buffer[] = [];
  readonly #text: BatchText;
  #keptLines = 0;
  #keptBytes = 0;

  constructor(output: Output) {
    this.#output = output;
    this.#text = new BatchText(output.line.options, (chunk) => this.#chunks.push(chunk));
  }

  get keptLines(): number {
    return this.#keptLines;
  }

  /** Adds a line, if the output keeps it. */
  offer(record: LineRecord): void {
    const { line } = this.#output;
    if (!this.#output.keeps(record)) return;
    this.#keptLines += 1;
    this.#keptBytes += record.bytes;
    const rate = line.options.sample_rate;
    if (rate < 1 && !isSampled(record.stored(), rate)) return;
    this.#text.add(line.print(record));
  }

  /** Ends the run. @returns the bytes written */
  end(): Buffer {
    this.#text.end();
    return Buffer.concat(this.#chunks);
  }

  /** The figures of the run. Call it after {@link end}. */
  figures(stored: number, isApproximate: boolean): WrittenRun {
    const { lines, bytes } = this.#text;
    return { keptLines: this.#keptLines, keptBytes: this.#keptBytes, lines, bytes, stored, isApproximate };
  }
}

/** A block of a large object, and what is written before it. */
export interface BlockText {
  text: Buffer;
  before: Buffer;
}

/** Whether a block is preceded by a full window of gzip. */
export function hasWindow({ before }: BlockText): boolean {
  return before.length >= WINDOW_BYTES;
}

/** Returns by how much a block enlarges a gzip object that contains what is before it. @param earlier text of similar lines */
export async function addedBytes({ text, before }: BlockText, earlier: Buffer = Buffer.alloc(0)): Promise<number> {
  const context = tailOf(Buffer.concat([earlier, before]));
  if (text.length === 0) return 0;
  const [both, alone] = await Promise.all([gzipBytes(Buffer.concat([context, text])), gzipBytes(context)]);
  return context.length === 0 ? both : both - alone;
}

/** The part of a text that gzip still refers to. */
export function tailOf(text: Buffer): Buffer {
  return text.subarray(Math.max(0, text.length - CONTEXT_BYTES));
}

/** The part of consecutive texts that gzip still refers to. */
export function tailOfTexts(texts: readonly Buffer[]): Buffer {
  let [first, bytes] = [texts.length, 0];
  while (first > 0 && bytes < CONTEXT_BYTES) {
    first -= 1;
    bytes += texts[first]!.length;
  }
  return tailOf(Buffer.concat(texts.slice(first)));
}
