// Lists the JSON report of each command with its schema. To add a report, add its schema here and to agreement.ts, and run `npm run schema`.
import type { z } from 'zod';
import { suiteSchema } from '../../analysis/suite/index.ts';
import { benchReport } from './reports/bench.ts';
import { datasetList, fieldList } from './reports/catalog.ts';
import { checkResult } from './reports/check.ts';
import { compareReport, planCompareReport } from './reports/compare.ts';
import { fieldsPreview, proposedRuleset } from './reports/custom-fields.ts';
import { demoReport } from './reports/demo.ts';
import { edgeInit } from './reports/edge-init.ts';
import { explainResult } from './reports/explain.ts';
import { fieldsApplied, fieldsPlan } from './reports/fields-plan.ts';
import { jobList, jobsApplied, jobsPlan } from './reports/jobs.ts';
import { sourceListing } from './reports/listing.ts';
import { migrationPlan, migrationResult, restorePlan, verification } from './reports/migration.ts';
import { poolEvents } from './reports/pool-events.ts';
import { replayResult } from './reports/replay-result.ts';
import { estimateResult, sampleResult } from './reports/sample.ts';
import { bucketChange, bucketList, sandboxConnection, secretChange, secretList } from './reports/sandbox.ts';
import { testResult } from './reports/test.ts';
import { validationReport } from './reports/validation.ts';

/** The schema of a report. */
export interface ReportSchema {
  /** What prints the report: `replay --format json`. */
  command: string;
  schema: z.ZodType;
}

/** The schema of suite files, for editors: `schema/suite.json`. */
export const SUITE_FILE = { title: 'Filter tests of headgate', schema: suiteSchema } as const;

/** By the name of the file in `schema/`, without its ending. */
export const REPORT_SCHEMAS: Readonly<Record<string, ReportSchema>> = {
  bench: { command: 'bench', schema: benchReport },
  'bucket-change': { command: 'sandbox bucket create and delete', schema: bucketChange },
  'bucket-list': { command: 'sandbox bucket list', schema: bucketList },
  check: { command: 'check', schema: checkResult },
  compare: { command: 'compare', schema: compareReport },
  'compare-plan': { command: 'compare --terraform-plan', schema: planCompareReport },
  datasets: { command: 'datasets', schema: datasetList },
  demo: { command: 'demo', schema: demoReport },
  'edge-init': { command: 'edge init', schema: edgeInit },
  estimate: { command: 'sample --estimate', schema: estimateResult },
  explain: { command: 'explain', schema: explainResult },
  'fields-apply': { command: 'fields apply', schema: fieldsApplied },
  'fields-list': { command: 'fields list', schema: fieldList },
  'fields-plan': { command: 'fields plan', schema: fieldsPlan },
  'fields-preview': { command: 'fields preview', schema: fieldsPreview },
  'jobs-apply': { command: 'jobs apply', schema: jobsApplied },
  'jobs-list': { command: 'jobs list', schema: jobList },
  'jobs-plan': { command: 'jobs plan', schema: jobsPlan },
  list: { command: '--list', schema: sourceListing },
  'pools-events': { command: 'pools events', schema: poolEvents },
  'pools-migrate': { command: 'pools migrate --apply and --restore', schema: migrationResult },
  'pools-migrate-plan': { command: 'pools migrate --plan', schema: migrationPlan },
  'pools-migrate-restore-plan': { command: 'pools migrate --restore --plan', schema: restorePlan },
  'pools-migrate-verify': { command: 'pools migrate --verify', schema: verification },
  replay: { command: 'replay', schema: replayResult },
  ruleset: { command: 'fields propose', schema: proposedRuleset },
  sample: { command: 'sample', schema: sampleResult },
  sandbox: { command: 'sandbox', schema: sandboxConnection },
  'secret-change': { command: 'sandbox secret put and delete', schema: secretChange },
  'secret-list': { command: 'sandbox secret list', schema: secretList },
  test: { command: 'test', schema: testResult },
  validate: { command: 'validate', schema: validationReport },
};
