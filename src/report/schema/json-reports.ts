// Lists the reports that `--format json` prints, as types: `npm run schema` writes the JSON Schema of each. Types only; nothing runs.
import type { Sample } from '../../analysis/aggregates/index.ts';
import type { CompareReport } from '../../analysis/compare/index.ts';
import type { TestResult } from '../../analysis/suite/index.ts';
import type { ValidationReport } from '../../analysis/validate/index.ts';
import type { Count } from '../../base/index.ts';
import type { MigrationPlan, MigrationResult, RestorePlan, Verification } from '../../cloud/pools/index.ts';
import type { IndexedSource } from '../../input/destination/index.ts';
import type { ProposedRuleset } from '../../language/custom-fields/index.ts';
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
  IndexReport,
  JobList,
  JobsApplied,
  JobsPlan,
  PlanCompareReport,
  PoolEvents,
  PromiseList,
  ReplayResult,
  RunList,
  SampleResult,
  SandboxConnection,
  SecretChange,
  SecretList,
  ShardPlan,
  SuggestReport,
  TransformerList,
  TransformersApplied,
  TransformersPlan,
} from '../../verbs/index.ts';

/** The objects that a command would read. Without destinations, which may contain secrets. */
export interface ListingReport {
  version: 1;
  /** The listing was interrupted: there may be more objects. */
  partial?: true;
  /** `bytes` as stored; null if unknown. */
  objects: { name: string; bytes: Count | null }[];
  /** Bytes as stored, as far as known. */
  bytes: Count;
  listed: Count;
  pruned: Count;
  /** How many of `pruned` are day folders that were not listed. */
  prunedFolders: Count;
  skipped: Count;
  /** The indexes among the sources. Absent without one. */
  indexes?: IndexedSource[];
  /** What workers need to read them. Absent without --workers and --shard-size. */
  plan?: ShardPlan;
}

/** A sample, whose lines are without their ends. */
export interface SampleReport extends Omit<SampleResult, 'sample'> {
  /** In the order of object names and offsets. */
  samples: Sample[];
}

/** Every JSON report, by the name of its schema in `schema/`. The title of the schema states what prints the report. */
export interface JsonReports {
  /** @title headgate bench --format json */
  bench: BenchReport;
  /** @title headgate sandbox bucket create and delete --format json */
  'bucket-change': BucketChange;
  /** @title headgate sandbox bucket list --format json */
  'bucket-list': BucketList;
  /** @title headgate check --format json */
  check: CheckResult;
  /** @title headgate compare --format json */
  compare: CompareReport;
  /** @title headgate compare --terraform-plan --format json */
  'compare-plan': PlanCompareReport;
  /** @title headgate datasets --format json */
  datasets: DatasetList;
  /** @title headgate demo --format json */
  demo: DemoReport;
  /** @title headgate edge init --format json */
  'edge-init': EdgeInit;
  /** @title headgate sample --estimate --format json */
  estimate: EstimateResult;
  /** @title headgate explain --format json */
  explain: ExplainResult;
  /** @title headgate fields apply --format json */
  'fields-apply': FieldsApplied;
  /** @title headgate fields list --format json */
  'fields-list': FieldList;
  /** @title headgate fields list --promises --format json */
  'fields-list-promises': PromiseList;
  /** @title headgate fields plan --format json */
  'fields-plan': FieldsPlan;
  /** @title headgate fields preview --format json */
  'fields-preview': FieldsPreview;
  /** @title headgate index --format json */
  index: IndexReport;
  /** @title headgate jobs apply --format json */
  'jobs-apply': JobsApplied;
  /** @title headgate jobs list --format json */
  'jobs-list': JobList;
  /** @title headgate jobs plan --format json */
  'jobs-plan': JobsPlan;
  /** @title headgate … --list --format json */
  list: ListingReport;
  /** @title headgate pools events --format json */
  'pools-events': PoolEvents;
  /** @title headgate pools migrate --apply and --restore --format json */
  'pools-migrate': MigrationResult;
  /** @title headgate pools migrate --plan --format json */
  'pools-migrate-plan': MigrationPlan;
  /** @title headgate pools migrate --restore --plan --format json */
  'pools-migrate-restore-plan': RestorePlan;
  /** @title headgate pools migrate --verify --format json */
  'pools-migrate-verify': Verification;
  /** @title headgate replay --format json */
  replay: ReplayResult;
  /** @title headgate runs list and show --format json */
  runs: RunList;
  /** @title headgate fields propose --format json */
  ruleset: ProposedRuleset;
  /** @title headgate sample --format json */
  sample: SampleReport;
  /** @title headgate sandbox --format json */
  sandbox: SandboxConnection;
  /** @title headgate sandbox secret put and delete --format json */
  'secret-change': SecretChange;
  /** @title headgate sandbox secret list --format json */
  'secret-list': SecretList;
  /** @title headgate suggest --format json */
  suggest: SuggestReport;
  /** @title headgate test --format json */
  test: TestResult;
  /** @title headgate transformers apply --format json */
  'transformers-apply': TransformersApplied;
  /** @title headgate transformers list --format json */
  'transformers-list': TransformerList;
  /** @title headgate transformers plan --format json */
  'transformers-plan': TransformersPlan;
  /** @title headgate validate --format json */
  validate: ValidationReport;
}

/** What may be printed as JSON: each has a schema. Arrays at its top may be read item by item. */
export type JsonReport = {
  [Name in keyof JsonReports]: {
    [Key in keyof JsonReports[Name]]: JsonReports[Name][Key] extends readonly (infer Item)[]
      ? Iterable<Item>
      : JsonReports[Name][Key];
  };
}[keyof JsonReports];
