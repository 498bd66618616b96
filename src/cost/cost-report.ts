// Rates and costs of the lines that filters keep. Types only; cost-of.ts computes them.

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
}

/** Money for one price in a month. */
export interface MonthlyCost {
  /** Name of the price: the destination in a price file, else `price`. */
  price: string;
  /** As the user wrote it: `$`, `USD`; null if the price has none. */
  currency: string | null;
  /** Null if the price includes bytes that were not measured. */
  amount: Estimated | null;
}

/** What a filter, or all lines of the source, costs. */
export interface JobCost {
  /** Of the job; `all lines` for the source. */
  name: string;
  perDay: PeriodRate;
  perMonth: PeriodRate;
  /** Empty without `--price`. */
  money: MonthlyCost[];
  /** By price, what a month costs less than that of all lines; negative if it costs more. Only of the filters of a replay with `--price`. */
  saves?: MonthlyCost[];
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
}

/** What one filter costs more than another: after minus before. */
export interface CostDifference {
  perDay: PeriodRate;
  perMonth: PeriodRate;
  money: MonthlyCost[];
}
