// The objects under a source, and those that a time range selects: the same rows for buckets and folders.

export interface ListingRow {
  name: string;
  /** Existing keys. */
  keys: readonly string[];
  /** The source, relative to the root of the row. @default '' */
  source?: string;
  since?: string;
  until?: string;
  /** @default an hour */
  slackMs?: number;
  /** Keys to read. */
  kept: readonly string[];
  /** Other counts; zero if absent. */
  pruned?: number;
  prunedFolders?: number;
  skipped?: number;
}

/** Ten minutes of logs from a time like `20261101T1000`. */
function log(start: string, end: string, hash = 'ab'): string {
  return `${start}00Z_${end}00Z_${hash}.log.gz`;
}

const NOON = log('20261101T1200', '20261101T1210');
const ONE = log('20261101T1300', '20261101T1310');
const TWO = log('20261101T1400', '20261101T1410');
const MIDNIGHT = log('20261101T2355', '20261102T0005');
const NEXT = log('20261102T0005', '20261102T0010');
const OLD = log('20261020T0000', '20261020T0010');

const DAYS = [
  `20261020/${OLD}`,
  `20261101/${NOON}`,
  `20261101/${ONE}`,
  `20261101/${TWO}`,
  `20261101/${MIDNIGHT}`,
  `20261102/${NEXT}`,
];

export const LISTING_ROWS: readonly ListingRow[] = [
  { name: 'everything, sorted', keys: ['b.log', 'a/z.log', 'a.log'], kept: ['a.log', 'a/z.log', 'b.log'] },
  {
    name: 'not logs',
    keys: ['ownership-challenge-00000000.txt', 'a.log', 'x/test.txt.gz', '.hidden', '.git/config'],
    kept: ['a.log'],
    skipped: 4,
  },
  { name: 'an empty object', keys: ['empty.log.gz'], kept: ['empty.log.gz'] },
  {
    name: 'names with times',
    keys: [NOON, ONE, TWO],
    since: '2026-11-01T13:05:00Z',
    until: '2026-11-01T13:06:00Z',
    slackMs: 0,
    kept: [ONE],
    pruned: 2,
  },
  {
    name: 'the slack reads later batches',
    keys: [NOON, ONE, TWO],
    since: '2026-11-01T12:10:00Z',
    until: '2026-11-01T12:11:00Z',
    kept: [NOON, ONE],
    pruned: 1,
  },
  {
    name: 'an end at since is kept, a start at until with slack is not',
    keys: [NOON, ONE],
    since: '2026-11-01T12:10:00Z',
    until: '2026-11-01T12:59:00Z',
    slackMs: 60_000,
    kept: [NOON],
    pruned: 1,
  },
  { name: 'only since', keys: [NOON, ONE], since: '2026-11-01T13:00:00Z', kept: [ONE], pruned: 1 },
  { name: 'only until', keys: [NOON, TWO], until: '2026-11-01T12:00:00Z', kept: [NOON], pruned: 1 },
  {
    name: 'names without both times are kept',
    keys: ['part-1.log', '20261101T120000Z.log', OLD],
    since: '2026-11-05T00:00:00Z',
    kept: ['20261101T120000Z.log', 'part-1.log'],
    pruned: 1,
  },
  {
    name: 'day folders, no range',
    keys: DAYS,
    source: '{DATE}',
    kept: DAYS,
  },
  {
    name: 'one hour of a day',
    keys: DAYS,
    source: '{DATE}',
    since: '2026-11-01T12:30:00Z',
    until: '2026-11-01T12:40:00Z',
    slackMs: 1_800_000,
    kept: [`20261101/${ONE}`],
    pruned: 5,
    prunedFolders: 2,
  },
  {
    name: 'over midnight',
    keys: DAYS,
    source: '{DATE}/',
    since: '2026-11-02T00:00:00Z',
    until: '2026-11-02T00:01:00Z',
    kept: [`20261101/${MIDNIGHT}`, `20261102/${NEXT}`],
    pruned: 4,
    prunedFolders: 1,
  },
  {
    name: 'late in the evening the next day is looked at',
    keys: DAYS,
    source: '{DATE}',
    since: '2026-11-01T23:50:00Z',
    until: '2026-11-01T23:56:00Z',
    kept: [`20261101/${MIDNIGHT}`, `20261102/${NEXT}`],
    pruned: 4,
    prunedFolders: 1,
  },
  {
    name: 'day folders without {DATE}',
    keys: [...DAYS, 'stray.log', `job-a/20261101/${ONE}`, `job-a/20261020/${OLD}`, 'other/deep/er/x.log'],
    since: '2026-11-01T13:00:00Z',
    until: '2026-11-01T13:05:00Z',
    slackMs: 0,
    kept: [`20261101/${ONE}`, `job-a/20261101/${ONE}`, 'other/deep/er/x.log', 'stray.log'],
    pruned: 6,
    prunedFolders: 3,
  },
  {
    name: 'forms of day folders',
    keys: [`date=20261020/${OLD}`, `dt=2026-10-20/${OLD}`, '2026-10-20/x.log', '20261399/x.log', 'date=20261101/x.log'],
    since: '2026-11-01T00:00:00Z',
    kept: ['20261399/x.log', 'date=20261101/x.log'],
    pruned: 3,
    prunedFolders: 3,
  },
  {
    name: 'folders that only look like days',
    keys: ['zone=20240101/a.log', 'account=2024-01-01/b.log', 'DT=20261020/c.log', 'Ds=2026-11-01/d.log'],
    since: '2026-11-01T00:00:00Z',
    kept: ['zone=20240101/a.log', 'account=2024-01-01/b.log', 'Ds=2026-11-01/d.log'],
    pruned: 1,
    prunedFolders: 1,
  },
  {
    name: 'until the end of time',
    keys: DAYS,
    source: '{DATE}',
    since: '0000-01-01T00:00:00Z',
    until: '9999-12-31T23:59:59Z',
    kept: DAYS,
  },
  {
    name: 'flat logs beside day folders, batches of many hours, names with one time',
    keys: [
      ...DAYS,
      NOON,
      '20261101T120030Z.log',
      '20261101/20261101T120500Z_ab.log.gz',
      '20261101/20261101T000000Z_20261101T235959Z_all.log.gz',
      '20261101/hourly/x.log',
    ],
    since: '2026-11-01T23:50:00Z',
    until: '2026-11-01T23:51:00Z',
    slackMs: 0,
    kept: [
      '20261101T120030Z.log',
      '20261101/20261101T120500Z_ab.log.gz',
      '20261101/20261101T000000Z_20261101T235959Z_all.log.gz',
      '20261101/hourly/x.log',
    ],
    pruned: 7,
    prunedFolders: 1,
  },
  {
    name: 'a placeholder within a name, and folders around it',
    keys: [
      'http/date=20261101/eu/a.log',
      'http/date=20261101/us/b.log',
      'http/date=20261020/eu/c.log',
      'http/x/eu/d.log',
    ],
    source: 'http/date={DATE}/eu',
    kept: ['http/date=20261020/eu/c.log', 'http/date=20261101/eu/a.log'],
  },
  {
    name: 'the same with a range',
    keys: [
      'http/date=20261101/eu/a.log',
      'http/date=20261101/us/b.log',
      'http/date=20261020/eu/c.log',
      'http/x/eu/d.log',
    ],
    source: 'http/date={DATE}/eu/',
    since: '2026-11-01T00:00:00Z',
    kept: ['http/date=20261101/eu/a.log'],
    pruned: 1,
    prunedFolders: 1,
  },
  {
    name: 'a placeholder in a file name',
    keys: ['20261101.json', '20261102.json', 'x.json'],
    source: '{DATE}.json',
    kept: ['20261101.json', '20261102.json'],
  },
  {
    name: 'a file per day with a range',
    keys: ['http/20261101.json', 'http/20261020.json'],
    source: 'http/{DATE}.json',
    since: '2026-11-01T00:00:00Z',
    kept: ['http/20261101.json'],
    pruned: 1,
    prunedFolders: 1,
  },
  {
    name: 'nothing left after pruning',
    keys: [`20261101/${NOON}`],
    source: '{DATE}',
    since: '2027-01-01T00:00:00Z',
    kept: [],
    pruned: 1,
    prunedFolders: 1,
  },
  {
    name: 'nothing left after pruning by name',
    keys: [NOON],
    since: '2027-01-01T00:00:00Z',
    kept: [],
    pruned: 1,
  },
];
