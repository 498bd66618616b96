// A price as the user writes it, parsed. Types and the name of a price without one; parse-price.ts reads it.

/** Name of a price that has no other. */
export const UNNAMED_PRICE = 'price';

/** What a price counts. `bytes`: before compression. `stored`: gzip bytes kept for a month. */
export type PricedFigure = 'bytes' | 'lines' | 'stored';

/** One part of a price: an amount for a number of bytes or lines. */
export interface PricePart {
  of: PricedFigure;
  amount: number;
  /** The bytes or lines that `amount` is for: 10⁹ for `/GB`. */
  per: number;
}

/** The price of a destination. */
export interface Price {
  /** Of the destination; {@link UNNAMED_PRICE} for a price on the command line. */
  name: string;
  /** As written; null: none. Display only. */
  currency: string | null;
  parts: readonly PricePart[];
  /** How long stored bytes are kept. Days. @default DAYS_PER_MONTH */
  keepDays: number;
}
