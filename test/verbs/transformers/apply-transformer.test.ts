// What an apply of a transformer does: writes what the plan says, reads it back, and leaves an undo file that restores it.
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyTransformer, planTransformer, type TransformersApplied } from '../../../src/verbs/index.ts';
import { parseApprovedTransformer } from '../../../src/verbs/transformers/apply-transformer.ts';
import { type LiveTransformers, openLiveTransformers } from '../../helpers/api/live-transformers.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const OLD = { name: 'slim', description: 'Less', code: 'SELECT RayID FROM http_requests' };
const NEW = 'SELECT RayID, ClientIP FROM http_requests';

let sandbox: ServedApi;
let live: LiveTransformers;
let folder: string;

beforeAll(async () => {
  sandbox = await serveApi();
  live = openLiveTransformers(sandbox);
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await live.deleteAll();
  folder = await mkdtemp(join(tmpdir(), 'transformers-'));
});

type Settings = Partial<Parameters<typeof applyTransformer>[0]>;

async function fileOf(sql: string): Promise<string> {
  const file = join(folder, 'slim.sql');
  await writeFile(file, sql);
  return file;
}

const apply = async (sql: string, settings: Settings = {}): Promise<TransformersApplied> =>
  applyTransformer({ ...live.access, undoFolder: folder, transformer: await fileOf(sql), ...settings });

it('creates a transformer once, without an undo file', async () => {
  const steps: string[] = [];
  const first = await apply(NEW, { onStep: (step) => steps.push(step) });
  expect(first).toMatchObject({
    outcome: 'applied',
    transformer: { action: 'create', outcome: 'applied', name: 'slim' },
  });
  expect(first.transformer!.undoFile).toBeUndefined();
  expect(steps).toEqual(['check', 'write', 'read-back']);
  expect(await apply(NEW)).toMatchObject({ outcome: 'nothing', transformer: null });
  expect(await live.list()).toMatchObject([{ id: first.transformer!.id, name: 'slim' }]);
});

it('updates it, keeps its description, and the undo file restores it', async () => {
  const { id } = await live.create(OLD);
  const { transformer, outcome } = await apply(NEW);
  expect(outcome).toBe('applied');
  expect([await live.codeOf(id), (await live.list())[0]!.description]).toEqual([NEW, 'Less']);
  const undoFile = transformer!.undoFile!;
  expect(JSON.parse(await readFile(undoFile, 'utf8'))).toEqual({
    ...{ headgate_undo: true, headgate_scope: { account: sandbox.accountId }, id, ...OLD },
  });
  expect(await apply('', { transformer: undoFile })).toMatchObject({ outcome: 'applied' });
  expect([await live.codeOf(id), (await live.list())[0]]).toMatchObject([
    OLD.code,
    { name: 'slim', description: 'Less' },
  ]);
});

it('an undo file restores the text, too', async () => {
  const { id } = await live.create(OLD);
  const rewritten = 'select RayID from http_requests';
  expect(await apply(rewritten)).toMatchObject({ outcome: 'nothing' });
  const { transformer } = await apply(rewritten, { rewrite: true });
  expect(await live.codeOf(id)).toBe(rewritten);
  await apply('', { transformer: transformer!.undoFile! });
  expect(await live.codeOf(id)).toBe(OLD.code);
});

describe('changes nothing', () => {
  it('after the answer No', async () => {
    await live.create(OLD);
    expect(await apply(NEW, { confirm: async () => false })).toMatchObject({ outcome: 'declined', transformer: null });
  });

  it.each<[string, (id: number) => Promise<unknown>, string, RegExp]>([
    [
      'changed',
      (id) => live.change(id, { ...OLD, code: 'SELECT ClientIP FROM http_requests' }),
      'plan',
      /^another client changed the transformer since the plan/,
    ],
    [
      'deleted',
      () => live.deleteAll(),
      'plan',
      /^the transformer was deleted since the plan.*run headgate transformers plan/,
    ],
  ])('if another client %s it since the plan', async (_, change, advice, reason) => {
    const { id } = await live.create(OLD);
    const { outcome, transformer } = await apply(NEW, { onPlan: async () => void (await change(id)) });
    expect([outcome, transformer!.outcome, transformer!.advice]).toEqual(['failed', 'unchanged', advice]);
    expect(transformer!.reason).toMatch(reason);
  });

  it('if another client created one of the name', async () => {
    const { transformer } = await apply(NEW, { onPlan: async () => void (await live.create(OLD)) });
    expect(transformer!.reason).toMatch(/^a transformer with this name was created since the plan/);
    expect(await live.list()).toHaveLength(1);
  });
});

describe('an approved plan', () => {
  const approve = async () => {
    const plan = await planTransformer({ ...live.access, transformer: await fileOf(NEW) });
    return parseApprovedTransformer(JSON.stringify(plan), 'plan.json');
  };

  it('is applied, also again', async () => {
    await live.create(OLD);
    const approved = await approve();
    expect((await apply(NEW, { approved })).outcome).toBe('applied');
    expect((await apply(NEW, { approved })).outcome).toBe('nothing');
  });

  it.each<[string, () => Promise<TransformersApplied>]>([
    ['another file', async () => apply('SELECT ClientIP FROM http_requests', { approved: await approve() })],
    ['the live file', async () => apply(OLD.code, { approved: await approve() })],
    ['another name', async () => apply(NEW, { approved: await approve(), name: 'other' })],
    [
      'another state',
      async () => {
        const approved = await approve();
        await live.change((await live.list())[0]!.id, { ...OLD, code: 'SELECT ClientIP FROM http_requests' });
        return apply(NEW, { approved });
      },
    ],
  ])('rejects %s', async (_, run) => {
    await live.create(OLD);
    await expect(run()).rejects.toThrow(/found other changes now than in the plan; nothing was changed/);
  });

  it('must be one', () => {
    for (const text of ['', '{}', '{"version":1,"jobs":[]}'])
      expect(() => parseApprovedTransformer(text, 'p')).toThrow(/found another document/);
  });
});
