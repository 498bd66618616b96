// Splits the time of a pass into steps: differences between passes that do more and more of the work. Pure.
import { median, type Times } from './bench-rounds.ts';

/** Steps, in the order in which a line passes through them. `fields`: figures of fields over all lines. */
export type Step = 'read' | 'inflate' | 'scan' | 'fields' | 'evaluate';

/** Time of one step. */
export interface StepTime {
  step: Step;
  seconds: number;
  /** Share of the time of all steps, in [0, 1]. */
  share: number;
  /** Bytes of lines; null if the time of the step is too short to measure. */
  bytesPerSecond: number | null;
}

/** The passes that end with one of the steps, each with all steps before it except reading. */
const SHARED_PASSES = ['inflate', 'scan', 'fields'] as const;
/** The name of a pass that both sides of a comparison share, since it evaluates no filter. */
export type SharedPass = (typeof SHARED_PASSES)[number];

/**
 * Splits the time of a pass with a filter. The medians of the shorter passes give the times of their steps; the rest is the time of
 * the filters and their figures. A negative step is noise and counts as zero; the sum is unchanged.
 * @param times of the passes that were run; without field figures there is no `fields`
 * @param total seconds of the pass with the filter
 * @param lineBytes bytes of all lines
 */
export function splitTime(
  readSeconds: number,
  times: Partial<Times<SharedPass>>,
  total: number,
  lineBytes: number,
): StepTime[] {
  const ends = SHARED_PASSES.flatMap((step) => {
    const ofStep = times[step];
    return ofStep === undefined ? [] : [{ step: step as Step, end: median(ofStep) }];
  });
  let before = 0;
  const steps = [...ends, { step: 'evaluate' as const, end: total }].map(({ step, end }) => {
    const until = Math.max(before, Math.min(end, total));
    const seconds = until - before;
    before = until;
    return { step, seconds };
  });
  const all = readSeconds + total;
  return [{ step: 'read' as const, seconds: readSeconds }, ...steps].map(({ step, seconds }) => ({
    step,
    seconds,
    share: all === 0 ? 0 : seconds / all,
    bytesPerSecond: seconds === 0 ? null : lineBytes / seconds,
  }));
}
