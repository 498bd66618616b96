// Checks the transformers of a planned job: whether the one after the change exists, fits the dataset, and reads only fields that the job lists; and reads
// the SQL that transforms its lines before and after.
import { HeadgateError, printCount, redactSecrets } from '../../base/index.ts';
import type { ApiJob, ManagementApi, Scope } from '../../cloud/api/index.ts';
import type { PlannedJob } from '../../cloud/plan/index.ts';
import { transformedJobWarnings } from '../../cloud/transformers/index.ts';
import { BATCH_LINES, readTransformer, type Transformer } from '../../language/transformer/index.ts';
import { noTransformer, readLiveTransformer } from '../request/live-transformer.ts';
import type { TransformerSql } from '../request/named-transformer.ts';
import type { AttachedSql } from './jobs-plan.ts';

/** Sentences about transformers, and their SQL. */
interface AttachedFindings {
  problems: readonly string[];
  warnings: readonly string[];
  remarks: readonly string[];
  sql: AttachedSql;
}

const NOTHING: AttachedFindings = {
  ...{ problems: [], warnings: [], remarks: [] },
  sql: { before: undefined, after: undefined },
};

/** What a check needs of a plan. */
interface AttachContext {
  api: ManagementApi;
  scope: Scope;
  /** Of the transformer. Undefined: that of the zone, which takes a request. */
  account: string | undefined;
  /** Whether filters and transformers are replayed over a source. */
  isMeasured: boolean;
  /** Whether guards judge what the job delivers. */
  isGuarded: boolean;
}

/** A transformer of the account; the sentences are those of a job that attaches it. */
interface ReadAttached {
  name?: string;
  /** Undefined: it cannot be replayed. */
  usable?: { sql: TransformerSql; transformer: Transformer };
  problem?: string;
  warning?: string;
}

/** Checks the transformer of a job that attaches it, or changes what it reads. @param current the live job; undefined: it is created */
export async function checkAttached(
  { plan, body, expected }: PlannedJob,
  current: ApiJob | undefined,
  context: AttachContext,
): Promise<AttachedFindings> {
  const { isMeasured, isGuarded } = context;
  const isConcerned = ['transformer_id', 'output_options', 'logpull_options'].some((key) => Object.hasOwn(body, key));
  const [id, oldId] = [expected.transformer_id, current?.transformer_id];
  if (plan.problems.length > 0) return NOTHING;
  const after =
    typeof id === 'number' && (isConcerned || isMeasured) ? await readAttached(id, plan, context) : undefined;
  const before =
    typeof oldId !== 'number' || !isMeasured
      ? undefined
      : oldId === id
        ? after
        : await readAttached(oldId, plan, context);
  const unread = [after, before].findIndex((one) => one !== undefined && one.usable === undefined);
  const left = `the transformer ${unread === 0 ? id : oldId} cannot be replayed`;
  const isLeft = isMeasured && unread >= 0 && !(isConcerned && after?.problem !== undefined);
  const sql = isLeft ? NOTHING.sql : { before: before?.usable?.sql, after: after?.usable?.sql };
  const remarks = isLeft ? [`the effect is that of the filters alone: ${left}`] : [];
  const problems =
    isLeft && isGuarded ? [`transformer_id: ${left}, so guards cannot be judged; remove the guards`] : [];
  if (after === undefined || !isConcerned) return { ...NOTHING, problems, remarks, sql };
  const { name, problem, warning, usable } = after;
  const isNew = Object.hasOwn(body, 'transformer_id') && !isMeasured;
  return {
    problems: [...(problem === undefined ? [] : [problem]), ...problems],
    warnings: [
      ...(warning === undefined ? [] : [warning]),
      ...(usable === undefined ? [] : transformedJobWarnings(expected, usable.transformer, 'the job')),
      ...(isNew && name !== undefined && problem === undefined && mayFail(usable?.transformer) ? [MAY_LOSE] : []),
    ],
    remarks: [...remarks, ...(name === undefined ? [] : [`transformer ${id} is ${JSON.stringify(name)}`])],
    sql,
  };
}

async function readAttached(
  id: number,
  { dataset: wanted }: PlannedJob['plan'],
  { api, scope, account }: AttachContext,
): Promise<ReadAttached> {
  try {
    const owner = 'account' in scope ? scope.account : (account ?? (await api.readAccountOf(scope.zone)));
    const found = await readLiveTransformer(api, owner, id);
    if (found === undefined) return { problem: `transformer_id: ${noTransformer(owner, id)}` };
    const name = redactSecrets(found.name);
    const { transformer, problems, dataset = found.dataset } = readTransformer(found.code);
    if (dataset !== undefined && dataset !== wanted) {
      const problem = `transformer_id: the transformer ${id} reads ${dataset}, expected one that reads ${wanted}, the dataset of the job`;
      return { name, problem };
    }
    if (transformer !== undefined)
      return { name, usable: { sql: { name: name || `transformer-${id}`, sql: found.code }, transformer } };
    const reason = problems.find(({ severity }) => severity === 'error')?.message ?? 'its SQL is invalid';
    return { name, warning: `headgate cannot check the transformer ${id}: ${redactSecrets(reason)}` };
  } catch (error) {
    if (!(error instanceof HeadgateError) || error.kind === 'interrupted') throw error;
    // Who may write jobs may lack the permission for the account.
    return { warning: `the transformer ${id} was not checked: ${error.message}` };
  }
}

/** Whether there is a line, with all fields, for which it fails or is not decided. @param transformer undefined: not known */
function mayFail(transformer: Transformer | undefined): boolean {
  if (transformer === undefined) return true;
  const { conditions, columns } = transformer;
  return [...conditions, ...columns.map(({ expression }) => expression)].some(({ canFail }) => canFail);
}

/** docs/platform.md, "Transformers". */
const MAY_LOSE = `a line for which the transformer fails takes down its batch of ${printCount(BATCH_LINES)} lines, which are lost after some attempts; add --source SOURCE to try it on stored lines first`;
