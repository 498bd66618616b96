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
  /** Returns the text of a record, from `record_prefix` to `record_suffix`. Valid until the next record is printed. */
  print(record: LineRecord): Buffer;
  /** Returns, by name, how many of the printed records lacked a field of the job. */
  lacking(): MissingField[];
}

const LINE_END = Buffer.from('\n');

/**
 * Creates the writer of a job's records.
 * @param options of the job; undefined without a job: lines are then written as read, as JSON
 * @throws HeadgateError `template-invalid`, `csv-without-fields` (kind `negative`)
 */
export function createLineOutput(options: OutputOptions | undefined, dataset: Dataset): LineOutput {
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

  lacking(): MissingField[] {
    return [];
  }
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
