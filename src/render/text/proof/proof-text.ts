// Prints the answer to a question about two filters: the statement, and the record that refutes it with the conditions that decide.
import type { FilterOnWitness, FilterProof } from '../../../task/index.ts';
import { NOTE, printRemark } from '../remark.ts';
import { paint, printable, type Style } from '../style.ts';
import { witnessJson } from './witness-json.ts';

/** Maximum conditions shown for each filter. */
const CONDITIONS_SHOWN = 8;
/** What a record lacks that no condition decides on. */
const NO_FILTER = 'no filter';

/** Prints an answer. */
export function printProof(proof: FilterProof, style: Style): string[] {
  const statement = printable(statementOf(proof));
  switch (proof.answer) {
    case 'proven':
      return [`${paint(style, ['bold', 'green'], '✓ proven')}: ${statement}`];
    case 'undecided':
      return [
        `${paint(style, ['bold', 'yellow'], '? not decided')}: ${statement}`,
        `  ${printable(proof.reason ?? '')}`,
      ];
    case 'refuted':
      return [`${paint(style, ['bold', 'red'], '✗ refuted')}: ${statement}`, ...printWitness(proof, style)];
  }
}

/** The statement as a sentence. */
export function statementOf({ statement, from, to, domain }: FilterProof): string {
  const records = domain === 'any' ? 'every record' : 'every complete record';
  if (statement === 'implies') return `${to} keeps ${records} that ${from} keeps`;
  return `${from} and ${to} have the same verdict on ${records}`;
}

function printWitness({ from, to, witness, ofComplete, domain }: FilterProof, style: Style): string[] {
  const { record, fromFilter, toFilter } = witness!;
  const columns = Math.max(from.length, to.length, 'record'.length);
  const label = (name: string): string => `  ${paint(style, 'bold', printable(name).padEnd(columns))}  `;
  return [
    `${label('record')}${printable(witnessJson(record))}`,
    ...printVerdict(label(from), fromFilter, columns),
    ...printVerdict(label(to), toFilter, columns),
    ...(domain === 'any' ? printOfComplete(ofComplete, style) : []),
  ];
}

function printVerdict(label: string, { verdict, conditions }: FilterOnWitness, columns: number): string[] {
  const [first = NO_FILTER, ...rest] = conditions
    .slice(0, CONDITIONS_SHOWN)
    .map(({ text, truth }) => `${printable(text)} is ${truth}`);
  const more = conditions.length - CONDITIONS_SHOWN;
  const below = ' '.repeat(2 + columns + 2 + 'undecided'.length + 2);
  return [
    `${label}${verdict.padEnd('undecided'.length)}  ${first}`,
    ...rest.map((line) => `${below}${line}`),
    ...(more > 0 ? [`${below}… and ${more} more`] : []),
  ];
}

function printOfComplete(ofComplete: FilterProof['ofComplete'], style: Style): string[] {
  if (ofComplete === 'refuted') return [];
  const sentence =
    ofComplete === 'proven'
      ? 'only records that lack fields refute it; it is proven for complete records, on which the platform evaluates filters (--complete)'
      : 'for complete records, on which the platform evaluates filters, it is not decided';
  return printRemark(NOTE, sentence, 2, style);
}
