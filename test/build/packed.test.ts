// What is published: built, packed, installed into an empty folder, and used there.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runShell } from '../helpers/cli/run-cli.ts';
import { storedObjects } from '../helpers/stored-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-packed-'));
// The bundled Node: only what npm starts in the checkout would find it by itself.
const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
const inFolder = (command: string) => runShell(command, { cwd: folder, env });

beforeAll(async () => {
  const built = await runShell(`npm run -s build && npm pack --silent --pack-destination '${folder}' ./dist`, { env });
  expect(built).toMatchObject({ code: 0 });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  const installed = await inFolder(
    `npm init -y > /dev/null && npm install --prefer-offline --no-audit --no-fund --loglevel=error './${tarball}'`,
  );
  expect(installed).toMatchObject({ code: 0 });
}, 180_000);

describe('the packed tarball', () => {
  it('carries neither the bundled Node nor development packages', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/headgate/package.json'), 'utf8'));
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['optionalDependencies']));
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']));
    expect(manifest.dependencies).toEqual(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies);
  });

  it('checks and replays', async () => {
    const checked = await inFolder(`node_modules/.bin/headgate check 'BotScore < 30'`);
    expect(checked).toMatchObject({ code: 0, stderr: '' });
    const replayed = await inFolder(
      `node_modules/.bin/headgate replay '${join(ROOT, 'samples/logs')}' -f 'EdgeResponseStatus >= 500' --format json`,
    );
    expect(JSON.parse(replayed.stdout).lines.read).toBe(21_957);
  });

  it('replays in threads', async () => {
    const place = mkdtempSync(join(folder, 'logs-'));
    const text = storedObjects('all-requests')
      .map((one) => one.text)
      .join('');
    // As gzip, even if it is not compressed, it is enough for two threads to be started.
    const stored = gzipSync(text, { level: 0 });
    for (const name of ['a.log.gz', 'b.log.gz', 'c.log.gz']) writeFileSync(join(place, name), stored);
    const command = `node_modules/.bin/headgate replay '${place}' -f 'EdgeResponseStatus >= 500' --counts --format json --reproducible`;
    const [one, two] = [await inFolder(`${command} --threads 1`), await inFolder(`${command} --threads 2`)];
    expect(JSON.parse(two.stdout).lines.read).toBe(3 * 19_575);
    expect(two).toEqual(one);
    // A thread that cannot start is an error: so there are threads.
    const dying = "data:text/javascript,import{isMainThread}from'node:worker_threads';if(!isMainThread)process.exit(3)";
    const died = await runShell(`${command} --threads 2`, {
      cwd: folder,
      env: { ...env, NODE_OPTIONS: `--import=${dying}` },
    });
    expect(died.stderr).toContain('a worker thread ended');
  });

  it('is a library with types', async () => {
    const used = await inFolder(
      `node --input-type=module -e "import { readFilter, getDataset } from 'headgate'; console.log(readFilter('BotScore < 30', getDataset('http_requests')).operators)"`,
    );
    expect(used).toMatchObject({ code: 0, stdout: '1\n' });
    expect(readFileSync(join(folder, 'node_modules/headgate/src/index.d.ts'), 'utf8')).toContain('readFilter');
  });

  it('tells in one sentence what the demo is missing', async () => {
    const run = await inFolder('node_modules/.bin/headgate demo');
    expect(run.code).toBe(2);
    expect(run.stderr.trim().split('\n').at(-1)).toMatch(/^headgate: cannot run the demo: found no samples/);
  });
});
