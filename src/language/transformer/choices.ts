// Points that no page documents, with the choice that the evaluator makes for each. docs/transformers.md prints the table.

/** A choice: what it is about, what headgate does, and on what evidence. */
interface Choice {
  readonly topic: string;
  readonly choice: string;
}

export const CHOICES = {
  'absent-field': {
    topic: 'A field that the stored line lacks',
    choice: 'The line is undecided. On the platform the field may be null because the job does not list it',
  },
} as const satisfies Record<string, Choice>;

/** Stable name of a choice. */
export type ChoiceName = keyof typeof CHOICES;
