// A value of the API in a sentence: as JSON, cut at a length.
import { cutText } from '../../../base/index.ts';

/** The longest quotation. Characters. */
const MAX_QUOTED = 80;

/** A value as JSON, whose end is `…` if it is longer than {@link MAX_QUOTED}. */
export function quoteValue(value: unknown): string {
  const json = JSON.stringify(value);
  return cutText(json, MAX_QUOTED);
}
