// The result of the demo as data: what the sandbox pushed, and what replays and a validation found in its bucket.
import type { ValidationReport } from '../../analysis/validate/index.ts';
import type { JobTotals } from '../../sandbox/index.ts';
import type { ReplayResult } from '../replay/replay.ts';

/** Version of this shape; incremented when a key changes its meaning or is removed. */
const DEMO_VERSION = 1;

/** One step, with the commands that do the same, given the variables that `headgate sandbox` prints. */
interface Step {
  commands: string[];
}

/** A job, in the push and in the replay. */
export interface ComparedJob {
  name: string;
  /** Lines that the sandbox pushed for the job. */
  pushed: number;
  /** Lines that the filter of the job keeps, replayed over the lines of the job that pushes everything. */
  kept: number;
}

/** What the demo did. The figures do not change from run to run; times and names of objects do. */
export interface DemoReport {
  version: typeof DEMO_VERSION;
  /** Whether the service pushed what the replay says, and every pushed line is valid. */
  closed: boolean;
  push: Step & { seconds: number; exchanges: number; jobs: JobTotals[] };
  replay: Step & { jobs: ComparedJob[]; report: ReplayResult };
  validation: Step & { report: ValidationReport };
  /** A filter that keeps nothing, and what the replay says about it. */
  wrongFilter: Step & { report: ReplayResult };
}

/** Creates the report: decides whether the loop is closed. */
export function demoReport(steps: {
  push: DemoReport['push'];
  replay: Step & { report: ReplayResult };
  validation: DemoReport['validation'];
  wrongFilter: DemoReport['wrongFilter'];
}): DemoReport {
  const { push, replay, validation, wrongFilter } = steps;
  const jobs = push.jobs.map(({ name, lines }) => ({
    name,
    pushed: lines,
    kept: replay.report.jobs?.find((job) => job.name === name)?.kept.lines ?? 0,
  }));
  const isSame =
    jobs.every(({ pushed, kept }) => pushed === kept) && push.jobs.every(({ lostLines }) => lostLines === 0);
  const isClean = validation.report.jobs.every(
    ({ valid, findings }) => valid && findings.every(({ severity }) => severity === 'remark'),
  );
  return {
    version: DEMO_VERSION,
    closed: isSame && isClean,
    push,
    replay: { commands: replay.commands, jobs, report: replay.report },
    validation,
    wrongFilter,
  };
}
