// The problems of filters and jobs as cases: one suite for each filter, and one for the questions about them.
import { printable } from '../../base/index.ts';
import type { CheckResult, FilterCheck } from '../../verbs/index.ts';
import { describeProofs, filterLabels, sentenceText } from '../page/describe-proof.ts';
import { present } from '../page/page.ts';
import type { Case, CaseSuite } from './case.ts';

const RESULTS = { proven: 'passed', refuted: 'failed', undecided: 'error' } as const;

/** Creates the suites. */
export function checkSuites(result: CheckResult): CaseSuite[] {
  const { strict, checks, warnings } = result;
  const ofWarning = strict ? 'failed' : 'warning';
  const labels = filterLabels(result);
  const proofs = proofCases(result);
  const remarks = warnings.map(
    (warning): Case => ({ name: 'job file', result: ofWarning, message: printable(warning) }),
  );
  return present(
    proofs.length !== 0 && { name: 'proofs', cases: proofs },
    ...checks.map(
      (check): CaseSuite => ({ name: printable(labels.get(check.name)!), cases: casesOf(check, ofWarning) }),
    ),
    result.transformer !== undefined && transformerSuite(result.transformer, ofWarning),
    remarks.length !== 0 && { name: 'job files', cases: remarks },
  );
}

/**
 * Creates a case for each answer to a question about filters, at the file of the checked filter: a refuted statement fails, and one that is
 * not decided is an error.
 */
function proofCases(result: CheckResult): Case[] {
  return describeProofs(result).map(
    ({ answer, headline, sentence, question, record, verdicts, remark }, index): Case => {
      const file = result.checks.find(({ name }) => name === result.proofs![index]!.from)?.file;
      const details = present(
        record !== undefined && `record: ${record}`,
        ...verdicts.flatMap(({ label, verdict, lines }) => lines.map((line) => `${label}: ${verdict}, ${line}`)),
        remark,
      );
      return {
        name: printable(question),
        result: RESULTS[answer],
        ...(answer === 'proven'
          ? {}
          : { message: printable(`${headline}: ${sentenceText(sentence)}`), details: details.map(printable) }),
        ...(file === undefined ? {} : { file }),
      };
    },
  );
}

function transformerSuite(
  { name, file, valid, dataset, problems, jobs }: NonNullable<CheckResult['transformer']>,
  ofWarning: Case['result'],
): CaseSuite {
  const inFile = file === undefined ? {} : { file };
  const ofSql = problems.map(
    ({ severity, code, message, excerpt, line, column }): Case => ({
      ...{ name: code, message: printable(message) },
      result: severity === 'error' ? 'failed' : code === 'undocumented' ? 'warning' : ofWarning,
      ...{ ...inFile, details: excerpt === '' ? [] : excerpt.split('\n').map(printable) },
      ...(file === undefined ? {} : { line, column }),
    }),
  );
  const ofJobs = jobs.flatMap(({ job, rejected, unlisted }): Case[] =>
    present(
      rejected !== null && { name: `job ${printable(job ?? '')}`, result: 'failed', message: rejected, ...inFile },
      unlisted.length !== 0 && {
        ...{ name: `fields of ${printable(job ?? '')}`, result: ofWarning },
        message: `the SQL reads ${unlisted.join(', ')}, which field_names does not list`,
        ...inFile,
      },
    ),
  );
  const cases = [...ofSql, ...ofJobs];
  return {
    name: `transformer ${printable(name)}`,
    cases: valid ? [{ name: `valid for ${dataset}`, result: 'passed' }, ...cases] : cases,
  };
}

/** @param ofWarning result of a warning; a remark never fails */
function casesOf({ valid, file, problems, jobProblems = [], dataset }: FilterCheck, ofWarning: Case['result']): Case[] {
  const inFile = file === undefined ? {} : { file };
  const found = [
    ...jobProblems.map((problem) => ({ ...problem, line: undefined, column: undefined, excerpt: undefined })),
    // The text of a job's filter is a string within its file: its lines are not those of the file.
    ...problems.map(({ line, column, ...problem }) =>
      jobProblems.length > 0 || line === undefined
        ? { ...problem, line: undefined, column: undefined }
        : { ...problem, line, column },
    ),
  ];
  const cases = found.map(
    ({ severity, code, path, message, excerpt, line, column }): Case => ({
      name: path === '' ? code : `${code} at ${printable(path)}`,
      result: severity === 'error' ? 'failed' : severity === 'warning' ? ofWarning : 'warning',
      message: printable(message),
      ...inFile,
      ...(excerpt === undefined ? {} : { details: excerpt.split('\n').map(printable) }),
      ...(line === undefined || file === undefined ? {} : { line, column: column ?? 1 }),
    }),
  );
  return valid ? [{ name: `valid for ${dataset}`, result: 'passed' }, ...cases] : cases;
}
