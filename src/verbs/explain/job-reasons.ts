// Counts the explained lines of one job by reason: why its filter keeps or drops a line, and whether the job pushes a line that is kept.

import type { NamedTransformer } from '../../analysis/query/index.ts';
import {
  type ExplainedTransformation,
  explainTransformation,
  openTransformation,
  VERDICT_AFTER,
} from '../../analysis/transform/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import {
  DROP,
  type Explanation,
  explainFilter,
  type FinalVerdict,
  KEEP,
  reasonOfVerdict,
  VERDICT_NAMES,
  VERDICT_REASONS,
  type Verdict,
  type VerdictName,
  type VerdictReason,
} from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import { isSampled, PUSH_REASONS, type PushSettings, pushRemarks, pushSettings } from '../../language/output/index.ts';
import type { CompiledJob } from '../request/named-filters.ts';

/**
 * Why a line is kept or dropped. `kept` is the reason of a filter without a job; with a job, the reason is what the job does with the line. `no-filter`: a
 * transformer alone.
 */
export interface LineReason extends Omit<VerdictReason, 'code'> {
  readonly code: VerdictReason['code'] | (typeof PUSH_REASONS)[number] | 'no-filter';
}

/** The lines of one reason. */
export type ReasonCount = { verdict: VerdictName } & LineReason & { lines: number };

/** The selected lines by a filter or job. */
export interface ExplainedJob {
  name: string;
  /** What the job does with the lines that its filter keeps. Absent for a filter without a job, as are `remarks` and `pushed`. */
  push?: PushSettings;
  /** What is unusual about the job or its source: clauses that start with a small letter. */
  remarks?: string[];
  kept: number;
  dropped: number;
  undecided: number;
  /** Kept lines that the job pushes. */
  pushed?: number;
  /** What its transformer does with the kept lines, by outcome. Absent without one. */
  transformed?: Record<ExplainedTransformation['outcome'], number>;
  /** They add up to all selected lines; by verdict, then the most lines first. */
  reasons: ReasonCount[];
}

const CODES: readonly string[] = ['no-filter', ...PUSH_REASONS, ...VERDICT_REASONS];

/** The decisions of one filter or job. */
export class JobReasons {
  readonly #job: CompiledJob;
  readonly #push: PushSettings | undefined;
  /** The job has pushed the lines of the source, so that its `sample_rate` is not applied again. */
  readonly #isOwnSource: boolean;
  readonly #transformer: NamedTransformer | undefined;
  readonly #transformed = { kept: 0, dropped: 0, failing: 0, undecided: 0 };
  readonly #outcomes: Uint8Array;
  readonly #counts = new Map<string, ReasonCount>();

  /**
   * @param compiled the filter
   * @param job undefined for a filter alone
   * @param isOwnSource whether all sources are in the destination of the job
   * @param transformer of the lines that it keeps @default none
   */
  constructor(
    compiled: CompiledJob,
    job: Job | undefined,
    isOwnSource: boolean,
    transformer?: NamedTransformer | undefined,
  ) {
    this.#transformer = transformer;
    this.#job = compiled;
    this.#push = job && pushSettings(job);
    this.#isOwnSource = isOwnSource;
    this.#outcomes = new Uint8Array(compiled.filter?.conditions.length ?? 0);
  }

  get name(): string {
    return this.#job.name;
  }

  /** Decides on a line, and counts it. */
  count(record: LineRecord): { verdict: VerdictName; reason: LineReason; finalVerdict: FinalVerdict } {
    const { filter } = this.#job;
    const verdict: Verdict = filter?.evaluate(record, this.#outcomes) ?? KEEP;
    const reason = this.#reasonOf(record, verdict);
    const key = `${reason.code} ${reason.path ?? reason.field ?? ''}`;
    const counted = this.#counts.get(key);
    const name = VERDICT_NAMES[verdict];
    const isReached = verdict === KEEP && this.#transformer !== undefined;
    const finalVerdict = isReached ? this.#countTransformed(record, this.#transformer) : name;
    if (counted === undefined) this.#counts.set(key, { verdict: name, ...reason, lines: 1 });
    else counted.lines += 1;
    return { verdict: name, reason, finalVerdict };
  }

  #countTransformed(record: LineRecord, { text }: NamedTransformer): FinalVerdict {
    const { outcome } = openTransformation(text!).evaluate(record);
    this.#transformed[outcome === 'rows' ? 'kept' : outcome] += 1;
    return VERDICT_AFTER[outcome];
  }

  /** What the transformer does with a line that the filter keeps; undefined without one. */
  explainTransformation(record: LineRecord): ExplainedTransformation | undefined {
    return this.#transformer && explainTransformation(this.#transformer.name, this.#transformer.text!, record);
  }

  /** The tree of a line; null without a filter. */
  explain(record: LineRecord): Explanation | null {
    const { filter } = this.#job;
    return filter === undefined ? null : explainFilter(filter, record);
  }

  toExplained(): ExplainedJob {
    const reasons = [...this.#counts.values()].sort(compareReasons);
    const sum = (test: (reason: ReasonCount) => boolean): number =>
      reasons.filter(test).reduce((all, { lines }) => all + lines, 0);
    const push = this.#push;
    return {
      name: this.#job.name,
      ...(push === undefined ? {} : { push, remarks: [...pushRemarks(push), ...this.#remarks(push)] }),
      kept: sum(({ verdict }) => verdict === VERDICT_NAMES[KEEP]),
      dropped: sum(({ verdict }) => verdict === VERDICT_NAMES[DROP]),
      undecided: sum(({ verdict }) => verdict === 'undecided'),
      ...(this.#transformer && { transformed: { ...this.#transformed } }),
      ...(push === undefined ? {} : { pushed: sum(({ code }) => code === 'pushed') }),
      reasons,
    };
  }

  #remarks({ sampleRate }: PushSettings): string[] {
    if (this.#isOwnSource) {
      const cause = sampleRate < 1 ? 'its filter dropped or sample_rate left out' : 'its filter dropped';
      return [`the source is the destination of this job: lines that ${cause} are not there`];
    }
    return sampleRate < 1 ? ['explain selects the sample by hash, as --emit does; the platform may select others'] : [];
  }

  #reasonOf(record: LineRecord, verdict: Verdict): LineReason {
    const { filter } = this.#job;
    if (verdict !== KEEP) return reasonOfVerdict(filter!, verdict, this.#outcomes);
    if (this.#push === undefined)
      return { code: filter === undefined && this.#transformer !== undefined ? 'no-filter' : 'kept' };
    const { enabled, sampleRate } = this.#push;
    if (!enabled) return { code: 'job-disabled' };
    const isPushed = this.#isOwnSource || sampleRate >= 1 || isSampled(record.pushed(), sampleRate);
    return { code: isPushed ? 'pushed' : 'sampled-out' };
  }
}

const VERDICT_ORDER: readonly VerdictName[] = ['keep', 'drop', 'undecided'];

function compareReasons(a: ReasonCount, b: ReasonCount): number {
  return (
    VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict) ||
    b.lines - a.lines ||
    CODES.indexOf(a.code) - CODES.indexOf(b.code) ||
    ((a.path ?? a.field ?? '') < (b.path ?? b.field ?? '') ? -1 : 1)
  );
}
