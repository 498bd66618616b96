// Jobs of a Terraform plan that share a pass: the figures of separate comparisons, objects that are opened once, and errors of one job.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { printFilterJson, readFilter } from '../../../src/language/filter/index.ts';
import { unjudgedError } from '../../../src/verbs/compare/compare-plan.ts';
import { type CompareRequest, compare, comparePlan } from '../../../src/verbs/index.ts';
import { startCountingBucket } from '../../helpers/destination/counting-bucket.ts';
import { linesOf, SAMPLES, storedObjects } from '../../helpers/stored-samples.ts';
import { bots, plan, resource, state } from '../../helpers/verbs/terraform-plan.ts';

const LOGS = join(SAMPLES, 'logs/all-requests/20261101');
const run = (terraformPlan: string, more: object = {}) =>
  comparePlan({ terraformPlan, sources: [LOGS], samples: 0, findsValues: false, threads: 1, ...more });

describe('jobs of one dataset', () => {
  const json = (expression: string): string =>
    printFilterJson(readFilter(expression, getDataset('http_requests')).filter!);
  /** Two edits, a new job, a wider filter, every line, and a filter that no line decides. Some lines have no BotScore. */
  const FILTERS: [from: string, to: string][] = [
    [json('BotScore < 30 and ClientCountry == "us"'), json('BotScore < 50 and ClientCountry != "de"')],
    ['none', json('EdgeResponseStatus >= 400')],
    [json('EdgeResponseStatus >= 500'), json('EdgeResponseStatus >= 500 or ClientRequestMethod == "POST"')],
    [json('BotScore < 20'), 'all'],
    [json('ZoneName == "a"'), json('ZoneName == "b"')],
  ];
  const asn = JSON.stringify({ where: { key: 'ClientASN', operator: 'gt', value: 5 } });
  const textOf = (filter: string) => (filter === 'all' ? '' : filter);
  const changes = FILTERS.map(([from, to], index) => {
    const more = { name: `job-${index}`, output_options: null };
    const [before, after] = [from === 'none' ? null : state(textOf(from), more), state(textOf(to), more)];
    return resource([before === null ? 'create' : 'update'], before, after);
  });
  const source = mkdtempSync(join(tmpdir(), 'headgate-plan-logs-'));
  for (const [index, { text }] of storedObjects('all-requests', '20261101/').slice(0, 3).entries()) {
    const lines = linesOf(text)
      .slice(0, 200)
      .map((line, at) => (at % 3 === 0 ? line.replace('"BotScore"', '"Score"') : line).replace('"ZoneName"', '"Zone"'));
    writeFileSync(join(source, `${index}.log`), `${lines.join('\n')}\n`);
  }
  const writing = join(mkdtempSync(join(tmpdir(), 'headgate-writing-')), 'writing.json');
  writeFileSync(writing, JSON.stringify({ ...state(json('BotScore < 1000')), output_options: { sample_rate: 0.5 } }));

  it.each<[threads: number, kernel: string]>([
    [1, 'on'],
    [2, 'on'],
    [1, 'off'],
    [2, 'off'],
  ])('have the figures of separate comparisons: %i threads, kernel %s', async (threads, kernel) => {
    vi.stubEnv('HEADGATE_KERNEL', kernel);
    const request: Omit<CompareRequest, 'from' | 'to'> = {
      ...{ sources: [source], threads, bytesPerThread: 0, samples: 2, by: ['ClientCountry'] },
      ...{ price: 'stored=0.023/GB-month,ingest=2.50/GB', writtenBy: writing },
      ...{
        guards: ['kept >= 100', 'newly-dropped <= 1%'],
        neverDrop: ['EdgeResponseStatus >= 503'],
        undecidedOk: true,
      },
    };
    try {
      const { jobs } = await comparePlan({ ...request, terraformPlan: plan(changes) });
      const [undecided] = FILTERS.slice(4);
      const error = await compare({ ...request, from: undecided![0], to: [undecided![1]] }).catch((found) => found);
      expect(error).toMatchObject({ code: 'no-verdict', message: jobs[4]!.reason });
      for (const [index, [from, to]] of FILTERS.slice(0, 4).entries()) {
        const { timing: _, ...alone } = await compare({ ...request, from, to: [to] });
        const { timing: __, ...found } = jobs[index]!.report!;
        const renamed = new Map([
          [alone.jobs[0]!.name, found.jobs[0]!.name],
          [alone.jobs[1]!.name, found.jobs[1]!.name],
        ]);
        const rename = (key: string, value: unknown) => {
          if (key === 'named') return true;
          return key === 'name' || key === 'to' || key === 'job' ? (renamed.get(value as string) ?? value) : value;
        };
        // Filters have no job.
        const ofFilters = found.jobs.map(({ push: _, pushed: __, remarks: ___, ...job }) => job);
        expect({ ...found, jobs: ofFilters }).toEqual(JSON.parse(JSON.stringify(alone), rename));
      }
      const reports = jobs.slice(0, 4).map(({ report }) => report!);
      expect(new Set(reports.map(({ guards }) => guards!.map(({ holds }) => holds).join())).size).toBeGreaterThan(1);
      const [first] = reports[0]!.comparisons;
      expect(first!.onlyAfter.by[0]!.values.length + first!.onlyBefore.values.length).toBeGreaterThan(0);
      expect(reports[2]!.comparisons[0]!.completeness!.answer).toBe('lower-bound');
      expect(reports[3]!.comparisons[0]!.undecided.lines).toBeGreaterThan(0);
      expect(reports.map(({ cost }) => cost!.jobs[1]!.money.length)).toEqual([1, 1, 1, 1]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it.each([1, 2])('open each object once for seven jobs: %i threads', async (threads) => {
    const bucket = await startCountingBucket({ objects: 3, listedBytes: 64 });
    const seven = Array.from({ length: 8 }, (_, index) => {
      const [before, after] = [100, 600].map((status) =>
        state(json(`EdgeResponseStatus >= ${status + index}`), { output_options: null }),
      );
      return resource(['update'], before!, after!);
    });
    const listings: number[] = [];
    const compareWith = (count: number) =>
      comparePlan({
        ...{ sources: [bucket.source], terraformPlan: plan(seven.slice(0, count)), threads, bytesPerThread: 0 },
        onListing: ({ objects }) => listings.push(objects.length),
      });
    try {
      const { jobs } = await compareWith(7);
      expect(jobs.map(({ report }) => report!.comparisons[0]!.onlyBefore.lines)).toEqual(Array(7).fill(3));
      expect([bucket.opened(), listings]).toEqual([3, [3]]);
      await compareWith(8);
      expect([bucket.opened(), listings]).toEqual([9, [3, 3, 3]]);
    } finally {
      await bucket.stop();
    }
  });

  it('fail alone: one of another dataset whose fields differ', async () => {
    const three = [
      resource(['update'], state(bots(30)), state(bots(20))),
      resource(['update'], state('', { dataset: 'firewall_events' }), state(asn, { dataset: 'firewall_events' })),
      resource(['update'], state(bots(30)), state(bots(10))),
    ];
    const { jobs } = await run(plan(three), { by: ['BotScore'] });
    expect(jobs.map(({ report, reason }) => reason ?? report!.comparisons.length)).toEqual([
      1,
      expect.stringMatching(/^cannot use --by "BotScore": found no such field in firewall_events/),
      1,
    ]);
    expect(jobs[2]!.report!.comparisons[0]!.onlyBefore.lines).toBeGreaterThan(
      jobs[0]!.report!.comparisons[0]!.onlyBefore.lines,
    );
  });

  it('fail alone: one whose dataset is not that of the lines', async () => {
    const firewall = { dataset: 'firewall_events', output_options: null };
    const two = [
      resource(['update'], state(bots(30)), state(bots(20))),
      resource(['update'], state(null, firewall), state(json('EdgeResponseStatus >= 500'), firewall)),
    ];
    const bucket = await startCountingBucket({ objects: 3, listedBytes: 64 });
    try {
      for (const [sources, reasons] of [
        [[LOGS], [null, expect.stringContaining('lines that look like http_requests, expected firewall_events')]],
        // Their only field is one of both datasets.
        [[bucket.source], [expect.stringContaining('3 of 3 lines undecided'), null]],
      ] as const) {
        const { jobs } = await run(plan(two), { sources, neverDrop: ['EdgeResponseStatus >= 500'] });
        expect(jobs.map(({ reason }) => reason)).toEqual(reasons);
        expect(jobs.map(({ isUnjudged }) => isUnjudged)).toEqual(reasons.map((reason) => reason !== null));
      }
    } finally {
      await bucket.stop();
    }
  });

  it('are all partial after an interruption; the jobs of later passes are left out', async () => {
    const stop = new AbortController();
    const eight = Array.from({ length: 8 }, (_, index) =>
      resource(['update'], state(bots(30)), state(bots(20), { name: `job-${index}` })),
    );
    const report = await run(plan(eight), {
      ...{ sources: [source], neverDrop: ['BotScore < 1'], signal: stop.signal },
      onProgress: ({ objects }: { objects: number }) => (objects > 0 ? stop.abort() : undefined),
    });
    expect(report.partial).toBe(true);
    expect(report.jobs.map(({ name, report }) => [name, report!.partial, report!.guards])).toEqual(
      eight.slice(0, 7).map((_, index) => [`job-${index}`, true, undefined]),
    );
    expect(unjudgedError(report)).toBeUndefined();
  });

  it('of two datasets cannot share standard input', async () => {
    const other = [state(''), state(asn)];
    const [before, after] = other.map((one) => ({ ...one, dataset: 'firewall_events' }));
    await expect(
      run(plan([...changes.slice(0, 1), resource(['update'], before!, after!)]), { sources: ['-'] }),
    ).rejects.toMatchObject({
      code: 'stdin-twice',
      message: expect.stringContaining('found 2 jobs of http_requests, firewall_events, which need several passes'),
    });
  });
});
