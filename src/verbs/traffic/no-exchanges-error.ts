// The error of a command that finds no exchange in the traffic.
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import { NO_RECORDS } from '../request/no-answer/no-records-error.ts';
import type { TrafficProblems, TrafficTotal } from './traffic-total.ts';

/** Codes of the problems with an unreadable entry, and with a file of unreadable entries alone. */
const BROKEN_ENTRY = 'broken-entry';
const NOT_TRAFFIC = 'not-traffic';
/** Notes that name the reason why no exchange counts. */
const CAUSES: ReadonlySet<string> = new Set(['nothing-sent', 'hosts']);

/** The parts of a result that the error needs. */
interface ReadResult extends TrafficProblems {
  partial: boolean;
  traffic: TrafficTotal;
  notes: readonly { code: string; message: string }[];
}

/**
 * Returns the error `no-records`; undefined if there is an exchange, or the run was interrupted.
 * @param purpose what the traffic is for: `preview custom fields`
 */
export function noExchangesError(
  { partial, traffic, notes, problems }: ReadResult,
  purpose: string,
): HeadgateError | undefined {
  const { exchanges, files, broken, passedOver, damaged, unreadable } = traffic;
  if (exchanges > 0 || partial) return undefined;
  const { 'other-host': others, ...unsent } = passedOver;
  const entries = [
    [broken, 'broken'],
    [Object.values(unsent).reduce((sum, count) => sum + count, 0), 'that never reached the edge'],
    [others, 'of other hosts'],
  ] as const;
  const lost = [
    [damaged, 'damaged'],
    [unreadable, 'unreadable'],
  ] as const;
  const seen = entries.filter(([count]) => count > 0);
  const found = seen.map(([count, what], index) =>
    index === 0 ? `${printPlural(count, 'entry', 'entries')} ${what}` : `${printCount(count)} ${what}`,
  );
  // A problem of a whole file explains more than a problem of an entry, unless it is only that every entry is broken.
  const explains = (code: string) => code !== BROKEN_ENTRY && !(code === NOT_TRAFFIC && broken > 0);
  const first = problems.find(({ code }) => explains(code)) ?? problems.find(({ code }) => code !== NOT_TRAFFIC);
  const parts = [
    [
      `${seen.length === 0 ? 'no entry' : found.join(', ')} in ${printPlural(files, 'file')}`,
      ...lost.filter(([count]) => count > 0).map(([count, what]) => `${printCount(count)} ${what}`),
    ].join(', '),
    ...(first === undefined
      ? []
      : [`the first problem is in ${first.object} at byte ${printCount(first.offset)}: ${reasonOf(first.message)}`]),
  ];
  const causes = notes.filter(({ code }) => CAUSES.has(code)).map(({ message }) => `; ${message}`);
  return new HeadgateError(
    NO_RECORDS,
    `cannot ${purpose}: found no exchange (${parts.join('; ')}), expected a HAR file saved by a browser, or NDJSON of exchanges${causes.join('')}`,
  );
}

/** Returns the rest of a message after its failed action, which the sentence around it names. */
function reasonOf(message: string): string {
  return message.replace(/^cannot [^:]+: /, '');
}
