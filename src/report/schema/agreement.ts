// Checks at compile time that every schema has the keys and the types of its report, no more and no fewer. Types only; nothing runs.
import type { z } from 'zod';
import type { CompareReport } from '../../analysis/compare/index.ts';
import type { TestResult } from '../../analysis/suite/index.ts';
import type { ValidationReport } from '../../analysis/validate/index.ts';
import type { MigrationPlan, MigrationResult, RestorePlan, Verification } from '../../cloud/pools/index.ts';
import type {
  BenchReport,
  BucketChange,
  BucketList,
  CheckResult,
  DatasetList,
  DemoReport,
  EdgeInit,
  EstimateResult,
  ExplainResult,
  FieldList,
  FieldsApplied,
  FieldsPlan,
  FieldsPreview,
  FieldsProposal,
  JobList,
  JobsApplied,
  JobsPlan,
  PlanCompareReport,
  PoolEvents,
  ReplayResult,
  SampleResult,
  SandboxConnection,
  SecretChange,
  SecretList,
} from '../../verbs/index.ts';
import type { benchReport } from './reports/bench.ts';
import type { datasetList, fieldList } from './reports/catalog.ts';
import type { checkResult } from './reports/check.ts';
import type { compareReport, planCompareReport } from './reports/compare.ts';
import type { fieldsPreview, proposedRuleset } from './reports/custom-fields.ts';
import type { demoReport } from './reports/demo.ts';
import type { edgeInit } from './reports/edge-init.ts';
import type { explainResult } from './reports/explain.ts';
import type { fieldsApplied, fieldsPlan } from './reports/fields-plan.ts';
import type { jobList, jobsApplied, jobsPlan } from './reports/jobs.ts';
import type { migrationPlan, migrationResult, restorePlan, verification } from './reports/migration.ts';
import type { poolEvents } from './reports/pool-events.ts';
import type { replayResult } from './reports/replay-result.ts';
import type { estimateResult, sampleResult } from './reports/sample.ts';
import type { bucketChange, bucketList, sandboxConnection, secretChange, secretList } from './reports/sandbox.ts';
import type { testResult } from './reports/test.ts';
import type { validationReport } from './reports/validation.ts';

/** A type as JSON, in which optional keys and keys that may be undefined differ from required ones. */
type Shape<Type> = unknown extends Type
  ? unknown
  : // A value of a line is any JSON value.
    bigint extends Type
    ? unknown
    : Type extends readonly (infer Item)[]
      ? readonly Shape<Item>[]
      : Type extends object
        ? {
            [Key in keyof Type]-?: undefined extends Type[Key]
              ? ['optional', Shape<Exclude<Type[Key], undefined>>]
              : object extends Pick<Type, Key>
                ? ['optional', Shape<Exclude<Type[Key], undefined>>]
                : ['required', Shape<Type[Key]>];
          }
        : Type;

/** `true` if both types have one shape, else the shapes, which the compiler then prints. */
type Agrees<Schema extends z.ZodType, Report> = [Shape<z.output<Schema>>] extends [Shape<Report>]
  ? [Shape<Report>] extends [Shape<z.output<Schema>>]
    ? true
    : { ofReport: Shape<Report>; ofSchema: Shape<z.output<Schema>> }
  : { ofSchema: Shape<z.output<Schema>>; ofReport: Shape<Report> };

/** Does not compile unless every element is true. */
type All<Found extends readonly true[]> = Found;

/** JSON has the lines as `samples`. */
type SampleJson = Omit<SampleResult, 'sample'> & { samples: { object: string; offset: number; line: string }[] };

/** Every report with its schema. */
export type Agreements = All<
  [
    Agrees<typeof benchReport, BenchReport>,
    Agrees<typeof bucketChange, BucketChange>,
    Agrees<typeof bucketList, BucketList>,
    Agrees<typeof checkResult, CheckResult>,
    Agrees<typeof compareReport, CompareReport>,
    Agrees<typeof planCompareReport, PlanCompareReport>,
    Agrees<typeof datasetList, DatasetList>,
    Agrees<typeof fieldList, FieldList>,
    Agrees<typeof testResult, TestResult>,
    Agrees<typeof demoReport, DemoReport>,
    Agrees<typeof edgeInit, EdgeInit>,
    Agrees<typeof estimateResult, EstimateResult>,
    Agrees<typeof explainResult, ExplainResult>,
    Agrees<typeof fieldsApplied, FieldsApplied>,
    Agrees<typeof fieldsPlan, FieldsPlan>,
    Agrees<typeof fieldsPreview, FieldsPreview>,
    Agrees<typeof jobList, JobList>,
    Agrees<typeof jobsApplied, JobsApplied>,
    Agrees<typeof jobsPlan, JobsPlan>,
    Agrees<typeof migrationPlan, MigrationPlan>,
    Agrees<typeof migrationResult, MigrationResult>,
    Agrees<typeof poolEvents, PoolEvents>,
    Agrees<typeof proposedRuleset, NonNullable<FieldsProposal['ruleset']>>,
    Agrees<typeof replayResult, ReplayResult>,
    Agrees<typeof restorePlan, RestorePlan>,
    Agrees<typeof sampleResult, SampleJson>,
    Agrees<typeof sandboxConnection, SandboxConnection>,
    Agrees<typeof secretChange, SecretChange>,
    Agrees<typeof secretList, SecretList>,
    Agrees<typeof validationReport, ValidationReport>,
    Agrees<typeof verification, Verification>,
  ]
>;
