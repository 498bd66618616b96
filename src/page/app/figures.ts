// Prints figures, times and values on the page, as the reports print them. Computes nothing.
import { printable, printShare } from '../../base/index.ts';
import type { Effect, Verdict } from '../contract.ts';

export {
  moneyFormats,
  printAmount as money,
  printAmountChange as moneyChange,
} from '../../analysis/cost/index.ts';
export { printBytes as bytes, printCount as count, printPlural as plural } from '../../base/index.ts';

/** Colors and shapes of a bar, in the order of a bar. */
export type Tone = 'kept' | 'gained' | 'lost' | 'dropped' | 'undecided';

interface EffectEntry {
  name: string;
  tone: Tone | undefined;
  /** Its lines and their bytes. */
  of: (answer: Verdict) => Verdict['report']['jobs'][number]['kept'];
}

/** The effects, in the order of the page. */
export const EFFECTS = {
  all: { name: 'All', tone: undefined, of: ({ report, bytes }) => ({ lines: report.lines.read, bytes }) },
  kept: { name: 'Kept', tone: 'kept', of: ({ report }) => report.jobs[1]!.kept },
  dropped: { name: 'Dropped', tone: 'dropped', of: ({ report }) => report.jobs[1]!.dropped },
  'newly-dropped': { name: 'Newly dropped', tone: 'lost', of: ({ report }) => report.comparisons[0]!.onlyBefore },
  'newly-kept': { name: 'Newly kept', tone: 'gained', of: ({ report }) => report.comparisons[0]!.onlyAfter },
  undecided: { name: 'Undecided', tone: 'undecided', of: ({ report }) => report.jobs[1]!.undecided },
  'kept-by-both': { name: 'Kept by both', tone: 'kept', of: ({ report }) => report.comparisons[0]!.keptByBoth },
  'dropped-by-both': { name: 'Dropped by both', tone: 'dropped', of: ({ report }) => report.comparisons[0]!.neither },
  'either-undecided': {
    ...{ name: 'Undecided by either', tone: 'undecided', of: ({ report }) => report.comparisons[0]!.undecided },
  },
} as const satisfies Record<Effect, EffectEntry>;

/** `4.1 %` of a share from 0 to 1. */
export const percent = (share: number): string => printShare(share, 1);
/** `4.1 %`; a dash of nothing. */
export const share = (part: number, whole: number): string => (whole === 0 ? '–' : printShare(part, whole));

export type Clock = 'utc' | 'local';

const MS_PER_MINUTE = 60_000;

/** `2026-11-01 08:00`, with seconds if they are asked for. @param time RFC 3339 or milliseconds */
export function printTime(
  time: string | number,
  clock: Clock,
  digits: 'day' | 'minutes' | 'seconds' = 'minutes',
): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  const shifted = clock === 'utc' ? date : new Date(date.getTime() - date.getTimezoneOffset() * MS_PER_MINUTE);
  const text = shifted.toISOString().replace('T', ' ');
  return text.slice(0, digits === 'day' ? 10 : digits === 'minutes' ? 16 : 19);
}

/** RFC 3339 of what a person types: `2026-11-01 08:00`, `2026-11-01`, or RFC 3339. Undefined: nothing; null: no time. */
export function timeOfInput(text: string, clock: Clock): string | undefined | null {
  const typed = text.trim();
  if (typed === '') return undefined;
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:\d\d)?)?$/.exec(typed);
  const [, day, time = '00:00', zone = clock === 'utc' ? 'Z' : ''] = found ?? [];
  const [date, midnight] = [new Date(`${day}T${time}${zone}`), new Date(`${day}T00:00Z`)];
  // Browsers read February 30 as a day of March.
  const isTime = !Number.isNaN(date.getTime()) && midnight.toISOString().startsWith(day!);
  return isTime ? date.toISOString().replace('.000Z', 'Z') : null;
}

/** A JSON text as people read it: a string without its quotes. */
export function valueText(json: string | null): string {
  if (json === null) return '';
  if (!json.startsWith('"')) return printable(json);
  try {
    return printable(JSON.parse(json) as string);
  } catch {
    return printable(json);
  }
}
