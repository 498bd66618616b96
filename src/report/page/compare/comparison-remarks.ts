// The sentences of a comparison of two filters: its statements, and what limits its figures. For pages that show its figures in their own form.
// Takes the sentences of the report, and has none of its own.
import type { CompareReport } from '../../../analysis/compare/index.ts';
import { capitalized } from '../../../base/index.ts';
import { type Block, plainText } from '../page.ts';

/** The sentences of a comparison, as plain texts. */
export interface ComparisonRemarks {
  /** How the filters differ, also where undecided lines leave a range; why there is no answer. Without guards. */
  statements: string[];
  /** What was read, and what was not. */
  facts: string[];
  /** What limits the figures: damage, another dataset, problems in the data, undecided lines, extrapolated rates. */
  notices: string[];
}

/** Returns the sentences of a report. */
export async function comparisonRemarks(report: CompareReport): Promise<ComparisonRemarks> {
  // On use: every command loads this room.
  const [{ comparePage, EDITS_TITLE }, { filterText }] = await Promise.all([
    import('./compare-page.ts'),
    import('../job-section.ts'),
  ]);
  const { guards: _, unjudgedGuards: __, ...judged } = report;
  // Of the hours, sentences state the sum alone. Their charts and tables take 4 ms of the 30 ms of an answer of the page.
  const { hours = [] } = judged;
  const inAll = hours.reduce((sum, { lines }) => sum + lines, 0);
  const summed = { ...judged, hours: judged.hours && hours.slice(0, 1).map((hour) => ({ ...hour, lines: inAll })) };
  const { answer, statements = [], facts, notices, sections } = comparePage(summed as CompareReport);
  // What describes the filters limits no figure.
  const filters = report.jobs.map(({ filter }) => capitalized(plainText(filterText(filter))));
  const limiting = sections.filter(({ title }) => plainText(title) !== EDITS_TITLE);
  const sentences = limiting.flatMap(({ blocks }) => blocks.flatMap(sentencesOf));
  return {
    statements: [answer, ...statements].map(({ text }) => plainText(text)),
    facts: facts.map(plainText),
    notices: [...notices.map(({ text }) => plainText(text)), ...sentences.filter((one) => !filters.includes(one))],
  };
}

function sentencesOf(block: Block): string[] {
  if (block.kind === 'list' && block.isSteps !== true && block.isDetail !== true) return block.items.map(plainText);
  return block.kind === 'text' && block.isExplanation !== true ? [plainText(block.text)] : [];
}
