// The local bucket: its objects can be listed and read over HTTP, and it leaves nothing behind.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { openDestination, parseLocation } from '../../../src/input/destination/index.ts';
import { type Bucket, startBucket } from '../../../src/sandbox/index.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { takePort } from '../../helpers/listen.ts';

const disk = mkdtempSync(join(tmpdir(), 'headgate-bucket-'));
afterAll(() => rmSync(disk, { recursive: true }));
const bucket = useLocalBucket();

async function contents(prefix: string, from: Bucket = bucket()): Promise<Record<string, string>> {
  const destination = await openDestination(await parseLocation(from.destinationConf(prefix)));
  const found: Record<string, string> = {};
  for (const object of (await destination.list({})).objects) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of destination.open(object)) chunks.push(chunk);
    found[object.key] = Buffer.concat(chunks).toString();
  }
  return found;
}

describe('a local bucket', () => {
  it('stores an object until it is deleted', async () => {
    await bucket().put('put/a b+ü&.log', Buffer.from('one'));
    await bucket().put('put/empty.log', new Uint8Array());
    expect(await contents('put/')).toEqual({ 'put/a b+ü&.log': 'one', 'put/empty.log': '' });
    await bucket().delete('put/a b+ü&.log');
    expect(await contents('put/')).toEqual({ 'put/empty.log': '' });
  });

  it.each(['cdn-cgi/local/r2/s3/x', '%2e%2f', 'http://x/y?z#q', '/a//b/', 'a\\b"\n', `put/${'😀'.repeat(255)}`])(
    'stores an object as %j',
    async (key) => {
      await bucket().put(key, Buffer.from(key));
      const { url, key: edgeKey } = bucket().edge;
      const headers = { 'x-custom-auth-key': edgeKey };
      expect(await (await fetch(`${url}/${encodeURIComponent(key)}`, { headers })).text()).toBe(key);
      await bucket().delete(key);
      expect((await fetch(`${url}/${encodeURIComponent(key)}`, { headers })).status).toBe(404);
    },
  );

  it('names a key that it cannot store', async () => {
    await expect(bucket().put('x'.repeat(1025), Buffer.from('x'))).rejects.toMatchObject({
      ...{
        code: 'bucket-write',
        message: expect.stringContaining('the local bucket answers HTTP 400; '),
      },
    });
  });

  it('uploads a folder', async () => {
    mkdirSync(join(disk, 'x/20261101'), { recursive: true });
    writeFileSync(join(disk, 'x/20261101/a.log'), 'A');
    writeFileSync(join(disk, 'x/b.log'), 'BB');
    const seen: [string, number][] = [];
    const count = await bucket().uploadFolder(join(disk, 'x'), 'logs', (key, bytes) => seen.push([key, bytes]));
    expect(count).toBe(2);
    expect(seen.sort()).toEqual([
      ['logs/20261101/a.log', 1],
      ['logs/b.log', 2],
    ]);
    expect(await contents('logs')).toEqual({ 'logs/20261101/a.log': 'A', 'logs/b.log': 'BB' });
  });

  it('rejects keys other than its own', async () => {
    const wrong = bucket().destinationConf('put').replace(bucket().secretAccessKey, 'wrong');
    const destination = await openDestination(await parseLocation(wrong));
    await expect(destination.list({})).rejects.toMatchObject({ code: 's3-signature' });
    const unknown = bucket().destinationConf('put').replace(bucket().accessKeyId, 'unknown');
    await expect((await openDestination(await parseLocation(unknown))).list({})).rejects.toMatchObject({
      code: 's3-access-key',
    });
  });

  it('restarts at its port, although another program has that for a moment', async () => {
    const restarted = await startBucket();
    const port = Number(new URL(restarted.edge.url).port);
    // Held for longer than the runtime needs to find the port in use.
    const freed = takePort(port).then((free) => setTimeout(300).then(free));
    await restarted.change(async () => ({ buckets: [], secrets: { AUTH_KEY_SECRET: 'new' } }));
    await freed;
    expect(await restarted.isEmpty('sandbox')).toBe(true);
    await restarted.put('.hidden', Buffer.from('a'));
    expect(await restarted.isEmpty('sandbox')).toBe(false);
    await restarted.stop();
    await expect(restarted.change(async () => ({ buckets: [], secrets: {} }))).rejects.toMatchObject({
      ...{ code: 'bucket-start', message: expect.stringContaining('Cannot use disposed instance') },
    });
  });

  it.each([
    ['temporary', { folder: join(disk, 'runtime') }, join(disk, 'runtime'), '; use --state FILE'],
    ['named', { objectsFolder: join(disk, 'named') }, join(disk, 'named'), 'start a new sandbox'],
  ])('with a %s folder for its objects that was removed, does not restart', async (_, options, removed, advice) => {
    const gone = await startBucket(options);
    await gone.put('a', Buffer.from('a'));
    const { key } = gone.edge;
    rmSync(removed, { recursive: true });
    const change = gone.change(async () => ({ buckets: [], secrets: { AUTH_KEY_SECRET: 'new' } }));
    await expect(change).rejects.toMatchObject({
      ...{ code: 'bucket-removed', message: expect.stringContaining(`the folder ${removed}`) },
    });
    await expect(change).rejects.toThrow(advice);
    expect(gone.edge.key).toBe(key);
    await gone.stop();
  });

  it('reports a port in use', async () => {
    const port = Number(new URL(bucket().endpoint).port);
    await expect(startBucket({ port })).rejects.toMatchObject({
      code: 'port-in-use',
      message: expect.stringMatching(/port \d+ is already in use/),
    });
  });

  it('lets the process end, prints nothing and leaves nothing behind', async () => {
    const module = resolve(import.meta.dirname, '../../../src/sandbox/index.ts');
    const temporary = join(disk, 'tmp');
    mkdirSync(temporary);
    const script = `const { startBucket } = await import(${JSON.stringify(module)});
      const bucket = await startBucket(); await bucket.put('a', Buffer.from('x')); await bucket.stop();`;
    const program = join(disk, 'program.mjs');
    writeFileSync(program, script);
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program],
      { env: { ...process.env, TMPDIR: temporary }, timeout: 30_000 },
    );
    expect(stdout + stderr).toBe('');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('keeps objects and keys of a folder, also after SIGKILL', async () => {
    const objectsFolder = join(disk, 'objects');
    const keys = { accessKeyId: 'a'.repeat(32), secretAccessKey: 'b'.repeat(64) };
    const module = resolve(import.meta.dirname, '../../../src/sandbox/index.ts');
    const program = join(disk, 'writer.mjs');
    writeFileSync(
      program,
      `const { startBucket } = await import(${JSON.stringify(module)});
      const bucket = await startBucket(${JSON.stringify({ objectsFolder, keys })});
      for (let n = 0; ; n += 1) { await bucket.put(\`k\${n}\`, Buffer.from('x'.repeat(n))); console.log(n); }`,
    );
    const writer = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'ignore'] });
    let acknowledged = 0;
    for await (const text of writer.stdout) {
      acknowledged = Number(String(text).trim().split('\n').at(-1));
      if (acknowledged >= 5) writer.kill('SIGKILL');
    }
    const again = await startBucket({ objectsFolder, keys });
    try {
      const found = await contents('k', again);
      expect(Object.entries(found).filter(([key, text]) => text.length !== Number(key.slice(1)))).toEqual([]);
      for (let n = 0; n <= acknowledged; n += 1) expect(found).toHaveProperty([`k${n}`]);
    } finally {
      await again.stop();
    }
    expect(statSync(objectsFolder).mode & 0o777).toBe(0o700);
    expect(readdirSync(objectsFolder)).not.toEqual([]);
  });
});
