// What limits the rates and costs of a report: the time that they come from, how stored sizes were found, why there are none. Computes no costs.
import type { HourCount } from '../../analysis/aggregates/index.ts';
import { type Assumption, type CostReport, type Estimated, MIN_COVERED_HOURS } from '../../analysis/cost/index.ts';
import {
  HOURS_PER_DAY,
  MS_PER_HOUR,
  printBytes,
  printCount,
  printHours,
  printInterval,
  printPlural,
} from '../../base/index.ts';
import { present } from './page.ts';

/** Maximum periods without lines that are named. */
const MISSING_SHOWN = 3;

/** Why a report has hours and no rates. */
export function whyNoRates(hours: readonly HourCount[]): string {
  return hours.length === 0
    ? 'no line has a readable event time'
    : `the lines cover less than ${printHours(MIN_COVERED_HOURS)}`;
}

/** What limits the rates and the money. */
export function rateNotes(cost: CostReport): string[] {
  const { covered, sampleRate, all } = cost;
  const { hours, missing, edgesUnknown } = covered;
  return present(
    missing.length !== 0 && printMissing(missing),
    hours < HOURS_PER_DAY && `${printHours(hours)} of logs are extrapolated to days and months`,
    edgesUnknown &&
      'the first and the last hour count as whole hours: pass --since and --until if the logs cover only a part of them',
    sampleRate !== 1 && printSampleRate(sampleRate, all.perDay.lines),
    ...priceListNotes(cost),
    cost.together !== undefined && 'the jobs share what a price list includes, in proportion to what they push',
  );
}

/** Where the prices of lists are from, and what is assumed. */
function priceListNotes({ all, jobs, priceLists = [] }: CostReport): string[] {
  const namesWith = (of: keyof Assumption): string[] =>
    priceLists
      .map(({ price }) => price)
      .filter((name) =>
        [all, ...jobs].some(({ money }) =>
          money.some(({ price, cases = [] }) => price === name && cases.some((one) => one[of] !== undefined)),
        ),
      );
  const [open, unknown] = [namesWith('included'), namesWith('destination')];
  const isUnknown = jobs.length === 0 || jobs.some(({ billed }) => billed !== undefined && billed.as.length > 1);
  return present(
    ...priceLists.map(({ price, title, asOf, source, otherUsage }) => {
      const others = Object.entries(otherUsage).map(([usage, amount]) => `${usage} ${printUsage(usage, amount)}`);
      const rest = others.length === 0 ? '' : `; the rest of the account uses ${others.join(', ')} in a month`;
      return `${price}: public prices of ${title} of ${asOf} (${source}); Enterprise contracts differ${rest}`;
    }),
    open.length !== 0 &&
      `${open.join(', ')}: the low end assumes that all of the included usage is left, the high end that none is; --price can state what the rest of the account uses, as in cloudflare,internal=40GB,external=60GB`,
    unknown.length !== 0 &&
      `${unknown.join(', ')}: ${isUnknown ? 'the destination is not known' : 'the jobs have destinations of both kinds'}: the low end is for internal ones (R2, Pipelines), the high end for others`,
  );
}

function printUsage(usage: string, amount: number): string {
  return usage === 'trace-events' ? printPlural(amount, 'line') : printBytes(amount);
}

/** How stored sizes were found. */
export function storedNote({ stored }: CostReport): string {
  if (stored === null) return 'stored bytes were not measured';
  return stored.exact
    ? 'stored: all kept lines were compressed as --emit writes them'
    : `stored: estimated from ${printPlural(stored.runs, 'part')} of the objects, compressed as --emit writes them`;
}

function printMissing(missing: CostReport['covered']['missing']): string {
  const hours = missing.reduce(
    (sum, { since, until }) => sum + (Date.parse(until) - Date.parse(since)) / MS_PER_HOUR,
    0,
  );
  const shown = missing.slice(0, MISSING_SHOWN).map(({ since, until }) => `${since} to ${until}`);
  const more = missing.length - shown.length;
  const rest = more > 0 ? ` and ${printPlural(more, 'more period')}` : '';
  return `rates leave out ${printHours(hours)} without lines: ${shown.join(', ')}${rest}`;
}

function printSampleRate(rate: number, lines: Estimated): string {
  const interval = printInterval(lines, printCount);
  const range = interval === '' ? '' : `: ${printCount(lines.value)} lines/day, 95 % interval ${interval}`;
  return `the source has a sample of ${rate} of the lines; rates are divided by it${range}`;
}
