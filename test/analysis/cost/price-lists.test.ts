// The published price lists: the worked examples of the pages, and what they mean for jobs. docs/platform.md, "Prices".
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountsOf,
  Bill,
  type BilledAs,
  chargeOf,
  differenceOfCosts,
  type Estimated,
  exactly,
  PRICE_LISTS,
  type Price,
  parsePrice,
  parsePriceFile,
} from '../../../src/analysis/cost/index.ts';
import { readPrices } from '../../../src/verbs/request/read-prices.ts';
import { readPage } from '../../helpers/docs/pages.ts';

const GB = 1e9;
const MILLION = 1e6;

describe('worked examples', () => {
  it.each<[string, string, Record<string, number>, number]>([
    ['Logpush', 'cloudflare', { internal: 40 * GB, external: 60 * GB, transformed: 5 * GB }, 4.11],
    ['Pipelines to Iceberg', 'pipelines-parquet', { sql: 500 * GB, sink: 300 * GB }, 33],
    ['R2 Standard', 'r2', { storage: 1000 * GB, 'class-a': 1000, 'class-b': MILLION }, 14.85],
    [
      'R2 Infrequent Access',
      'r2-infrequent',
      { storage: 1000 * GB, 'class-a': 1000, 'class-b': MILLION, retrieved: 1000 * GB },
      29.9,
    ],
    ['R2, asset hosting', 'r2', { storage: 10 * GB, 'class-a': 100_000, 'class-b': 300 * MILLION }, 104.4],
    ['R2: one operation more than a million', 'r2-infrequent', { 'class-a': MILLION + 1 }, 18],
    ['R2: 1.1 GB-month', 'r2-infrequent', { storage: 1.1 * GB }, 0.02],
    ['R2: rounding errors begin no unit', 'r2-infrequent', { storage: (0.1 + 0.2) * 10 * GB }, 0.03],
    ['everything included', 'cloudflare', { internal: 25 * GB, external: 25 * GB, transformed: GB }, 0],
    ['Workers trace events', 'cloudflare', { 'trace-events': 30 * MILLION }, 1],
  ])('%s', (_, name, usage, total) => {
    const { usages } = PRICE_LISTS.get(name)!;
    const charges = Object.entries(usage).map(([one, amount]) => chargeOf(usages[one]!, amount));
    expect(charges.reduce((sum, charge) => sum + charge, 0)).toBeCloseTo(total, 9);
  });
});

it('docs/platform.md has every price', () => {
  const row = /^\| `([\w-]+)` \| `([\w-]+)` \| (none|(\d+) (GB|million)) \| \$([\d.]+)\/(GB|million) \|/gm;
  const units: Record<string, number> = { GB, million: MILLION };
  const rows = [...readPage('docs/platform.md').text.matchAll(row)].map((found) => {
    const [, list, usage, , included, of = '', amount, per = ''] = found;
    const free = included === undefined ? {} : { included: Number(included) * units[of]! };
    return [list, usage, { ...free, amount: Number(amount), per: units[per]! }];
  });
  const data = [...PRICE_LISTS].flatMap(([list, { usages }]) =>
    Object.entries(usages).map(([usage, { amount, per, included }]) => [
      list,
      usage,
      { ...(included === undefined ? {} : { included }), amount, per },
    ]),
  );
  expect(rows).toEqual(data);
});

const monthOf = (bytes: number, lines = 1) => ({
  lines: exactly(lines),
  bytes: exactly(bytes),
  stored: exactly(bytes / 10),
});
const payer = (name: string, bytes: number, as: BilledAs[], isShared = true) => ({
  ...{ name, perMonth: monthOf(bytes, bytes / 1000), billed: { as, isShared } },
});
const NOTHING = 'internal=0,external=0,trace-events=0';
const [APART] = (await readPrices({ price: 'cloudflare,internal=5GB,external=30GB' }, true)) as [Price];
const ALL_KINDS: BilledAs[] = ['external', 'internal'];

describe('costs of jobs', () => {
  const costsOf = (price: Price, ...jobs: ReturnType<typeof payer>[]) => {
    const bill = new Bill(price, { all: payer('all lines', 100 * GB, ALL_KINDS, false), jobs });
    return jobs.map((job) => amountsOf(bill.costOf(job)).map((amount) => Number(amount!.value.toFixed(6))));
  };

  it.each<[string, Price, ReturnType<typeof payer>[], number[][]]>([
    [
      'each kind has its own allowance; jobs share it in proportion to what they push',
      parsePrice('cloudflare,internal=0,external=20GB'),
      [payer('a', 10 * GB, ['internal']), payer('b', 30 * GB, ['internal']), payer('c', 10 * GB, ['external'])],
      [
        [0.1125, 0.1125],
        [0.3375, 0.3375],
        [0.5, 0.5],
      ],
    ],
    [
      'filters without a job are alternatives: each has the whole allowance',
      parsePrice(`cloudflare,${NOTHING}`),
      [payer('a', 30 * GB, ['internal'], false), payer('b', 30 * GB, ['internal'], false)],
      [
        [0.15, 0.15],
        [0.15, 0.15],
      ],
    ],
    [
      'an unknown rest: the included usage is used, or left',
      parsePrice('cloudflare'),
      [payer('a', 30 * GB, ['internal'])],
      [[0.9, 0.15, 0.9, 0.15]],
    ],
    [
      'an unknown destination: external, or internal',
      parsePrice(`cloudflare,${NOTHING}`),
      [payer('a', 30 * GB, ALL_KINDS)],
      [[0.5, 0.15]],
    ],
    [
      'other jobs that are priced apart may use what the stated rest leaves',
      APART,
      [payer('a', 30 * GB, ['internal'])],
      [[0.9, 0.3, 0.9, 0.3]],
    ],
    [
      'trace events cost by line, whatever the destination',
      parsePrice(`cloudflare,${NOTHING}`),
      [payer('a', 40 * GB, ['trace-events'])],
      [[1.5, 1.5]],
    ],
    [
      'stored bytes cost as long as they are kept',
      parsePrice('r2,keep=90d,storage=10GB'),
      [payer('a', 10 * GB, ['internal'])],
      [[0.045]],
    ],
    [
      'R2 Infrequent Access bills at least 30 days',
      parsePrice('r2-infrequent,keep=1d'),
      [payer('a', 20 * GB, ['internal'])],
      [[0.02]],
    ],
    [
      'Pipelines bill the query and the sink',
      parsePrice('pipelines-json,sql=50GB,sink=60GB'),
      [payer('a', 10 * GB, ['internal'])],
      [[0.7]],
    ],
  ])('%s', (_, price, jobs, expected) => {
    expect(costsOf(price, ...jobs)).toEqual(expected);
  });

  it('a job whose bytes were not measured has no cost, nor have those that share with it', () => {
    const unmeasured = { ...payer('a', 0, ['internal']), perMonth: { ...monthOf(0), bytes: null } };
    const jobs = [unmeasured, payer('b', GB, ['internal']), payer('c', GB, ['external'])];
    const bill = new Bill(parsePrice(`cloudflare,${NOTHING}`), {
      all: payer('all lines', GB, ['external'], false),
      jobs,
    });
    expect(jobs.map((job) => bill.costOf(job).amount === null)).toEqual([true, true, false]);
  });
});

const bytesUpTo = (most: number) => fc.double({ min: 0, max: most, noNaN: true });
const contains = ({ low, high }: Estimated, value: number): boolean => low - 1e-6 <= value && value <= high + 1e-6;

it('the costs of jobs add up to that of their sum, and a saving is what the account pays less', () => {
  fc.assert(
    fc.property(
      fc.array(bytesUpTo(80 * GB), { minLength: 1, maxLength: 5 }),
      bytesUpTo(60 * GB),
      bytesUpTo(200 * GB),
      (bytes, rest, all) => {
        const price = parsePrice(`cloudflare,internal=${Math.round(rest)}B,external=0`);
        const part = price.parts.find(({ usage }) => usage === 'internal')!;
        const other = Math.round(rest);
        const jobs = bytes.map((one, index) => payer(`job-${index}`, one, ['internal']));
        const bill = new Bill(price, { all: payer('all lines', all, ['internal'], false), jobs });
        const sum = bytes.reduce((total, one) => total + one, 0);
        const costs = jobs.map((job) => bill.costOf(job).amount!.value);
        const paid = chargeOf(part, other + sum) - chargeOf(part, other);
        expect(costs.reduce((total, one) => total + one, 0)).toBeCloseTo(paid, 6);
        const without = chargeOf(part, other + sum - bytes[0]! + all) - chargeOf(part, other);
        expect(bill.increaseOf(jobs[0]!, monthOf(all)).amount!.value).toBeCloseTo(without - paid, 6);
      },
    ),
  );
});

it('ranges contain the cost, and the difference of costs, for every rest of the account and both kinds', () => {
  fc.assert(
    fc.property(bytesUpTo(80 * GB), bytesUpTo(80 * GB), bytesUpTo(90 * GB), fc.boolean(), (a, b, rest, isInternal) => {
      const filters = [payer('a', a, ALL_KINDS, false), payer('b', b, ALL_KINDS, false)];
      const all = payer('all lines', a + b, ALL_KINDS, false);
      const bill = new Bill(parsePrice('cloudflare'), { all, jobs: filters });
      const kind = isInternal ? 'internal' : 'external';
      const part = bill && parsePrice('cloudflare').parts.find(({ usage }) => usage === kind)!;
      const paid = (bytes: number): number => chargeOf(part, rest + bytes) - chargeOf(part, rest);
      const [ofA, ofB] = filters.map((one) => bill.costOf(one));
      expect(contains(ofA!.amount!, paid(a))).toBe(true);
      expect(contains(differenceOfCosts(ofA!, ofB!).amount!, paid(a) - paid(b))).toBe(true);
    }),
  );
});

describe('names of price lists', () => {
  it('a price of the command line has the name of its list, one of a file its own', () => {
    expect(parsePrice(' cloudflare ')).toMatchObject({
      name: 'cloudflare',
      currency: '$',
      list: { asOf: '2026-09-30' },
    });
    const [bill, archive] = parsePriceFile('{"bill": "cloudflare", "archive": "r2,keep=90d"}', 'prices.json');
    expect([bill!.name, archive!.name, archive!.keepDays]).toEqual(['bill', 'archive', 90]);
  });

  it.each([
    ['cloudfare', 'found "cloudfare", expected a number and a unit such as 0.50/GB; write cloudflare'],
    [
      'cloudflare,1/GB',
      'found "1", expected a price list alone, with keep=, internal=, external=, trace-events=, transformed= at most; pass --price once for each price',
    ],
    ['r2,cloudflare', 'found "cloudflare", expected a price list alone'],
    ['r2,r3', 'found "r3", expected a price list alone, with keep=, storage= at most'],
    ['1/GB,r2', 'found "r2", expected a price list alone'],
    ['cloudflare,keep=90d', 'found keep without a price for stored bytes'],
  ])('%s', (text, message) => expect(() => parsePrice(text)).toThrow(message));
});

describe('what the rest of the account uses', () => {
  it.each([
    ['cloudflare,internal=40GB,external=60GB', { internal: 40 * GB, external: 60 * GB }],
    ['cloudflare, external = 1_500 MB , internal=0 ', { external: 1.5 * GB, internal: 0 }],
    ['cloudflare,trace-events=2.5million-lines', { 'trace-events': 2.5 * MILLION }],
    ['cloudflare,trace-events=300lines', { 'trace-events': 300 }],
    ['cloudflare,transformed=1GB', { transformed: GB }],
    ['r2,storage=1TiB', { storage: 2 ** 40 }],
    ['cloudflare', {}],
  ])('%s', (text, expected) => {
    const { list, parts } = parsePrice(text);
    expect(list?.otherUsage).toEqual(expected);
    for (const { usage, other, included } of parts) {
      const stated = (expected as Record<string, number>)[usage!];
      expect(other).toEqual(stated === undefined ? { low: 0, high: included } : { low: stated, high: stated });
    }
  });

  it.each<[string, number, string | RegExp]>([
    ['cloudflare,', 12, 'found the end of the price, expected a price list alone'],
    ['cloudflare,40GB', 12, 'found "40GB", expected a price list alone'],
    ['cloudflare,intern=40GB', 12, 'found "intern", expected a price list alone, with keep=, internal=, external='],
    ['cloudflare,intern=40GB', 12, 'write internal='],
    ['cloudflare,constructor=1GB', 12, 'found "constructor", expected a price list alone'],
    ['r2-infrequent,storage=1GB', 15, 'found "storage", expected a price list alone, with keep= at most'],
    ['internal=40GB,cloudflare', 1, 'found "internal", expected ingest, stored, keep; write cloudflare,internal='],
    ['sink=40GB', 1, 'write pipelines-json,sink='],
    ['cloudflare,internal 40GB', 12, 'found "internal", expected a price list alone'],
    ['cloudflare,internal', 12, 'found "internal", expected a price list alone'],
    ['cloudflare,internal=', 21, 'found the end of the price, expected a number and a unit such as 40GB'],
    ['cloudflare,internal=-1GB', 21, 'found "-1", expected a usage of at least 0'],
    ['cloudflare,internal=40', 23, 'found the end of the price, expected a unit such as GB, TB'],
    ['cloudflare,internal=40gb', 23, 'found "gb", expected a unit such as GB, TB; write GB'],
    ['cloudflare,internal=40GB-month', 23, 'found "GB-month", expected a unit such as GB, TB'],
    ['cloudflare,internal=1,000GB', 21, 'write 1_000 or 1.000'],
    ['cloudflare,trace-events=1GB', 26, /found "GB", expected a unit such as million-lines$/],
    ['cloudflare,trace-events=1gb', 26, /found "gb", expected a unit such as million-lines$/],
    ['cloudflare,trace-events=1Million-lines', 26, 'write million-lines'],
    ['cloudflare,internal=1GB;external=2GB', 24, 'found ";", expected a comma or the end of the price'],
    ['cloudflare,internal=1GB,internal=2GB', 25, 'found "internal", expected each usage once'],
  ])('%s: column %i', (text, column, message) => {
    const error = (() => {
      try {
        return parsePrice(text);
      } catch (thrown) {
        return thrown as Error & { column?: number };
      }
    })();
    expect(error).toMatchObject({ column });
    expect((error as Error).message).toMatch(message);
  });
});
