// Questions about the lines of a selection: how many it keeps and leaves undecided, and examples of them.
import type { LineTotal } from '../../input/scan/index.ts';
import type { Selection } from '../../language/filter/index.ts';
import { type Aggregate, type Sample, selectionText, type ValueLine, type VerdictKey } from '../aggregates/index.ts';
import type { Answers, Question } from './query.ts';

/** Lines with examples. */
export interface ShownLines extends LineTotal {
  samples: readonly Sample[];
}

/** Lines that a selection keeps or leaves undecided. */
export interface SelectedLines {
  kept: ShownLines;
  undecided: ShownLines;
  /** A uniform sample of the kept lines, to count their values. Absent unless it was asked for. */
  valueLines?: readonly ValueLine[];
}

/** The lines of a selection. */
export interface SelectedQuestion extends Question<SelectedLines> {
  selection: Selection;
}

/** What is asked about the lines of a selection. */
export interface SelectedOptions {
  /** Examples of kept lines, and as many of undecided lines. @default 0 */
  samples?: number | undefined;
  /** Lines of the sample whose values are counted, of those that it keeps. @default 0 */
  valueLines?: number | undefined;
}

/** Asks for the lines of a selection. */
export function askSelected(
  selection: Selection,
  { samples = 0, valueLines = 0 }: SelectedOptions = {},
): SelectedQuestion {
  const of = selectionText(selection);
  const verdicts = { kind: 'verdicts', of } as const;
  const values = { kind: 'values', of, limit: valueLines } as const;
  const sampleOf = (verdict: VerdictKey) => ({ kind: 'sample', of, verdict, limit: samples }) as const;
  const [kept, undecided] = [sampleOf('kept'), sampleOf('undecided')];
  const aggregates: Aggregate[] = [verdicts];
  if (samples > 0) aggregates.push(kept, undecided);
  if (valueLines > 0) aggregates.push(values);
  const shown = (answers: Answers, sample: typeof kept): ShownLines => ({
    ...answers.of(verdicts)[sample.verdict],
    samples: samples > 0 ? answers.of(sample) : [],
  });
  return {
    selection,
    aggregates,
    of: (answers) => ({
      kept: shown(answers, kept),
      undecided: shown(answers, undecided),
      ...(valueLines > 0 && { valueLines: answers.of(values) }),
    }),
  };
}
