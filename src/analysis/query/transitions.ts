// The question what changes if one filter with its transformer replaces another.
import type { Selection } from '../../language/filter/index.ts';
import { type SelectionText, selectionText, type Transitions } from '../aggregates/index.ts';
import type { TransformText } from '../transform/index.ts';
import type { Question } from './query.ts';

/** What is delivered: the lines that a selection keeps, or what a transformer makes of them. */
export interface DeliveredSelection {
  selection: Selection;
  /** @default the lines as they are */
  transformer?: TransformText | undefined;
}

/** Asks what changes. */
export function askTransitions(from: DeliveredSelection, to: DeliveredSelection): Question<Transitions> {
  const sides = [from, to] as const;
  const of = sides.map(({ selection }) => selectionText(selection)) as [SelectionText, SelectionText];
  const by = sides.map(({ transformer }) => transformer ?? null) as [TransformText | null, TransformText | null];
  const asked = { kind: 'transitions', of, by } as const;
  return { aggregates: [asked], of: (answers) => answers.of(asked) };
}
