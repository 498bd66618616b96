// Quotes values in messages: as JSON, on one line, shortened to a readable length.
import { cutText, nearest, printJson, type Value } from '../../base/index.ts';
import { MAX_COMPARED_LENGTH } from '../dataset/index.ts';

/** Maximum length of a quoted value. Characters. */
const MAX_QUOTED = 80;
/** Maximum length of JSON in a fix: any filter within the platform's limits fits. Characters. */
const MAX_FIX = 1200;
/** Maximum number of list elements that are printed; more never fit into {@link MAX_QUOTED}. */
const MAX_ELEMENTS = 40;

/** Prints a value as JSON, shortened if necessary. */
export function quote(value: Value): string {
  const shown = Array.isArray(value) ? value.slice(0, MAX_ELEMENTS) : value;
  const text = printJson(typeof shown === 'string' ? shown.slice(0, MAX_QUOTED + 1) : shown);
  return cutText(text, MAX_QUOTED);
}

/** Returns "write X"; undefined when X is too long to be useful. */
export function writeAdvice(json: string): string | undefined {
  return json.length <= MAX_FIX ? `write ${json}` : undefined;
}

/** Returns the nearest known name; undefined for a name that is too long to be a misspelling. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  return written.length <= MAX_COMPARED_LENGTH ? nearest(written, known) : undefined;
}
