// The published prices of Cloudflare that --price names: one table of data, with date and source. docs/platform.md, "Prices".
import { BYTE_UNITS } from '../../base/index.ts';
import type { PricedFigure, PriceListTerms, UnitPrice } from './price.ts';

/** The price of a usage. */
interface UsagePrice extends UnitPrice {
  /** The figure of a replay that is this usage. @default none: a replay does not measure it */
  of?: PricedFigure | undefined;
}

/** A published price list. */
export interface PriceList extends Omit<PriceListTerms, 'price' | 'otherUsage'> {
  /** The least time that stored bytes are billed for. Days. @default none */
  leastKeepDays?: number | undefined;
  usages: Readonly<Record<string, UsagePrice>>;
}

const GB = BYTE_UNITS.get('GB')!;
const MILLION = 1e6;
const PAGES = 'https://developers.cloudflare.com';

/** Rates in US dollars. What a list includes is for a month and an account. */
export const PRICE_LISTS: ReadonlyMap<string, PriceList> = new Map<string, PriceList>([
  [
    'cloudflare',
    {
      title: 'Logpush',
      asOf: '2026-09-30',
      source: `${PAGES}/logs/logpush/pricing/`,
      usages: {
        internal: { of: 'bytes', amount: 0.03, per: GB, included: 25 * GB },
        external: { of: 'bytes', amount: 0.1, per: GB, included: 25 * GB },
        'trace-events': { of: 'lines', amount: 0.05, per: MILLION, included: 10 * MILLION },
        transformed: { of: 'transformed', amount: 0.04, per: GB, included: GB },
      },
    },
  ],
  [
    'r2',
    {
      title: 'R2 Standard',
      asOf: '2026-11',
      source: `${PAGES}/r2/pricing/`,
      usages: {
        storage: { of: 'stored', amount: 0.015, per: GB, included: 10 * GB, isRoundedUp: true },
        'class-a': { amount: 4.5, per: MILLION, included: MILLION, isRoundedUp: true },
        'class-b': { amount: 0.36, per: MILLION, included: 10 * MILLION, isRoundedUp: true },
      },
    },
  ],
  [
    'r2-infrequent',
    {
      title: 'R2 Infrequent Access',
      asOf: '2026-11',
      source: `${PAGES}/r2/pricing/`,
      leastKeepDays: 30,
      usages: {
        storage: { of: 'stored', amount: 0.01, per: GB, isRoundedUp: true },
        'class-a': { amount: 9, per: MILLION, isRoundedUp: true },
        'class-b': { amount: 0.9, per: MILLION, isRoundedUp: true },
        retrieved: { amount: 0.01, per: GB, isRoundedUp: true },
      },
    },
  ],
  ['pipelines-json', pipelines('JSON', 0.03)],
  ['pipelines-parquet', pipelines('Parquet or Iceberg', 0.06)],
]);

/** Any query counts, also one that changes nothing. */
function pipelines(format: string, sink: number): PriceList {
  return {
    title: `Pipelines to ${format}`,
    asOf: '2026-11',
    source: `${PAGES}/pipelines/platform/pricing/`,
    usages: {
      sql: { of: 'bytes', amount: 0.04, per: GB, included: 50 * GB },
      sink: { of: 'bytes', amount: sink, per: GB, included: 50 * GB },
    },
  };
}
