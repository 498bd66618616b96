// The error of a run that reads no record in the requested time range. Every command uses it.
import { enumerate, HeadgateError, printCount, printInstant, printPlural } from '../../../base/index.ts';
import { type IndexedSource, isBadBytes } from '../../../input/destination/index.ts';
import type { LinesTotal, Problem } from '../../../input/scan/index.ts';
import { describeLacks } from '../index-difference.ts';
import type { TimeRangeRequest } from '../logs-request.ts';

/** Code of the error. */
export const NO_RECORDS = 'no-records';

/** What to change about a time range without a record. */
export const WIDER_RANGE = 'widen --since/--until (headgate replay --list shows the objects of a time range)';

/** Code of a remark that is not a problem. */
const BYTE_ORDER_MARK = 'bom';
/** Code of a line in which an object ends: of a lost object, a consequence of what ended it. */
const CUT_LINE = 'cut-line';

/** Counts of the objects and lines that a run read. */
export interface Seen {
  /** Objects read, including unreadable ones. */
  objects: number;
  /** Objects that could not be read completely. */
  damaged: number;
  /** Objects of which nothing could be read. */
  unreadable: number;
  /** Objects and day folders excluded by the times in their names. */
  pruned: number;
  lines: Pick<LinesTotal, 'read' | 'outside' | 'malformed' | 'blank'>;
  /** Problems of the data, in the order of the report. */
  problems: readonly Problem[];
  /** The damaged and unreadable objects, each with what ended it. @default problems */
  lost?: readonly Problem[] | undefined;
  /** A fix that only the command can name. */
  advice?: string | undefined;
  /** Event time of the first line, RFC 3339, for a run with lines outside the range; undefined if unknown. */
  time?: string | undefined;
  /** The time range of the request. @default no limit */
  range?: TimeRangeRequest | undefined;
  /** The indexes among the sources: the logs may have records that they lack. @default none */
  indexes?: readonly IndexedSource[] | undefined;
}

/**
 * Returns the error of a run without a record.
 * @param verb of the error: `replay`
 * @returns HeadgateError `no-records`; undefined if the run read a record
 */
export function noRecordsError(verb: string, seen: Seen): HeadgateError | undefined {
  const { read, outside, malformed, blank } = seen.lines;
  if (read > 0) return undefined;
  const lost = lostReason(seen);
  if (lost !== undefined) return new HeadgateError(NO_RECORDS, `cannot ${verb}: ${lost}`);
  const isOfRange = outside > 0 || seen.pruned > 0;
  const found = isOfRange ? 'no records in range' : 'no records';
  const fixes = [
    ...(isOfRange ? [describeLacks(seen.indexes) ?? WIDER_RANGE] : []),
    ...(malformed > 0 && verb !== 'index' ? ['set the shape of the data with --input'] : []),
    ...(seen.advice === undefined ? [] : [seen.advice]),
    ...((verb === 'index' || outside + malformed + blank + seen.damaged + seen.unreadable === 0) && !isOfRange
      ? ['check that the source is the right one']
      : []),
  ];
  const expected = isOfRange
    ? `at least one record within --since/--until${printRange(seen.range)}`
    : 'one JSON object on each line';
  return new HeadgateError(
    NO_RECORDS,
    `cannot ${verb}: found ${found} (${printSeen(seen)}), expected ${expected}${fixes.map((fix) => `; ${fix}`).join('')}`,
  );
}

/** ` (since 2026-11-01T00:00:00Z)`: the times that a duration such as `--since 1h` means. */
function printRange({ since, until }: TimeRangeRequest = {}): string {
  const print = (bound: NonNullable<TimeRangeRequest['since']>): string =>
    typeof bound === 'string' ? bound : printInstant(bound);
  const bounds = [
    ...(since === undefined ? [] : [`since ${print(since)}`]),
    ...(until === undefined ? [] : [`until ${print(until)}`]),
  ];
  return bounds.length === 0 ? '' : ` (${bounds.join(', ')})`;
}

/** Returns why no line could be read, if that is not the content of the objects: each of them is unreadable, or breaks off in its first line. */
function lostReason(seen: Seen): string | undefined {
  const { objects, damaged, unreadable, lines } = seen;
  const { outside, malformed, blank } = lines;
  const [first] = seen.lost ?? causesOf(seen);
  if (first === undefined || isBadBytes(first.code) || damaged + unreadable < objects) return undefined;
  if (damaged > 0 && outside + malformed + blank > 0) return undefined;
  const { object, message } = first;
  if (objects === 1) {
    return `the only object, ${object}, ${damaged > 0 ? 'breaks off' : 'cannot be read'}: ${message}`;
  }
  const none = damaged > 0 ? 'have a complete line' : 'can be read';
  return `none of ${printCount(objects)} objects ${none}, the first is ${object}: ${message}`;
}

/** Returns the problems without remarks and without consequences of others. */
function causesOf({ problems, damaged, unreadable }: Seen): Problem[] {
  const isWhole = damaged + unreadable === 0;
  return problems.filter(({ code }) => code !== BYTE_ORDER_MARK && (code !== CUT_LINE || isWhole));
}

/** `5 lines outside --since/--until and 2 blank lines in 1 object`, then the first time and the first problem. */
function printSeen(seen: Seen): string {
  const { objects, damaged, unreadable, pruned, lines, lost = [], time } = seen;
  const { outside, malformed, blank } = lines;
  const counts = [
    ...(outside > 0 ? [`${printPlural(outside, 'line')} outside --since/--until`] : []),
    ...(malformed > 0 ? [printPlural(malformed, 'malformed line')] : []),
    ...(blank > 0 ? [printPlural(blank, 'blank line')] : []),
  ];
  const of = counts.length === 0 ? 'no line' : enumerate(counts, 'and');
  const incomplete = [
    ...(damaged > 0 ? [`${printCount(damaged)} damaged`] : []),
    ...(unreadable > 0 ? [`${printCount(unreadable)} unreadable`] : []),
  ];
  const places =
    objects === 0 ? [] : [`${of} in ${printPlural(objects, 'object')}${incomplete.map((one) => `, ${one}`).join('')}`];
  const left =
    pruned === 0
      ? []
      : [`${printPlural(pruned, 'object or day folder', 'objects and day folders')} outside the time range`];
  const first = causesOf(seen)[0] ?? lost[0];
  return [
    ...places,
    ...left,
    ...(places.length + left.length === 0 ? ['no object'] : []),
    ...(outside > 0 && time !== undefined ? [`the time of the first line is ${time}`] : []),
    ...(first === undefined
      ? []
      : [`the first problem is in ${first.object} at byte ${printCount(first.offset)}: ${first.message}`]),
  ].join('; ');
}
