// Prints the answer to a question about two filters, and the record that refutes it with the conditions that decide.
import { columnsOf } from '../../../base/index.ts';
import { NOTE, printRemark } from '../remark.ts';
import { padded, paint, printable, type Style } from '../style.ts';
import { type ProofDescription, sentenceText, type WitnessVerdict } from './describe-proof.ts';

const SYMBOLS = { proven: '✓', refuted: '✗', undecided: '?' } as const;
const COLORS = { proven: 'green', refuted: 'red', undecided: 'yellow' } as const;
const RECORD = 'record';
const VERDICT_COLUMNS = 'undecided'.length;

/** Prints an answer. */
export function printProof(
  { answer, headline, sentence, record, verdicts, remark }: ProofDescription,
  style: Style,
): string[] {
  const columns = Math.max(RECORD.length, ...verdicts.map(({ label }) => columnsOf(printable(label))));
  const label = (name: string): string => `  ${paint(style, 'bold', padded(printable(name), columns))}  `;
  return [
    `${paint(style, ['bold', COLORS[answer]], `${SYMBOLS[answer]} ${headline}`)}: ${printable(sentenceText(sentence))}`,
    ...(record === undefined ? [] : [`${label(RECORD)}${printable(record)}`]),
    ...verdicts.flatMap((one) => printVerdict(label(one.label), one, columns)),
    ...(remark === undefined
      ? []
      : answer === 'undecided'
        ? [`  ${printable(remark)}`]
        : printRemark(NOTE, remark, 2, style)),
  ];
}

function printVerdict(label: string, { verdict, lines }: WitnessVerdict, columns: number): string[] {
  const below = ' '.repeat(2 + columns + 2 + VERDICT_COLUMNS + 2);
  return lines.map(
    (line, index) => `${index === 0 ? `${label}${verdict.padEnd(VERDICT_COLUMNS)}  ` : below}${printable(line)}`,
  );
}
