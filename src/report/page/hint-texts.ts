// Texts of hints, for the report and for explain.
import type { HintKind } from '../../analysis/aggregates/index.ts';

/** Why a condition almost matches, as the end of a sentence. */
export const HINT_TEXTS: Readonly<Record<HintKind, string>> = {
  'differs-by-case': 'only letter case differs',
  'part-of-element': 'only part of an element matches',
};
