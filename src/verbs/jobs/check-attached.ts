// Checks the transformer that a planned job attaches: whether it exists, fits the job's dataset, and reads only fields that the job lists.
import { HeadgateError, printCount, redactSecrets } from '../../base/index.ts';
import type { ManagementApi, Scope } from '../../cloud/api/index.ts';
import type { PlannedJob } from '../../cloud/plan/index.ts';
import { transformedJobWarnings } from '../../cloud/transformers/index.ts';
import { BATCH_LINES, readTransformer, type Transformer } from '../../language/transformer/index.ts';
import { noTransformer, readLiveTransformer } from '../request/live-transformer.ts';

/** Sentences about a transformer. */
interface AttachedFindings {
  problems: readonly string[];
  warnings: readonly string[];
  remarks: readonly string[];
}

const NOTHING: AttachedFindings = { problems: [], warnings: [], remarks: [] };

/** What a check needs of a plan. */
interface AttachContext {
  api: ManagementApi;
  scope: Scope;
  /** Of the transformer. Undefined: that of the zone, which takes a request. */
  account: string | undefined;
  /** Whether the filter is replayed over a source. */
  isMeasured: boolean;
}

/** Checks the transformer of a job that attaches it, or changes what it reads. */
export async function checkAttached(
  { plan, body, expected }: PlannedJob,
  { api, scope, account, isMeasured }: AttachContext,
): Promise<AttachedFindings> {
  const { transformer_id: id } = expected;
  const isConcerned = ['transformer_id', 'output_options', 'logpull_options'].some((key) => Object.hasOwn(body, key));
  if (typeof id !== 'number' || plan.problems.length > 0) return NOTHING;
  const effect = isMeasured
    ? [`the effect and the guards are those of the filter alone: transformer ${id} drops and changes lines after it`]
    : [];
  if (!isConcerned) return { ...NOTHING, remarks: effect };
  try {
    const owner = 'account' in scope ? scope.account : (account ?? (await api.readAccountOf(scope.zone)));
    const found = await readLiveTransformer(api, owner, id);
    if (found === undefined) return { ...NOTHING, problems: [`transformer_id: ${noTransformer(owner, id)}`] };
    const remarks = [...effect, `transformer ${id} is ${JSON.stringify(redactSecrets(found.name))}`];
    const { transformer, problems, dataset = found.dataset } = readTransformer(found.code);
    if (dataset !== undefined && dataset !== plan.dataset) {
      const mismatch = `transformer_id: the transformer ${id} reads ${dataset}, expected one that reads ${plan.dataset}, the dataset of the job`;
      return { ...NOTHING, problems: [mismatch], remarks };
    }
    const reason = problems.find(({ severity }) => severity === 'error')?.message;
    const checked =
      transformer === undefined
        ? [`headgate cannot check the transformer ${id}: ${redactSecrets(reason ?? 'its SQL is invalid')}`]
        : transformedJobWarnings(expected, transformer, 'the job');
    const isNew = Object.hasOwn(body, 'transformer_id') && (transformer === undefined || mayFail(transformer));
    return { problems: [], warnings: [...checked, ...(isNew ? [mayLose(id)] : [])], remarks };
  } catch (error) {
    if (!(error instanceof HeadgateError) || error.kind === 'interrupted') throw error;
    // Who may write jobs may lack the permission for the account.
    return { ...NOTHING, warnings: [`the transformer ${id} was not checked: ${error.message}`], remarks: effect };
  }
}

/** Whether there is a line, with all fields, for which it fails or is not decided. */
function mayFail({ conditions, columns }: Transformer): boolean {
  return [...conditions, ...columns.map(({ expression }) => expression)].some(({ canStop }) => canStop);
}

/** docs/platform.md, "Transformers". */
function mayLose(id: number): string {
  return `a line for which the transformer fails takes down its batch of ${printCount(BATCH_LINES)} lines, which are lost after some attempts; try it on stored lines first: headgate replay --transformer ${id}`;
}
