// The page of a check: answers to questions, valid or not, every problem with its fix, and the shortened filter.
import { capitalized, printable, printCount, printPlural } from '../../base/index.ts';
import type { JobProblem } from '../../language/output/index.ts';
import type { CheckResult, FilterCheck, FilterShortening } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { code, filterForms } from './cells.ts';
import { describeProofs, filterLabels } from './describe-proof.ts';
import { type Block, list, type Page, type PageSettings, paragraph, present, type Section, type Text } from './page.ts';
import { proofSection, proofsAnswer } from './proof-section.ts';
import { transformerAnswer, transformerSections } from './transformer-check.ts';
import { witnessJson } from './witness-json.ts';

/** Maximum steps shown of a shortened filter; `--format json` has all. */
const STEPS_SHOWN = 12;
const NONE_ACCEPTED = ' (--strict accepts no warning)';

/** Creates the page of a check. With `isQuiet`, a check with a question has only the answer, and the filters with problems or remarks. */
export function checkPage(found: CheckResult, { isQuiet = false }: PageSettings = {}): Page {
  const { checks, warnings } = printableAll(withPrintedExcerpts(found));
  const { transformer } = found;
  const proofs = printableAll(describeProofs(found));
  const labels = printableAll([...filterLabels(found).values()]);
  const [first] = checks;
  const isSingle = first !== undefined && checks.length === 1;
  const failure = failureOf(found);
  const isRefuted = proofs.some(({ answer }) => answer === 'refuted');
  // What makes the exit code negative comes first: an invalid filter, then a refuted statement.
  const hasProofs = proofs.length > 0 && (failure === undefined || (isRefuted && checks.every(({ valid }) => valid)));
  const valid = isSingle
    ? `Valid for ${[first.dataset, ...countsOf(first)].join(', ')}.`
    : checks.length === 0
      ? ''
      : `All ${checks.length} filters are valid.`;
  const ofTransformer = transformer && transformerAnswer(transformer, found.strict);
  return {
    kind: 'Check',
    isComplete: true,
    title: isSingle
      ? [code(first.name)]
      : checks.length === 0 && transformer !== undefined
        ? [code(printable(transformer.name))]
        : printPlural(checks.length, 'filter'),
    answer: hasProofs
      ? proofsAnswer(proofs)
      : ofTransformer !== undefined && (checks.length === 0 || (failure === undefined && !transformer!.valid))
        ? ofTransformer
        : failure === undefined
          ? { tone: 'good', text: present(valid, ofTransformer && ' ', ...(ofTransformer?.text ?? [])) }
          : { tone: 'bad', text: failure },
    notices: warnings.map((warning) => ({ tone: 'unclear', text: [code(warning)] })),
    highlights: [],
    facts: isSingle ? factsOf(first) : [],
    sections: [
      ...(transformer === undefined ? [] : transformerSections(transformer)),
      ...proofs.map((proof) => proofSection(proof, hasProofs && proofs.length === 1)),
      ...checks.flatMap((check, index) =>
        isQuiet && proofs.length > 0 && !hasRemarks(check)
          ? []
          : [checkSection(check, isSingle ? undefined : labels[index]!)],
      ),
    ],
  };
}

/** Why the exit code is negative, apart from refuted statements: invalid filters, or warnings that `strict` does not accept. */
function failureOf({ checks, warnings, strict }: CheckResult): string | undefined {
  const [first] = checks;
  const invalid = checks.filter(({ valid }) => !valid).length;
  if (first !== undefined && checks.length === 1 && invalid > 0)
    return `Invalid for ${first.dataset}${strictRemark(first)}: ${countsOf(first).join(', ')}.`;
  if (invalid > 0) return `${invalid} of ${printPlural(checks.length, 'filter')} invalid.`;
  return strict && warnings.length > 0
    ? `${printPlural(warnings.length, 'warning')} about job files${NONE_ACCEPTED}.`
    : undefined;
}

/** After a verdict that only `strict` makes negative; else empty. */
function strictRemark({ valid, problems, jobProblems = [] }: FilterCheck): string {
  return valid || [...problems, ...jobProblems].some(({ severity }) => severity === 'error') ? '' : NONE_ACCEPTED;
}

/** `1 error` and `2 warnings`. */
function countsOf({
  problems,
  jobProblems = [],
}: Pick<FilterCheck, 'jobProblems'> & { problems: readonly Pick<JobProblem, 'severity'>[] }): string[] {
  const count = (wanted: string): number =>
    [...problems, ...jobProblems].filter(({ severity }) => severity === wanted).length;
  return (['error', 'warning'] as const).flatMap((severity) =>
    count(severity) > 0 ? [printPlural(count(severity), severity)] : [],
  );
}

/** Whether a check contains more than a valid filter. */
function hasRemarks({ valid, problems, jobProblems = [], shortened }: FilterCheck): boolean {
  return !valid || problems.length + jobProblems.length > 0 || shortened !== undefined;
}

/** An excerpt has two lines, the caret in the second points into the first: only its own printer escapes it. */
function withPrintedExcerpts(result: CheckResult) {
  const checks = result.checks.map((check) => ({
    ...check,
    problems: check.problems.map(({ excerpt, ...problem }) => ({
      ...problem,
      excerptLines: excerpt?.split('\n').map(printable) ?? [],
    })),
  }));
  return { ...result, checks };
}

type PrintedCheck = ReturnType<typeof withPrintedExcerpts>['checks'][number];
type PrintedProblem = Pick<JobProblem, 'severity' | 'path' | 'message'> & {
  readonly code: string;
  readonly excerptLines?: readonly string[];
};

function factsOf({ form, operators, bytes, jobProblems = [] }: Pick<PrintedCheck, FactKey>): Text[] {
  if (form === 'none' && jobProblems.some(({ code }) => code === 'job-key-misspelled')) return [];
  if (form === 'none') return ['No filter: keeps every line'];
  return [
    `${printCount(operators.used)} of ${printPlural(operators.limit, 'operator')}, ${printCount(bytes.used)} of ${printPlural(bytes.limit, 'byte')}`,
  ];
}

type FactKey = 'form' | 'operators' | 'bytes' | 'jobProblems';

/** @param label name of the filter; undefined if there is only one, which the page names */
function checkSection(check: PrintedCheck, label: string | undefined): Section {
  const { dataset, valid, problems, jobProblems = [], filter, repaired, shortened, asTransformer } = check;
  const blocks: Block[] = [
    ...(label === undefined ? [] : factsOf(check).map((text) => paragraph(text))),
    ...(filter === undefined ? [] : filterForms(filter)),
    ...[...jobProblems, ...problems].flatMap(problemBlocks),
    ...(repaired === undefined ? [] : [paragraph('Repaired:'), ...filterForms(repaired)]),
    ...(shortened === undefined ? [] : shortenedBlocks(shortened)),
    ...(asTransformer === undefined
      ? []
      : [
          {
            kind: 'code',
            label: 'As a transformer, which drops the same lines after the filter',
            code: asTransformer,
          } as const,
        ]),
  ];
  const verdict = `${[`${valid ? '✓ valid' : '✗ invalid'} for ${dataset}`, ...countsOf(check)].join(', ')}${strictRemark(check)}`;
  return {
    title:
      label === undefined
        ? filter === undefined && jobProblems.length > 0
          ? 'Job'
          : 'Filter'
        : [code(label), `: ${verdict}`],
    blocks,
  };
}

function problemBlocks({ severity, path, message, code: name, excerptLines = [] }: PrintedProblem): Block[] {
  // Many messages name the path themselves, and an excerpt shows the place.
  const place = path === '' || excerptLines.length > 0 || message.includes(path) ? [] : [code(path), ' '];
  return present(
    {
      ...paragraph([`${severity} `, ...place, `[${name}]: `, code(message)]),
      ...(severity === 'error' ? { tone: 'bad' } : {}),
    },
    excerptLines.length !== 0 && {
      kind: 'code',
      code: excerptLines.map((line) => `  ${line}`).join('\n'),
      isAligned: true,
    },
  );
}

/** Creates the blocks of a shortened filter: the saving, the filter, the steps, and what it is equal for. It must be printable. */
function shortenedBlocks(shortened: FilterShortening): Block[] {
  const { filter, steps, operators, bytes, difference } = shortened;
  const remarks = remarksOf(shortened).map(([tone, text]): Block => {
    const shown = `${capitalized(text)}.`;
    // The record of a difference contains values of the filter.
    return paragraph(difference === undefined ? shown : [code(printable(shown))], { tone });
  });
  if (steps.length === 0 && operators.before === operators.after && bytes.before === bytes.after)
    return [paragraph('No smaller filter was found.'), ...remarks];
  const saving = `${printCount(operators.before)} → ${printPlural(operators.after, 'operator')}, ${printCount(bytes.before)} → ${printPlural(bytes.after, 'byte')}`;
  const more = steps.length - STEPS_SHOWN;
  const items: Text[] = present(
    ...steps.slice(0, STEPS_SHOWN).map(({ kind, text }) => [`[${kind}] `, code(text)]),
    more > 0 && `and ${printPlural(more, 'more step')}`,
  );
  return present(
    paragraph(`Shortened: ${saving}.`),
    ...(filter === null ? [paragraph('No filter: it keeps every line.')] : filterForms(filter)),
    items.length !== 0 && list(items),
    ...remarks,
  );
}

/** What the filters are equal for, and what is wrong with them. */
function remarksOf({ domain, difference, keepsNone, isStopped, meetsLimits, steps }: FilterShortening) {
  const example =
    difference && `${witnessJson(difference.record)} is ${difference.from} before and ${difference.to} after`;
  const ofComplete = ['proven equal for complete records, on which the platform evaluates filters', example];
  const equality =
    domain === 'complete'
      ? ofComplete.filter(Boolean).join('; a record that lacks fields may differ: ')
      : 'proven equal for every record';
  return present(
    steps.length > 0 && ['neutral', equality],
    keepsNone && ['unclear', 'the filter keeps no complete record: its conditions contradict each other'],
    isStopped && ['unclear', 'the search stopped at its bound: a smaller filter may exist'],
    !meetsLimits && ['unclear', 'the filter still exceeds the limits of the platform'],
  );
}
