// Prints warnings about filters, and all problems of invalid filters, guards and rulesets, on standard error.
import { InvalidGuardError } from '../../analysis/guard/index.ts';
import type { NamedFilter } from '../../analysis/query/index.ts';
import { HeadgateError, printable } from '../../base/index.ts';
import type { JobProblem } from '../../language/output/index.ts';
import type { TransformerProblem } from '../../language/transformer/index.ts';
import { renderProblemList, renderProblems, renderRulesetProblems, type Style } from '../../report/index.ts';
import { describeFilter } from '../../verbs/check/check.ts';
import { type FilterSet, InvalidFilterError, isInvalid } from '../../verbs/request/named-filters.ts';
import { InvalidTransformerError } from '../../verbs/request/named-transformer.ts';
import { InvalidRulesetError } from '../../verbs/request/ruleset-argument.ts';
import type { OutputFlags } from '../flags/output-flags.ts';
import { printLines, printNotice, styleOf } from './output.ts';

/** Problems of a job that do not affect which lines it keeps. */
const NOT_OF_LINES: ReadonlySet<string> = new Set(['job-no-fields', 'job-legacy']);

/**
 * Prints the warnings of job files, of jobs and of valid filters. An error of a job is a warning here: its filter is still usable;
 * `check` and `validate` reject the job.
 */
export function noticeFilters({ filters, warnings }: FilterSet, flags: Pick<OutputFlags, 'quiet' | 'color'>): void {
  for (const warning of warnings) printNotice(`headgate: warning: ${warning}`, flags);
  for (const { name, jobProblems } of filters) {
    for (const warning of warningsOf(jobProblems)) printNotice(`headgate: warning: ${name}: ${warning}`, flags);
  }
  const style = styleOf({ color: flags.color }, process.stderr);
  for (const filter of filters.filter(({ reading }) => reading.problems.length > 0 && !isInvalid(reading))) {
    printLines(problemsOf(filter, style), flags);
  }
  // One transformer may follow several filters.
  const transformers = filters.flatMap(({ transformer }) => transformer ?? []).slice(0, 1);
  for (const { name, reading } of transformers.filter((one) => one.reading.problems.length > 0))
    printLines(`${printable(name)}\n${transformerProblems(reading.problems, style)}`, flags);
}

/** The message of a problem begins with its line and column. */
function transformerProblems(problems: readonly TransformerProblem[], style: Style): string {
  return renderProblemList(
    problems.map((problem) => ({ ...problem, path: '' })),
    style,
  );
}

/** Returns the job warnings for commands that use only its filter or options. */
export function warningsOf(problems: readonly JobProblem[]): string[] {
  return problems
    .filter(({ severity, code }) => severity !== 'remark' && !NOT_OF_LINES.has(code))
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
}

/** Prints the problems of invalid filters, guards or rulesets, and the details of other errors, then rethrows the error. */
export function printInvalid(error: unknown, flags: Pick<OutputFlags, 'color'>): never {
  if (error instanceof InvalidFilterError) {
    const style = styleOf(flags, process.stderr);
    for (const filter of error.filters.filter(({ reading }) => isInvalid(reading))) {
      process.stderr.write(`${problemsOf(filter, style)}\n`);
    }
  }
  if (error instanceof InvalidTransformerError) {
    const { name, reading } = error.transformer;
    process.stderr.write(
      `${printable(name)}\n${transformerProblems(reading.problems, styleOf(flags, process.stderr))}\n`,
    );
  }
  if (error instanceof InvalidGuardError) {
    const style = styleOf(flags, process.stderr);
    for (const { name, problems } of error.guards) {
      process.stderr.write(`${printable(name)}\n${renderProblemList(problems, style)}\n`);
    }
  }
  if (error instanceof HeadgateError) for (const line of error.details) process.stderr.write(`${printable(line)}\n`);
  if (error instanceof InvalidRulesetError) {
    process.stderr.write(`${renderRulesetProblems(error.reading, styleOf(flags, process.stderr))}\n`);
  }
  throw error;
}

function problemsOf(filter: NamedFilter, style: Style): string {
  return `${printable(filter.name)}\n${renderProblems(describeFilter({ ...filter, job: undefined }), style)}`;
}
