// Rates and costs of the lines that filters keep. Types only.
import type { LineTotal } from '../scan/index.ts';

/** An estimate with its 95 % interval; `low` and `high` equal the value if it was measured exactly. */
export interface Estimated {
  value: number;
  low: number;
  high: number;
}

/** The time that the event times of the lines cover, in whole hours. Times are RFC 3339. */
export interface CoveredHours {
  since: string;
  until: string;
  /** Hours that have lines. Rates divide by these. */
  hours: number;
  /** Hours without any line between `since` and `until`, joined: logs may be missing there. */
  missing: { since: string; until: string }[];
}

/** How the stored size was found. */
export interface StoredSampling {
  /** Every run was compressed: the size is measured and not estimated. */
  exact: boolean;
  /** Runs of consecutive lines that were compressed, and their lines and bytes before compression. */
  runs: number;
  lines: number;
  bytes: number;
}

/** Lines and bytes in a period. */
export interface PeriodRate {
  lines: Estimated;
  /** Bytes of the lines as the job writes them, before compression. */
  bytes: Estimated;
  /** Bytes of the gzip objects that the job stores; null if they were not measured. */
  stored: Estimated | null;
}

/** Money for one price in a month. */
export interface MonthlyCost {
  /** Name of the price: the destination in a price file, else `price`. */
  price: string;
  amount: Estimated;
}

/** What a filter, or all lines of the source, costs. */
export interface JobCost {
  /** Of the job; `all lines` for the source. */
  name: string;
  perDay: PeriodRate;
  perMonth: PeriodRate;
  /** Empty without `--price`. */
  money: MonthlyCost[];
}

/** Rates and costs of a replay. */
export interface CostReport {
  covered: CoveredHours;
  /** The `sample_rate` of the job that wrote the source; 1 if it did not sample. Rates are divided by it. */
  sampleRate: number;
  stored: StoredSampling | null;
  /** Every line that was read. */
  all: JobCost;
  /** As in `jobs` of the report. */
  jobs: JobCost[];
}

/** Lines with their rates, for differences between filters. */
export interface CostDifference {
  lines: LineTotal;
  perMonth: PeriodRate;
  money: MonthlyCost[];
}
