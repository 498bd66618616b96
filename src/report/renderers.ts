// Lists the formats of each result: text, Markdown, HTML and CSV of its page, JSON, and JUnit and GitHub of its checks. To add a format to a
// result, add an entry here: `--format` takes its choices and its default (the first entry) from these tables. Everything is loaded on use.
import { printableJson } from '../base/index.ts';
import type {
  EstimateResult,
  FieldsProposal,
  MineResult,
  PlannedListing,
  SampleResult,
  SandboxConnection,
} from '../verbs/index.ts';
import type { SuitesOf } from './cases/case.ts';
import type { PageOf } from './page/page.ts';
import type { Renderer, Renderers } from './renderer.ts';
import type { JsonReport } from './schema/index.ts';

type Format = 'text' | 'json';
/** The formats for people. */
type PageFormat = 'text' | 'markdown' | 'html';
/** The formats for CI systems. */
type CaseFormat = 'junit' | 'github';
type Load<Loaded> = () => Promise<Loaded>;

/** A result without a schema does not compile. */
const json = async () => (await import('./json/render-json.ts')).renderJson;
const exactJson = async () => (await import('./json/render-json.ts')).renderExactJson;

function pageRenderers<Result>(load: Load<PageOf<Result>>): Renderers<Result, PageFormat> {
  return {
    text: async () => (await import('./text/render-text.ts')).textRenderer(await load()),
    markdown: async () => (await import('./markdown/render-markdown.ts')).markdownRenderer(await load()),
    html: async () => (await import('./html/render-html.ts')).htmlRenderer(await load()),
  };
}

function caseRenderers<Result>(load: Load<SuitesOf<Result>>): Renderers<Result, CaseFormat> {
  return {
    junit: async () => (await import('./junit/render-junit.ts')).junitRenderer(await load()),
    github: async () => (await import('./github/render-github.ts')).githubRenderer(await load()),
  };
}

function textAndJson<Result extends JsonReport>(load: Load<PageOf<Result>>): Renderers<Result, Format> {
  return { text: pageRenderers(load).text, json };
}

/** @param tables names of the tables of the page that `--format csv` prints, the default first */
function everyFormat<Result extends JsonReport>(
  load: Load<PageOf<Result>>,
  suites: Load<SuitesOf<Result>>,
  tables: readonly string[],
): Renderers<Result, PageFormat | 'json' | CaseFormat | 'csv'> {
  return { ...pageJsonAndCsv(load, tables), ...caseRenderers(suites) };
}

/** @param tables as of {@link everyFormat} */
function pageJsonAndCsv<Result extends JsonReport>(
  load: Load<PageOf<Result>>,
  tables: readonly string[],
): Renderers<Result, PageFormat | 'json' | 'csv'> {
  return {
    ...pageRenderers(load),
    json,
    csv: async () => (await import('./csv/render-csv.ts')).csvRenderer(await load(), tables),
  };
}

/** Text of a plan, then of what its apply did; and text of that alone, if the plan was printed before the question. */
function applyRenderers<Plan, Applied extends JsonReport & { plan: Plan }>(
  plan: Load<PageOf<Plan>>,
  outcome: Load<PageOf<Applied>>,
): { applied: Renderers<Applied, Format>; outcome: Renderers<Applied, Format> } {
  const rest = textAndJson(outcome);
  const text = async (): Promise<Renderer<Applied>> => {
    const [renderPlan, renderOutcome] = [await pageRenderers(plan).text(), await rest.text()];
    return function* (applied, settings) {
      yield* renderPlan(applied.plan, settings);
      yield '\n';
      yield* renderOutcome(applied, settings);
    };
  };
  return { applied: { text, json }, outcome: rest };
}

const guardSuites = async () => (await import('./cases/guard-cases.ts')).guardSuites;

/** The names of the tables that `replay --format csv` prints; without a name the first that the report has. */
export const REPLAY_TABLES = [
  'jobs',
  'fields',
  'conditions',
  'where',
  'failures',
  'undecided',
  'delivered-fields',
  'by',
  'weights',
  'hours',
  'job-fields',
  'cost',
  'overlap',
  'guards',
  'problems',
];

/** Of `replay`. */
export const REPLAY_RENDERERS = everyFormat(
  async () => (await import('./page/replay-page.ts')).replayPage,
  guardSuites,
  REPLAY_TABLES,
);

/** The names of the tables that `compare --format csv` prints. */
export const COMPARE_TABLES = [
  'comparisons',
  'jobs',
  'changes',
  'values',
  'by',
  'difference',
  'conditions',
  'hours',
  'job-fields',
  'cost',
  'guards',
  'problems',
  'plan',
];

/** Of `compare`. */
export const COMPARE_RENDERERS = everyFormat(
  async () => (await import('./page/compare/compare-page.ts')).comparePage,
  guardSuites,
  COMPARE_TABLES,
);

/** The names of the tables that `suggest --format csv` prints. */
export const SUGGEST_TABLES = ['ladder', 'promises', 'problems'];

/** Of `suggest`. */
export const SUGGEST_RENDERERS = pageJsonAndCsv(
  async () => (await import('./page/suggest-page.ts')).suggestPage,
  SUGGEST_TABLES,
);

/** Of `compare --terraform-plan`. */
export const PLAN_COMPARE_RENDERERS = everyFormat(
  async () => (await import('./page/compare/plan-comparison-page.ts')).planComparisonPage,
  async () => (await import('./cases/plan-cases.ts')).planSuites,
  ['plan', ...COMPARE_TABLES],
);

/** Of `validate`. */
export const VALIDATE_RENDERERS = everyFormat(
  async () => (await import('./page/validation-page.ts')).validationPage,
  async () => (await import('./cases/validation-cases.ts')).validationSuites,
  ['findings'],
);

/** Of `--list`. */
export const LISTING_RENDERERS: Renderers<PlannedListing, Format> = {
  text: async () => (await import('./lines/object-lines.ts')).renderObjectLines,
  json: async () => (await import('./json/listing-json.ts')).renderListingJson,
};

const checkPage = pageRenderers(async () => (await import('./page/check-page.ts')).checkPage);

/** Of `check`. */
export const CHECK_RENDERERS = {
  text: checkPage.text,
  json,
  markdown: checkPage.markdown,
  ...caseRenderers(async () => (await import('./cases/check-cases.ts')).checkSuites),
};

/** Of `check --as-job-string`. */
export const JOB_STRING_RENDERERS = { text: async () => (await import('./lines/job-strings.ts')).renderJobStrings };

/** Of `test`. */
export const TEST_RENDERERS = {
  ...pageRenderers(async () => (await import('./page/test-page.ts')).testPage),
  json: exactJson,
  ...caseRenderers(async () => (await import('./cases/test-cases.ts')).testSuites),
};

/** The suite is the text of a JSON file. */
const suite = (): Renderer<MineResult> => (result) => printableJson(result.suite);

/** Of `test --mine`, whose result is the suite in every format. */
export const MINE_RENDERERS = { text: suite, json: suite };

/** Of `explain`. */
export const EXPLAIN_RENDERERS = {
  text: pageRenderers(async () => (await import('./page/explain-page.ts')).explainPage).text,
  json: exactJson,
};

const sampleLines = async (): Promise<Renderer<SampleResult>> =>
  (await import('./lines/sample-lines.ts')).renderSampleLines;

/** Of `sample`, whose text is the lines. */
export const SAMPLE_RENDERERS = {
  lines: sampleLines,
  json: async () => (await import('./json/sample-json.ts')).renderSampleJson,
  text: sampleLines,
};

const estimatePage = pageRenderers(async () => (await import('./page/estimate-page.ts')).estimatePage);

/** Of `sample --estimate`, which has no lines: `lines`, the default of the command, prints the text. */
export const ESTIMATE_RENDERERS: Renderers<EstimateResult, 'lines' | Format | PageFormat | CaseFormat> = {
  lines: estimatePage.text,
  ...estimatePage,
  json,
  ...caseRenderers(guardSuites),
};

/** Of `datasets`. */
export const DATASET_LIST_RENDERERS = textAndJson(async () => (await import('./page/catalog-pages.ts')).datasetsPage);

/** Of `fields list`. */
export const FIELD_LIST_RENDERERS = textAndJson(async () => (await import('./page/catalog-pages.ts')).fieldListPage);

/** Of `fields list --promises`. */
export const PROMISE_LIST_RENDERERS = textAndJson(
  async () => (await import('./page/catalog-pages.ts')).promiseListPage,
);

/** Of `index`. */
export const INDEX_RENDERERS = textAndJson(async () => (await import('./page/index-page.ts')).indexPage);

/** Of `bench`. */
export const BENCH_RENDERERS = textAndJson(async () => (await import('./page/bench-page.ts')).benchPage);

/** Of `demo`. */
export const DEMO_RENDERERS = textAndJson(async () => (await import('./page/demo-page.ts')).demoPage);

/** Of `edge init`. */
export const EDGE_INIT_RENDERERS = textAndJson(async () => (await import('./page/edge-init-page.ts')).edgeInitPage);

/** Of `sandbox`: what clients need in order to use it. */
export const SANDBOX_RENDERERS: Renderers<SandboxConnection> = {
  env: async () => (await import('./lines/shell-exports.ts')).renderShellExports,
  json,
};

/** Of `sandbox bucket list`. */
export const BUCKET_LIST_RENDERERS = textAndJson(async () => (await import('./page/sandbox-pages.ts')).bucketListPage);

/** Of `sandbox bucket create` and `delete`. */
export const BUCKET_CHANGE_RENDERERS = textAndJson(
  async () => (await import('./page/sandbox-pages.ts')).bucketChangePage,
);

/** Of `sandbox secret list`. */
export const SECRET_LIST_RENDERERS = textAndJson(async () => (await import('./page/sandbox-pages.ts')).secretListPage);

/** Of `sandbox secret put` and `delete`. */
export const SECRET_CHANGE_RENDERERS = textAndJson(
  async () => (await import('./page/sandbox-pages.ts')).secretChangePage,
);

/** The figures with which `sandbox` ends. */
export const PUSH_TOTALS_RENDERERS = pageRenderers(
  async () => (await import('./page/sandbox-pages.ts')).pushTotalsPage,
);

/** Of `pools events`. */
export const POOL_EVENTS_RENDERERS = textAndJson(
  async () => (await import('./page/pools-events-page.ts')).poolEventsPage,
);

/** Of `fields preview`. The command writes the lines while it reads the traffic: nothing is left to render. */
export const FIELDS_RENDERERS = {
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

const fieldsPlanPage = async () => (await import('./page/fields-plan-page.ts')).fieldsPlanPage;

/** Of `fields plan`. */
export const FIELDS_PLAN_RENDERERS = textAndJson(fieldsPlanPage);

/** Of `fields apply`: with its plan, and without it. */
export const { applied: FIELDS_APPLIED_RENDERERS, outcome: FIELDS_OUTCOME_RENDERERS } = applyRenderers(
  fieldsPlanPage,
  async () => (await import('./page/fields-plan-page.ts')).fieldsOutcomePage,
);

/** Of `runs list` and `runs show`. */
export const RUN_LIST_RENDERERS = textAndJson(async () => (await import('./page/run-list-page.ts')).runListPage);

/** Of `jobs list`. */
export const JOB_LIST_RENDERERS = textAndJson(async () => (await import('./page/jobs-list-page.ts')).jobListPage);

/** Of `transformers list`. */
export const TRANSFORMER_LIST_RENDERERS = textAndJson(
  async () => (await import('./page/transformers-page.ts')).transformerListPage,
);

const transformersPlanPage = async () => (await import('./page/transformers-page.ts')).transformersPlanPage;

/** Of `transformers plan`. */
export const TRANSFORMERS_PLAN_RENDERERS = textAndJson(transformersPlanPage);

/** Of `transformers apply`: with its plan, and without it. */
export const { applied: TRANSFORMERS_APPLIED_RENDERERS, outcome: TRANSFORMERS_OUTCOME_RENDERERS } = applyRenderers(
  transformersPlanPage,
  async () => (await import('./page/transformers-page.ts')).transformersOutcomePage,
);

const jobsPlanPage = async () => (await import('./page/jobs-plan-page.ts')).jobsPlanPage;

/** Of `jobs plan`. */
export const JOBS_PLAN_RENDERERS = textAndJson(jobsPlanPage);

/** Of `jobs apply`: with its plan, and without it. */
export const { applied: JOBS_APPLIED_RENDERERS, outcome: JOBS_OUTCOME_RENDERERS } = applyRenderers(
  jobsPlanPage,
  async () => (await import('./page/jobs-outcome-page.ts')).jobsOutcomePage,
);

/** Of `pools migrate --plan`. */
export const MIGRATION_PLAN_RENDERERS = textAndJson(
  async () => (await import('./page/pools-plan-page.ts')).migrationPlanPage,
);

/** Of `pools migrate --apply`: what it would do. */
export const PLAN_TO_APPLY_RENDERERS = textAndJson(
  async () => (await import('./page/pools-plan-page.ts')).planToApplyPage,
);

/** Of `pools migrate --restore`: what it would create. */
export const RESTORE_PLAN_RENDERERS = textAndJson(
  async () => (await import('./page/pools-plan-page.ts')).restorePlanPage,
);

/** Of `pools migrate --apply` and `--restore`: with the plan, and without it. */
export const { applied: MIGRATION_RESULT_RENDERERS, outcome: MIGRATION_OUTCOME_RENDERERS } = applyRenderers(
  async () => (await import('./page/pools-plan-page.ts')).planOfResultPage,
  async () => (await import('./page/pools-result-page.ts')).migrationOutcomePage,
);

/** Of `pools migrate --verify`. */
export const VERIFICATION_RENDERERS = textAndJson(
  async () => (await import('./page/pools-result-page.ts')).verificationPage,
);
