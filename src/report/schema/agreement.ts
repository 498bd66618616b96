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
type Reports = [
  [typeof benchReport, BenchReport],
  [typeof bucketChange, BucketChange],
  [typeof bucketList, BucketList],
  [typeof checkResult, CheckResult],
  [typeof compareReport, CompareReport],
  [typeof planCompareReport, PlanCompareReport],
  [typeof datasetList, DatasetList],
  [typeof fieldList, FieldList],
  [typeof testResult, TestResult],
  [typeof demoReport, DemoReport],
  [typeof edgeInit, EdgeInit],
  [typeof estimateResult, EstimateResult],
  [typeof explainResult, ExplainResult],
  [typeof fieldsApplied, FieldsApplied],
  [typeof fieldsPlan, FieldsPlan],
  [typeof fieldsPreview, FieldsPreview],
  [typeof jobList, JobList],
  [typeof jobsApplied, JobsApplied],
  [typeof jobsPlan, JobsPlan],
  [typeof migrationPlan, MigrationPlan],
  [typeof migrationResult, MigrationResult],
  [typeof poolEvents, PoolEvents],
  [typeof proposedRuleset, NonNullable<FieldsProposal['ruleset']>],
  [typeof replayResult, ReplayResult],
  [typeof restorePlan, RestorePlan],
  [typeof sampleResult, SampleJson],
  [typeof sandboxConnection, SandboxConnection],
  [typeof secretChange, SecretChange],
  [typeof secretList, SecretList],
  [typeof validationReport, ValidationReport],
  [typeof verification, Verification],
];

/** Reports that are printed as JSON: each has a schema. */
export type SchemaReport = Reports[number][1];

type AgreementsOf<Pairs extends readonly (readonly [z.ZodType, unknown])[]> = {
  [Index in keyof Pairs]: Agrees<Pairs[Index][0], Pairs[Index][1]>;
};

/** Every schema has the shape of its report. */
export type Agreements = All<AgreementsOf<Reports>>;
