// Reads the prices of a request: one price, or a file with a price for each destination. Computes no costs.
import { HeadgateError } from '../../base/index.ts';
import { type Price, parsePrice, parsePriceFile } from '../../cost/index.ts';
import { isAddress } from '../../destination/index.ts';
import { readArgumentFile } from '../../run/argument-text.ts';
import { isFile } from '../../run/named-filters.ts';

/** Prices of a request. */
export interface PriceRequest {
  /** A price such as `0.50/GB` or `stored=0.023/GB-month,ingest=2.50/GB`, or `@` with the path of a price file. @default none */
  price?: string | undefined;
}

/**
 * Reads prices.
 * @throws PriceSyntaxError; HeadgateError `price-file`, `price-empty`, `price-is-location`, `price-is-path`, or for an unreadable file
 */
export async function readPrices({ price }: PriceRequest): Promise<Price[]> {
  if (price === undefined) return [];
  const text = price.trim();
  if (text === '') {
    throw new HeadgateError(
      'price-empty',
      'cannot read --price: found no text, expected a price such as 0.50/GB or @prices.json',
    );
  }
  // It may contain a secret, which must not appear in the excerpt of an error.
  if (isAddress(text)) {
    throw new HeadgateError(
      'price-is-location',
      'cannot read --price: found a destination, expected a price such as 0.50/GB',
    );
  }
  if (!text.startsWith('@')) {
    await refuseFile(text);
    return [parsePrice(price)];
  }
  const path = text.slice(1);
  return parsePriceFile(await readArgumentFile(path, 'price file'), path);
}

/** The content of a price file, or its path without `@`, is no price. */
async function refuseFile(text: string): Promise<void> {
  const isJson = text.startsWith('{');
  if (!isJson && !(await isFile(text))) return;
  throw new HeadgateError(
    'price-is-path',
    isJson
      ? 'cannot read --price: found JSON, expected a price such as 0.50/GB; write several prices to a file and pass @FILE'
      : `cannot read --price: found the path of a file, expected a price such as 0.50/GB; to read prices from the file, pass @${text}`,
  );
}
