// The page of proposed custom fields: a row for each proposed field and for each name left out, with the reason, and notes.
import { printCount, printPlural } from '../../base/index.ts';
import type { LeftOutName, ProposedField } from '../../language/custom-fields/index.ts';
import { LOGGED_KEYS, type LoggedKey } from '../../language/dataset/index.ts';
import type { FieldsProposal } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { answerPage, listSection, noticesOf, tableSection } from './answer-page.ts';
import { countCell, figureColumn, shareCell } from './cells.ts';
import type { Page, Section } from './page.ts';
import { problemSection } from './problem-section.ts';

const KEY_NAMES: Readonly<Record<LoggedKey, string>> = {
  RequestHeaders: 'request',
  ResponseHeaders: 'response',
  Cookies: 'cookie',
};

/** Creates the page of a proposal. */
export function fieldsProposalPage(found: FieldsProposal): Page {
  const proposal = printableAll(found);
  const { partial, traffic, exchanges, limits, limitBytes, fields, leftOut, notes } = proposal;
  const size = limitBytes === null ? '' : `, ${printCount(limitBytes)} bytes for all values of a line`;
  const count = printPlural(fields.length, 'field');
  const source = `${printPlural(traffic.exchanges, 'exchange')} from ${printPlural(traffic.files, 'file')}`;
  const keys = LOGGED_KEYS.filter((key) => fields.some((field) => field.key === key));
  const next = [
    `the job must list ${keys.join(', ')} in its field_names`,
    'headgate fields preview --ruleset FILE with the same traffic shows what the ruleset would log',
  ];
  return answerPage('Proposal', 'neutral', `${count} for ${source} (${limits} limits${size})`, {
    notices: partial ? noticesOf(['interrupted: the proposal covers only the data read so far']) : [],
    sections: [
      ...nameSection('Proposed', fields, exchanges),
      ...nameSection('Left out', leftOut, exchanges),
      ...problemSection(proposal),
      ...listSection('Notes', [...notes.map(({ message }) => message), ...(keys.length === 0 ? [] : next)]),
    ],
  });
}

function nameSection(title: string, names: readonly (ProposedField | LeftOutName)[], exchanges: number): Section[] {
  return tableSection(
    `${title} (${printCount(names.length)})`,
    ['Name', ...['In exchanges', 'Values', 'Bytes p50', 'Max'].map((figure) => figureColumn(figure, '')), 'Because'],
    names.map((name) => [
      `${KEY_NAMES[name.key]} ${name.name}`,
      shareCell(name.exchanges, exchanges, false),
      { text: `${name.hasMoreValues ? '>' : ''}${printCount(name.values)}` },
      countCell(name.medianBytes),
      countCell(name.maxBytes),
      name.reason,
    ]),
  );
}
