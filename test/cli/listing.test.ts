// Listing as a user sees it: Ctrl-C while a bucket is listed, few descriptors, names that are not UTF-8.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runCli, runShell, runTogether } from '../helpers/cli/run-cli.ts';
import { s3ListBody } from '../helpers/destination/bucket-answers.ts';
import { startCountingBucket } from '../helpers/destination/counting-bucket.ts';
import { startHttpServer } from '../helpers/http-server.ts';
import { programPath } from '../helpers/programs.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

describe('Ctrl-C while a bucket is listed', () => {
  const found = 'headgate: interrupted while listing s3://b/logs/: found 2 objects so far, read none\n';

  it.each([
    { args: ['replay', '-f', 'EdgeResponseStatus >= 500'], stderr: found, stdout: '' },
    { args: ['sample', '-n', '5'], stderr: found, stdout: '' },
    { args: ['explain', '-f', 'EdgeResponseStatus >= 500'], stderr: found, stdout: '' },
    {
      args: ['replay', '--list'],
      stderr: '',
      stdout: expect.stringMatching(/a\.log[\s\S]*b\.log[\s\S]*2 objects[\s\S]*PARTIAL/),
    },
    { args: ['replay', '--list', '--format', 'json'], stderr: '', stdout: expect.stringContaining('"partial": true') },
  ])('$args', async ({ args, stderr, stdout }) => {
    let interrupt = (): void => {};
    const server = await startHttpServer(({ query }) => {
      if (query.get('continuation-token') === null) {
        const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>';
        return { body: s3ListBody(['logs/a.log', 'logs/b.log'], more) };
      }
      // The second page never comes.
      interrupt();
      return { stallAt: 'start' };
    });
    stop = server.stop;
    const source = `s3://b/logs/?region=a&endpoint=${server.origin}&access-key-id=K&secret-access-key=S`;
    const run = await runCli([...args, source], {
      onStart: (kill) => {
        interrupt = () => kill('SIGINT');
      },
    });
    expect(run).toEqual({ code: 130, stdout, stderr });
  });
});

describe('--list with --workers says what the run takes, without Redis', () => {
  const WORKERS = ['--workers', 'redis://127.0.0.1:1'];
  it.each<[string[], object, string]>([
    [
      [...WORKERS, '--price', '$0.40/million-requests'],
      { shardBytes: 256_000_000, shards: 1250, costs: [{ price: 'price', currency: '$', amount: 0.0010012 }] },
      '1,250 of at most 256 MB (--shard-size)\n  Requests  2,500 GETs, 3 list requests or more: $0.001001\n  Time      46 min 20 s on 1 thread, 11 min 34 s on 4 threads,',
    ],
    [
      ['--shard-size', '1GB', '--price', 'r2'],
      { shardBytes: 1e9, shards: 250, costs: [{ price: 'r2', currency: '$', amount: expect.closeTo(0.0009135, 12) }] },
      '250 of at most 1.00 GB (--shard-size)\n  Requests  2,500 GETs, 3 list requests or more: $0.0009135 (r2)\n  Time',
    ],
    [
      ['--shard-size', '50MB'],
      { shards: 2500 },
      '2,500 of at most 50.0 MB (--shard-size)\n  Requests  2,500 GETs, 3 list',
    ],
  ])('%j', async (args, plan, text) => {
    const bucket = await startCountingBucket({ objects: 2500, listedBytes: 100_000_000, content: Buffer.of() });
    stop = bucket.stop;
    const list = ['replay', bucket.source, '--list', ...args];
    const json = await runTogether([...list, '--format', 'json']);
    expect(JSON.parse(json.stdout).plan).toMatchObject({ requests: { get: 2500, list: 3 }, ...plan });
    expect((await runTogether(list)).stdout).toContain(`With workers\n  Shards    ${text}`);
    expect(bucket.opened()).toBe(0);
  });

  it.each([
    [[...WORKERS, '--price', '1/GB'], 'found no price of requests, expected one such as 0.40/million-requests or r2'],
    [['--partials', 'x'], undefined],
  ])('%j', async (args, message) => {
    const run = await runTogether(['replay', 'samples/logs', '--list', ...args]);
    if (message === undefined) expect(run).toMatchObject({ code: 0, stdout: expect.not.stringContaining('workers') });
    else expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('files need no requests, whatever the price', async () => {
    const run = await runTogether(['replay', 'samples/logs', '--list', ...WORKERS, '--price', 'r2']);
    expect(run.stdout).toContain('\n  Requests  none: no object is in a bucket\n');
  });

  it('a price of requests has no place without it', async () => {
    const run = await runTogether(['replay', 'samples/logs', '--price', '1/million-requests']);
    expect(run.stderr).toContain('found a price of requests, expected one of bytes or lines; add --list --workers');
  });
});

it('with 25 descriptors no object of a bucket is lost', async () => {
  const bucket = await startCountingBucket({ objects: 150, listedBytes: 40 });
  stop = bucket.stop;
  const run = await runShell(
    `ulimit -n 25; exec '${process.execPath}' '${programPath('headgate')}' replay '${bucket.source}' --format json --threads 1 -q`,
  );
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(run.stdout).source).toMatchObject({ objects: 150, unreadable: 0, damaged: 0 });
});

it('a file whose name is not UTF-8 is called that', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-names-'));
  writeFileSync(join(folder, 'a.log'), '{"A":1}\n');
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/b`), Buffer.of(0xff), Buffer.from('.log')]), '{"A":1}\n');
  const run = await runTogether(['replay', folder, '--format', 'json', '-q']);
  const { source, problems } = JSON.parse(run.stdout);
  expect(run.code).toBe(1);
  expect(source).toMatchObject({ objects: 2, unreadable: 1 });
  expect(problems).toMatchObject([{ code: 'object-name', message: expect.stringMatching(/not valid UTF-8.*rename/) }]);
});
