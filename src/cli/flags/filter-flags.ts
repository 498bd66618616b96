// The flags for filters and jobs, for what a report states of them, and for guards and prices.
import { DEFAULT_DATASET } from '../../language/dataset/index.ts';
import { MAX_FILTER_BYTES, MAX_FILTER_OPERATORS } from '../../language/filter/index.ts';
import type { ReplayRequest } from '../../verbs/index.ts';
import type { FilterArgument } from '../../verbs/request/named-filters.ts';
import { DEFAULT_DETAIL } from '../../verbs/request/request-defaults.ts';
import { type FlagsOf, inGroup } from '../flag-row.ts';
import { splitNames } from './parsers.ts';

/** A filter or a job file, in a list of both: their order counts. */
export const FILTER_VALUE = { kind: 'parsed', parse: asFilter, expected: 'a filter', repeatable: true } as const;
/** The same for a job file. */
export const JOB_VALUE = { kind: 'parsed', parse: asJob, expected: 'a file', repeatable: true } as const;

function asFilter(value: string): FilterArgument {
  return { kind: 'filter', value };
}

function asJob(value: string): FilterArgument {
  return { kind: 'job', value };
}

/** Accepts filters that the platform rejects. */
export const IGNORE_LIMITS_FLAG = {
  flag: '--ignore-limits',
  sets: 'ignoreLimits',
  kind: 'switch',
  help: `Accept filters over ${MAX_FILTER_OPERATORS} operators or ${MAX_FILTER_BYTES} bytes, with a warning`,
} as const;

/** Heading of {@link FILTER_FLAGS}. */
export const FILTER_OPTIONS = 'Filter options:';

/** What the lines are. */
export const DATASET_FLAG = {
  flag: '-d, --dataset <dataset>',
  sets: 'dataset',
  kind: 'text',
  help: `Dataset of the lines, such as http_requests or firewall_events (default: dataset of the job, else of the index, else ${DEFAULT_DATASET})`,
} as const;

/** Filters, jobs and their dataset. */
export const FILTER_FLAGS = inGroup(FILTER_OPTIONS, [
  {
    flag: '-f, --filter <filter>',
    sets: 'filters',
    ...FILTER_VALUE,
    help: 'Filter: JSON, an expression, all, @file, or - for standard input (repeatable)',
  },
  {
    flag: '-j, --job <file>',
    sets: 'filters',
    ...JOB_VALUE,
    help: 'File with a job, an array of jobs, or an API response (repeatable)',
  },
  DATASET_FLAG,
  IGNORE_LIMITS_FLAG,
]);

/** What transforms the kept lines. */
export const TRANSFORMER_FLAG = {
  flag: '-t, --transformer <file|id|sql>',
  sets: 'transformer',
  kind: 'text',
  group: FILTER_OPTIONS,
  help: 'Transformer: SQL that begins with SELECT or WITH, its file, -, or an id of the account: replays it on the lines that each filter or job keeps, without one on all lines',
} as const;

const GUARD_OPTIONS = 'Guard options (a broken guard exits with code 1):';

/** Promises about figures, and what undecided lines are. @param examples guards that the command judges */
export function figureGuardFlags(...examples: readonly string[]) {
  const shown = examples.map((guard) => `'${guard}'`).join(', ');
  return inGroup(GUARD_OPTIONS, [
    {
      flag: '--guard <guard>',
      sets: 'guards',
      kind: 'text',
      repeatable: true,
      help: `Promise about a figure: ${shown} (repeatable)`,
    },
    {
      flag: '--undecided-ok',
      sets: 'undecidedOk',
      kind: 'switch',
      help: 'Count undecided lines as neither kept nor dropped',
    },
  ]);
}

/** Promises about a filter that is replayed over every line. @param examples as in {@link figureGuardFlags} */
export function guardFlags(...examples: readonly string[]) {
  const [guard, undecidedOk] = figureGuardFlags(...examples);
  const lines = inGroup(GUARD_OPTIONS, [
    {
      flag: '--never-drop <filter>',
      sets: 'neverDrop',
      kind: 'text',
      repeatable: true,
      help: 'No line that this filter matches may be dropped (repeatable)',
    },
    {
      flag: '--never-keep <filter>',
      sets: 'neverKeep',
      kind: 'text',
      repeatable: true,
      help: 'No line that this filter matches may be kept (repeatable)',
    },
  ]);
  return [guard, ...lines, undecidedOk] as const;
}

/** Heading of {@link COST_FLAGS}. */
export const COST_OPTIONS = 'Cost options:';

/** What kept lines cost. */
export const COST_FLAGS = inGroup(COST_OPTIONS, [
  {
    flag: '--price <price>',
    sets: 'price',
    kind: 'text',
    repeatable: true,
    help: 'Price such as 0.50/GB or stored=0.023/GB-month,ingest=2.50/GB, price list such as r2 or cloudflare,internal=40GB,external=60GB with what the rest of the account uses in a month, or @file (repeatable)',
  },
]);

/** Fields whose values are listed. The help names the lines. */
export const BY_FLAG = {
  flag: '--by <fields>',
  sets: 'by',
  kind: 'parsed',
  repeatable: true,
  parse: splitNames,
  expected: 'names of fields such as ClientRequestPath,ClientCountry',
} as const;

/** Which figures are counted. */
export const DETAIL_FLAGS = [
  { flag: '--no-fields', sets: 'noFields', kind: 'switch', help: 'Omit the field statistics' },
  { flag: '--counts', sets: 'counts', kind: 'switch', help: 'Report only the totals of each job (faster)' },
] as const;

/** Returns the figures to count. */
export function detailOf({
  counts,
  noFields,
}: FlagsOf<(typeof DETAIL_FLAGS)[number]>): NonNullable<ReplayRequest['detail']> {
  if (counts === true) return 'counts';
  return noFields === true ? 'no-fields' : DEFAULT_DETAIL;
}
