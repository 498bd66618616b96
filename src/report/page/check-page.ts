// The page of a check: answers to questions, valid or not, every problem with its fix, and the shortened filter.
import { printCount, printPlural } from '../../base/index.ts';
import type { CheckResult, FilterCheck, FilterShortening } from '../../verbs/index.ts';
import { strictFailure, strictRemark } from '../text/check-text.ts';
import { describeProofs, filterLabels } from '../text/proof/describe-proof.ts';
import { isShorter, KEEPS_EVERY_LINE, savingText, shorteningRemarks } from '../text/proof/shortened-text.ts';
import { WARNING } from '../text/remark.ts';
import { capitalized, printable, printableAll } from '../text/style.ts';
import { code, codeCell, textColumn } from './cells.ts';
import type { Block, Cell, Page, Section, Text } from './page.ts';
import { proofSection, proofsAnswer } from './proof-section.ts';

/** Maximum problems shown of one filter. */
const PROBLEMS_SHOWN = 40;

/** Creates the page of a check. */
export function checkPage(found: CheckResult): Page {
  const { checks, warnings } = printableAll(withoutExcerpts(found));
  const proofs = printableAll(describeProofs(found));
  const labels = printableAll([...filterLabels(found).values()]);
  const [first] = checks;
  const invalid = checks.filter(({ valid }) => !valid).length;
  const isSingle = first !== undefined && checks.length === 1;
  const text: Text = isSingle
    ? `${invalid > 0 ? 'Invalid' : 'Valid'} for ${first.dataset}${strictRemark(first)}.`
    : invalid > 0
      ? `${invalid} of ${printPlural(checks.length, 'filter')} invalid.`
      : `All ${checks.length} filters are valid.`;
  return {
    kind: 'Check',
    title: isSingle ? [code(first.name)] : printPlural(checks.length, 'filter'),
    answer: answerOf(found, text),
    notices: warnings.map((warning) => ({ tone: 'unclear', text: [code(warning)] })),
    highlights: [],
    facts: isSingle ? factsOf(first) : [],
    sections: [
      ...proofs.map(proofSection),
      ...checks.map((check, index) => checkSection(check, isSingle ? undefined : labels[index]!)),
    ],
  };
}

/** What makes the exit code negative, else the answers to questions. @param text which filters are valid */
function answerOf(found: CheckResult, text: Text): Page['answer'] {
  const proofs = printableAll(describeProofs(found));
  const ofFiles = strictFailure(found);
  if (!found.checks.every(({ valid }) => valid)) return { tone: 'bad', text };
  if (ofFiles !== undefined && !proofs.some(({ answer }) => answer === 'refuted')) {
    return { tone: 'bad', text: `${ofFiles}.` };
  }
  return proofs.length > 0 ? proofsAnswer(proofs) : { tone: 'good', text };
}

/** An excerpt has two lines; the messages name line and column. */
function withoutExcerpts(result: CheckResult): CheckResult {
  const checks = result.checks.map((check) => ({
    ...check,
    problems: check.problems.map(({ excerpt: _, ...problem }) => problem),
  }));
  return { ...result, checks };
}

function factsOf({ form, operators, bytes }: FilterCheck): Text[] {
  if (form === 'none') return ['No filter: keeps every line'];
  return [
    `${printCount(operators.used)} of ${printPlural(operators.limit, 'operator')}, ${printCount(bytes.used)} of ${printPlural(bytes.limit, 'byte')}`,
  ];
}

/** @param label name of the filter; undefined if there is only one, which the page names */
function checkSection(check: FilterCheck, label: string | undefined): Section {
  const { valid, problems, jobProblems = [], filter, repaired, shortened } = check;
  const columns = [
    textColumn('Severity', 'severity'),
    textColumn('Place', 'path'),
    textColumn('Problem', 'message'),
    textColumn('Code', 'code'),
  ];
  const rows = [...jobProblems, ...problems].map((problem): Cell[] => [
    problem.severity === 'error'
      ? { text: '✗ error', value: 'error', tone: 'bad' }
      : { text: `! ${problem.severity}`, value: problem.severity, tone: 'unclear' },
    codeCell(problem.path),
    codeCell(problem.message),
    codeCell(problem.code),
  ]);
  const blocks: Block[] = [
    ...(label === undefined ? [] : [{ kind: 'list', items: factsOf(check) } as const]),
    ...(rows.length === 0
      ? [{ kind: 'text', text: 'No problems.' } as const]
      : [{ kind: 'table', name: 'problems', columns, rows, shown: PROBLEMS_SHOWN } as const]),
    ...(filter === undefined ? [] : [{ kind: 'code', label: 'Expression', code: filter.expression } as const]),
    ...(repaired === undefined
      ? []
      : [
          { kind: 'text', text: 'Repaired:' } as const,
          { kind: 'code', label: 'Repaired', code: repaired.expression } as const,
        ]),
    ...(shortened === undefined ? [] : shortenedBlocks(shortened)),
  ];
  return { title: label === undefined ? 'Filter' : [code(label), valid ? ': ✓ valid' : ': ✗ invalid'], blocks };
}

/** Creates the blocks of a shortened filter: the saving, the filter, the steps, and what it is equal for. It must be printable. */
function shortenedBlocks(shortened: FilterShortening): Block[] {
  const { filter, steps } = shortened;
  const remarks = shorteningRemarks(shortened).map(([label, text]): Block => {
    const shown = `${capitalized(text)}.`;
    return {
      kind: 'text',
      // The record of a difference contains values of the filter.
      text: shortened.difference === undefined ? shown : [code(printable(shown))],
      tone: label === WARNING ? 'unclear' : 'neutral',
    };
  });
  if (!isShorter(shortened)) return [{ kind: 'text', text: 'No smaller filter was found.' }, ...remarks];
  return [
    { kind: 'text', text: `Shortened: ${savingText(shortened)}.` },
    filter === null
      ? { kind: 'text', text: `${capitalized(KEEPS_EVERY_LINE)}.` }
      : { kind: 'code', label: 'Shortened', code: filter.expression },
    ...(steps.length === 0 ? [] : [{ kind: 'list', items: steps.map(({ text }) => [code(text)]) } as const]),
    ...remarks,
  ];
}
