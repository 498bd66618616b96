// Counts the effects of one job's filter on lines: totals, conditions, sole blockers and keepers, missing fields, hints and samples.
import type { FieldSource } from '../base/index.ts';
import {
  ABSENT,
  type CompiledFilter,
  DROP,
  FALSE,
  hintOf,
  KEEP,
  MISMATCH,
  NULL,
  printExpression,
  TRUE,
  UNDECIDED,
  type Verdict,
} from '../filter/index.ts';
import type { ScanCounts } from '../kernel/index.ts';
import { VERDICT_KEYS } from '../scan/index.ts';
import type {
  ConditionCount,
  ConditionFigures,
  Detail,
  FieldCount,
  FieldLines,
  FilterTotals,
  Hint,
  HintKind,
  JobReport,
} from './report.ts';
import { SampleTally } from './sample-tally.ts';

/** What the kernel counted for one job. */
type ScannedJob = ScanCounts['jobs'][number];
/** Index among the kernel's figures of a condition, after the outcomes; plus DROP: sole blockers, plus KEEP: sole keepers. */
const SCANNED_DECISIVE = 5;
/** Counters per condition: true, false, unknown, sole blocker, sole keeper. */
const COUNTERS = 5;
/** Plus DROP: sole blocker, plus KEEP: sole keeper. */
const DECISIVE = 3;
/** Reasons for an unknown outcome, counted per field. */
const REASON_ABSENT = 0;
const REASON_NULL = 1;
const REASON_MISMATCH = 2;
const REASONS = 3;
const HINT_KINDS: readonly HintKind[] = ['differs-by-case', 'part-of-element'];

/** A job of a replay: its name and its compiled filter; without a filter it keeps every line. */
export interface ReplayJob {
  name: string;
  filter: CompiledFilter | undefined;
}

/** A line to be decided. */
export interface CountedLine extends FieldSource {
  readonly bytes: number;
}

/** The figures of one job. */
export class JobTally {
  readonly #job: ReplayJob;
  readonly #filter: CompiledFilter | undefined;
  readonly #outcomes: Uint8Array;
  readonly #conditions: Float64Array;
  /** For each condition the index of its field in {@link CompiledFilter.fields}. */
  readonly #fieldOf: readonly number[];
  /** Lines per field and reason for an unknown outcome; see {@link reasonOf}. */
  readonly #unknownFields: Float64Array;
  /** The line for which a field's reason was counted last, so that two conditions on it count once. */
  readonly #countedAt: Float64Array;
  readonly #hints: readonly Record<HintKind, number>[];
  readonly #totals: FilterTotals = {
    kept: { lines: 0, bytes: 0 },
    dropped: { lines: 0, bytes: 0 },
    undecided: { lines: 0, bytes: 0 },
  };
  readonly samples: Record<'kept' | 'dropped' | 'undecided', SampleTally>;
  #line = 0;

  /** @param keptLimit samples of kept lines */
  constructor(job: ReplayJob, sampleLimit: number, keptLimit: number = sampleLimit) {
    this.#job = job;
    this.#filter = job.filter;
    const conditions = job.filter?.conditions ?? [];
    const fields = job.filter?.fields ?? [];
    this.#outcomes = new Uint8Array(conditions.length);
    this.#conditions = new Float64Array(conditions.length * COUNTERS);
    this.#fieldOf = conditions.map((condition) => fields.indexOf(condition.field));
    this.#unknownFields = new Float64Array(fields.length * REASONS);
    this.#countedAt = new Float64Array(fields.length);
    this.#hints = conditions.map(() => ({ 'differs-by-case': 0, 'part-of-element': 0 }));
    this.samples = {
      kept: new SampleTally(keptLimit),
      dropped: new SampleTally(sampleLimit),
      undecided: new SampleTally(sampleLimit),
    };
  }

  /** Decides a line for the totals alone; conditions that cannot change the verdict are not evaluated. */
  decide(line: CountedLine): Verdict {
    const verdict = this.#filter === undefined ? KEEP : this.#filter.verdict(line);
    this.#count(verdict, line.bytes);
    return verdict;
  }

  /** Decides a line and counts every condition. @param examine whether to search for hints, which takes longer */
  examine(line: CountedLine, examine: boolean): Verdict {
    const filter = this.#filter;
    if (filter === undefined) return this.decide(line);
    const verdict = filter.evaluate(line, this.#outcomes);
    this.#line += 1;
    for (let index = 0; index < this.#outcomes.length; index += 1) this.#countOutcome(index, this.#outcomes[index]!);
    if (verdict !== UNDECIDED) filter.forEachDecisive(verdict, this.#outcomes, this.#countDecisive[verdict]!);
    if (examine) this.#countHints(filter, line);
    this.#count(verdict, line.bytes);
    return verdict;
  }

  /** Adds what the kernel counted. */
  addScanned(scanned: ScannedJob): void {
    for (const key of Object.values(VERDICT_KEYS)) {
      this.#totals[key].lines += scanned[key].lines;
      this.#totals[key].bytes += scanned[key].bytes;
    }
    for (const [index, figures] of scanned.conditions.entries()) this.#addCondition(index, figures);
  }

  /** @param detail what was counted: the rest is left out @param fields those of the lines this job keeps */
  toReport(dataset: string, detail: Detail, fields: FieldCount[] | undefined): JobReport {
    return {
      name: this.#job.name,
      dataset,
      filter: this.#filter === undefined ? null : printExpression(this.#filter.filter),
      ...structuredClone(this.#totals),
      ...(detail === 'counts' ? {} : this.#conditionFigures()),
      ...(fields === undefined ? {} : { fields }),
      samples: {
        kept: this.samples.kept.toSamples(),
        dropped: this.samples.dropped.toSamples(),
        undecided: this.samples.undecided.toSamples(),
      },
    };
  }

  #count(verdict: Verdict, bytes: number): void {
    const total = this.#totals[VERDICT_KEYS[verdict]];
    total.lines += 1;
    total.bytes += bytes;
  }

  #addCondition(index: number, figures: readonly number[]): void {
    const unknown = figures[ABSENT]! + figures[NULL]! + figures[MISMATCH]!;
    const decisive = [DROP, KEEP].map((verdict) => figures[SCANNED_DECISIVE + verdict]!);
    const added = [figures[TRUE]!, figures[FALSE]!, unknown, ...decisive];
    for (const [counter, lines] of added.entries()) this.#conditions[index * COUNTERS + counter]! += lines;
    const field = this.#fieldOf[index]!;
    // All conditions on a field are unknown for the same reason, so the first one is enough.
    if (this.#fieldOf.indexOf(field) !== index) return;
    for (const outcome of [ABSENT, NULL, MISMATCH] as const) {
      this.#unknownFields[field * REASONS + reasonOf(outcome)]! += figures[outcome]!;
    }
  }

  #countOutcome(index: number, outcome: number): void {
    const counter = index * COUNTERS + (outcome === TRUE ? 0 : outcome === FALSE ? 1 : 2);
    this.#conditions[counter] = this.#conditions[counter]! + 1;
    if (outcome === TRUE || outcome === FALSE) return;
    const field = this.#fieldOf[index]!;
    if (this.#countedAt[field] === this.#line) return;
    this.#countedAt[field] = this.#line;
    const slot = field * REASONS + reasonOf(outcome);
    this.#unknownFields[slot] = this.#unknownFields[slot]! + 1;
  }

  /** By verdict. */
  readonly #countDecisive = [DROP, KEEP].map((verdict) => (index: number): void => {
    const counter = index * COUNTERS + DECISIVE + verdict;
    this.#conditions[counter] = this.#conditions[counter]! + 1;
  });

  #countHints(filter: CompiledFilter, line: FieldSource): void {
    for (const [index, condition] of filter.conditions.entries()) {
      const hint = hintOf(condition, line);
      if (hint !== undefined) this.#hints[index]![hint] += 1;
    }
  }

  #conditionFigures(): ConditionFigures {
    return {
      conditions: this.#conditionCounts(),
      missingFields: this.#fieldLines(REASON_ABSENT),
      nullFields: this.#fieldLines(REASON_NULL),
      mismatches: this.#fieldLines(REASON_MISMATCH).map(({ name, lines }) => ({ field: name, lines })),
      hints: this.#hintCounts(),
    };
  }

  #conditionCounts(): ConditionCount[] {
    return (this.#filter?.conditions ?? []).map(({ path, text }, index) => {
      const counters = this.#conditions.subarray(index * COUNTERS, (index + 1) * COUNTERS);
      const [isTrue, isFalse, unknown, soleBlocker, soleKeeper] = counters as unknown as number[];
      return {
        ...{ path, text, true: isTrue!, false: isFalse!, unknown: unknown! },
        ...{ soleBlocker: soleBlocker!, soleKeeper: soleKeeper! },
      };
    });
  }

  #fieldLines(reason: number): FieldLines[] {
    return (this.#filter?.fields ?? [])
      .map((name, field) => ({ name, lines: this.#unknownFields[field * REASONS + reason]! }))
      .filter(({ lines }) => lines > 0)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #hintCounts(): Hint[] {
    return (this.#filter?.conditions ?? [])
      .flatMap(({ path }, index) => HINT_KINDS.map((kind) => ({ path, kind, lines: this.#hints[index]![kind] })))
      .filter(({ lines }) => lines > 0)
      .sort((a, b) => (hintKey(a) < hintKey(b) ? -1 : 1));
  }
}

function reasonOf(outcome: number): number {
  if (outcome === ABSENT) return REASON_ABSENT;
  return outcome === NULL ? REASON_NULL : REASON_MISMATCH;
}

/** Identifies a hint within a job, and orders hints in a report. */
export function hintKey(hint: Pick<Hint, 'path' | 'kind'>): string {
  return `${hint.path} ${hint.kind}`;
}
