// headgate replay from a real S3 API: the same report as from the folder, only the necessary objects, and clear errors.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, runTogether } from '../../helpers/cli/run-cli.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';

const FILTER = 'EdgeResponseStatus >= 500';
const bucket = useLocalBucket((one) => one.uploadFolder(join(ROOT, 'samples/logs'), 'logs'));

async function replayJson(source: string, ...args: string[]) {
  const run = await runTogether(['replay', source, '-f', FILTER, '--format', 'json', '--reproducible', ...args]);
  return { ...run, report: run.stdout === '' ? undefined : JSON.parse(run.stdout) };
}

/** The parts of a report that do not depend on where the objects are stored: everything but their names. */
function figuresOf(report: Record<string, unknown>): object {
  const { source, lines, jobs, fields, overlap, problemCounts } = report;
  return { source, lines, jobs, fields, overlap, problemCounts };
}

describe('the same report as from the folder', () => {
  it.each([
    ['everything', []],
    ['a time range', ['--since', '2026-11-02T18:05:00Z', '--until', '2026-11-02T19:00:00Z']],
  ])('%s', async (_, args) => {
    const remote = await replayJson(bucket().destinationConf('logs/all-requests/{DATE}'), ...args);
    const local = await replayJson('samples/logs/all-requests/{DATE}', ...args);
    expect(remote.stderr).not.toContain(bucket().secretAccessKey);
    expect(figuresOf(remote.report)).toEqual(figuresOf(local.report));
    expect(remote.report.source.objects).toBeGreaterThan(0);
  });
});

it('reads only the objects of the range, and says what it left', async () => {
  const conf = bucket().destinationConf('logs/all-requests/{DATE}');
  const { report } = await replayJson(conf, '--since', '2026-11-02T18:05:00Z', '--until', '2026-11-02T18:30:00Z');
  const { objects, listed, pruned, prunedFolders } = report.source;
  expect(objects).toBeGreaterThan(0);
  expect(objects + pruned - prunedFolders).toBe(listed);
  expect(listed).toBeLessThan(39);
});

it("reads the job's own destination when no source is given", async () => {
  const job = join(ROOT, 'samples/jobs/errors-and-threats.json');
  const { readFile } = await import('node:fs/promises');
  const text = JSON.stringify({
    ...JSON.parse(await readFile(job, 'utf8')),
    destination_conf: bucket().destinationConf('logs/errors-and-threats/{DATE}'),
  });
  const run = await runTogether(['replay', '--job', '-', '--format', 'json'], { stdin: text });
  const report = JSON.parse(run.stdout);
  // Every line was pushed through this very filter.
  expect(report.jobs[0]).toMatchObject({ name: 'errors-and-threats', kept: { lines: 2382 }, dropped: { lines: 0 } });
});

describe('rejections exit with 2, in one sentence, without secrets', () => {
  it.each<[string, (conf: string) => string, RegExp]>([
    ['no such bucket', (conf) => conf.replace('s3://sandbox', 's3://nowhere'), /bucket/i],
    ['a wrong secret', (conf) => conf.replace(/secret-access-key=\w{8}/, 'secret-access-key=00000000'), /secret|key/i],
    ['a prefix that holds nothing', (conf) => conf.replace('logs/all-requests', 'logs/nothing'), /no object|nothing/i],
    ['no server', (conf) => conf.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9'), /127\.0\.0\.1:9/],
  ])('%s', async (_, change, message) => {
    const conf = change(bucket().destinationConf('logs/all-requests'));
    const run = await runTogether(['replay', conf, '-f', FILTER]);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toMatch(message);
    expect(run.stderr).not.toContain(bucket().secretAccessKey);
    expect(run).toMatchObject({ code: 2, stdout: '' });
  });
});
