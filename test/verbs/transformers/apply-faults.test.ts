// A fault at every request of an apply that creates, and of one that updates, a transformer. Whatever fails, it is the old or the new one,
// none exists twice, the report is true, the second run completes the change, and the undo file restores it.
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyTransformer, type TransformersApplied } from '../../../src/verbs/index.ts';
import {
  FAULT_KINDS,
  type FaultKind,
  type FaultProxy,
  startFaultProxy,
  withFaultAt,
} from '../../helpers/api/fault-proxy.ts';
import { type LiveTransformers, openLiveTransformers } from '../../helpers/api/live-transformers.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const OLD = { name: 'slim', description: 'Less', code: 'SELECT RayID FROM http_requests' };
const NEW = 'SELECT RayID, ClientIP FROM http_requests';
/** A request without effects: rejected, and lost before and after. */
const KINDS_OF_READS: readonly FaultKind[] = ['http-403', 'cut-before', 'cut-body'];

const READ = ['GET transformers/id', 'GET transformers/id/content'];
const CHANGES: [string, boolean, string[]][] = [
  ['creates it', false, ['GET transformers', 'GET transformers', 'POST transformers', ...READ, 'GET transformers']],
  [
    'updates it',
    true,
    ['GET transformers', ...READ, 'GET transformers/id/versions', ...READ, 'PUT transformers/id', ...READ],
  ],
];

let sandbox: ServedApi;
let proxy: FaultProxy;
let live: LiveTransformers;
let file: string;

beforeAll(async () => {
  sandbox = await serveApi();
  live = openLiveTransformers(sandbox);
  proxy = await startFaultProxy(sandbox);
  file = join(await mkdtemp(join(tmpdir(), 'transformers-')), 'slim.sql');
  await writeFile(file, NEW);
});
afterAll(async () => {
  await proxy.stop();
  await sandbox.stop();
});

const apply = (undoFolder: string, transformer = file): Promise<TransformersApplied> =>
  applyTransformer({ ...live.access, baseURL: proxy.baseURL, timeoutMs: 20_000, transformer, undoFolder });

/** `old`, `new`, or what else there is. */
async function stateOf(exists: boolean): Promise<string> {
  const all = await live.list();
  if (all.length === 0) return exists ? 'gone' : 'old';
  const [{ id, description } = { id: 0 }] = all;
  const code = await live.codeOf(id);
  if (all.length > 1 || description !== (exists ? OLD.description : undefined)) return `half: ${all.length}`;
  return code === NEW ? 'new' : code === OLD.code ? 'old' : 'half';
}

describe.each(CHANGES)('an apply that %s', (_, exists, requests) => {
  async function prepare(): Promise<string> {
    await live.deleteAll();
    if (exists) await live.create(OLD);
    return await mkdtemp(join(tmpdir(), 'undo-'));
  }

  it('sends these requests', async () => {
    const undoFolder = await prepare();
    const clean = await withFaultAt(proxy, undefined, () => apply(undoFolder));
    expect(clean.result?.outcome).toBe('applied');
    const named = clean.requests.map(({ method, path }) => `${method} ${path.split('/').slice(4).join('/')}`);
    expect(named.map((text) => text.replace(/\d+/, 'id').replace(/\?.*/, ''))).toEqual(requests);
  });

  it.each(requests.map((request, index) => [index + 1, request] as const))('%i: %s', async (at, request) => {
    for (const kind of request.startsWith('GET') ? KINDS_OF_READS : FAULT_KINDS) {
      const undoFolder = await prepare();
      const run = await withFaultAt(proxy, { at, kind }, () => apply(undoFolder));
      expect(run.isHit).toBe(true);
      const state = await stateOf(exists);
      expect(['old', 'new']).toContain(state);
      const said = run.result?.transformer?.outcome ?? 'unchanged';
      // A write whose outcome cannot be read is reported as that.
      expect({ applied: 'new', unchanged: 'old', unknown: state }[said as string], `${kind}: ${said}`).toBe(state);
      const undoFiles = await readdir(undoFolder);
      if (said !== 'unknown') expect(undoFiles).toHaveLength(exists && state === 'new' ? 1 : 0);

      expect((await apply(undoFolder)).outcome).toBe(state === 'new' ? 'nothing' : 'applied');
      expect(await stateOf(exists)).toBe('new');
      if (!exists) continue;
      const [undoFile] = (await readdir(undoFolder)).sort();
      expect((await apply(undoFolder, join(undoFolder, undoFile!))).outcome).toBe('applied');
      expect(await stateOf(exists)).toBe('old');
    }
  });
});
