// The section of a question about two filters: the answer, the record that refutes it, and what both filters decide on it.
import { capitalized } from '../../base/index.ts';
import { codeCell, textCell, textColumn } from './cells.ts';
import type { ProofDescription } from './describe-proof.ts';
import { type Block, type Cell, type Page, paragraph, present, type Section, type Text, type Tone } from './page.ts';

const TONES: Readonly<Record<ProofDescription['answer'], Tone>> = {
  proven: 'good',
  refuted: 'bad',
  undecided: 'unclear',
};
const SYMBOLS: Readonly<Record<ProofDescription['answer'], string>> = { proven: '✓', refuted: '✗', undecided: '?' };
/** Every line of both filters is shown: the number is bounded already. */
const ROWS_SHOWN = 20;

/** The answer at the top: that of one question, or the worst one and how many there are. @param proofs at least one */
export function proofsAnswer(proofs: readonly ProofDescription[]): Page['answer'] {
  const of = (answer: ProofDescription['answer']): ProofDescription[] => proofs.filter((one) => one.answer === answer);
  const [worst] = [...of('refuted'), ...of('undecided'), ...of('proven')];
  const { answer, headline, sentence } = worst!;
  const count = proofs.length === 1 ? [] : [` (${of(answer).length} of ${proofs.length} statements)`];
  return { tone: TONES[answer], text: [`${capitalized(headline)}: `, ...sentence, ...count, '.'] };
}

/** The section of one question. The parts must be printable. @param isAnswered whether the page begins with the answer */
export function proofSection(
  { answer, headline, sentence, record, verdicts, remark }: ProofDescription,
  isAnswered: boolean,
): Section {
  const columns = [textColumn('Filter', 'filter'), textColumn('Verdict', 'verdict'), textColumn('Because', 'because')];
  const rows = verdicts.flatMap(({ label, verdict, lines }) =>
    lines.map((line, index): Cell[] => [
      index === 0 ? codeCell(label) : textCell(''),
      textCell(index === 0 ? verdict : ''),
      codeCell(line),
    ]),
  );
  const stated: Text = [
    ...sentence.map((part, index) => (index === 0 && typeof part === 'string' ? capitalized(part) : part)),
    '.',
  ];
  const blocks: Block[] = present(
    !isAnswered && paragraph(stated),
    record !== undefined && { kind: 'code', label: 'Record', code: record, isAligned: true },
    rows.length !== 0 && { kind: 'table', name: 'proofs', columns, rows, shown: ROWS_SHOWN },
    remark !== undefined && paragraph(`${capitalized(remark)}.`),
  );
  return { title: isAnswered ? 'Proof' : `${SYMBOLS[answer]} ${capitalized(headline)}`, blocks };
}
