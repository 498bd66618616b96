// Reads --transformer: SQL of a file or of the account, checked against the dataset, behind the fields and timestamps of each job. Reads no logs.
import type { NamedFilter, NamedTransformer } from '../../analysis/query/index.ts';
import { HeadgateError, redactSecrets } from '../../base/index.ts';
import type { JobsAccess } from '../../cloud/api/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import type { TransformerReading } from '../../language/transformer/index.ts';
import { isSqlText, nameOfFile, type ReadStdin, readSqlFile, readStdin } from './argument-text.ts';
import { datasetOfIndexes } from './index-dataset.ts';
import { isTransformerId, noTransformer, readLiveTransformer } from './live-transformer.ts';
import type { LogsRequest } from './logs-request.ts';
import { type FilterRequest, type FilterSet, filterArguments, readFilters } from './named-filters.ts';

/** The SQL of a transformer: SQL that begins with SELECT or WITH, the path of a file, `-`, the id of a transformer of the account, or the text. */
export type TransformerArgument = string | { readonly sql: string };

/** What transforms the lines that filters keep. */
export interface TransformerRequest {
  /**
   * The transformer of every filter and job: SQL that begins with SELECT or WITH, the path of a file with SQL, `-` for standard input, or an id, such
   * as `17`, of a transformer of the account; `{ sql }` is any SQL. Without a filter and a job, every line reaches it.
   * @default none
   */
  transformer?: TransformerArgument | undefined;
  /** Access to the account whose transformers ids name: by the account, or by one of its zones. @default ids are rejected */
  transformerAccess?: JobsAccess | undefined;
}

/** SQL with its origin. */
export interface TransformerSql {
  name: string;
  file?: string;
  sql: string;
}

/** A transformer is invalid. Carries it with all its problems. */
export class InvalidTransformerError extends HeadgateError {
  readonly transformer: Pick<NamedTransformer, 'name' | 'reading'>;

  constructor(transformer: Pick<NamedTransformer, 'name' | 'reading'>) {
    const { name } = transformer;
    super('transformer-invalid', `cannot use the transformer ${name}: the SQL is invalid; nothing was read`, {
      kind: 'negative',
    });
    this.transformer = transformer;
  }
}

/** Of SQL: far above the limit of the platform. */
const SQL_LIMIT = { bytes: 1024 * 1024, expected: 'the SQL of a transformer' };
/** The name of SQL that is not in a file. */
const UNNAMED = 'transformer';
/**
 * Reads the SQL of an argument.
 * @throws HeadgateError as `readArgumentFile`; for an id `transformer-access`, `transformer-missing`, and if the API cannot be reached or rejects the
 * access
 */
export async function readSql(
  argument: TransformerArgument,
  { stdin, transformerAccess }: { stdin: ReadStdin } & Pick<TransformerRequest, 'transformerAccess'>,
  flag = '--transformer',
): Promise<TransformerSql> {
  if (typeof argument !== 'string') return { name: UNNAMED, sql: argument.sql };
  if (isSqlText(argument)) return { name: UNNAMED, sql: argument };
  if (isTransformerId(argument)) return await readSqlOfAccount(argument, transformerAccess, flag);
  const path = argument.startsWith('@') ? argument.slice(1) : argument;
  const sql = path === '-' ? await stdin() : await readSqlFile(path, SQL_LIMIT);
  return path === '-' ? { name: UNNAMED, sql } : { name: nameOfFile(path), file: path, sql };
}

async function readSqlOfAccount(
  argument: string,
  access: JobsAccess | undefined,
  flag: string,
): Promise<TransformerSql> {
  const failed = (code: string, found: string) =>
    new HeadgateError(code, `cannot read ${flag} ${argument}: ${found}; a file with this name is ./${argument}`);
  const id = Number(argument);
  if (access === undefined)
    throw failed('transformer-access', 'found an id, expected SQL or a file where no account is given');
  const { openJobs } = await import('../../cloud/api/index.ts');
  const { api, scope } = await openJobs(access, 'account');
  const account = 'account' in scope ? scope.account : await api.readAccountOf(scope.zone);
  const found = Number.isSafeInteger(id) ? await readLiveTransformer(api, account, id) : undefined;
  if (found === undefined) throw failed('transformer-missing', noTransformer(account, argument));
  return { name: redactSecrets(found.name) || `${UNNAMED}-${id}`, sql: found.code };
}

/** Checks SQL for the jobs of a dataset. */
export async function transformerOf(
  { name, file, sql }: TransformerSql,
  dataset: Dataset,
  options: OutputOptions | undefined,
): Promise<NamedTransformer> {
  const reading = await readingOf(sql, dataset);
  const { transformText } = await import('../../analysis/transform/index.ts');
  const { transformer } = reading;
  return { name, file, reading, text: transformer && transformText(transformer, options) };
}

/**
 * Reads filters and jobs, and the transformer that follows each. A run with a transformer alone has one filter, which keeps every line.
 * @throws as `readFilters` and {@link readSql}; InvalidTransformerError
 */
export async function readTransformedFilters(
  request: FilterRequest & TransformerRequest & Pick<LogsRequest, 'sources'>,
  options: { datasetFrom?: string | undefined } = {},
): Promise<FilterSet> {
  const { transformer: argument, transformerAccess, stdin = readStdin() } = request;
  if (argument === undefined) return readFilters(request, options);
  const sql = await readSql(argument, { stdin, transformerAccess });
  const given = filterArguments(request);
  const hasJob = given.some(({ kind }) => kind === 'job');
  const dataset = request.dataset ?? (hasJob ? undefined : await datasetWithoutJob(request.sources, sql));
  const filters = given.length > 0 ? given : ['all'];
  const set = await readFilters({ ...request, stdin, dataset, filters, jobs: [] }, options);
  const all: NamedFilter[] = [];
  for (const one of set.filters) {
    const transformer = await transformerOf(sql, set.dataset, one.job?.outputOptions);
    if (transformer.text === undefined) throw new InvalidTransformerError(transformer);
    all.push({ ...one, ...(given.length > 0 ? {} : { name: sql.name }), transformer });
    set.warnings.push(...unlistedWarnings(one.name, transformer, one.job?.outputOptions));
  }
  return { ...set, filters: all };
}

function unlistedWarnings(
  job: string,
  { name, reading }: NamedTransformer,
  options: OutputOptions | undefined,
): string[] {
  const fields = reading.transformer?.unlistedFields(options?.field_names) ?? [];
  if (fields.length === 0) return [];
  return [
    `${job}: the transformer ${name} reads ${fields.join(', ')}, which field_names does not list: add ${fields.length === 1 ? 'it' : 'them'} to field_names`,
  ];
}

/** Returns the dataset that `FROM` names; undefined without SQL, or if it is none. */
export async function datasetOfSql(sql: TransformerSql | undefined): Promise<string | undefined> {
  return sql && (await readingOf(sql.sql, undefined)).dataset;
}

/** Returns the dataset of the indexes among sources, which have its fields, else the one that `FROM` names; undefined if there is neither. */
export async function datasetWithoutJob(
  sources: readonly string[] | undefined = [],
  sql?: TransformerSql,
): Promise<string | undefined> {
  return (await datasetOfIndexes(sources)) ?? (await datasetOfSql(sql));
}

/** Loaded on use: the parser of SQL is large. */
async function readingOf(sql: string, dataset: Dataset | undefined): Promise<TransformerReading> {
  const { readTransformer } = await import('../../language/transformer/index.ts');
  const { loadTransformers } = await import('../../analysis/transform/index.ts');
  await loadTransformers();
  return readTransformer(sql, { dataset });
}
