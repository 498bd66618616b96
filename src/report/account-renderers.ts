// Lists the formats of results about accounts, their sandbox and saved traffic, like renderers.ts.
import type { MigrationPlan, MigrationResult, RestorePlan, Verification } from '../cloud/pools/index.ts';
import type { PushTotals } from '../sandbox/index.ts';
import type {
  BucketChange,
  BucketList,
  FieldsApplied,
  FieldsPlan,
  FieldsPreview,
  FieldsProposal,
  JobList,
  JobsApplied,
  JobsPlan,
  PoolEvents,
  SandboxConnection,
  SecretChange,
  SecretList,
} from '../verbs/index.ts';
import type { PageOf } from './page/page.ts';
import { pageRenderers } from './page-renderers.ts';
import type { Renderer, Renderers } from './renderer.ts';
import type { JsonReport } from './schema/index.ts';

type Format = 'text' | 'json';

/** A result without a schema does not compile. */
const json = async () => (await import('./json/render-json.ts')).renderJson;

/** Text of a page, and JSON. */
function textAndJson<Result extends JsonReport>(load: () => Promise<PageOf<Result>>): Renderers<Result, Format> {
  return { text: pageRenderers(load).text, json };
}

/** Text of a plan, then of what its apply did. */
async function afterPlan<Plan, Applied extends { plan: Plan }>(
  plan: () => Promise<PageOf<Plan>>,
  outcome: () => Promise<PageOf<Applied>>,
): Promise<Renderer<Applied>> {
  const [renderPlan, renderOutcome] = [await pageRenderers(plan).text(), await pageRenderers(outcome).text()];
  return function* (applied, settings) {
    yield* renderPlan(applied.plan, settings);
    yield '\n';
    yield* renderOutcome(applied, settings);
  };
}

/** Of `sandbox`: what clients need in order to use it. */
export const SANDBOX_RENDERERS: Renderers<SandboxConnection> = {
  env: async () => (await import('./lines/shell-exports.ts')).renderShellExports,
  json,
};

const sandboxPages = () => import('./page/sandbox-pages.ts');

/** Of `sandbox bucket list`. */
export const BUCKET_LIST_RENDERERS: Renderers<BucketList, Format> = textAndJson(
  async () => (await sandboxPages()).bucketListPage,
);

/** Of `sandbox bucket create` and `delete`. */
export const BUCKET_CHANGE_RENDERERS: Renderers<BucketChange, Format> = textAndJson(
  async () => (await sandboxPages()).bucketChangePage,
);

/** Of `sandbox secret list`. */
export const SECRET_LIST_RENDERERS: Renderers<SecretList, Format> = textAndJson(
  async () => (await sandboxPages()).secretListPage,
);

/** Of `sandbox secret put` and `delete`. */
export const SECRET_CHANGE_RENDERERS: Renderers<SecretChange, Format> = textAndJson(
  async () => (await sandboxPages()).secretChangePage,
);

/** The figures with which `sandbox` ends. */
export const PUSH_TOTALS_RENDERERS: Renderers<PushTotals, 'text'> = {
  text: pageRenderers(async () => (await sandboxPages()).pushTotalsPage).text,
};

/** Of `pools events`. */
export const POOL_EVENTS_RENDERERS: Renderers<PoolEvents, Format> = textAndJson(
  async () => (await import('./page/pools-events-page.ts')).poolEventsPage,
);

/** Of `fields preview`. The command writes the lines while it reads the traffic: nothing is left to render. */
export const FIELDS_RENDERERS: Renderers<FieldsPreview, Format | 'lines'> = {
  ...textAndJson(async () => (await import('./page/fields-preview-page.ts')).fieldsPreviewPage),
  lines: () => () => '',
};

/** Of `fields propose`, whose JSON is the ruleset alone. */
export const PROPOSAL_RENDERERS: Renderers<FieldsProposal, Format> = {
  json: async () => {
    const renderJson = await json();
    return ({ ruleset }) => (ruleset === null ? [] : renderJson(ruleset));
  },
  text: pageRenderers(async () => (await import('./page/fields-proposal-page.ts')).fieldsProposalPage).text,
};

const fieldsPlanPageOf = async () => (await import('./page/fields-plan-page.ts')).fieldsPlanPage;
const fieldsOutcomePageOf = async () => (await import('./page/fields-plan-page.ts')).fieldsOutcomePage;

/** Of `fields plan`. */
export const FIELDS_PLAN_RENDERERS: Renderers<FieldsPlan, Format> = textAndJson(fieldsPlanPageOf);

/** Of `fields apply`, if the plan was printed before the question. */
export const FIELDS_OUTCOME_RENDERERS: Renderers<FieldsApplied, Format> = textAndJson(fieldsOutcomePageOf);

/** Of `fields apply`. */
export const FIELDS_APPLIED_RENDERERS: Renderers<FieldsApplied, Format> = {
  text: () => afterPlan(fieldsPlanPageOf, fieldsOutcomePageOf),
  json,
};

/** Of `jobs list`. */
export const JOB_LIST_RENDERERS: Renderers<JobList, Format> = textAndJson(
  async () => (await import('./page/jobs-list-page.ts')).jobListPage,
);

const jobsPlanPageOf = async () => (await import('./page/jobs-plan-page.ts')).jobsPlanPage;
const jobsOutcomePageOf = async () => (await import('./page/jobs-outcome-page.ts')).jobsOutcomePage;

/** Of `jobs plan`. */
export const JOBS_PLAN_RENDERERS: Renderers<JobsPlan, Format> = textAndJson(jobsPlanPageOf);

/** Of `jobs apply`, if the plan was printed before the question. */
export const JOBS_OUTCOME_RENDERERS: Renderers<JobsApplied, Format> = textAndJson(jobsOutcomePageOf);

/** Of `jobs apply`. */
export const JOBS_APPLIED_RENDERERS: Renderers<JobsApplied, Format> = {
  text: () => afterPlan(jobsPlanPageOf, jobsOutcomePageOf),
  json,
};

const poolsPlanPages = () => import('./page/pools-plan-page.ts');
const poolsResultPages = () => import('./page/pools-result-page.ts');
const migrationOutcomePageOf = async () => (await poolsResultPages()).migrationOutcomePage;

/** Of `pools migrate --plan`. */
export const MIGRATION_PLAN_RENDERERS: Renderers<MigrationPlan, Format> = textAndJson(
  async () => (await poolsPlanPages()).migrationPlanPage,
);

/** Of `pools migrate --apply`: what it would do. */
export const PLAN_TO_APPLY_RENDERERS: Renderers<MigrationPlan, Format> = textAndJson(
  async () => (await poolsPlanPages()).planToApplyPage,
);

/** Of `pools migrate --restore`: what it would create. */
export const RESTORE_PLAN_RENDERERS: Renderers<RestorePlan, Format> = textAndJson(
  async () => (await poolsPlanPages()).restorePlanPage,
);

/** Of `pools migrate --apply` and `--restore`, if the plan was printed before the question. */
export const MIGRATION_OUTCOME_RENDERERS: Renderers<MigrationResult, Format> = textAndJson(migrationOutcomePageOf);

/** Of `pools migrate --apply` and `--restore`. */
export const MIGRATION_RESULT_RENDERERS: Renderers<MigrationResult, Format> = {
  text: () => afterPlan(async () => (await poolsPlanPages()).planOfResultPage, migrationOutcomePageOf),
  json,
};

/** Of `pools migrate --verify`. */
export const VERIFICATION_RENDERERS: Renderers<Verification, Format> = textAndJson(
  async () => (await poolsResultPages()).verificationPage,
);
