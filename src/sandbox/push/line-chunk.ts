// Lines of a job that are transformed together, as on the platform: if one fails, all fail. Delivers nothing.
import { type FieldSource, type JsonObject, parseJson, printBytes } from '../../base/index.ts';
import type { ResolvedOutput } from '../../language/output/index.ts';
import type { Evaluation, OutputRow, Transformer } from '../../language/transformer/index.ts';

/** Largest output of a chunk. The platform limits it, too, and gives no figure; ours. Bytes. */
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;

/** What becomes of a chunk. `lines` are those that were added. */
export type ChunkEnd = { readonly lines: number; readonly openedMs: number } & (
  | { readonly rows: readonly Buffer[] }
  /** Why the platform would deliver none of the lines. */
  | { readonly failure: string }
);

/** The lines that one transformer takes until {@link LineChunk.end}. */
export class LineChunk {
  readonly #transformer: Transformer;
  readonly #prefix: string;
  readonly #suffix: string;
  readonly #evaluate: (record: JsonObject) => Evaluation;
  #lines = 0;
  #openedMs: number | undefined;
  #rows: Buffer[] = [];
  /** Of the rows. */
  #bytes = 0;
  #failure: string | undefined;

  /** @param output of the job: delivered records have its prefix and suffix in place of their braces */
  constructor(transformer: Transformer, output: ResolvedOutput) {
    this.#transformer = transformer;
    this.#prefix = output.record_prefix;
    this.#suffix = output.record_suffix;
    this.#evaluate = evaluatorAsPlatform(transformer);
  }

  get lines(): number {
    return this.#lines;
  }

  /** Service time of the first line. Milliseconds. */
  get openedMs(): number | undefined {
    return this.#openedMs;
  }

  /** Adds a line as the job writes it without a transformer: JSON, with or without a line end. @param nowMs service time */
  add(line: Buffer, nowMs: number): void {
    this.#openedMs ??= nowMs;
    this.#lines += 1;
    if (this.#failure !== undefined) return;
    const result = this.#evaluate(parseJson(line.toString()) as JsonObject);
    if (result.outcome === 'rows') this.#keep(result.rows);
    else if (result.outcome !== 'dropped') this.#failure = reasonOf(this.#transformer, result);
  }

  #keep(rows: readonly OutputRow[]): void {
    for (const row of rows) {
      const record = Buffer.from(this.#prefix + this.#transformer.printRow(row).slice(1, -1) + this.#suffix);
      this.#bytes += record.length;
      if (this.#bytes > MAX_OUTPUT_BYTES) {
        this.#failure = `the output is larger than ${printBytes(MAX_OUTPUT_BYTES)}`;
        this.#rows = [];
        return;
      }
      this.#rows.push(record);
    }
  }

  /** Returns what becomes of the lines, and forgets them. @returns undefined without lines */
  end(): ChunkEnd | undefined {
    if (this.#openedMs === undefined) return undefined;
    const [lines, openedMs, rows, failure] = [this.#lines, this.#openedMs, this.#rows, this.#failure];
    [this.#lines, this.#openedMs, this.#rows, this.#bytes, this.#failure] = [0, undefined, [], 0, undefined];
    return { lines, openedMs, ...(failure === undefined ? { rows } : { failure }) };
  }
}

/** Returns a function that evaluates a record as the platform does: a field that the SQL names, and the record lacks, is null. */
export function evaluatorAsPlatform(transformer: Transformer): (record: JsonObject) => Evaluation {
  const nullable = transformer.hasStar ? new Set(transformer.namedFields) : undefined;
  return (record) => {
    const source: FieldSource = {
      get: (field) => {
        const value = record.get(field);
        return value === undefined && nullable?.has(field) !== false ? null : value;
      },
    };
    return transformer.evaluate(source);
  };
}

/** Describes why the platform delivers nothing. What the platform does where it documents nothing is not known: the sandbox delivers nothing. */
export function reasonOf(
  transformer: Transformer,
  result: Extract<Evaluation, { outcome: 'failing' | 'undecided' }>,
): string {
  const { line, column } = (result.outcome === 'failing' ? result.failure : result.reason).expression;
  const fix = result.outcome === 'failing' ? `; ${result.failure.hint}` : '';
  return `line ${line}, column ${column}: ${transformer.reasonOf(result)}${fix}`;
}
