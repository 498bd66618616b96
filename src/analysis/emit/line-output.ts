// Writes a record as a job does, from record_prefix to record_suffix. batch-text.ts writes the text between records and
// around a batch.
import { HeadgateError } from '../../base/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import {
  defaultsOf,
  parseTemplate,
  type ResolvedOutput,
  rewriteLookups,
  TextBuffer,
  templateFields,
  timestampFields,
} from '../../language/output/index.ts';
import { openTransformation, type Transformation, type TransformText } from '../transform/index.ts';
import { type LineCopier, lineCopierOf } from './line-copier.ts';
import { bodyOf } from './record-body.ts';

/** The number of lines that lack a field of the job. */
export interface MissingField {
  name: string;
  lines: number;
}

/** Writes the records of one job. */
export interface LineOutput {
  readonly options: ResolvedOutput;
  /** Fields that the template uses but `field_names` does not list: null in every line, as on the platform. */
  readonly unlisted: readonly string[];
  /** Lines of a batch, which fail together. Undefined without a transformer. */
  readonly batchLines?: number;
  /** Returns the text of a record, from `record_prefix` to `record_suffix`. Valid until the next record is printed. */
  print(record: LineRecord): Buffer;
  /**
   * Writes each record that the job delivers of a line: with a transformer any number of them, else one.
   * @param write may use the text until it returns @returns whether the line fails, so that the platform delivers nothing of its batch
   */
  deliver(record: LineRecord, write: (text: Buffer) => void): boolean;
  /** Returns, by name, how many of the printed records lacked a field of the job. */
  lacking(): MissingField[];
}

const LINE_END = Buffer.from('\n');

/**
 * Creates the writer of a job's records.
 * @param options of the job; undefined without a job: lines are then written as read, as JSON
 * @param transformer of the job @default none
 * @throws HeadgateError `template-invalid`, `csv-without-fields`, `transformer-output` (kind `negative`)
 */
export function createLineOutput(
  options: OutputOptions | undefined,
  dataset: Dataset,
  transformer?: TransformText,
): LineOutput {
  if (transformer !== undefined)
    return new TransformedOutput(defaultsOf(options ?? {}), openTransformation(transformer));
  return options === undefined ? new StoredOutput() : new JobOutput(defaultsOf(options), dataset);
}

/** Writes lines as they were read: without a job nothing defines another format. */
class StoredOutput implements LineOutput {
  readonly options = defaultsOf({});
  readonly unlisted = [];
  readonly #text = new TextBuffer();

  print(record: LineRecord): Buffer {
    this.#text.clear();
    this.#text.append(record.json);
    this.#text.append(LINE_END);
    return this.#text.view();
  }

  deliver(record: LineRecord, write: (text: Buffer) => void): boolean {
    write(this.print(record));
    return false;
  }

  lacking(): MissingField[] {
    return [];
  }
}

/** Writes the records that a transformer returns: `record_prefix` and `record_suffix` are around them, in place of their braces. */
class TransformedOutput implements LineOutput {
  readonly options: ResolvedOutput;
  readonly unlisted = [];
  readonly batchLines: number;
  readonly #transformation: Transformation;

  constructor(options: ResolvedOutput, transformation: Transformation) {
    rejectOutput(options);
    this.options = options;
    this.batchLines = transformation.batchLines;
    this.#transformation = transformation;
  }

  print(record: LineRecord): Buffer {
    const texts: Buffer[] = [];
    this.deliver(record, (text) => texts.push(text));
    return Buffer.concat(texts);
  }

  deliver(record: LineRecord, write: (text: Buffer) => void): boolean {
    const { record_prefix: prefix, record_suffix: suffix } = this.options;
    const evaluation = this.#transformation.evaluate(record);
    if (evaluation.outcome !== 'rows') return evaluation.outcome === 'failing';
    for (const row of evaluation.rows) {
      const text = this.#transformation.transformer.printRow(row);
      const bytes = Buffer.from(`${prefix}${text.slice(1, -1)}${suffix}`);
      if (this.options['CVE-2021-44228']) rewriteLookups(bytes, true);
      write(bytes);
    }
    return false;
  }

  lacking(): MissingField[] {
    return [];
  }
}

/** @throws HeadgateError `transformer-output` for options that no transformer can follow */
function rejectOutput({ output_type: type, record_template: template }: ResolvedOutput): void {
  const found = type === 'csv' ? 'output_type csv' : template === undefined ? undefined : 'record_template';
  if (found === undefined) return;
  const reason =
    type === 'csv'
      ? 'the platform attaches no transformer to a job that writes CSV'
      : 'it is not documented whether a template or the transformer comes first';
  throw new HeadgateError(
    'transformer-output',
    `cannot use a transformer: found ${found} in output_options, expected ndjson without a template; ${reason}`,
    { kind: 'negative' },
  );
}

class JobOutput implements LineOutput {
  readonly options: ResolvedOutput;
  readonly unlisted: readonly string[];
  readonly #text = new TextBuffer();
  readonly #prefix: Buffer;
  readonly #suffix: Buffer;
  readonly #copyLine: LineCopier | undefined;
  readonly #body: ReturnType<typeof bodyOf>;
  readonly #lacking = new MissingFieldTally();

  constructor(options: ResolvedOutput, dataset: Dataset) {
    const { field_names: names, record_template: template } = options;
    if (options.output_type === 'csv' && names === undefined && template === undefined) {
      throw new HeadgateError(
        'csv-without-fields',
        'cannot write CSV: found no field_names in output_options, expected the names of the columns; add field_names',
        { kind: 'negative' },
      );
    }
    this.options = options;
    const parts = template === undefined ? undefined : parseTemplate(template);
    const listed = new Set(names);
    this.unlisted = names === undefined ? [] : templateFields(parts ?? []).filter((name) => !listed.has(name));
    this.#prefix = Buffer.from(options.record_prefix);
    this.#suffix = Buffer.from(options.record_suffix);
    const timestamps = new Set(timestampFields(dataset));
    this.#copyLine = lineCopierOf(options, timestamps);
    this.#body = bodyOf({ options, timestamps, template: parts });
  }

  print(record: LineRecord): Buffer {
    const text = this.#text;
    text.clear();
    if (this.#copyLine?.(text, record) !== true) {
      text.append(this.#prefix);
      this.#body(text, record, this.#lacking);
      text.append(this.#suffix);
    }
    const bytes = text.view();
    if (this.options['CVE-2021-44228']) rewriteLookups(bytes, this.options.output_type === 'ndjson');
    return bytes;
  }

  deliver(record: LineRecord, write: (text: Buffer) => void): boolean {
    write(this.print(record));
    return false;
  }

  lacking(): MissingField[] {
    return this.#lacking.toFields();
  }
}

/** Counts lines by the field that they lack. */
class MissingFieldTally {
  readonly #lines = new Map<string, number>();

  add(name: string): void {
    this.#lines.set(name, (this.#lines.get(name) ?? 0) + 1);
  }

  toFields(): MissingField[] {
    return [...this.#lines].map(([name, lines]) => ({ name, lines })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
