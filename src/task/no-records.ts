// The error where not one line of a source was a record: what was done with it cannot have an answer.
import { HeadgateError } from '../base/index.ts';

/** Where the first thing stands that was wrong, and what it was. */
export interface FirstFault {
  object: string;
  offset: number;
  message: string;
}

/**
 * Makes the error `no-records`.
 * @param verb what could not be done
 * @param lines that were looked at
 * @param first undefined where nothing was wrong
 */
export function noRecords(verb: string, lines: number, first: FirstFault | undefined): HeadgateError {
  const found = lines === 0 ? 'no line' : lines === 1 ? 'no record in 1 line' : `no record in ${lines} lines`;
  const why = first === undefined ? '' : ` (${first.object} at byte ${first.offset}: ${first.message})`;
  const wanted = 'wanted one JSON object a line; --input, --records and --fields say how else to read';
  return new HeadgateError('no-records', `cannot ${verb}: found ${found}${why}, ${wanted}`);
}
