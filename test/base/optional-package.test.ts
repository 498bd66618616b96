// What a command prints if a package is missing that only it needs.
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { optionalPackage } from '../../src/base/index.ts';
import { runWithout } from '../helpers/cli/loaded-files.ts';

const VERSIONS = { ...manifest.optionalDependencies, ...manifest.peerDependencies };
const LOCAL = 'endpoint=http://127.0.0.1:1&region=auto&access-key-id=a&secret-access-key=b';
const LOGS = 'samples/logs/errors-and-threats';

it.each<[name: keyof typeof VERSIONS, action: string, args: string[]]>([
  ['@aws-sdk/client-s3', 'use a bucket with the S3 API', ['replay', `s3://logs/a?${LOCAL}`, '-f', 'all']],
  [
    '@aws-sdk/client-s3',
    'use a bucket with the S3 API',
    ['replay', LOGS, '-q', '--emit', `s3://logs/a?${LOCAL}`, '-f', 'all'],
  ],
  ['@aws-sdk/client-s3', 'use a bucket with the S3 API', ['sample', 's3://logs/a', '-n', '1']],
  ['@aws-sdk/client-s3', 'push to a bucket', ['demo']],
  ['miniflare', 'start a local bucket', ['demo']],
  ['cloudflare', 'use the management API', ['jobs', 'list', '--zone', 'example.com']],
])('without %s: cannot %s', async (name, action, args) => {
  const run = await runWithout([name], args);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr.trim().split('\n').at(-1)).toBe(
    `headgate: cannot ${action}: the package ${name} is not installed; run npm install ${name}@${VERSIONS[name]}`,
  );
});

it('commands on files need none of them', async () => {
  const run = await runWithout(Object.keys(VERSIONS), ['replay', LOGS, '-f', 'EdgeResponseStatus >= 500', '-q']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

it('another failure of a package is thrown as it is', async () => {
  const broken = new SyntaxError('found a bad byte');
  await expect(optionalPackage('cloudflare', 'use it', () => Promise.reject(broken))).rejects.toBe(broken);
});
