// Reports with every section, for the formats: their names and values are chosen by the test.
import type { Sample } from '../../../src/analysis/aggregates/index.ts';
import type { CompareReport } from '../../../src/analysis/compare/index.ts';
import { type CostReport, costDifference, type JobCost } from '../../../src/analysis/cost/index.ts';
import type { JobReport } from '../../../src/analysis/replay/index.ts';
import type { ListedValues, PlanCompareReport, PlanComparison, ReplayResult } from '../../../src/verbs/index.ts';
import { sourceTotal } from '../replay/replay-pass.ts';

const LINES = { read: 100, outside: 0, untimed: 0, malformed: 2, blank: 0, bytes: 10_000 };

/** A line that is shown whole, and one of which fields are shown, with `text` as their values. */
function samplesOf(text: string): Sample[] {
  const fields = { [text]: text, RayID: text, ClientRequestPath: text, Cookies: { [text]: text }, BotTags: [text] };
  return [
    { object: text, offset: 7, line: text },
    { object: text, offset: 9, line: JSON.stringify(fields) },
  ];
}

/** A job with a condition, a field, a missing field and samples. */
export function jobReport(name: string, text = name): JobReport {
  return {
    name,
    dataset: 'http_requests',
    filter: text,
    kept: { lines: 25, bytes: 2500 },
    dropped: { lines: 70, bytes: 7000 },
    undecided: { lines: 5, bytes: 500 },
    conditions: [{ path: 'where', text, true: 25, false: 70, unknown: 5, soleBlocker: 70, soleKeeper: 25 }],
    missingFields: [{ name: text, lines: 5 }],
    nullFields: [],
    mismatches: [],
    hints: [],
    fields: [{ name: text, lines: 25, empty: 1, bytes: 300 }],
    testedFields: ['ClientRequestPath'],
    samples: { kept: samplesOf(text), dropped: samplesOf(text), undecided: [] },
  };
}

/** @param times the figures of one month */
function jobCost(name: string, times = 1): JobCost {
  const exact = (value: number) => ({ value: value * times, low: value * times, high: value * times });
  const rate = { lines: exact(1000), bytes: exact(100_000), stored: { value: 10_000, low: 9000, high: 11_000 } };
  const money = [{ price: 'price', currency: '$', amount: { value: 12.5 * times, low: 12 * times, high: 13 * times } }];
  return { name, perDay: rate, perMonth: rate, money };
}

/** Rates with a gap. */
export function costReport(names: readonly string[]): CostReport {
  return {
    covered: {
      since: '2026-11-01T00:00:00Z',
      until: '2026-11-01T04:00:00Z',
      hours: 3,
      missing: [{ since: '2026-11-01T01:00:00Z', until: '2026-11-01T02:00:00Z' }],
      edgesUnknown: false,
    },
    sampleRate: 1,
    stored: { exact: false, runs: 3, lines: 30, bytes: 3000 },
    all: jobCost('all lines'),
    jobs: names.map((name) => jobCost(name)),
  };
}

function listed(examined: number, text: string): ListedValues {
  const shares = { share: 0.4, shareError: 0.02, shareOfAll: 0.1, shareOfAllError: 0.01 };
  return {
    examined,
    fields: [{ field: text, values: [{ field: text, test: 'equals', value: text, ...shares }], rest: 0.6 }],
  };
}

const WEIGHT = { lines: 40, bytes: 4000, share: 0.4, shareError: 0.02 };

/** A report in which every text from outside is `text`. @param jobs number of jobs */
export function replayReport(text: string, jobs = 1): ReplayResult {
  const names = Array.from({ length: jobs }, (_, index) => (jobs === 1 ? text : `${text}-${index}`));
  const ofHour = names.map(() => ({ kept: { lines: 10, bytes: 1000 }, undecided: { lines: 1, bytes: 100 } }));
  return {
    version: 1,
    partial: false,
    source: sourceTotal(2),
    lines: LINES,
    jobs: names.map((name) => ({
      ...jobReport(name, text),
      by: { dropped: listed(70, text), kept: listed(25, text) },
    })),
    by: {
      examined: 50,
      fields: [{ field: text, values: [{ value: text, ...WEIGHT }], rest: { ...WEIGHT, share: 0.6 } }],
    },
    overlap: [{ jobs: [0], lines: 25, bytes: 2500 }],
    fields: [{ name: text, lines: 100, empty: 0, bytes: 1000 }],
    hours: ['00', '02', '03'].map((hour) => ({
      hour: `2026-11-01T${hour}:00:00Z`,
      lines: 30,
      bytes: 3000,
      jobs: ofHour,
    })),
    cost: withSaves(costReport(names)),
    guards: [
      {
        kind: 'never-drop',
        guard: text,
        job: names[0]!,
        holds: false,
        found: 'drops 3 lines',
        value: 3,
        lines: samplesOf(text),
      },
      { kind: 'threshold', guard: 'kept >= 1%', job: names[0]!, holds: true, found: 'kept 25 of 100 lines', value: 25 },
    ],
    examined: 10,
    problemCounts: { 'not-json': 2 },
    problems: [{ code: 'not-json', object: text, offset: 12, message: text }],
  };
}

/** The same report with a transformer for each job. */
export function transformedReport(text: string, jobs = 1): ReplayResult {
  const report = replayReport(text, jobs);
  return { ...report, jobs: report.jobs!.map((job) => ({ ...job, transformer: transformReport(text) })) };
}

/** What a transformer does, in which every text from outside is `text`. */
function transformReport(text: string): NonNullable<NonNullable<ReplayResult['jobs']>[number]['transformer']> {
  const total = (lines: number) => ({ lines, bytes: lines * 100 });
  const line = JSON.stringify({ [text]: text });
  const example = { object: text, offset: 3, line, records: [line] };
  return {
    ...{ name: text, sql: text, reads: [text], unlisted: [text], choices: [] },
    ...{ kept: total(15), dropped: total(5), failing: total(3), undecided: total(2), withoutRow: 1 },
    ...{ delivered: total(15), nulls: { values: 2, bytes: 20 } },
    conditions: [
      { text, line: 1, column: 2, true: 15, false: 4, null: 1, undecided: 2, failing: 3, soleBlocker: 5 },
      { text, line: 2, column: 2, true: 25, false: 0, null: 0, undecided: 0, failing: 0, soleBlocker: 0 },
    ],
    failures: [
      {
        ...{ cause: 'cast', expression: text, line: 1, column: 2, lines: 3 },
        ...{ hint: 'write TRY_CAST', message: text, object: text, offset: 3 },
      },
    ],
    reasons: [
      { code: 'absent', field: text, expression: text, lines: 1 },
      { code: 'mismatch', field: text, expression: text, lines: 1 },
    ],
    columns: [{ name: text, lines: 15, empty: 2, bytes: 150 }],
    batches: { batchLines: 1000, batches: 2, failing: 1, undecided: 1, taken: total(10) },
    examples: { kept: [example], dropped: [{ ...example, records: [] }], failing: [], undecided: [] },
  };
}

function withSaves(cost: CostReport): CostReport {
  return { ...cost, jobs: cost.jobs.map((job) => ({ ...job, saves: costDifference(cost.all, job).money })) };
}

/** A comparison in which every text from outside is `text`. */
export function compareReport(text: string): CompareReport {
  const { source, lines, hours, problemCounts, problems } = replayReport(text);
  const changed = (count: number): CompareReport['comparisons'][number]['onlyBefore'] => ({
    lines: count,
    bytes: count * 100,
    examined: count,
    values: [
      {
        field: text,
        test: 'equals',
        value: text,
        share: 0.71,
        shareError: 0.02,
        shareOfAll: 0.004,
        shareOfAllError: 0,
      },
    ],
    by: [],
    samples: samplesOf(text),
  });
  const none = { lines: 0, bytes: 0 };
  const { perDay, perMonth, money } = jobCost(text);
  return {
    version: 1,
    partial: false,
    dataset: 'http_requests',
    source,
    lines,
    jobs: [
      { ...jobReport('before', text), named: false },
      { ...jobReport(text), named: true },
    ],
    comparisons: [
      {
        to: text,
        keptByBoth: { lines: 20, bytes: 2000 },
        onlyBefore: changed(12),
        onlyAfter: changed(3),
        neither: { lines: 65, bytes: 6500 },
        undecided: none,
        changes: [
          {
            kind: 'added',
            fromPath: null,
            toPath: 'where',
            from: null,
            to: text,
            values: null,
            drops: changed(12),
            keeps: none,
          },
        ],
        ...{ sampleRateChange: null, switched: null, remarks: [] },
        cost: { perDay, perMonth, money },
        equality: null,
        completeness: {
          writtenBy: text,
          sampleRate: 1,
          answer: 'lower-bound',
          witness: { record: { ClientCountry: text }, from: 'drop', to: 'keep' },
          conditions: [{ path: 'where', text }],
          missingFields: [text],
        },
      },
    ],
    ...(hours === undefined ? {} : { hours: hours.map((hour) => ({ ...hour, jobs: [hour.jobs[0]!, hour.jobs[0]!] })) }),
    // The difference is that of one month.
    cost: { ...costReport(['before']), jobs: [jobCost('before'), jobCost(text, 2)] },
    problemCounts,
    problems,
  };
}

/** A comparison with two new filters, which break a guard with the same lines. */
export function severalReport(): CompareReport {
  const report = compareReport('strict');
  const [before, after] = report.jobs;
  const [comparison] = report.comparisons;
  const [broken] = replayReport('strict').guards!;
  return {
    ...report,
    jobs: [before!, after!, { ...after!, name: 'stricter' }],
    ...(report.hours === undefined
      ? {}
      : { hours: report.hours.map((hour) => ({ ...hour, jobs: [...hour.jobs, hour.jobs[0]!] })) }),
    comparisons: [comparison!, { ...comparison!, to: 'stricter' }],
    cost: { ...costReport([]), jobs: [jobCost('before'), jobCost('strict', 2), jobCost('stricter', 2)] },
    guards: ['strict', 'stricter'].map((job) => ({ ...broken!, job })),
  };
}

/** Text that would be markup, a mention, a link, a formula, a command or the end of a cell. */
export const HOSTILE: readonly string[] = [
  '</script><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '`` | a \\| b` | <b>bold</b>',
  '@octocat #12 GH-12 owner/name#3 https://evil.example www.evil.example',
  '::error::x%0A%25,\r\n::warning::y',
  '=HYPERLINK("https://evil.example")',
  '[link](https://evil.example) ![image](https://evil.example/x.png) *bold* ~~struck~~',
  "]]> & ' \u0000\u0007\u001b[31m \u202e \u061c \u{e0041} \ud800 \ufffe",
  '```\n# heading\n</details>',
];

/** A job whose guard is broken, one whose guards were not judged, one that is unchanged, one that was not compared. */
export function planReport(text: string): PlanCompareReport {
  const job = (address: string, more: Partial<PlanComparison>): PlanComparison => ({
    ...{ address: `${address}["${text}"]`, action: 'update', name: text, report: null, reason: null },
    ...{ isUnchanged: false, remarks: [], sampleRateChange: null, isUnjudged: false, ...more },
  });
  const report = compareReport(text);
  const [broken, holds] = replayReport(text).guards!;
  return {
    version: 1,
    partial: false,
    jobs: [
      job('job.broken', { report: { ...report, guards: [broken!, holds!] } }),
      job('job.created', { action: 'create', report, remarks: [`sample_rate of ${text}`], isUnjudged: true }),
      job('job.same', { isUnchanged: true, reason: 'the filter does not change' }),
      job('job.unknown', { action: 'replace', reason: `filter ${text} is unknown`, isUnjudged: true }),
    ],
  };
}
