// Checks a transformer, and each job that would have it: what it reads that the job does not push, and what the filter of the job could drop before it.
import type { NamedFilter } from '../../analysis/query/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import { defaultsOf } from '../../language/output/index.ts';
import {
  DOCUMENTED_SQL_BYTES,
  type Expression,
  readTransformer,
  type Transformer,
  type TransformerProblem,
} from '../../language/transformer/index.ts';
import { type MovedCondition, moveWhere, sqlOfFilter } from '../../language/where/index.ts';
import type { TransformerSql } from '../request/named-transformer.ts';
import { type FilterForms, formsOf } from './filter-forms.ts';
import { filterOf } from './prove.ts';

/** A column of the delivered record. */
export interface CheckedColumn {
  name: string;
  /** As in the SQL. */
  expression: string;
  /** Arrow's name of the type: `Utf8`, `Int64`; `Int64 or Utf8` of a timestamp that jobs write in several formats. */
  type: string;
}

/** Conditions of WHERE that the filter of a job can have in their place. */
export interface MovedFilter {
  /** The filter of the job with the conditions. */
  filter: FilterForms;
  /** Empty if the filter of the job implies {@link implied} as it is. */
  conditions: readonly MovedCondition[];
  /** Conditions that each line meets which the filter keeps. */
  implied: readonly MovedCondition[];
  /** The conditions that remain in WHERE. */
  remaining: readonly MovedCondition[];
  /** The records for which the filter and WHERE together are proven to keep the same. */
  domain: 'complete';
}

/** A transformer behind one job. */
export interface TransformedJobCheck {
  /** Of the job or filter; null: a job without a filter. */
  job: string | null;
  /** Fields that the SQL reads and the job does not list. */
  unlisted: readonly string[];
  /** What the platform, or headgate, rejects about the output of the job; null if nothing. */
  rejected: string | null;
  /** Absent if nothing can be moved, and the filter implies no condition. */
  moved?: MovedFilter;
}

/** The check of a transformer. */
export interface TransformerCheck {
  name: string;
  /** Absent for text and standard input. */
  file?: string;
  /** That `FROM` names; null if it is none. */
  dataset: string | null;
  /** Whether neither the SQL nor a job has an error; with `strict`, no warning either, but `undocumented`. */
  valid: boolean;
  bytes: { used: number; limit: number };
  problems: readonly TransformerProblem[];
  /** Fields that the SQL reads. Empty if it has an error. */
  reads: readonly string[];
  columns: readonly CheckedColumn[];
  /** Undocumented points on which the result depends. */
  choices: readonly string[];
  /** In the order of the filters; one without a filter. */
  jobs: readonly TransformedJobCheck[];
}

/** Checks a transformer. @param filters valid or not @param dataset of the filters; undefined without one */
export function checkTransformer(
  { name, file, sql }: TransformerSql,
  { filters, dataset, strict }: { filters: readonly NamedFilter[]; dataset: Dataset | undefined; strict: boolean },
): TransformerCheck {
  const formats = filters.map(({ job }) => job && defaultsOf(job.outputOptions).timestamp_format);
  const readings = [...new Set(formats.length > 0 ? formats : [undefined])].map((timestampFormat) =>
    readTransformer(sql, { dataset, timestampFormat }),
  );
  const reading = readings[0]!;
  const { transformer, bytes } = reading;
  const byMessage = new Map(
    readings.flatMap((one) => one.problems.map((problem) => [problem.message, problem] as const)),
  );
  const problems = [...byMessage.values()]
    .map((problem) =>
      transformer && isCertainFailure(problem, transformer) ? { ...problem, severity: 'error' as const } : problem,
    )
    .sort((a, b) => a.line - b.line || a.column - b.column);
  const jobs =
    transformer === undefined
      ? []
      : (filters.length > 0 ? filters : [undefined]).map((filter) => checkJob(transformer, filter));
  const isRejected = jobs.some(({ rejected }) => rejected !== null);
  const hasError = problems.some(({ severity }) => severity === 'error');
  const hasWarning = problems.some(isDoubtful) || jobs.some(({ unlisted }) => unlisted.length > 0);
  return {
    name,
    ...(file !== undefined && { file }),
    dataset: reading.dataset ?? null,
    valid: !hasError && !isRejected && !(strict && hasWarning),
    bytes: { used: bytes, limit: DOCUMENTED_SQL_BYTES },
    problems,
    reads: transformer?.fields ?? [],
    columns: (transformer?.columns ?? []).map(({ name: column, expression }, index) => ({
      ...{ name: column, expression: expression.text },
      type: [...new Set(readings.flatMap((one) => one.transformer?.columns[index]?.expression.type ?? []))].join(
        ' or ',
      ),
    })),
    choices: transformer?.choices ?? [],
    jobs,
  };
}

/**
 * Whether a warning is about a column or condition that fails for every record, so that none is delivered: it reads no field. That of a field fails only
 * where the field is not null.
 */
function isCertainFailure({ code, line, column }: TransformerProblem, { columns, conditions }: Transformer): boolean {
  if (code !== 'always-fails') return false;
  const isAt = (one: Expression): boolean => (one.line === line && one.column === column) || one.children.some(isAt);
  return [...columns.map(({ expression }) => expression), ...conditions].some(
    (one) => one.fields.length === 0 && isAt(one) && one.evaluate(new Map()).outcome === 'failing',
  );
}

/** Whether a problem is likely wrong. A construct that no page documents is not: `TRY_CAST` is the fix of another problem. */
function isDoubtful({ code }: TransformerProblem): boolean {
  return code !== 'undocumented';
}

function checkJob(transformer: Transformer, filter: NamedFilter | undefined): TransformedJobCheck {
  const options = filter?.job?.outputOptions;
  const found = filter === undefined || filter.reading.filter !== undefined || filter.reading.form === 'none';
  const moved = found ? moveWhere(transformer, filter && filterOf(filter)) : undefined;
  return {
    job: filter?.name ?? null,
    unlisted: transformer.unlistedFields(options?.field_names),
    rejected: rejectedOutput(options),
    ...(moved && {
      moved: {
        ...{ ...moved, filter: formsOf(moved.filter), domain: 'complete' },
      },
    }),
  };
}

function rejectedOutput(options: OutputOptions | undefined): string | null {
  if (options?.output_type === 'csv')
    return 'output_type is csv: the platform attaches no transformer to a job that writes CSV';
  return options?.record_template
    ? 'record_template is set: it is not documented whether the template or the transformer comes first'
    : null;
}

/** Returns a filter over the limits of the platform as a transformer; undefined if SQL does not have its conditions, or the SQL is rejected. */
export function transformerInstead({ reading, dataset, job }: NamedFilter): string | undefined {
  const { beyondLimits } = reading;
  if (beyondLimits === undefined) return undefined;
  const sql = sqlOfFilter(beyondLimits, dataset, job?.outputOptions?.field_names);
  return sql !== undefined && readTransformer(sql, { dataset }).transformer !== undefined ? sql : undefined;
}
