// The text of a price file → prices, one for each destination. Reads no files.
import { HeadgateError, type JsonObject, JsonSyntaxError, parseJson, printJson, type Value } from '../../base/index.ts';
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
  if (!(document instanceof Map) || document.size === 0) throw invalid(path, describe(document));
  const other = otherDocument(document);
  if (other !== undefined) throw invalid(path, other);
  return [...document].map(([name, value]) => {
    if (name.trim() === '') throw invalid(path, `the name ${JSON.stringify(name)}`, 'the name of a destination');
    return parsePrice(textOf(value, name, path), name, `${JSON.stringify(name)} in ${path}`);
  });
}

function parseDocument(text: string, path: string): Value {
  const duplicates: string[] = [];
  let document: Value;
  try {
    document = parseJson(text, { onDuplicateKey: (key) => duplicates.push(key) });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    if (text.trim() === '') throw invalid(path, 'no text');
    throw invalid(path, `text that is not JSON (line ${error.line}, column ${error.column})`);
  }
  const [duplicate] = duplicates;
  if (duplicate !== undefined) throw invalid(path, `the key ${JSON.stringify(duplicate)} twice`, 'it once');
  return document;
}

/** Names a file of another kind. No price has these values. */
function otherDocument(document: JsonObject): string | undefined {
  const where = document.get('where');
  if (where instanceof Map && !KEYS.some((key) => where.has(key))) return 'a filter';
  if (Array.isArray(document.get('cases'))) return 'a suite of filter tests';
  return document.has('destination_conf') || document.has('output_options') ? 'a job' : undefined;
}

/** Returns a price as one text, whose errors have a place. */
function textOf(value: Value, name: string, path: string): string {
  if (typeof value === 'string') return value;
  if (!(value instanceof Map)) throw invalid(path, `${describe(value)} for ${JSON.stringify(name)}`);
  const parts = [...value].map(([key, part]) => {
    if (!KEYS.includes(key))
      throw invalid(path, `the key ${JSON.stringify(key)} for ${JSON.stringify(name)}`, `${KEYS.join(', ')}`);
    if (typeof part !== 'string')
      throw invalid(path, `${describe(part)} for ${key} of ${JSON.stringify(name)}`, 'text such as "0.50/GB"');
    return `${key}=${part}`;
  });
  return parts.join(',');
}

function describe(value: Value): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Map) return value.size === 0 ? 'an empty object' : 'an object';
  const type = typeof value === 'string' || typeof value === 'boolean' ? typeof value : 'number';
  return `the ${type} ${printJson(value)}`;
}

function invalid(path: string, found: string, expected: string = EXPECTED): HeadgateError {
  return new HeadgateError('price-file', `cannot read the prices in ${path}: found ${found}, expected ${expected}`);
}
