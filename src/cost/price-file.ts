// The text of a price file → prices, one for each destination. Reads no files.
import { HeadgateError, isPlainObject } from '../base/index.ts';
import { parsePrice } from './parse-price.ts';
import type { Price } from './price.ts';

const EXPECTED =
  'an object that maps names of destinations to prices: {"archive": "stored=0.023/GB-month", "search": {"ingest": "2.50/GB"}}';
const KEYS = ['ingest', 'stored', 'keep'];

/**
 * Parses a price file: an object whose values are prices as text, or objects with the keys `ingest`, `stored` and `keep`.
 * @param path as in messages
 * @throws HeadgateError `price-file`; PriceSyntaxError for a price
 */
export function parsePriceFile(text: string, path: string): Price[] {
  const document = parseDocument(text, path);
  const entries = isPlainObject(document) ? Object.entries(document) : [];
  if (entries.length === 0) throw invalid(path, describe(document));
  return entries.map(([name, value]) =>
    parsePrice(textOf(value, name, path), name, `${JSON.stringify(name)} in ${path}`),
  );
}

function parseDocument(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(path, 'text that is not JSON');
  }
}

/** Returns a price as one text, whose errors have a place. */
function textOf(value: unknown, name: string, path: string): string {
  if (typeof value === 'string') return value;
  if (!isPlainObject(value)) throw invalid(path, `${describe(value)} for ${JSON.stringify(name)}`);
  const parts = Object.entries(value).map(([key, part]) => {
    if (!KEYS.includes(key))
      throw invalid(path, `the key ${JSON.stringify(key)} for ${JSON.stringify(name)}`, `${KEYS.join(', ')}`);
    if (typeof part !== 'string')
      throw invalid(path, `${describe(part)} for ${key} of ${JSON.stringify(name)}`, 'text such as "0.50/GB"');
    return `${key}=${part}`;
  });
  return parts.join(',');
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isPlainObject(value)) return 'an empty object';
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${JSON.stringify(value)}`;
}

function invalid(path: string, found: string, expected: string = EXPECTED): HeadgateError {
  return new HeadgateError('price-file', `cannot read the prices in ${path}: found ${found}, expected ${expected}`);
}
