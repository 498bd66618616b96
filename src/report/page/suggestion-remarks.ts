// The sentences of a suggestion, for pages that show its figures in their own form. Takes those of the report, and has none of its own.
import type { SuggestReport } from '../../verbs/index.ts';
import { plainText, type Tone } from './page.ts';

/** Returns the sentences of a report: the answer, and what limits it. */
export async function suggestionRemarks(
  report: SuggestReport,
): Promise<{ answer: { tone: Tone; text: string }; remarks: string[] }> {
  // On use: every command loads this room.
  const { suggestPage } = await import('./suggest-page.ts');
  const { answer, statements = [], notices } = suggestPage(report);
  return {
    answer: { tone: answer.tone, text: plainText(answer.text) },
    remarks: [...statements, ...notices].map(({ text }) => plainText(text)),
  };
}
