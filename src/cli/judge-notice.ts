// What to say on standard error about filters before anything is read: warnings, and every problem of invalid ones.
import { renderProblems } from '../render/index.ts';
import { describeJudge, InvalidFilterError, isInvalid, type Judges } from '../task/index.ts';
import type { OutputFlags } from './common-flags.ts';
import { printNotice, styleOf } from './output.ts';

/** Prints the warnings of job files and of valid filters. */
export function noticeJudges({ judges, warnings }: Judges, flags: Pick<OutputFlags, 'quiet' | 'color'>): void {
  for (const warning of warnings) printNotice(`headgate: warning: ${warning}`, flags);
  const style = styleOf({ color: flags.color }, process.stderr);
  for (const judge of judges.filter(({ reading }) => reading.problems.length > 0 && !isInvalid(reading))) {
    printNotice(`${judge.name}\n${renderProblems(describeJudge(judge), style)}`, flags);
  }
}

/** Prints all problems of invalid filters, then lets the error go on. */
export function printInvalid(error: unknown): never {
  if (error instanceof InvalidFilterError) {
    const style = styleOf({ color: true }, process.stderr);
    for (const judge of error.judges.filter(({ reading }) => isInvalid(reading))) {
      process.stderr.write(`${judge.name}\n${renderProblems(describeJudge(judge), style)}\n`);
    }
  }
  throw error;
}
