// The sentences and sections of reports, for pages that show figures in their own form. Takes those of the report, and has none of its own.
import type { ReplayResult, SuggestReport } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { type Block, type Page, plainText, type Section, shownColumns, type Tone } from './page.ts';

/** The sentences of a report. */
interface ReportRemarks {
  answer: { tone: Tone; text: string };
  /** What the answer is based on, and what limits it. */
  remarks: string[];
}

/** Returns the sentences of a suggestion. */
export async function suggestionRemarks(report: SuggestReport): Promise<ReportRemarks> {
  // On use: every command loads this room.
  const { suggestPage } = await import('./suggest-page.ts');
  return remarksOf(suggestPage(report));
}

/** Returns the sentences of a replay with one transformer, and its sections of the transformer, of rates and of money, as people read them. */
export async function transformationRemarks(report: ReplayResult): Promise<ReportRemarks & { sections: Section[] }> {
  const [{ replayPage }, { transformerSection, withSingleLines }, { costSections }] = await Promise.all([
    import('./replay-page.ts'),
    import('./transformer-section.ts'),
    import('./cost-section.ts'),
  ]);
  const shown = printableAll(withSingleLines(report));
  // The notes on rates are among the remarks of a comparison, too, which the page shows for the filters.
  const rates = costSections(shown).map((section) => ({
    ...section,
    blocks: section.blocks.filter(({ kind }) => kind !== 'list'),
  }));
  const sections = [...transformerSection(shown.jobs![0]!, true), ...rates];
  return {
    ...remarksOf(replayPage(report)),
    sections: sections.map((section) => ({ ...section, blocks: section.blocks.flatMap(shownBlock) })),
  };
}

/** The rows and columns that people read. */
function shownBlock(block: Block): Block[] {
  if (block.kind !== 'table') return [block];
  const { columns, rows } = shownColumns(block);
  return block.isHidden === true ? [] : [{ ...block, columns, rows: rows.slice(0, block.shown) }];
}

function remarksOf({ answer, statements = [], notices }: Page): ReportRemarks {
  return {
    answer: { tone: answer.tone, text: plainText(answer.text) },
    remarks: [...statements, ...notices].map(
      ({ tone, text }) => `${tone === 'bad' ? '✗ ' : tone === 'unclear' ? '? ' : ''}${plainText(text)}`,
    ),
  };
}
