// The error where not one line that was read is a record of the time asked for: no command has an answer then. One place decides it and
// words it for all commands.
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import type { LinesTotal, Problem } from '../../replay/index.ts';

/** Code of the error. */
export const NO_RECORDS = 'no-records';

/** A remark on an object that is no fault. */
const BYTE_ORDER_MARK = 'bom';

/** What a run has seen of its source. */
export interface Seen {
  /** Objects read, those that were lost included. */
  objects: number;
  /** Objects of which a part could not be read. */
  damaged: number;
  unreadable: number;
  /** Objects and day folders left out by the times in their names. */
  pruned: number;
  lines: Pick<LinesTotal, 'read' | 'outside' | 'malformed' | 'blank'>;
  /** What was wrong with the data, in the order of the report. */
  problems: readonly Problem[];
  /** What else to look at, where the command knows of something. */
  advice?: string | undefined;
  /** Event time of a line outside the range, RFC 3339; undefined where none is known. */
  time?: string | undefined;
}

/**
 * Makes the error where there is no record.
 * @param verb what could not be done: `replay`
 * @returns HeadgateError `no-records`; undefined where at least one record was read
 */
export function noRecordsError(verb: string, seen: Seen): HeadgateError | undefined {
  const { read, outside, malformed, blank } = seen.lines;
  if (read > 0) return undefined;
  const isOfRange = outside > 0 || seen.pruned > 0;
  const found = isOfRange ? 'no records in range' : 'no records';
  const fixes = [
    ...(isOfRange ? ['widen --since/--until, headgate replay --list shows the objects of a time'] : []),
    ...(malformed > 0 ? ['--input, --records and --fields select another shape'] : []),
    ...(seen.advice === undefined ? [] : [seen.advice]),
    ...(outside + malformed + blank + seen.damaged + seen.unreadable === 0 && !isOfRange
      ? ['check that the source holds the logs that are meant']
      : []),
  ];
  const expected = isOfRange ? 'at least one record within --since/--until' : 'one JSON object a line';
  return new HeadgateError(
    NO_RECORDS,
    `cannot ${verb}: found ${found} (${printSeen(seen)}), expected ${expected}${fixes.map((fix) => `; ${fix}`).join('')}`,
  );
}

/** `5 lines outside --since/--until and 2 blank lines in 1 object`, then what is known of the first fault and of the times. */
function printSeen({ objects, damaged, unreadable, pruned, lines, problems, time }: Seen): string {
  const { outside, malformed, blank } = lines;
  const counts = [
    ...(outside > 0 ? [`${printPlural(outside, 'line')} outside --since/--until`] : []),
    ...(malformed > 0 ? [printPlural(malformed, 'malformed line')] : []),
    ...(blank > 0 ? [printPlural(blank, 'blank line')] : []),
  ];
  const of = counts.length === 0 ? 'no line' : joined(counts);
  const lost = [
    ...(damaged > 0 ? [`${printCount(damaged)} damaged`] : []),
    ...(unreadable > 0 ? [`${printCount(unreadable)} unreadable`] : []),
  ];
  const places =
    objects === 0 ? [] : [`${of} in ${printPlural(objects, 'object')}${lost.map((one) => `, ${one}`).join('')}`];
  const left =
    pruned === 0 ? [] : [`${printPlural(pruned, 'object or day folder', 'objects and day folders')} left out by time`];
  const first = problems.find(({ code }) => code !== BYTE_ORDER_MARK);
  return [
    ...places,
    ...left,
    ...(places.length + left.length === 0 ? ['no object'] : []),
    ...(outside > 0 && time !== undefined ? [`the first line there is of ${time}`] : []),
    ...(first === undefined
      ? []
      : [`the first fault is in ${first.object} at byte ${printCount(first.offset)}: ${first.message}`]),
  ].join('; ');
}

function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
