// Renders a proposal of custom fields as text: a row for each proposed field and for each name left out, with the reason, and notes.
import { printCount, printPlural } from '../../../base/index.ts';
import type { LeftOutName, NameFigures, ProposedField } from '../../../language/custom-fields/index.ts';
import { LOGGED_KEYS, type LoggedKey } from '../../../language/dataset/index.ts';
import type { FieldsProposal } from '../../../verbs/index.ts';
import { printSentence } from '../sentence.ts';
import { paint, printableAll, printShare, type Style, shorten } from '../style.ts';
import { printTable } from '../table.ts';

const NAME_COLUMNS = 34;

const KEY_NAMES: Readonly<Record<LoggedKey, string>> = {
  RequestHeaders: 'request',
  ResponseHeaders: 'response',
  Cookies: 'cookie',
};

/** Renders a proposal as text. */
export function renderProposalText(found: FieldsProposal, style: Style): string {
  const proposal = printableAll(found);
  const { partial, fields, leftOut } = proposal;
  const blocks = [
    [
      ...(partial
        ? [paint(style, ['bold', 'yellow'], 'PARTIAL: interrupted; the proposal covers only the data read so far')]
        : []),
      paint(style, 'bold', summarize(proposal)),
    ],
    fields.length === 0 ? [] : printNames('Proposed', 'green', fields, proposal.exchanges, style),
    leftOut.length === 0 ? [] : printNames('Left out', 'yellow', leftOut, proposal.exchanges, style),
    printNotes(proposal, style),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function summarize({ traffic, limits, limitBytes, fields }: FieldsProposal): string {
  const size = limitBytes === null ? '' : `, ${printCount(limitBytes)} bytes for all values of a line`;
  return `${printPlural(fields.length, 'field')} for ${printPlural(traffic.exchanges, 'exchange')} from ${printPlural(traffic.files, 'file')} (${limits} limits${size})`;
}

function printNames(
  title: string,
  color: 'green' | 'yellow',
  names: readonly (ProposedField | LeftOutName)[],
  exchanges: number,
  style: Style,
): string[] {
  const rows = names.map((name) => [
    `  ${KEY_NAMES[name.key]} ${shorten(name.name, NAME_COLUMNS)}`,
    printShare(name.exchanges, exchanges),
    printValues(name),
    printCount(name.medianBytes),
    printCount(name.maxBytes),
    name.reason,
  ]);
  const columns = [
    { title: `${paint(style, ['bold', color], title)} (${printCount(names.length)})` },
    ...['in lines', 'values', 'bytes p50', 'max'].map((one) => ({ title: one, align: 'right' }) as const),
    { title: 'because' },
  ];
  return printTable(columns, rows);
}

function printValues({ values, hasMoreValues }: NameFigures): string {
  return `${hasMoreValues ? '>' : ''}${printCount(values)}`;
}

function printNotes({ notes, fields, problemCounts, problems }: FieldsProposal, style: Style): string[] {
  const keys = LOGGED_KEYS.filter((key) => fields.some((field) => field.key === key));
  const next =
    keys.length === 0
      ? []
      : [
          `the job must list ${keys.join(', ')} in its field_names`,
          'headgate fields preview --ruleset FILE with the same traffic shows what the ruleset would log',
        ];
  const data = Object.entries(problemCounts).map(([code, count]) => {
    const { object, offset, message } = problems.find((problem) => problem.code === code)!;
    const more = count === 1 ? '' : ` (the first of ${printCount(count)})`;
    return `${code}: ${object} at byte ${printCount(offset)}: ${message}${more}`;
  });
  const sentences = [...data, ...notes.map(({ message }) => message), ...next];
  if (sentences.length === 0) return [];
  return [paint(style, 'bold', 'Notes'), ...sentences.flatMap((sentence) => printSentence(sentence, style))];
}
