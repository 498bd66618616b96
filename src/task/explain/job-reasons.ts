// Counts the explained lines of one job by reason: why its filter keeps or drops a line, and whether the job pushes a line that is kept.
import { redactSecrets } from '../../base/index.ts';
import {
  DROP,
  type Explanation,
  explainFilter,
  KEEP,
  reasonOfVerdict,
  VERDICT_NAMES,
  VERDICT_REASONS,
  type Verdict,
  type VerdictName,
  type VerdictReason,
} from '../../filter/index.ts';
import type { Job } from '../../job/index.ts';
import { defaultsOf, isSampled } from '../../output/index.ts';
import type { LineRecord } from '../../record/index.ts';
import type { ReplayJob } from '../../replay/index.ts';

/** What a job does with a line that its filter keeps. */
export const PUSH_REASONS = ['pushed', 'job-disabled', 'sampled-out'] as const;

/** Why a line is kept or dropped. `kept` is the reason of a filter without a job; a job has one of {@link PUSH_REASONS} instead. */
export interface LineReason extends Omit<VerdictReason, 'code'> {
  readonly code: VerdictReason['code'] | (typeof PUSH_REASONS)[number];
}

/** The lines of one reason. */
export type ReasonCount = { verdict: VerdictName } & LineReason & { lines: number };

/** What decides whether a job pushes a line that its filter keeps, and whether it works. */
export interface PushState {
  /** False: the job pushes no line. True if the job does not state it. */
  enabled: boolean;
  /** Share of the kept lines that the job pushes. */
  sampleRate: number;
  /** Time of the last failure, as the API wrote it. */
  lastError: string | null;
  /** Without secrets. */
  errorMessage: string | null;
  /** The sources are in the destination of the job: it has pushed their lines, so that `sampleRate` is not applied again. */
  isOwnSource: boolean;
}

/** The selected lines by a filter or job. */
export interface ExplainedJob {
  name: string;
  /** Null for a filter without a job. */
  job: PushState | null;
  kept: number;
  dropped: number;
  undecided: number;
  /** Kept lines that the job pushes; null for a filter without a job. */
  pushed: number | null;
  /** They add up to all selected lines; by verdict, then the most lines first. */
  reasons: ReasonCount[];
}

const CODES: readonly string[] = [...PUSH_REASONS, ...VERDICT_REASONS];

/** Reads what decides about pushing. */
export function pushStateOf({ state, outputOptions }: Job, isOwnSource: boolean): PushState {
  const shown = (text: string | undefined): string | null => (text === undefined ? null : redactSecrets(text));
  return {
    enabled: state?.isDisabled !== true,
    sampleRate: defaultsOf(outputOptions).sample_rate,
    lastError: shown(state?.lastError),
    errorMessage: shown(state?.errorMessage),
    isOwnSource,
  };
}

/** The decisions of one filter or job. */
export class JobReasons {
  readonly #job: ReplayJob;
  readonly #push: PushState | undefined;
  readonly #outcomes: Uint8Array;
  readonly #counts = new Map<string, ReasonCount>();

  /** @param push of a job; undefined for a filter alone */
  constructor(job: ReplayJob, push: PushState | undefined) {
    this.#job = job;
    this.#push = push;
    this.#outcomes = new Uint8Array(job.filter?.conditions.length ?? 0);
  }

  get name(): string {
    return this.#job.name;
  }

  /** Decides on a line, and counts it. */
  count(record: LineRecord): { verdict: VerdictName; reason: LineReason } {
    const { filter } = this.#job;
    const verdict: Verdict = filter?.evaluate(record, this.#outcomes) ?? KEEP;
    const reason = this.#reasonOf(record, verdict);
    const key = `${reason.code} ${reason.path ?? reason.field ?? ''}`;
    const counted = this.#counts.get(key);
    const name = VERDICT_NAMES[verdict];
    if (counted === undefined) this.#counts.set(key, { verdict: name, ...reason, lines: 1 });
    else counted.lines += 1;
    return { verdict: name, reason };
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
    return {
      name: this.#job.name,
      job: this.#push ?? null,
      kept: sum(({ verdict }) => verdict === VERDICT_NAMES[KEEP]),
      dropped: sum(({ verdict }) => verdict === VERDICT_NAMES[DROP]),
      undecided: sum(({ verdict }) => verdict === 'undecided'),
      pushed: this.#push === undefined ? null : sum(({ code }) => code === 'pushed'),
      reasons,
    };
  }

  #reasonOf(record: LineRecord, verdict: Verdict): LineReason {
    const { filter } = this.#job;
    if (verdict !== KEEP) return reasonOfVerdict(filter!, verdict, this.#outcomes);
    if (this.#push === undefined) return { code: 'kept' };
    const { enabled, sampleRate, isOwnSource } = this.#push;
    if (!enabled) return { code: 'job-disabled' };
    const isPushed = isOwnSource || sampleRate >= 1 || isSampled(record.stored(), sampleRate);
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
