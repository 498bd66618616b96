// Random lines of a few days and random promises about them: few values, so that terms exist, and days that differ. Also records that differ from all of these lines.
import type { Value } from '../../../src/base/index.ts';
import { createRandom } from '../../../src/base/index.ts';
import { type Condition, type Filter, OPERATORS, type Scalar } from '../../../src/language/filter/index.ts';

const VALUES = {
  ClientRequestHost: ['api.example.com', 'shop.example.com', 'static.example.com', 'x.example.net'],
  ClientRequestMethod: ['GET', 'POST', 'HEAD', 'PUT'],
  ClientRequestPath: ['/', '/a/b.js', '/a/c.css', '/api/v1/x', '/api/v1/y', '/img/1.png', '/img/2.png', '/login'],
  EdgeResponseContentType: ['text/html', 'image/png', 'application/json', ''],
  CacheCacheStatus: ['hit', 'miss', 'dynamic'],
  SecurityAction: ['', '', '', 'block', 'log'],
  EdgeResponseStatus: [200, 200, 200, 304, 404, 500],
  BotScore: [1, 20, 40, 80, 99],
  EdgeResponseBytes: [10, 200, 3000, 40000],
} as const satisfies Record<string, readonly Scalar[]>;

type Field = keyof typeof VALUES;
const FIELDS = Object.keys(VALUES) as Field[];

/** A record of a line. */
export type LogRecord = Record<string, string | number>;

const DAY_MS = 86_400_000;

/** Creates records of some days, the first at 0. Each day prefers other values. */
export function randomRecords(seed: number, { lines, days }: { lines: number; days: number }): LogRecord[] {
  const random = createRandom(seed, lines);
  const preferred = Array.from({ length: days }, () => FIELDS.map((field) => random(VALUES[field].length)));
  return Array.from({ length: lines }, (_, line) => {
    const day = Math.floor((line * days) / lines);
    const time = new Date(Date.UTC(2026, 10, 1) + day * DAY_MS + random(DAY_MS)).toISOString();
    const values = FIELDS.map((field, index) => {
      const own = random(2) === 0 ? preferred[day]![index]! : random(VALUES[field].length);
      return [field, VALUES[field][own]!];
    });
    return { RayID: `${line}`, EdgeStartTimestamp: time, ...Object.fromEntries(values) };
  });
}

/** A record that differs from another in some fields: other values, values that no line has, null, another type, or none. */
export function mutated(record: LogRecord, seed: number): Map<string, Value> {
  const random = createRandom(seed);
  const found = new Map<string, Value>(Object.entries(record));
  for (const field of FIELDS) {
    const known = VALUES[field][random(VALUES[field].length)]!;
    const choice = random(9);
    if (choice === 0) found.delete(field);
    else if (choice === 1) found.set(field, null);
    else if (choice === 2) found.set(field, typeof known === 'string' ? `${known}x` : known + 1);
    else if (choice === 3) found.set(field, typeof known === 'string' ? 7 : 'seven');
    else if (choice < 7) found.set(field, known);
  }
  return found;
}

const OF_TEXT: readonly Condition['operator'][] = [
  'eq',
  '!eq',
  'startsWith',
  '!startsWith',
  'endsWith',
  'contains',
  '!contains',
  'in',
  '!in',
];
const OF_NUMBER: readonly Condition['operator'][] = ['eq', '!eq', 'lt', 'geq', 'gt', 'leq', 'in', '!in'];

/** A filter of one to three conditions. */
export function randomPromise(seed: number): Filter {
  const random = createRandom(seed, 7);
  const conditions = Array.from({ length: 1 + random(3) }, (): Filter['where'] => {
    const field = FIELDS[random(FIELDS.length)]!;
    const values = VALUES[field];
    const operators = typeof values[0] === 'number' ? OF_NUMBER : OF_TEXT;
    const operator = operators[random(operators.length)]!;
    const { positive } = OPERATORS[operator];
    const value = values[random(values.length)]!;
    const text = value === '' ? 'x' : value;
    return {
      ...{ kind: 'condition', key: field, operator },
      value: positive === 'in' ? [text, values[random(values.length)]!] : positive === 'eq' ? value : text,
    };
  });
  return {
    where: conditions.length === 1 ? conditions[0]! : { kind: random(2) === 0 ? 'and' : 'or', children: conditions },
  };
}
