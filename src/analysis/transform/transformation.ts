// A transformer behind the fields and timestamps of its job, as text that threads share, and opened to evaluate records. Reads no lines.
import { type FieldSource, HeadgateError, type Value } from '../../base/index.ts';
import { type Dataset, getDataset } from '../../language/dataset/index.ts';
import type { FinalVerdict } from '../../language/filter/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import { defaultsOf, reformatValue, type TimestampFormat, timestampFields } from '../../language/output/index.ts';
import type { ConditionOutcome, Evaluation, Transformer } from '../../language/transformer/index.ts';

/** A transformer, and what its job does with a line before it: the JSON of a {@link TransformInput}. */
export type TransformText = string;

/** What a job does with a line that its filter keeps, up to the delivered records. docs/platform.md, "Transformers". */
export interface TransformInput {
  sql: string;
  /** Name of the dataset. */
  dataset: string;
  /** The fields of the job; null: those of the line. */
  fieldNames: readonly string[] | null;
  /** The format that the job gives timestamps; null: that of the line. */
  timestampFormat: TimestampFormat | null;
}

/** Returns a transformer as text. @param options of its job; undefined: lines reach the transformer as they were read */
export function transformText({ sql, dataset }: Transformer, options: OutputOptions | undefined): TransformText {
  const output = options && defaultsOf(options);
  const input: TransformInput = {
    sql,
    dataset: dataset.name,
    fieldNames: output?.field_names ?? null,
    timestampFormat: output?.timestamp_format ?? null,
  };
  return JSON.stringify(input);
}

/** The verdict on a line by what its transformer does with it. */
export const VERDICT_AFTER = {
  rows: 'keep',
  dropped: 'drop',
  failing: 'fail',
  undecided: 'undecided',
} as const satisfies Record<Evaluation['outcome'], FinalVerdict>;

type Language = typeof import('../../language/transformer/index.ts');

let language: Language | undefined;

/** Loads the language of transformers, which is large. Must be called before {@link openTransformation}. */
export async function loadTransformers(): Promise<void> {
  language ??= await import('../../language/transformer/index.ts');
}

const opened = new Map<TransformText, Transformation>();
/** Transformations that are kept open. Ours: a run has a few. */
const MAX_OPENED = 64;

/** Opens a transformation. @throws HeadgateError `transformer-invalid` (kind `negative`) for SQL with an error */
export function openTransformation(text: TransformText): Transformation {
  if (language === undefined) throw new TypeError('cannot open a transformer: its language is not loaded');
  const found = opened.get(text) ?? new Transformation(JSON.parse(text), language);
  if (opened.size >= MAX_OPENED) opened.clear();
  opened.set(text, found);
  return found;
}

/** Returns the fields that transformers read, each once; undefined: all fields of a line. */
export function fieldsReadBy(transformers: readonly Transformer[]): readonly string[] | undefined {
  return transformers.some(({ hasStar }) => hasStar)
    ? undefined
    : [...new Set(transformers.flatMap(({ fields }) => fields))];
}

/** A transformer that reads records through the fields of its job. */
export class Transformation {
  readonly transformer: Transformer;
  /** Lines that the platform transforms together. */
  readonly batchLines: number;
  /** The outcomes of a condition, by their numbers. */
  readonly outcomeNames: readonly ConditionOutcome[];
  readonly #fields: JobFields | undefined;

  constructor(
    { sql, dataset: name, fieldNames, timestampFormat }: TransformInput,
    { readTransformer, BATCH_LINES, CONDITION_OUTCOMES }: Language,
  ) {
    const dataset = getDataset(name);
    const { transformer, problems } = readTransformer(sql, { dataset });
    if (transformer === undefined) {
      const [error] = problems.filter(({ severity }) => severity === 'error');
      throw new HeadgateError('transformer-invalid', `cannot use the transformer: ${error?.message}`, {
        kind: 'negative',
      });
    }
    this.transformer = transformer;
    this.batchLines = BATCH_LINES;
    this.outcomeNames = CONDITION_OUTCOMES;
    const isUnchanged = fieldNames === null && timestampFormat === null;
    this.#fields = isUnchanged ? undefined : new JobFields(dataset, fieldNames, timestampFormat);
  }

  /** Returns the record as the transformer reads it. Valid until the next call. */
  inputOf(record: FieldSource): FieldSource {
    if (this.#fields === undefined) return record;
    this.#fields.record = record;
    return this.#fields;
  }

  /** Evaluates a record. @param outcomes receives an outcome for each condition */
  evaluate(record: FieldSource, outcomes?: Uint8Array): Evaluation {
    return this.transformer.evaluate(this.inputOf(record), outcomes);
  }
}

/** The fields that a job lists, with its timestamps. */
class JobFields implements FieldSource {
  record: FieldSource = new Map<string, Value>();
  readonly #names: ReadonlySet<string> | undefined;
  readonly #timestamps: ReadonlySet<string>;
  readonly #format: TimestampFormat | undefined;

  constructor(dataset: Dataset, names: readonly string[] | null, format: TimestampFormat | null) {
    this.#names = names === null ? undefined : new Set(names);
    this.#timestamps = new Set(format === null ? [] : timestampFields(dataset));
    this.#format = format ?? undefined;
  }

  get(field: string): Value | undefined {
    if (this.#names?.has(field) === false) return undefined;
    const value = this.record.get(field);
    if (value === undefined || value === null || this.#format === undefined || !this.#timestamps.has(field))
      return value;
    return reformatValue(value, this.#format);
  }
}
