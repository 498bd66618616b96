// A checkout starts from a bundle of its sources, made on demand: never from one of other sources, and from the sources where there is none.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it, vi } from 'vitest';
import { ROOT, runShell } from '../helpers/cli/run-cli.ts';
import { storedObjects } from '../helpers/stored-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-checkout-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Copies what a checkout starts from. @param without packages that are not installed */
function copyCheckout(name: string, without: readonly string[] = []): string {
  const copy = join(folder, name);
  mkdirSync(join(copy, 'node_modules'), { recursive: true });
  for (const path of ['src', 'package.json', 'package-lock.json']) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, preserveTimestamps: true });
  }
  for (const entry of readdirSync(join(ROOT, 'node_modules'))) {
    if (entry.startsWith('.') || without.includes(entry)) continue;
    symlinkSync(join(ROOT, 'node_modules', entry), join(copy, 'node_modules', entry));
  }
  return copy;
}

/**
 * Prints the address of each module when it is loaded: a thread may be ended before it could print all. A full pipe rejects the write (EAGAIN)
 * while the process that reads it is busy.
 */
const RECORD_LOADS = `import { writeSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  function print(text) {
    try {
      writeSync(2, text);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      print(text);
    }
  }
  registerHooks({ load: (url, context, next) => { print(url + '\\n'); return next(url, context); } });`;

/** Runs the program of a checkout. @returns its output, and which of its files it has loaded, of its threads included */
async function run(copy: string, args = `check 'EdgeResponseStatus >= 500'`) {
  const env = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(RECORD_LOADS)}`,
    NODE_COMPILE_CACHE: '',
  };
  const { code, stdout, stderr } = await runShell(`'${process.execPath}' src/cli/headgate.cjs ${args}`, {
    cwd: copy,
    env,
  });
  const loaded = stderr.split('\n').filter((line) => line.startsWith('file:') && line.endsWith('.ts'));
  return { code, stdout, stderr, isBundle: stderr.includes('/headgate-program/'), sources: loaded.length };
}

/** A bundle is noted only when its sources are older than the resolution of the clock of a disk. */
async function runBundle(copy: string, args?: string) {
  return await vi.waitFor(
    async () => {
      const done = await run(copy, args);
      expect(done).toMatchObject({ isBundle: true });
      return done;
    },
    { timeout: 50_000, interval: 100 },
  );
}

it('starts from a bundle of its present sources, whatever changes them', async () => {
  const copy = copyCheckout('changed');
  const first = await runBundle(copy);
  expect(first).toMatchObject({ code: 0, sources: 0, stdout: expect.stringContaining('Valid for http_requests') });
  const bundles = (): string[] => readdirSync(join(copy, 'node_modules/.cache/headgate-program')).sort();
  const [before] = [bundles()];
  const source = readdirSync(join(copy, 'src/report'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(copy, 'src/report', name))
    .find((path) => path.endsWith('.ts') && readFileSync(path, 'utf8').includes('Valid for'))!;
  const text = readFileSync(source, 'utf8');
  const { atime, mtime } = statSync(source);
  // As many bytes, and the time of before, as an archive would restore it.
  writeFileSync(source, text.replaceAll('Valid for', 'Valid FOR'));
  utimesSync(source, atime, mtime);
  expect(await run(copy)).toMatchObject({ code: 0, stdout: first.stdout.replaceAll('Valid for', 'Valid FOR') });
  expect((await runBundle(copy)).stdout).toContain('Valid FOR');
  const changed = bundles();
  expect(changed).toHaveLength(before.length + 1);
  writeFileSync(source, text);
  expect((await run(copy)).stdout).toBe(first.stdout);
  expect((await runBundle(copy)).stdout).toBe(first.stdout);
  // The bundle of before is used again.
  expect(bundles()).toEqual(changed);
  writeFileSync(source, `${text}\nconst = 1;\n`);
  const broken = await run(copy);
  expect(broken).toMatchObject({ isBundle: false, stdout: '' });
  expect(broken.stderr).toContain('Unexpected token');
}, 120_000);

it('starts threads from the bundle, and finds the files beside the sources', async () => {
  const copy = copyCheckout('threads');
  const logs = join(copy, 'logs');
  mkdirSync(logs);
  // As gzip, even if it is not compressed, it is enough for two threads to be started.
  const stored = gzipSync(
    storedObjects('all-requests')
      .map(({ text }) => text)
      .join(''),
    { level: 0 },
  );
  for (const name of ['a.log.gz', 'b.log.gz', 'c.log.gz']) writeFileSync(join(logs, name), stored);
  const args = `replay '${logs}' -f 'EdgeResponseStatus >= 500' --counts --format json --reproducible`;
  const threaded = await runBundle(copy, `${args} --threads 2`);
  expect(threaded).toMatchObject({ code: 0, sources: 0 });
  expect(threaded.stderr).toContain('/query-worker.mjs');
  const single = await run(copy, `${args} --threads 1`);
  expect(single.stdout).toBe(threaded.stdout);
  expect(single.stderr).not.toContain('query-worker');
  const written = await run(copy, `edge init '${join(copy, 'edge')}' --bucket http-logs --format json`);
  expect(written).toMatchObject({ code: 0, isBundle: true, sources: 0 });
  expect(readdirSync(join(copy, 'edge'))).toContain('README.md');
}, 120_000);

it.each<[string, readonly string[], (copy: string) => void]>([
  ['cannot be written', [], (copy) => writeFileSync(join(copy, 'node_modules/.cache'), '')],
  ['has no bundler', ['rolldown'], () => {}],
])('starts from its sources if it %s', async (_, without, prepare) => {
  const copy = copyCheckout(`sources-${without.length}`, without);
  prepare(copy);
  const done = await run(copy);
  expect(done).toMatchObject({ code: 0, isBundle: false, stdout: expect.stringContaining('Valid for http_requests') });
  expect(done.sources).toBeGreaterThan(10);
});
