// Plans one transformer: compares the file with the live one, and checks the jobs that refer to it. Pure; the plan contains no secrets, the
// rest does.
import { type PlainObject, redactSecrets } from '../../base/index.ts';
import { UNDO_KEY } from '../../language/job/index.ts';
import { readTransformer, sqlKey, type Transformer } from '../../language/transformer/index.ts';
import type { TransformerBody } from '../api/index.ts';
import { outputOf, type ValueChange, valueChange } from '../plan/index.ts';
import { compareSqlLines, type SqlLine, sqlText } from './compare-sql.ts';

/** A change of the SQL. */
export interface SqlChange {
  readonly path: 'code';
  readonly kind: 'sql';
  /** All lines of the new text, and the removed ones. Secrets are redacted. */
  readonly lines: readonly SqlLine[];
}

/** A change of a transformer. */
export type TransformerChange = ValueChange | SqlChange;

/** A transformer of the account with its SQL. */
export interface LiveTransformer extends TransformerBody {
  readonly id: number;
  /** Undefined: the API does not state it. */
  readonly dataset?: string | undefined;
}

/** What a file asks for. Undefined: as it is in the live transformer. */
export interface WantedTransformer {
  readonly id: number | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly code: string;
  /** The file restores a transformer: its text replaces that of the live one, also if only the text differs. */
  readonly isUndo: boolean;
}

/** A job that refers to the transformer. */
export interface TransformedJob {
  readonly id: number;
  readonly name: string;
  /** As the API returns it; undefined: it cannot be read. */
  readonly settings: PlainObject | undefined;
}

/** What would happen to one transformer. */
export interface TransformerPlan {
  readonly action: 'create' | 'update' | 'none';
  readonly name: string;
  /** Undefined for one that is created. */
  readonly id: number | undefined;
  readonly dataset: string;
  readonly changes: readonly TransformerChange[];
  /** The SQL of the file has the tree of the live one, but is written differently. It is a change only if rewriting was asked for. */
  readonly equalSql?: true;
  /** The jobs that refer to it: a change reaches all of them at once. */
  readonly jobs: readonly { readonly id: number; readonly name: string }[];
  /** Legal, but probably not intended: sentences. */
  readonly warnings: readonly string[];
  /** Why it cannot be applied: sentences. */
  readonly problems: readonly string[];
}

/** A plan with what apply sends. */
export interface PlannedTransformer {
  readonly plan: TransformerPlan;
  /** Complete: the API clears a description that a body lacks. */
  readonly body: TransformerBody;
  /** The content of the undo file; undefined for a creation: a transformer without a job changes nothing. */
  readonly undo: PlainObject | undefined;
}

/**
 * Plans a transformer whose SQL is valid.
 * @param rewrite whether other text with the same tree is a change
 */
export function planTransformer(request: {
  readonly wanted: WantedTransformer;
  readonly transformer: Transformer;
  readonly live: LiveTransformer | undefined;
  readonly jobs: readonly TransformedJob[];
  readonly rewrite: boolean;
}): PlannedTransformer {
  const { wanted, transformer, live, jobs } = request;
  const isEqual =
    live !== undefined && sqlText(live.code) !== sqlText(wanted.code) && hasSameTree(live.code, transformer);
  const isRewritten = !isEqual || request.rewrite || wanted.isUndo;
  const body: TransformerBody = {
    name: wanted.name ?? live?.name ?? '',
    description: wanted.description ?? live?.description ?? '',
    code: live !== undefined && !isRewritten ? live.code : wanted.code,
  };
  const changes = compareTransformers(live, body);
  return {
    plan: {
      action: live === undefined ? 'create' : changes.length === 0 ? 'none' : 'update',
      name: redactSecrets(body.name),
      id: live?.id,
      dataset: transformer.dataset.name,
      changes,
      ...(isEqual && { equalSql: true }),
      jobs: jobs.map(({ id, name }) => ({ id, name: redactSecrets(name) })),
      warnings: changes.length === 0 ? [] : jobs.flatMap((job) => jobWarnings(job, transformer)),
      problems: jobs.flatMap(({ id, settings }) => datasetProblems(id, settings, transformer)),
    },
    body,
    undo: live && {
      ...{ [UNDO_KEY]: true, id: live.id },
      ...{ name: live.name, description: live.description, code: live.code },
    },
  };
}

/** Lists what differs. @param from undefined: there is none */
export function compareTransformers(from: TransformerBody | undefined, to: TransformerBody): TransformerChange[] {
  const values = (['name', 'description'] as const).flatMap((path): ValueChange[] => {
    const [before, after] = [from?.[path] || undefined, to[path] || undefined];
    return before === after ? [] : [valueChange(path, before, after)];
  });
  if (from !== undefined && sqlText(from.code) === sqlText(to.code)) return values;
  const lines =
    from === undefined
      ? sqlText(to.code)
          .split('\n')
          .map((text): SqlLine => ({ kind: 'add', text }))
      : compareSqlLines(from.code, to.code);
  return [
    ...values,
    { path: 'code', kind: 'sql', lines: lines.map(({ kind, text }) => ({ kind, text: redactSecrets(text) })) },
  ];
}

/**
 * Lists what a transformer does to a job that was not intended.
 * @param settings as the API returns them, or as they are after a change
 */
export function transformedJobWarnings(settings: PlainObject, transformer: Transformer, subject: string): string[] {
  const names = transformer.unlistedFields(outputOf(settings).field_names);
  if (names.length === 0) return [];
  const all = names.join(', ');
  const are = names.length === 1 ? 'it is null' : 'they are null';
  const drops = names.some((name) => transformer.decidingFields.includes(name))
    ? ', and a WHERE that is not true drops the line'
    : '';
  return [
    `the SQL reads ${all}, which field_names of ${subject} does not list: ${are} there${drops}; add ${all} to field_names`,
  ];
}

function jobWarnings({ id, name, settings }: TransformedJob, transformer: Transformer): string[] {
  const subject = `the job ${name} (id ${id})`;
  if (settings === undefined) return [`${subject} refers to the transformer, and cannot be read: it was not checked`];
  return transformedJobWarnings(settings, transformer, subject);
}

function datasetProblems(id: number, settings: PlainObject | undefined, { dataset }: Transformer): string[] {
  const found = settings?.dataset;
  if (typeof found !== 'string' || found === dataset.name) return [];
  return [
    `code: found FROM ${dataset.name}, expected ${found}, the dataset of the job ${id} that refers to the transformer; create another transformer`,
  ];
}

function hasSameTree(live: string, { columns, sql }: Transformer): boolean {
  const key = sqlKey(live);
  if (key === undefined || key !== sqlKey(sql)) return false;
  const other = readTransformer(live).transformer?.columns;
  return other !== undefined && other.map(({ name }) => name).join('\n') === columns.map(({ name }) => name).join('\n');
}
