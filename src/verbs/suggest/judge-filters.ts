// Replays the filter in force and the suggested ones: by day and object, with costs and examples. What it returns is all that is printed of a filter; the
// search is not asked.
import type { Aggregate, FieldLines, HourCount, ObjectTotals } from '../../analysis/aggregates/index.ts';
import { selectionText } from '../../analysis/aggregates/index.ts';
import {
  type CostReport,
  type CoveredHours,
  costDifference,
  type JobCost,
  type MonthlyCost,
} from '../../analysis/cost/index.ts';
import { askSelected } from '../../analysis/query/index.ts';
import type { Report } from '../../analysis/replay/index.ts';
import { type ListKind, type Period, type Term, totalOf } from '../../analysis/suggest/index.ts';
import {
  enumerate,
  HeadgateError,
  HOURS_PER_DAY,
  MS_PER_DAY,
  MS_PER_HOUR,
  printCount,
  printPlural,
} from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { keyRemarksOf, mixedDatasetsOf, wrappedAdvice } from '../../language/dataset/index.ts';
import {
  complementOf,
  type Filter,
  intersectionOf,
  type Selection,
  sizeOf,
  testedFields,
  unionOf,
} from '../../language/filter/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { resolveCosts } from '../compare/compared-costs.ts';
import type { ComparedFilter } from '../compare/compared-filters.ts';
import { replayListed } from '../replay/replay-listed.ts';
import { printKeys } from '../request/no-answer/no-answer-error.ts';
import type { SuggestRun } from './resolved-suggestion.ts';
import type { Rung } from './suggest-report.ts';

/** Example lines of a rung. */
const SAMPLES = 3;

/** What the filter in force keeps. */
export type Baseline = Awaited<ReturnType<typeof readBaseline>>;

/** Replays the filter in force. @throws HeadgateError `mixed-datasets`, `other-dataset`, `promise-undecided` */
export async function readBaseline(run: SuggestRun, listing: SourceListing) {
  const { promises, promised } = run;
  const inForce = run.compared.selection;
  const selections = promises.map(({ selection }) => selection);
  // A line that no promise keeps is in none of these if the promise is unknown for it.
  const decided = [promised, ...selections].map((one) =>
    askSelected(intersectionOf(inForce, unionOf(promised, complementOf(one)))),
  );
  const lost = selections.map((one) => askSelected(intersectionOf(complementOf(inForce), one)));
  const of = selectionText(inForce);
  const [fields, conditions] = [{ kind: 'fields', of } as const, { kind: 'conditions', of } as const];
  const counted = { aggregates: typeof inForce === 'object' ? [fields, conditions] : [fields] };
  const ofPeriods = [...selections, complementOf(promised)].map((one) => intersectionOf(inForce, one));
  const found = await replayAll(run, listing, { to: [], ofPeriods, asked: [...decided, ...lost, counted] });
  const { report, answers, byObject } = found;
  const { kept, undecided } = report.jobs![0]!;
  const present = answers.of(fields);
  rejectForeign(run, present, kept);
  const [undecidedLines, ...ofPromises] = decided.map((one) => kept.lines - one.of(answers).kept.lines);
  if (undecidedLines! > 0) {
    const unknown = promises.filter((_, index) => ofPromises[index]! > 0);
    throw undecidedPromise(run, unknown, { lines: undecidedLines!, kept, present });
  }
  const { missingFields = [], nullFields = [] } = undecided.lines === 0 ? {} : answers.of(conditions);
  const byName = Map.groupBy([...missingFields, ...nullFields], ({ name }) => name);
  const totals = byObject.map(sumOf);
  const cost = await found.readCost();
  const remains = kept.lines === 0 ? 0 : remainsOf(run, report, cost, 0);
  const droppable = totals.at(-1)!;
  /** What remains of the promised lines alone. */
  const leastOf = async (): Promise<{ remains: number; cost?: JobCost | undefined }> => {
    const least = intersectionOf(inForce, promised);
    if (run.goal.kind === 'dropped') return { remains: 1 - droppable.bytes / kept.bytes };
    if (kept.lines === 0 || least === 'none') return { remains: 0 };
    return least === 'every' ? { remains, cost: cost?.jobs[0] } : await remainsWith(run, listing, least);
  };
  return {
    report,
    /** What remains with the filter in force, and of the promised lines alone, in the unit of the goal. */
    ...{ remains, least: await leastOf() },
    /** Fields that the filter in force tests, and the lines that lack a value of each. Empty if it leaves no line undecided. */
    missingFields: [...byName].map(([name, counts]) => ({ name, lines: totalOf(counts.map(({ lines }) => lines)) })),
    /** By promise: the lines in force that it protects, and how many lines it matches that the filter in force drops. */
    promises: lost.map((one, index) => ({ ...totals[index]!, alreadyDropped: one.of(answers).kept.lines })),
    /** Of the lines in force, those that no promise protects. */
    droppable,
    cost,
    ...bytesByDay(run, report, cost),
  };
}

/** Rejects lines of several datasets, and those of another one. @throws HeadgateError `mixed-datasets`, `other-dataset` */
function rejectForeign({ dataset }: SuggestRun, fields: readonly FieldLines[], { lines }: LineTotal): void {
  const mixed = mixedDatasetsOf(fields, lines);
  if (mixed !== undefined) {
    // The counts are lower bounds: a line may have no field that only its dataset has.
    const least = mixed.reduce((sum, one) => sum + one.lines, 0) < lines ? 'at least ' : '';
    const found = mixed.map((one) => `${one.name} (${least}${printPlural(one.lines, 'line')})`);
    throw new HeadgateError(
      'mixed-datasets',
      `cannot suggest: found lines of ${enumerate(found, 'and')}, expected those of one dataset; pass the objects of each dataset alone`,
    );
  }
  const { otherDatasets: other, foreignKeys } = keyRemarksOf(fields, lines, dataset, []);
  const unknown = foreignKeys?.unknown ?? [];
  if (unknown.length > 0)
    throw new HeadgateError(
      'other-dataset',
      `cannot suggest: found lines whose keys are ${printKeys(unknown)}, of which none is a field of ${dataset.name}; ${wrappedAdvice(unknown)}`,
    );
  if (other === undefined) return;
  throw new HeadgateError(
    'other-dataset',
    `cannot suggest: found lines that look like ${other.names.join(' or ')} (${other.fields.slice(0, FIELDS_NAMED).join(', ')}), expected those of ${dataset.name}; use --dataset ${other.names[0]}`,
  );
}

/** Maximum fields named in an error. */
const FIELDS_NAMED = 3;

/** The error of promises that are unknown for lines in force that no other promise protects. */
function undecidedPromise(
  { dataset, promises: all }: SuggestRun,
  promises: SuggestRun['promises'],
  { lines, kept, present }: { lines: number; kept: LineTotal; present: readonly FieldLines[] },
): HeadgateError {
  const tested = [...new Set(promises.flatMap(({ filter }) => testedFields(filter)))];
  const counts = new Map(present.map((one) => [one.name, one.lines]));
  const absent = tested.filter((name) => (counts.get(name) ?? 0) < kept.lines);
  const texts = promises.map(({ text }) => text);
  // Without an absent field, a field is null, or has a value of another type.
  const [fields, fix] =
    absent.length > 0
      ? [absent, 'add the field to field_names of the job']
      : [tested, 'the field is null or of another type: --null zero treats null as an empty value'];
  const [lack, them] = lines === 1 ? ['lacks', 'it'] : ['lack', 'them'];
  const [need, promise] = texts.length === 1 ? ['the promise needs', 'promise'] : ['the promises need', 'promises'];
  const others = all.length > promises.length ? `, and no other promise protects ${them}` : '';
  return new HeadgateError(
    'promise-undecided',
    `cannot suggest with --never-drop ${enumerate(texts, 'and')}: ${printCount(lines)} of ${printPlural(kept.lines, 'line')} of ${dataset.name} ${lack} a value that ${need} (${enumerate(fields, 'and')})${others}; expected it in every line; ${fix}, or leave out the ${promise}`,
  );
}

/** The most that may remain with a filter, in the unit of the goal. */
export function mostOf({ goal }: SuggestRun): number {
  return goal.kind === 'dropped' ? 1 - goal.share : goal.most;
}

/**
 * Returns what remains with a filter in the unit of the goal: the share of the bytes in force, the bytes of the day with the most, those of a month, or money.
 * @param job index of the filter @throws HeadgateError `goal-no-rate`
 */
function remainsOf(run: SuggestRun, report: Report, cost: CostReport | undefined, job: number): number {
  const { goal } = run;
  const noRate = (found: string) =>
    new HeadgateError('goal-no-rate', `cannot use --goal '${goal.text}': found ${found}`);
  const [before, after] = [report.jobs![0]!.kept.bytes, report.jobs![job]!.kept.bytes];
  if (goal.kind === 'dropped') return before === 0 ? 0 : after / before;
  const rate = cost?.jobs[job];
  if (cost === undefined || rate === undefined || before === 0)
    throw noRate(
      `lines that cover too little time for the ${goal.kind === 'money' ? 'cost' : 'bytes'} of a ${goal.kind === 'bytes-per-day' ? 'day' : 'month'}, expected five minutes or more`,
    );
  if (goal.kind === 'bytes-per-day') return Math.max(0, ...bytesByDay(run, report, cost, job).bytesOfDays.values());
  const found = goal.kind === 'money' ? paidOf(rate.money) : (rate.perMonth.bytes?.value ?? null);
  if (found === null) throw noRate('a price of bytes that were not measured, expected one of lines or of pushed bytes');
  return found;
}

/** The sum of what a month costs by some prices; null if bytes of a price were not measured. */
export function paidOf(money: readonly MonthlyCost[]): number | null {
  return money.reduce<number | null>(
    (sum, { amount }) => (sum === null || amount === null ? null : sum + amount.value),
    0,
  );
}

/** Replays the filter in force and another one. @returns what remains with the other one, in the unit of the goal */
export async function remainsWith(run: SuggestRun, listing: SourceListing, filter: Filter) {
  const to = [comparedAs(run, 'suggestion', filter)];
  const { report, readCost } = await replayAll(run, listing, { to, ofPeriods: [], asked: [] });
  const cost = await readCost();
  return { remains: remainsOf(run, report, cost, 1), cost: cost?.jobs[1] };
}

function comparedAs({ compared, dataset }: SuggestRun, name: string, filter: Filter): ComparedFilter {
  const { operators, bytes } = sizeOf(filter);
  const reading = { form: 'json', filter, problems: [], operators, bytes } as const;
  const { file: _, ...rest } = compared;
  return { ...rest, name, dataset, reading, selection: filter, isReplayed: true, isNamed: true };
}

/** Covered hours from which the bytes of a day are extrapolated to 24 hours. Ours: with fewer, night or noon decides. */
const MIN_DAY_HOURS = 12;

/**
 * Returns the pushed bytes of a whole day, by day (UTC). A day that is covered for less than {@link MIN_DAY_HOURS} has the bytes of its lines; if all days
 * are, each has the rate of the covered time, as costs do.
 */
function bytesByDay(
  { compared, isOwn }: SuggestRun,
  { hours = [], jobs }: Report,
  cost: CostReport | undefined,
  job = 0,
) {
  const covered = cost?.covered;
  const bytesOfDays = new Map([...Map.groupBy(hours, dayOf)].map(([day, own]) => [day, bytesOf(job, own)] as const));
  const inHours = bytesOf(job, hours);
  const isKnown = covered !== undefined && inHours > 0;
  // No line has a readable time: each day has the mean.
  if (inHours === 0 && cost !== undefined)
    for (const day of bytesOfDays.keys()) bytesOfDays.set(day, cost.jobs[job]!.perDay.bytes?.value ?? 0);
  const hoursOf = isKnown ? [...bytesOfDays.keys()].map((day) => [day, coveredOn(day, covered)] as const) : [];
  const short = hoursOf.filter(([, own]) => own < MIN_DAY_HOURS);
  const extrapolatedFrom = isKnown && short.length === hoursOf.length ? covered.hours : undefined;
  const { kept } = jobs![job]!;
  const pushed = cost?.jobs[job]?.perDay.bytes;
  const sampleRate = isOwn ? 1 : pushSettings(compared.job).sampleRate;
  // Lines without a readable time may be of any day: each has its part of them. The job may write other bytes than were read.
  const factor = pushed
    ? ((pushed.value / HOURS_PER_DAY) * cost!.covered.hours) / inHours
    : (kept.bytes / inHours) * sampleRate;
  for (const [day, own] of hoursOf) {
    const bytes = bytesOfDays.get(day)!;
    const whole =
      extrapolatedFrom === undefined
        ? bytes * (own < MIN_DAY_HOURS ? 1 : HOURS_PER_DAY / own)
        : (inHours * HOURS_PER_DAY) / extrapolatedFrom;
    bytesOfDays.set(day, factor * Math.max(bytes, whole));
  }
  return {
    bytesOfDays,
    /** Whether a line has a readable time. */
    isDated: inHours > 0,
    /** Hours that the bytes of a day are extrapolated from, if no day is covered well enough; undefined otherwise. */
    extrapolatedFrom,
    /** Otherwise, days that have the bytes of their lines only, and their covered hours. */
    shortDays: extrapolatedFrom === undefined ? short : [],
  };
}

/** Covered hours of a day. */
function coveredOn(day: string, { since, until, missing }: CoveredHours): number {
  const start = Date.parse(day);
  const within = (from: string, to: string): number =>
    Math.max(0, Math.min(Date.parse(to), start + MS_PER_DAY) - Math.max(Date.parse(from), start));
  const gaps = missing.filter((gap) => gap.since >= since && gap.until <= until);
  return (within(since, until) - gaps.reduce((sum, gap) => sum + within(gap.since, gap.until), 0)) / MS_PER_HOUR;
}

/** A filter to suggest. */
export interface Suggested {
  name: string;
  kind: ListKind;
  terms: readonly Term[];
  filter: Filter;
}

/**
 * Replays suggested filters in one pass.
 * @param suggested the rungs of the ladder in their order, and the list of what is kept
 * @param folds filters learnt without a period, of which only the share of that period is wanted
 */
export async function judgeFilters(
  run: SuggestRun,
  listing: SourceListing,
  periods: readonly Period[],
  suggested: readonly Suggested[],
  folds: readonly { filter: Filter; period: number }[],
) {
  const inForce = run.compared.selection;
  const newly = suggested.map(({ kind, filter }, index) => {
    const before = (kind === 'drop' ? suggested[index - 1]?.filter : undefined) ?? inForce;
    return askSelected(intersectionOf(before, complementOf(filter)), { samples: SAMPLES });
  });
  const to = suggested.map(({ name, filter }) => comparedAs(run, name, filter));
  const unpromised = run.unpromised.map(({ text, selection }) => {
    const matched = intersectionOf(inForce, selection);
    const losses = suggested.map(({ filter }) => askSelected(intersectionOf(matched, complementOf(filter))));
    return { text, all: askSelected(matched), losses };
  });
  const dropped = [...suggested, ...folds].map(({ filter }) => intersectionOf(inForce, complementOf(filter)));
  const found = await replayAll(run, listing, {
    ...{ to, ofPeriods: [inForce, ...dropped] },
    asked: [...newly, ...unpromised.flatMap(({ all, losses }) => [all, ...losses])],
  });
  const { report, answers, byObject, bytesIn } = found;
  const cost = await found.readCost();
  const shareIn = (index: number, some: readonly Period[]): number | null => {
    const bytes = bytesIn(0, some);
    return bytes === 0 ? null : bytesIn(index, some) / bytes;
  };
  const [learnt, heldOut] = [true, false].map((is) => periods.filter(({ isLearnt }) => isLearnt === is));
  return {
    /** By suggested filter. */
    filters: newly.map((question, at) => {
      const index = at + 1;
      const ofDropped = sumOf(byObject[index]!);
      const less = cost && costDifference(cost.jobs[0]!, cost.jobs[index]!);
      const [before, after] = [report.jobs![0]!, report.jobs![index]!];
      return {
        dropped: ofDropped,
        undecided: before.kept.lines - after.kept.lines - ofDropped.lines,
        share: ofDropped.bytes / before.kept.bytes,
        reachesGoal: remainsOf(run, report, cost, index) <= mostOf(run),
        learnt: shareIn(index, learnt!),
        heldOut: shareIn(index, heldOut!),
        periods: periods.map((period) => ({
          period: periodName(period),
          ...(period.objects && { objects: period.objects.length }),
          ...{ isLearnt: period.isLearnt, dropped: shareIn(index, [period]) },
        })),
        spread: spreadOf(byObject[0]!, byObject[index]!),
        costs: cost?.jobs[index]?.money ?? [],
        saves: less?.money ?? [],
        bytesPerMonth: less?.perMonth.bytes?.value ?? null,
        unpromised: unpromised.flatMap(({ text, all, losses }) => {
          const lost = losses[at]!.of(answers).kept.lines;
          return lost === 0 ? [] : [{ text, dropped: lost, lines: all.of(answers).kept.lines }];
        }),
        samples: question.of(answers).kept.samples,
      };
    }),
    leftOutPeriods: folds.map(({ period }, index) => ({
      period: periodName(periods[period]!),
      dropped: shareIn(1 + suggested.length + index, [periods[period]!]) ?? 0,
    })),
  };
}

/** Replays the filter in force and others. @param ofPeriods selections whose bytes are wanted by object and period @param asked further questions */
async function replayAll(
  { logs, dataset, compared, isOwn, sources, price }: SuggestRun,
  listing: SourceListing,
  asking: {
    to: readonly ComparedFilter[];
    ofPeriods: readonly Selection[];
    asked: readonly { aggregates: readonly Aggregate[] }[];
  },
) {
  const of = asking.ofPeriods.map(selectionText);
  const hours = { kind: 'hours', of } as const;
  const objects = of.map((one) => ({ kind: 'objects', of: one }) as const);
  const costs = await resolveCosts(
    { ...logs, sources: [...sources], price },
    { dataset, from: { ...compared, isOwn }, to: [...asking.to] },
    { sampleRate: isOwn ? pushSettings(compared.job).sampleRate : 1 },
  );
  const { reports, answers } = await replayListed({
    ...{ ...logs, verb: 'suggest', dataset, listing, replays: [[compared, ...asking.to]] },
    ...{ detail: 'counts', countsHours: true, countsOverlap: false, samples: 0 },
    asked: [...asking.asked, costs].flatMap(({ aggregates }) => aggregates).concat(hours, objects),
  });
  const report = reports[0]!;
  const byObject = objects.map((one) => answers.of(one));
  const bytesIn = (index: number, { days, hasLinesWithoutTime, objects: names }: Period): number => {
    const all = byObject[index]!;
    if (names !== undefined) {
      const own = new Set(names);
      return sumOf(all.filter(({ name }) => own.has(name))).bytes;
    }
    const byHour = answers.of(hours).hours;
    const dated = bytesOf(
      index,
      byHour.filter((hour) => days.includes(dayOf(hour))),
    );
    // Lines without a readable time are in no hour.
    return dated + (hasLinesWithoutTime ? sumOf(all).bytes - bytesOf(index, byHour) : 0);
  };
  return {
    ...{ report, answers, byObject },
    /** Measures stored sizes, if prices need them. */
    readCost: async () => (await costs.of(answers)({ report, listing, differences: [] })).report,
    /** @param index of the selection */
    bytesIn: (index: number, some: readonly Period[]): number => totalOf(some.map((period) => bytesIn(index, period))),
  };
}

function dayOf({ hour }: HourCount): string {
  return hour.slice(0, 10);
}

/** @param index of the selection */
function bytesOf(index: number, hours: readonly HourCount[]): number {
  return totalOf(hours.map(({ jobs }) => jobs[index]!.kept.bytes));
}

function sumOf(objects: readonly ObjectTotals[]): LineTotal {
  const totals = objects.map(({ kept }) => kept);
  return { lines: totalOf(totals.map(({ lines }) => lines)), bytes: totalOf(totals.map(({ bytes }) => bytes)) };
}

/** Least share of the bytes of an object that counts for the spread. Ours: a few lines have extreme shares. */
const MIN_OBJECT_SHARE = 0.005;

function spreadOf(inForce: readonly ObjectTotals[], dropped: readonly ObjectTotals[]): Rung['spread'] {
  const byName = new Map(dropped.map(({ name, kept }) => [name, kept.bytes]));
  const all = sumOf(inForce).bytes;
  const shares = inForce
    .filter(({ kept }) => kept.bytes > all * MIN_OBJECT_SHARE)
    .map(({ name, kept }) => (byName.get(name) ?? 0) / kept.bytes);
  return shares.length < 2 ? null : { low: Math.min(...shares), high: Math.max(...shares) };
}

/** The days of a period in reports. */
export function dayName({ days }: Period): string {
  const [first = 'lines without a time'] = days;
  return days.length < 2 ? first : `${first} to ${days.at(-1)}`;
}

function periodName(period: Period): string {
  const { objects } = period;
  return dayName(period) + (objects === undefined ? '' : `, ${printPlural(objects.length, 'object')}`);
}
