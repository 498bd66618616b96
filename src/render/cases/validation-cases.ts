// The findings of a validation as cases: one suite for each job.
import type { Finding, JobValidation, ValidationReport } from '../../validate/index.ts';
import { printableAll, printPlural } from '../text/style.ts';
import type { Case, CaseSuite } from './case.ts';
import { readableCase } from './guard-cases.ts';

/** Creates the suites. */
export function validationSuites(found: ValidationReport): CaseSuite[] {
  const { jobs, partial } = printableAll(found);
  return jobs.map((job) => ({ name: job.name, cases: casesOf(job, partial) }));
}

function casesOf({ valid, lines, findings, source }: JobValidation, partial: boolean): Case[] {
  const name = 'has an answer';
  if (lines.read === 0) return [{ name, result: 'error', message: 'No verdict: no line was read' }];
  if (partial) return [{ name, result: 'error', message: 'No verdict: the run was interrupted' }];
  // With --strict, warnings make a job invalid.
  const isStrict = !valid && !findings.some(({ severity }) => severity === 'error');
  return [
    { name, result: 'passed' },
    readableCase(source),
    ...findings.map((finding) => findingCase(finding, isStrict)),
  ];
}

function findingCase({ code, severity, of, title, count, places, advice }: Finding, isStrict: boolean): Case {
  const amount = of === 'job' ? '' : `: ${printPlural(count, of)}`;
  return {
    name: code,
    result: severity === 'error' || (isStrict && severity === 'warning') ? 'failed' : 'warning',
    message: `${title}${amount}; ${advice}`,
    details: places.map(({ object, offset, message }) => `${object}${of === 'line' ? `@${offset}` : ''}: ${message}`),
  };
}
