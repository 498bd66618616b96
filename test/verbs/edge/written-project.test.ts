// What `edge init` writes is ready to deploy: its types are correct, a bundler bundles it, and the bundle runs in the platform's runtime
// with its own settings.
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initEdge } from '../../../src/verbs/edge/init-edge.ts';
import { ROOT, runShell } from '../../helpers/cli/run-cli.ts';

const KEY = 'the key of this test';
const folder = join(mkdtempSync(join(tmpdir(), 'headgate-written-')), 'edge');
let runtime: Miniflare;

/** The settings, and the lists that a user adds to them. */
interface Settings {
  main: string;
  compatibility_date: string;
  preview_urls: boolean;
  r2_buckets: { binding: string; bucket_name: string }[];
  vars: Record<string, unknown>;
}

function readSettings(project = folder): Settings {
  const text = readFileSync(join(project, 'wrangler.jsonc'), 'utf8');
  return JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
}

async function bundle(entry: string): Promise<string> {
  const build = await rolldown({ input: join(folder, entry), tsconfig: join(folder, 'tsconfig.json') });
  const { output } = await build.generate();
  expect(output).toHaveLength(1);
  return output[0].code;
}

beforeAll(async () => {
  await initEdge({ folder, bucket: 'http-logs', prefixes: ['logs/'] });
  // In place of `npm install`.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { main, compatibility_date: compatibilityDate, r2_buckets: buckets, vars } = readSettings();
  runtime = new Miniflare({
    ...{ modules: true, script: await bundle(main), compatibilityDate },
    ...{ host: '127.0.0.1', port: 0, cf: false, log: new Log(LogLevel.NONE) },
    r2Buckets: Object.fromEntries(buckets.map(({ binding, bucket_name: name }) => [binding, name])),
    bindings: {
      ...(vars as Record<string, string>),
      ALLOW_LIST: { keys: ['index.html'] },
      AUTH_KEY_SECRET: KEY,
    },
  });
  await runtime.ready;
});
afterAll(() => runtime.dispose());

it('passes the type checker with the options that it contains', async () => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  expect(await runShell(`'${process.execPath}' '${compiler}' -p '${folder}'`)).toEqual({
    ...{ code: 0, stdout: '', stderr: '' },
  });
});

describe('the bundle', () => {
  it('gives nothing to anyone with the settings as they are written, and the prefixes to requests with a key', async () => {
    const other = join(folder, '../other');
    await initEdge({ folder: other });
    const vars = { ALLOW_LIST: { keys: [], prefixes: [] }, STRICT_METHODS: false };
    expect(readSettings(other).vars).toEqual({ ...vars, ALLOW_LIST_WITH_KEY: { keys: [], prefixes: [] } });
    expect(readSettings().vars).toEqual({ ...vars, ALLOW_LIST_WITH_KEY: { keys: [], prefixes: ['logs/'] } });
  });

  it('has no address for an earlier version, whose keys and lists stay valid', () => {
    expect(readSettings().preview_urls).toBe(false);
  });

  it('serves the bucket that the settings name', async () => {
    const bucket = await runtime.getR2Bucket('BUCKET');
    expect(await send('PUT', 'logs/a.log', { body: 'stored' })).toEqual([403, 'Forbidden']);
    expect(await bucket.head('logs/a.log')).toBeNull();
    expect((await send('PUT', 'logs/a.log', { key: KEY, body: 'stored' }))[0]).toBe(200);
    expect(await (await bucket.get('logs/a.log'))?.text()).toBe('stored');
    expect(await send('GET', 'logs/a.log')).toEqual([403, 'Forbidden']);
    expect(await send('GET', 'logs/a.log', { key: KEY })).toEqual([200, 'stored']);
    await bucket.put('index.html', '<p>anyone');
    expect(await send('GET', 'index.html')).toEqual([200, '<p>anyone']);
    const [status, page] = await send('GET', '?list&prefix=logs/', { key: KEY });
    expect([status, JSON.parse(page).objects.map(({ key }: { key: string }) => key)]).toEqual([200, ['logs/a.log']]);
    expect((await send('DELETE', 'logs/a.log', { key: KEY }))[0]).toBe(200);
    expect(await bucket.head('logs/a.log')).toBeNull();
  });
});

async function send(
  method: string,
  path: string,
  { key, body }: { key?: string; body?: string } = {},
): Promise<[status: number, text: string]> {
  const answer = await runtime.dispatchFetch(`http://edge/${path}`, {
    method,
    headers: key === undefined ? {} : { 'x-custom-auth-key': key },
    ...(body === undefined ? {} : { body }),
  });
  return [answer.status, await answer.text()];
}
