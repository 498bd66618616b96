// What a hint says, for the report and for explain.
import type { HintKind } from '../../replay/index.ts';

/** Why a condition missed by a hair, as the end of a sentence. */
export const HINT_TEXTS: Readonly<Record<HintKind, string>> = {
  'differs-by-case': 'only letter case differs',
  'part-of-element': 'only part of an element matches',
};
