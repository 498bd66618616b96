// The list of pools of an API with any kind of paging, as a function from the query to the answer.

/** How the API splits the list. */
export interface PagingRules {
  /** Parameters that it honours. */
  honours: 'page' | 'offset' | 'both' | 'none';
  /** Most pools on a page. */
  maxSize: number;
  /** What it does if asked for more than `maxSize`. `ignore`: it always returns `maxSize`. */
  aboveMax: 'cap' | 'default' | 'refuse' | 'ignore';
  /** `total_count`. `page`: the number of pools on the page. A number: counts no further. */
  total: 'right' | 'missing' | 'page' | 'too-low' | 'too-high' | number;
  /** A page after the last one. */
  afterLast: 'empty' | 'refuse' | 'last-page';
  /** The page that is a copy of the one before; from 0. @default none */
  repeated?: number | undefined;
}

/** An API that honours everything. */
export const PLAIN_PAGING: PagingRules = {
  ...{ honours: 'both', maxSize: 50, aboveMax: 'cap', total: 'right', afterLast: 'empty' },
};
/** Pools on a page without a number. */
const DEFAULT_SIZE = 25;

/** Returns a page of pools, or undefined for HTTP 400. */
export function answerPoolPage<Pool>(rules: PagingRules, pools: readonly Pool[], query: URLSearchParams) {
  const size = sizeOf(rules, query);
  if (size === undefined) return undefined;
  const asked = indexOf(rules, query, size);
  const pageCount = Math.max(1, Math.ceil(pools.length / size));
  if (asked >= pageCount && rules.afterLast === 'refuse') return undefined;
  const last = rules.afterLast === 'last-page' ? Math.min(asked, pageCount - 1) : asked;
  const index = last > 0 && last === rules.repeated ? last - 1 : last;
  const page = pools.slice(index * size, (index + 1) * size);
  const totals: Record<string, number> = {
    right: pools.length,
    page: page.length,
    'too-low': pools.length - 1,
    'too-high': pools.length + 1,
  };
  const total = typeof rules.total === 'number' ? Math.min(rules.total, pools.length) : totals[rules.total];
  const info = rules.total === 'missing' ? {} : { total_count: total };
  return { success: true, errors: [], messages: [], result: page, result_info: { page: index + 1, ...info } };
}

function sizeOf({ honours, maxSize, aboveMax }: PagingRules, query: URLSearchParams): number | undefined {
  const isPage = honours === 'page' || honours === 'both';
  const isOffset = honours === 'offset' || honours === 'both';
  const text = (isPage ? query.get('per_page') : null) ?? (isOffset ? query.get('limit') : null);
  const asked = Number(text ?? DEFAULT_SIZE);
  if (aboveMax === 'ignore') return maxSize;
  if (asked <= maxSize) return asked;
  if (text === null || aboveMax === 'cap') return maxSize;
  return aboveMax === 'refuse' ? undefined : Math.min(DEFAULT_SIZE, maxSize);
}

function indexOf({ honours }: PagingRules, query: URLSearchParams, size: number): number {
  if (honours !== 'offset' && honours !== 'none' && query.has('page')) return Number(query.get('page')) - 1;
  return honours === 'offset' || honours === 'both' ? Number(query.get('offset') ?? 0) / size : 0;
}
