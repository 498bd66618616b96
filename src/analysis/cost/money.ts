// Applies a price to the lines and bytes of a month: those of all lines, and of jobs that may share what the price includes. Pure.
import type { Assumption, Estimated, JobCost, MonthlyCost, PeriodRate } from './cost-report.ts';
import { coverOf, differenceOfEstimates, exactly, isExact, scaled, sumOf } from './estimated.ts';
import { BILLED_AS, type BilledAs, chargeOf, DAYS_PER_MONTH, type Price, type PricePart } from './price.ts';

/** Lines of a month that are paid for. */
type Payer = Pick<JobCost, 'name' | 'perMonth' | 'billed'>;

const NO_ASSUMPTION: readonly Assumption[] = [{}];

/**
 * What a month costs by one price.
 *
 * A month includes a usage once for the account. Jobs that push at the same time share what is left of it, in proportion to their usage: so the
 * costs of jobs add up to that of all. An unknown is replaced by each possible value, the most expensive first: none or all of what
 * is included is left; the destination is external or internal.
 */
export class Bill {
  readonly #price: Price;
  readonly #jobs: readonly Payer[];
  readonly #assumptions: readonly Assumption[];

  /** @param jobs their names differ */
  constructor(price: Price, { all, jobs }: { all: Payer; jobs: readonly Payer[] }) {
    this.#price = price;
    this.#jobs = jobs;
    this.#assumptions = assumptionsOf(price, [all, ...jobs]);
  }

  /** Returns what a payer costs. */
  costOf(payer: Payer): MonthlyCost {
    return this.#cost((part, assumption) => {
      const [mine, beside] = this.#usagesOf(part, payer, assumption);
      if (mine === null || beside === null) return isNothing(mine) ? exactly(0) : null;
      const others = otherUsage(part, assumption);
      const share = (own: number, more: number, other: number): number =>
        own + more === 0 ? 0 : increase(part, other, own + more) * (own / (own + more));
      // A share of a charge that is rounded up falls if the other jobs push more.
      const ends = (['low', 'high'] as const).flatMap((own) =>
        (['low', 'high'] as const).flatMap((more) =>
          [others.low, others.high].map((other) => share(mine[own], beside[more], other)),
        ),
      );
      return { value: share(mine.value, beside.value, others.value), low: Math.min(...ends), high: Math.max(...ends) };
    });
  }

  /** Returns what a month costs more if a payer pushes something else. The interval is that of the worst case. */
  increaseOf(payer: Payer, instead: PeriodRate): MonthlyCost {
    return this.#cost((part, assumption) => {
      const [before, beside] = this.#usagesOf(part, payer, assumption);
      const [after] = this.#usagesOf(part, { ...payer, perMonth: instead }, assumption);
      if (before === null || after === null || beside === null) return null;
      const other = otherUsage(part, assumption);
      const change = (from: number, to: number, others: number): number =>
        increase(part, others, to) - increase(part, others, from);
      const ends = [beside.low + other.low, beside.high + other.high];
      return {
        value: change(before.value, after.value, beside.value + other.value),
        low: Math.min(...ends.map((others) => change(before.high, after.low, others))),
        high: Math.max(...ends.map((others) => change(before.low, after.high, others))),
      };
    });
  }

  #cost(amountOf: (part: PricePart, assumption: Assumption) => Estimated | null): MonthlyCost {
    const { name, currency, parts } = this.#price;
    const amounts = this.#assumptions.map((assumption) => {
      const found = parts.map((part) => amountOf(part, assumption));
      const known = found.filter((amount) => amount !== null);
      return known.length < found.length ? null : sumOf(known);
    });
    return withCases({ price: name, currency }, amounts, this.#assumptions);
  }

  /** The usage of a payer, and of the jobs that share with it. */
  #usagesOf(part: PricePart, payer: Payer, assumption: Assumption): [Estimated | null, Estimated | null] {
    const others = this.#jobs.filter(
      ({ name, billed }) => name !== payer.name && billed?.isShared === true && payer.billed?.isShared === true,
    );
    const usages = others.map((job) => this.#usageOf(part, job, assumption));
    const known = usages.filter((usage) => usage !== null);
    return [this.#usageOf(part, payer, assumption), known.length < usages.length ? null : sumOf(known)];
  }

  #usageOf({ of, usage }: PricePart, { perMonth, billed }: Payer, { destination }: Assumption): Estimated | null {
    if (isBilledAs(usage) && billed !== undefined && !billed.as.includes(usage)) return exactly(0);
    if (isBilledAs(usage) && billed?.as.length !== 1 && usage !== destination) return exactly(0);
    const counted = of === 'transformed' ? (perMonth[of] === undefined ? exactly(0) : perMonth[of]) : perMonth[of];
    return of === 'stored' && counted !== null ? scaled(counted, this.#price.keepDays / DAYS_PER_MONTH) : counted;
  }
}

/** Returns the cost of several payers together. @param costs by the same price, under the same assumptions */
export function sumOfCosts(costs: readonly MonthlyCost[]): MonthlyCost {
  return combined(costs, (amounts) => sumOf(amounts));
}

/** Returns what `after` costs more than `before`, under the same assumptions. */
export function differenceOfCosts(after: MonthlyCost, before: MonthlyCost): MonthlyCost {
  return combined([after, before], ([more, less]) => differenceOfEstimates(more!, less!));
}

/** The same cost without its interval: costs of the same lines have one error, which their difference does not have. */
export function withoutInterval(cost: MonthlyCost): MonthlyCost {
  return combined([cost], ([amount]) => exactly(amount!.value));
}

/** The amounts under each assumption; the one amount if nothing is assumed. */
export function amountsOf({ amount, cases }: MonthlyCost): (Estimated | null)[] {
  return cases?.map((one) => one.amount) ?? [amount];
}

/** Computes an amount from those of other costs by the same price. */
export function combined(
  costs: readonly MonthlyCost[],
  combine: (amounts: readonly Estimated[]) => Estimated,
): MonthlyCost {
  const { price, currency, cases = [{}] } = costs.find((cost) => cost.cases !== undefined) ?? costs[0]!;
  const amounts = cases.map((_, index) => {
    const found = costs.map((cost) => amountsOf(cost)[index] ?? cost.amount);
    return found.every((amount) => amount !== null) ? combine(found) : null;
  });
  return withCases({ price, currency }, amounts, cases);
}

/** Returns what a job would cost without its filter: what all lines cost, or with jobs that share, what the job costs and saves. */
export function costBefore(
  { money, saves }: Pick<JobCost, 'money' | 'saves'>,
  { all }: { all: Pick<JobCost, 'money'> },
): MonthlyCost[] {
  return all.money.map((ofAll, index) => {
    const saved = saves?.[index];
    const mine = money[index]!;
    if (saved?.amount == null || mine.amount === null || isSumOf(ofAll, [mine, saved])) return ofAll;
    // The interval is such that what is subtracted from it leaves that of the saving.
    return combined([mine, saved], ([cost, less]) => ({
      value: cost!.value + less!.value,
      low: less!.low + cost!.high,
      high: less!.high + cost!.low,
    }));
  });
}

/** Whether a cost is that of several payers together, except for rounding errors. */
function isSumOf(cost: MonthlyCost, parts: readonly MonthlyCost[]): boolean {
  const sums = amountsOf(sumOfCosts(parts));
  return amountsOf(cost).every((amount, index) => {
    const sum = sums[index]?.value;
    return amount !== null && sum !== undefined && Math.abs(amount.value - sum) <= ROUNDING * Math.abs(amount.value);
  });
}

/** Relative error of a double after a few operations. */
const ROUNDING = 1e-9;

function withCases(
  head: Pick<MonthlyCost, 'price' | 'currency'>,
  amounts: readonly (Estimated | null)[],
  assumptions: readonly Assumption[],
): MonthlyCost {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length < amounts.length) return { ...head, amount: null };
  if (known.length === 1) return { ...head, amount: known[0]! };
  const cases = assumptions.map(({ included, destination }, index) => ({
    ...(included === undefined ? {} : { included }),
    ...(destination === undefined ? {} : { destination }),
    amount: known[index]!,
  }));
  return { ...head, amount: coverOf(known), cases };
}

function assumptionsOf({ parts }: Price, payers: readonly Payer[]): readonly Assumption[] {
  const applied = parts.filter(
    ({ of, usage }) =>
      (!isBilledAs(usage) || payers.some((payer) => canBeBilledAs(payer, usage))) &&
      (of !== 'transformed' || payers.some(({ perMonth }) => perMonth.transformed !== undefined)),
  );
  const isOpen = applied.some(({ other }) => other !== undefined && other.low < other.high);
  const isUnknown =
    parts.some(({ usage }) => isBilledAs(usage)) && payers.some(({ billed }) => billed?.as.length !== 1);
  const destinations = isUnknown
    ? (['external', 'internal'] as const).map((destination) => ({ destination }))
    : NO_ASSUMPTION;
  const allowances = isOpen ? (['used', 'left'] as const).map((included) => ({ included })) : NO_ASSUMPTION;
  return destinations.flatMap((destination) => allowances.map((included) => ({ ...destination, ...included })));
}

function isBilledAs(usage: string | undefined): usage is BilledAs {
  return (BILLED_AS as readonly (string | undefined)[]).includes(usage);
}

function canBeBilledAs({ billed }: Payer, usage: BilledAs): boolean {
  return billed === undefined || billed.as.includes(usage);
}

function isNothing(usage: Estimated | null): boolean {
  return usage !== null && usage.value === 0 && isExact(usage);
}

function otherUsage({ other = { low: 0, high: 0 } }: PricePart, { included }: Assumption): Estimated {
  if (included !== undefined) return exactly(included === 'left' ? other.low : other.high);
  return { value: other.high, ...other };
}

/** What a usage costs in addition to another. */
function increase(part: PricePart, other: number, usage: number): number {
  return chargeOf(part, other + usage) - chargeOf(part, other);
}
