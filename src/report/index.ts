// Renders results of verbs in their formats. Pure: writes nothing.
export { DEFAULT_HEIGHT, DEFAULT_WIDTH, startIn } from './columns.ts';
export { DARK, LIGHT } from './html/style-sheet.ts';
export { printPruned } from './lines/print-pruned.ts';
export { mineRemarks, mineWarnings } from './notices/mine-remarks.ts';
export { renderProblemList, renderProblems } from './notices/problem-list.ts';
export { problemRemarks, sampleRemarks, sourceRemarks } from './notices/sample-remarks.ts';
export { type ComparisonRemarks, comparisonRemarks } from './page/compare/comparison-remarks.ts';
export { summarizeFields } from './page/fields-preview-page.ts';
export { summarizeGuard } from './page/guard-section.ts';
export { suggestionRemarks, transformationRemarks } from './page/report-remarks.ts';
export { PLACE_COLUMN } from './page/sample-columns.ts';
export {
  endingsOfFormats,
  formatsOfFile,
  isDataFormat,
  otherFileEnding,
  type Renderer,
  type Renderers,
  type RenderSettings,
} from './renderer.ts';
export {
  BENCH_RENDERERS,
  BUCKET_CHANGE_RENDERERS,
  BUCKET_LIST_RENDERERS,
  CHECK_RENDERERS,
  COMPARE_RENDERERS,
  COMPARE_TABLES,
  DATASET_LIST_RENDERERS,
  DEMO_RENDERERS,
  EDGE_INIT_RENDERERS,
  ESTIMATE_RENDERERS,
  EXPLAIN_RENDERERS,
  FIELD_LIST_RENDERERS,
  FIELDS_APPLIED_RENDERERS,
  FIELDS_OUTCOME_RENDERERS,
  FIELDS_PLAN_RENDERERS,
  FIELDS_RENDERERS,
  INDEX_RENDERERS,
  JOB_LIST_RENDERERS,
  JOB_STRING_RENDERERS,
  JOBS_APPLIED_RENDERERS,
  JOBS_OUTCOME_RENDERERS,
  JOBS_PLAN_RENDERERS,
  LISTING_RENDERERS,
  MIGRATION_OUTCOME_RENDERERS,
  MIGRATION_PLAN_RENDERERS,
  MIGRATION_RESULT_RENDERERS,
  MINE_RENDERERS,
  PLAN_COMPARE_RENDERERS,
  PLAN_TO_APPLY_RENDERERS,
  POOL_EVENTS_RENDERERS,
  PROMISE_LIST_RENDERERS,
  PROPOSAL_RENDERERS,
  PUSH_TOTALS_RENDERERS,
  REPLAY_RENDERERS,
  REPLAY_TABLES,
  RESTORE_PLAN_RENDERERS,
  RUN_LIST_RENDERERS,
  SAMPLE_RENDERERS,
  SANDBOX_RENDERERS,
  SECRET_CHANGE_RENDERERS,
  SECRET_LIST_RENDERERS,
  SUGGEST_RENDERERS,
  SUGGEST_TABLES,
  TEST_RENDERERS,
  TRANSFORMER_LIST_RENDERERS,
  TRANSFORMERS_APPLIED_RENDERERS,
  TRANSFORMERS_OUTCOME_RENDERERS,
  TRANSFORMERS_PLAN_RENDERERS,
  VALIDATE_RENDERERS,
  VERIFICATION_RENDERERS,
} from './renderers.ts';
export { renderRulesetProblems } from './text/ruleset-problems.ts';
export { MAX_WIDTH, type Style } from './text/style.ts';
