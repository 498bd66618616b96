// A price as the user writes it, parsed: its parts, and what they charge. parse-price.ts reads it.

/** Name of a price that has no other. */
export const UNNAMED_PRICE = 'price';

/** Days of `/month` in rates and prices. Chosen by headgate. */
export const DAYS_PER_MONTH = 30;

/** Every {@link BilledAs}. */
export const BILLED_AS = ['internal', 'external', 'trace-events'] as const;
/** How the platform bills what a job pushes: by the kind of its destination, or by its dataset. */
export type BilledAs = (typeof BILLED_AS)[number];

/** The terms of a published price list. */
export interface PriceListTerms {
  /** The name of the price. */
  price: string;
  title: string;
  /** The day from which the prices apply, or the month in which they were read. */
  asOf: string;
  /** Address of the page. */
  source: string;
  /** What the rest of the account uses in a month, as the user states it. Bytes or lines. */
  otherUsage: Record<string, number>;
}

/** What a price counts. `bytes`: before compression. `stored`: gzip bytes kept for a month. `transformed`: bytes that reach a transformer. */
export type PricedFigure = 'bytes' | 'lines' | 'stored' | 'transformed';

/** An amount for a number of units, as {@link chargeOf} applies it. */
export interface UnitPrice {
  amount: number;
  /** The bytes, lines or operations that `amount` is for: 10⁹ for `/GB`. */
  per: number;
  /** What each month includes, once for the whole account. Bytes, lines or operations. @default nothing */
  included?: number | undefined;
  /** Whether a begun unit costs as much as a whole one. @default false */
  isRoundedUp?: boolean | undefined;
}

/** One part of a price: an amount for a number of bytes or lines. */
export interface PricePart extends UnitPrice {
  of: PricedFigure;
  /** Of a price list: the usage that this part is for. @default every usage */
  usage?: string | undefined;
  /** What the rest of the account has of this usage in a month: the least and the most. @default none */
  other?: { low: number; high: number } | undefined;
}

/** What requests of a bucket cost. */
export interface RequestPrices {
  /** For reading an object. */
  get: UnitPrice;
  /** For a page of a list. */
  list: UnitPrice;
}

/** The price of a destination. */
export interface Price {
  /** Of the destination; {@link UNNAMED_PRICE} for a price on the command line. */
  name: string;
  /** As written; null: none. Display only. */
  currency: string | null;
  parts: readonly PricePart[];
  /** What reading from it costs. @default not known */
  requests?: RequestPrices | undefined;
  /** How long stored bytes are kept. Days. @default DAYS_PER_MONTH */
  keepDays: number;
  /** The published price list that it is of. @default none: the user wrote the price */
  list?: Omit<PriceListTerms, 'price'> | undefined;
}

/** Computes what a usage costs in a month: the part of it that is not included. */
export function chargeOf({ amount, per, included = 0, isRoundedUp = false }: UnitPrice, usage: number): number {
  const billed = Math.max(0, usage - included);
  if (!isRoundedUp) return billed * (amount / per);
  return Math.ceil(Number((billed / per).toPrecision(EXACT_DIGITS))) * amount;
}

/** Significant digits of a computed double that rounding errors do not affect: they begin no unit. */
const EXACT_DIGITS = 12;
