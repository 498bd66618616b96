// The findings of a validation as cases: one suite for each job.
import type { Finding, JobValidation, ValidationReport } from '../../analysis/validate/index.ts';
import { printPlural } from '../../base/index.ts';
import { printableAll } from '../printable.ts';
import type { Case, CaseSuite } from './case.ts';
import { indexCases, readableCase, unwrappedCases } from './guard-cases.ts';

/** Creates the suites. */
export function validationSuites(found: ValidationReport): CaseSuite[] {
  const { jobs, partial } = printableAll(found);
  // One job with a verdict is an answer, and the exit code is that of an answer.
  const ofMissing = jobs.every((job) => missingVerdict(job) !== undefined) ? 'error' : 'warning';
  return jobs.map((job) => ({ name: job.name, cases: casesOf(job, partial, ofMissing) }));
}

/** @param ofMissing result of a job without a verdict */
function casesOf(job: JobValidation, partial: boolean, ofMissing: Case['result']): Case[] {
  const { valid, lines, findings, source } = job;
  const name = 'has an answer';
  const missing = missingVerdict(job);
  const answer: Case = partial
    ? { name, result: 'error', message: 'No verdict: the run was interrupted' }
    : missing !== undefined
      ? { name, result: ofMissing, message: `No verdict: ${missing}` }
      : { name, result: 'passed' };
  if (partial || (valid && lines.read === 0)) return [answer];
  // With --strict, warnings make a job invalid.
  const isStrict = !valid && !findings.some(({ severity }) => severity === 'error');
  return [
    answer,
    readableCase(source),
    ...indexCases(source),
    ...unwrappedCases(lines),
    ...findings.map((finding) => findingCase(finding, isStrict)),
  ];
}

/** Why a job has no verdict; undefined if it has one. An invalid job has one without lines, too. */
function missingVerdict({ valid, lines }: JobValidation): string | undefined {
  if (!valid) return undefined;
  if (lines.read === 0) return 'no line was read';
  return lines.undecided === lines.read ? 'the filter leaves every line undecided' : undefined;
}

function findingCase({ code, severity, of, title, count, places, advice }: Finding, isStrict: boolean): Case {
  const amount = of === 'job' ? '' : `: ${printPlural(count, of)}`;
  return {
    name: code,
    result: severity === 'error' || (isStrict && severity === 'warning') ? 'failed' : 'warning',
    message: `${title}${amount}; ${advice}`,
    details: places.map(({ object, offset, message }) => {
      const place = of === 'line' ? `${object}@${offset}` : object;
      return message === '' ? place : `${place}: ${message}`;
    }),
  };
}
