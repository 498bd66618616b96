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
