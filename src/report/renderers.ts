// Lists the formats of each result. To add a format to a result, add the file of its renderer and one entry here: `--format` takes its
// choices and its default (the first entry) from these tables. Renderers are loaded on use.
import type { CompareReport } from '../analysis/compare/index.ts';
import type { ValidationReport } from '../analysis/validate/index.ts';
import type { SourceListing } from '../input/sources/index.ts';
import type {
  BenchReport,
  CheckResult,
  DatasetList,
  DemoReport,
  EdgeInit,
  EstimateResult,
  ExplainResult,
  FieldList,
  PlanCompareReport,
  ReplayResult,
  SampleResult,
} from '../verbs/index.ts';
import { type CaseFormat, caseRenderers, csvRendererOf, type PageFormat, pageRenderers } from './page-renderers.ts';
import type { Renderer, Renderers } from './renderer.ts';

type Format = 'text' | 'json';
type SampleFormat = 'lines' | Format;

/** A result without a schema does not compile. */
const json = async () => (await import('./json/render-json.ts')).renderJson;

const replayPageOf = async () => (await import('./page/replay-page.ts')).replayPage;
const comparePageOf = async () => (await import('./page/compare/compare-page.ts')).comparePage;
const planComparisonPageOf = async () => (await import('./page/compare/plan-comparison-page.ts')).planComparisonPage;
const validationPageOf = async () => (await import('./page/validation-page.ts')).validationPage;
const guardSuites = async () => (await import('./cases/guard-cases.ts')).guardSuites;

const jobStrings = async (): Promise<Renderer<CheckResult>> =>
  (await import('./lines/job-strings.ts')).renderJobStrings;
const sampleLines = async (): Promise<Renderer<SampleResult>> =>
  (await import('./lines/sample-lines.ts')).renderSampleLines;
const estimatePageOf = async () => (await import('./page/estimate-page.ts')).estimatePage;

/** The names of the tables that `replay --format csv` prints; without a name the first that the report has. */
export const REPLAY_TABLES = [
  'jobs',
  'fields',
  'conditions',
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
export const REPLAY_RENDERERS: Renderers<ReplayResult, Format | PageFormat | CaseFormat | 'csv'> = {
  ...pageRenderers(replayPageOf),
  json,
  ...caseRenderers(guardSuites),
  csv: () => csvRendererOf(replayPageOf, REPLAY_TABLES),
};

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
export const COMPARE_RENDERERS: Renderers<CompareReport, Format | PageFormat | CaseFormat | 'csv'> = {
  ...pageRenderers(comparePageOf),
  json,
  ...caseRenderers(guardSuites),
  csv: () => csvRendererOf(comparePageOf, COMPARE_TABLES),
};

/** Of `compare --terraform-plan`. */
export const PLAN_COMPARE_RENDERERS: Renderers<PlanCompareReport, Format | PageFormat | CaseFormat | 'csv'> = {
  ...pageRenderers(planComparisonPageOf),
  json,
  ...caseRenderers(async () => (await import('./cases/plan-cases.ts')).planSuites),
  csv: () => csvRendererOf(planComparisonPageOf, ['plan', ...COMPARE_TABLES]),
};

/** Of `--list`. */
export const LISTING_RENDERERS: Renderers<SourceListing, Format> = {
  text: async () => (await import('./lines/object-lines.ts')).renderObjectLines,
  json: async () => (await import('./json/listing-json.ts')).renderListingJson,
};

const checkPageOf = async () => (await import('./page/check-page.ts')).checkPage;

/** Of `check`. */
export const CHECK_RENDERERS: Renderers<CheckResult, Format | 'markdown' | CaseFormat> = {
  text: pageRenderers(checkPageOf).text,
  json,
  markdown: pageRenderers(checkPageOf).markdown,
  ...caseRenderers(async () => (await import('./cases/check-cases.ts')).checkSuites),
};

/** Of `check --as-job-string`. */
export const JOB_STRING_RENDERERS: Renderers<CheckResult, 'text'> = { text: jobStrings };

/** Of `datasets`. */
export const DATASET_LIST_RENDERERS: Renderers<DatasetList, Format> = {
  text: pageRenderers(async () => (await import('./page/catalog-pages.ts')).datasetsPage).text,
  json,
};

/** Of `fields list`. */
export const FIELD_LIST_RENDERERS: Renderers<FieldList, Format> = {
  text: pageRenderers(async () => (await import('./page/catalog-pages.ts')).fieldListPage).text,
  json,
};

/** Of `explain`. */
export const EXPLAIN_RENDERERS: Renderers<ExplainResult, Format> = {
  text: pageRenderers(async () => (await import('./page/explain-page.ts')).explainPage).text,
  json: async () => (await import('./json/render-json.ts')).renderExactJson,
};

/** Of `sample`, whose text is the lines. */
export const SAMPLE_RENDERERS: Renderers<SampleResult, SampleFormat> = {
  lines: sampleLines,
  json: async () => (await import('./json/sample-json.ts')).renderSampleJson,
  text: sampleLines,
};

/** Of `sample --estimate`, which has no lines: `lines`, the default of the command, prints the text. */
export const ESTIMATE_RENDERERS: Renderers<EstimateResult, SampleFormat | PageFormat | CaseFormat> = {
  lines: pageRenderers(estimatePageOf).text,
  ...pageRenderers(estimatePageOf),
  json,
  ...caseRenderers(guardSuites),
};

/** The names of the tables that `validate --format csv` prints. */
const VALIDATION_TABLES = ['findings'];

/** Of `validate`. */
export const VALIDATE_RENDERERS: Renderers<ValidationReport, Format | PageFormat | CaseFormat | 'csv'> = {
  ...pageRenderers(validationPageOf),
  json,
  ...caseRenderers(async () => (await import('./cases/validation-cases.ts')).validationSuites),
  csv: () => csvRendererOf(validationPageOf, VALIDATION_TABLES),
};

/** Of `bench`. */
export const BENCH_RENDERERS: Renderers<BenchReport, Format> = {
  text: pageRenderers(async () => (await import('./page/bench-page.ts')).benchPage).text,
  json,
};

/** Of `demo`. */
export const DEMO_RENDERERS: Renderers<DemoReport, Format> = {
  text: pageRenderers(async () => (await import('./page/demo-page.ts')).demoPage).text,
  json,
};

/** Of `edge init`. */
export const EDGE_INIT_RENDERERS: Renderers<EdgeInit, Format> = {
  text: pageRenderers(async () => (await import('./page/edge-init-page.ts')).edgeInitPage).text,
  json,
};
