// Rates and costs of the lines that filters keep. Types only; cost-of.ts computes them.
import type { BilledAs, PriceListTerms } from './price.ts';

/** What one filter or job writes of the whole source. */
export interface WrittenSize {
  /** `sample_rate` that was applied: that of the job, 1 for a source that was sampled. */
  sampleRate: number;
  /** After `sampleRate`. */
  lines: Estimated;
  /** Of all kept lines as they are written: before `sampleRate`, and before compression. */
  bytes: Estimated;
  /** The sum of the squares of the sizes of the same lines; not below the true one. */
  squares: number;
  /** Bytes of the longest line found. */
  longest: number;
  /** Of the gzip objects, after `sampleRate`: one for each source object. */
  stored: Estimated;
}

/** The sizes of all lines and of each filter. */
export interface StoredSizes {
  sampling: StoredSampling;
  /** Every line, written unchanged; null if it was not measured. */
  all: WrittenSize | null;
  /** By filter; null if too few runs contain a kept line. */
  jobs: readonly (WrittenSize | null)[];
  /** By filter, the lines that reach its transformer; null if they were not measured. @default no filter has one */
  inputs?: readonly (WrittenSize | null)[];
}

/** An estimate with its 95 % interval; `low` and `high` equal the value if it was measured exactly. */
export interface Estimated {
  value: number;
  low: number;
  high: number;
}

/** A period that neither lines nor batches cover. Times are RFC 3339. */
export interface MissingTime {
  since: string;
  until: string;
}

/** The time that lines and batches cover. Times are RFC 3339. */
export interface CoveredHours {
  since: string;
  until: string;
  /** Hours with lines, and hours without lines as far as batches cover them. Rates divide by these. */
  hours: number;
  /** The rest between the first and the last covered time: logs may be missing there. Also whole hours of the requested range before and after. */
  missing: MissingTime[];
  /** True if nothing limits the first and the last hour: both count as whole hours, so that rates may be too low. */
  edgesUnknown: boolean;
}

/** How the stored size was found. */
export interface StoredSampling {
  /** Every run was compressed: the size is measured and not estimated. */
  exact: boolean;
  /** Runs of lines that were read again and compressed; their lines and bytes before compression, each line as often as a filter keeps it. */
  runs: number;
  lines: number;
  bytes: number;
}

/** Lines and bytes in a period. */
export interface PeriodRate {
  lines: Estimated;
  /** Bytes of the lines as the job writes them, before compression; null if it writes other bytes than were read, and they were not measured. */
  bytes: Estimated | null;
  /** Bytes of the gzip objects that the job stores: 0 if it keeps no line; null if they were not measured. */
  stored: Estimated | null;
  /** Bytes of the lines that reach the transformer, as the job hands them over; null if they were not measured. Absent without a transformer. */
  transformed?: Estimated | null;
}

/** What is assumed of an account or a job, because it is not known. */
export interface Assumption {
  /** What a price list includes in a month: the rest of the account has used it, or all of it is left. */
  included?: 'used' | 'left';
  /** Where a filter without a job, or a job without a known destination, pushes to. */
  destination?: 'external' | 'internal';
}

/** Money for one price in a month. */
export interface MonthlyCost {
  /** Name of the price: the destination in a price file, that of a price list, else `price`. */
  price: string;
  /** As the user wrote it: `$`, `USD`; null if the price has none. */
  currency: string | null;
  /** Null if the price includes bytes that were not measured. Of several cases, the value is that of the first, and the interval contains all. */
  amount: Estimated | null;
  /** The amount under each assumption, the most expensive first. Absent if nothing is assumed. */
  cases?: (Assumption & { amount: Estimated })[];
}

/** How a price list applies to the lines of a job. */
export interface Billed {
  /** Several: the destination is not known, or jobs differ. */
  as: BilledAs[];
  /** Whether the job pushes at the same time as the others of the report: they share what the list includes. */
  isShared: boolean;
}

/** What a filter, or all lines of the source, costs. */
export interface JobCost {
  /** Of the job; `all lines` for the source. */
  name: string;
  perDay: PeriodRate;
  perMonth: PeriodRate;
  /** Empty without `--price`. */
  money: MonthlyCost[];
  /** Absent without a price list. */
  billed?: Billed;
  /**
   * By price, what a month costs less than if all lines were pushed; negative if it costs more. Null if the transformer fails on lines: what is lost is
   * not saved. Only of the filters of a replay with `--price`.
   */
  saves?: MonthlyCost[] | null;
}

/** Rates and costs of a replay. */
export interface CostReport {
  covered: CoveredHours;
  /** The `sample_rate` of the job that wrote the source; 1 if it did not sample. Rates are divided by it. */
  sampleRate: number;
  /** Null if stored sizes were not measured. */
  stored: StoredSampling | null;
  /** Every line that was read, written unchanged. */
  all: JobCost;
  /** As in `jobs` of the report. */
  jobs: JobCost[];
  /** By price, what the jobs cost that push at the same time. Absent with fewer than two of them, and without a price list. */
  together?: MonthlyCost[];
  /** Of the price lists that are applied. Absent without any. */
  priceLists?: PriceListTerms[];
}

/** What one filter costs more than another: after minus before. */
export interface CostDifference {
  perDay: PeriodRate;
  perMonth: PeriodRate;
  money: MonthlyCost[];
}
