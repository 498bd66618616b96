// Reads the prices of a request: prices, price lists, and files with a price for each destination. Computes no costs.
import {
  type Price,
  parsePrice,
  parsePriceFile,
  type RequestPrices,
  UNNAMED_PRICE,
} from '../../analysis/cost/index.ts';
import { HeadgateError } from '../../base/index.ts';
import { isAddress } from '../../input/destination/index.ts';
import { readArgumentFile } from './argument-text.ts';
import { isFile } from './named-filters.ts';

/** Prices of a request. */
export interface PriceRequest {
  /**
   * A price such as `0.50/GB` or `stored=0.023/GB-month,ingest=2.50/GB`, the name of a price list (`cloudflare`, `r2`), also with what the rest
   * of the account uses in a month of what it includes (`cloudflare,internal=40GB,external=60GB`; not known: costs have a range), or `@` with the
   * path of a price file; or several of them. @default none
   */
  price?: string | readonly string[] | undefined;
}

/**
 * Reads prices.
 * @param isApart whether other jobs are priced apart, which may use what a price list includes @default false
 * @throws PriceSyntaxError; HeadgateError `price-file`, `price-empty`, `price-is-location`, `price-is-path`, `price-twice`,
 * `price-of-requests`, or for an unreadable file
 */
export async function readPrices({ price = [] }: PriceRequest, isApart = false): Promise<Price[]> {
  const prices = await readAll(price);
  const ofRequests = prices.find(({ parts }) => parts.length === 0);
  if (ofRequests !== undefined)
    throw new HeadgateError(
      'price-of-requests',
      'cannot use --price: found a price of requests, expected one of bytes or lines; add --list --workers, which count requests',
    );
  return isApart ? prices.map(withMoreUsage) : prices;
}

/** Reads prices of requests: `0.40/million-requests`, `r2`. @throws as {@link readPrices}; HeadgateError `price-not-of-requests` */
export async function readRequestPrices({
  price = [],
}: PriceRequest): Promise<(Price & { requests: RequestPrices })[]> {
  return (await readAll(price)).map((one) => {
    const { requests } = one;
    if (requests !== undefined) return { ...one, requests };
    throw new HeadgateError(
      'price-not-of-requests',
      'cannot use --price with --list: found no price of requests, expected one such as 0.40/million-requests or r2',
    );
  });
}

/** Reads every price. @throws as {@link readPrices} */
async function readAll(price: NonNullable<PriceRequest['price']>): Promise<Price[]> {
  const given = typeof price === 'string' ? [price] : price;
  const prices = (await Promise.all(given.map(readPrice))).flat();
  checkNames(prices);
  return prices;
}

/** Lets other jobs use what the rest of the account leaves of what a price includes. */
function withMoreUsage(price: Price): Price {
  const parts = price.parts.map((part) => {
    const { included, other } = part;
    if (included === undefined || other === undefined) return part;
    return { ...part, other: { low: other.low, high: Math.max(other.high, included) } };
  });
  return { ...price, parts };
}

function checkNames(prices: readonly Price[]): void {
  const names = prices.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  throw new HeadgateError(
    'price-twice',
    twice === UNNAMED_PRICE
      ? 'cannot use --price: found two prices without a name, expected one; write them to a file, which names them: --price @prices.json'
      : `cannot use --price: found ${JSON.stringify(twice)} twice, expected it once`,
  );
}

async function readPrice(price: string): Promise<Price[]> {
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
    await rejectFile(text);
    return [parsePrice(price)];
  }
  const path = text.slice(1);
  return parsePriceFile(await readArgumentFile(path, 'price file'), path);
}

/** The content of a price file, or its path without `@`, is no price. */
async function rejectFile(text: string): Promise<void> {
  const isJson = text.startsWith('{');
  if (!isJson && !(await isFile(text))) return;
  throw new HeadgateError(
    'price-is-path',
    isJson
      ? 'cannot read --price: found JSON, expected a price such as 0.50/GB; write several prices to a file and pass @FILE'
      : `cannot read --price: found the path of a file, expected a price such as 0.50/GB; to read prices from the file, pass @${text}`,
  );
}
