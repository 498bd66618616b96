// Planning and applying custom fields against the sandbox over HTTP: round trips, undo, changes by others, and ends before the write.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { applyFields, planFields } from '../../../src/verbs/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { readObjects } from '../../helpers/sandbox/read-bucket.ts';
import { callApi, serveApi } from '../../helpers/sandbox/serve-api.ts';
import {
  applyRule,
  type Rule,
  readZoneRuleset,
  requestFor,
  ruleOf,
  setZoneRules,
  zoneMeaning,
} from '../../helpers/verbs/zone-fields.ts';

let sandbox: Sandbox;
let undoFolder: string;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true, limits: 'current' });
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await setZoneRules(sandbox, undefined);
  undoFolder = await mkdtemp(join(tmpdir(), 'undo-'));
  return () => rm(undoFolder, { recursive: true });
});

const current = () => ({ limits: 'current', undoFolder }) as const;
const OLD = ruleOf({ request_fields: ['accept', 'host'], cookie_fields: ['a'] }, { description: 'old' });
const NEW = ruleOf({ request_fields: ['host'], response_fields: ['server'] });

describe('plan, apply, plan', () => {
  const HEADERS = ['accept', 'host', 'server', 'x-a', 'x-b'];
  const headers = fc.uniqueArray(fc.constantFrom(...HEADERS), { minLength: 1, maxLength: 4 });
  /** A header may be in one array of the two of its kind. */
  const split = (names: string[], raw: string, transformed: string, isRaw: boolean[]) => ({
    [raw]: names.filter((_, index) => isRaw[index]),
    [transformed]: names.filter((_, index) => !isRaw[index]),
  });
  const bits = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
  const rule = fc
    .record({
      request: fc.option(headers),
      response: fc.option(headers),
      cookies: fc.option(fc.uniqueArray(fc.constantFrom('a', 'A', 'b', 'c'), { minLength: 1 })),
      ...{ isRaw: bits, isRawResponse: bits, repeats: bits },
      more: fc.record(
        {
          enabled: fc.boolean(),
          description: fc.constantFrom('', 'one', 'two'),
          id: fc.constant('f'.repeat(32)),
          version: fc.constant('17'),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ request, response, cookies, isRaw, isRawResponse, repeats, more }): Rule | undefined => {
      const arrays = {
        ...split(request ?? [], 'request_fields', 'transformed_request_fields', isRaw),
        ...split(response ?? [], 'raw_response_fields', 'response_fields', isRawResponse),
        cookie_fields: cookies ?? [],
      };
      const entries = Object.entries(arrays)
        .filter(([, names]) => names.length > 0)
        .map(([array, names]) => {
          const isResponse = array.includes('response');
          return [
            array,
            names.map((name, at) => ({ name, ...(isResponse && repeats[at] && { preserve_duplicates: true }) })),
          ];
        });
      if (entries.length === 0) return undefined;
      return ruleOf({}, { ...more, action_parameters: Object.fromEntries(entries) });
    });

  it('finds no changes after any change, keeps the id, and undo restores', async () => {
    await fc.assert(
      fc.asyncProperty(rule, rule, async (old, next) => {
        await setZoneRules(sandbox, old === undefined ? undefined : [{ ...old, id: undefined }]);
        const [before] = (await readZoneRuleset(sandbox))?.rules ?? [];
        const meaning = await zoneMeaning(sandbox);

        const applied = await applyRule(sandbox, next, current());
        const isChange = applied.plan.plan.action !== 'none';
        expect(applied).toMatchObject({ outcome: isChange ? 'applied' : 'nothing', state: 'new' });
        expect(isChange).toBe(applied.undoFile !== undefined);
        const changed = await readZoneRuleset(sandbox);
        if (before !== undefined && next !== undefined) {
          expect(changed!.rules[0]).toMatchObject({ id: before.id, ref: before.ref });
        }

        expect((await planFields(requestFor(sandbox, next, current()))).plan.action).toBe('none');
        expect(await applyRule(sandbox, next, current())).toMatchObject({ outcome: 'nothing' });
        expect(await readZoneRuleset(sandbox)).toEqual(changed);

        if (applied.undoFile === undefined) return;
        const undone = await applyRule(sandbox, next, { ...current(), ruleset: applied.undoFile });
        expect(undone).toMatchObject({ outcome: 'applied', state: 'new' });
        expect(await zoneMeaning(sandbox)).toEqual(meaning);
      }),
      { numRuns: randomRuns(15) },
    );
  });

  it('creates, updates and removes with one writing request each, and names the jobs', async () => {
    const { zoneId, bucket } = sandbox;
    const job = {
      name: 'j',
      dataset: 'http_requests',
      destination_conf: bucket.destinationConf('j'),
      output_options: { field_names: ['Cookies'] },
    };
    const { id } = (await callApi(sandbox, 'POST', `/zones/${zoneId}/logpush/jobs`, job)) as { id: number };
    const created = await applyRule(sandbox, OLD, current());
    expect(created.plan.plan).toMatchObject({ action: 'create', version: undefined });
    expect(created.plan.plan.jobs).toEqual([
      { id, name: 'j', listed: ['Cookies'], missing: ['RequestHeaders'], unfilled: [] },
    ]);
    await callApi(sandbox, 'DELETE', `/zones/${zoneId}/logpush/jobs/${id}`);
    expect(await readZoneRuleset(sandbox)).toMatchObject({ version: '1' });
    expect((await applyRule(sandbox, NEW, current())).plan.plan).toMatchObject({ action: 'update', version: '1' });
    expect(await readZoneRuleset(sandbox)).toMatchObject({ version: '2' });
    await applyRule(sandbox, undefined, current());
    expect(await readZoneRuleset(sandbox)).toMatchObject({ version: '3', rules: [] });
    expect((await applyRule(sandbox, NEW, current())).plan.plan).toMatchObject({ action: 'create', version: '3' });
    expect(await readZoneRuleset(sandbox)).toMatchObject({ version: '4' });
  });

  it('the lines that are pushed next have the new fields', async () => {
    const { zoneId, bucket } = sandbox;
    await setZoneRules(sandbox, [OLD]);
    const output_options = { field_names: ['RequestHeaders', 'ResponseHeaders', 'Cookies'] };
    const job = { name: 'p', dataset: 'http_requests', destination_conf: bucket.destinationConf('p'), enabled: true };
    await callApi(sandbox, 'POST', `/zones/${zoneId}/logpush/jobs`, { ...job, output_options });
    const push = async (): Promise<void> => {
      sandbox.push({
        ...{ timestamp: undefined, client: { ip: '198.51.100.7', country: 'de' } },
        request: {
          ...{ method: 'GET', url: 'https://example.com/', httpVersion: 'h2' },
          headers: [
            ['accept', '*/*'],
            ['host', 'example.com'],
            ['cookie', 'a=1'],
          ],
        },
        response: { status: 200, headers: [['server', 'nginx']] },
      });
      await sandbox.flush();
    };
    await push();
    expect(await applyRule(sandbox, NEW, current())).toMatchObject({ outcome: 'applied' });
    await push();
    const lines = [...(await readObjects(sandbox, 'p')).values()].map((text) => JSON.parse(text));
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual({
      ...{ RequestHeaders: { accept: '*/*', host: 'example.com' }, ResponseHeaders: {}, Cookies: { a: '1' } },
    });
    expect(lines).toContainEqual({
      ...{ RequestHeaders: { host: 'example.com' }, ResponseHeaders: { server: 'nginx' }, Cookies: {} },
    });
  });

  const fixtures = resolve(import.meta.dirname, '../../../../shared/fixtures/api');
  it.runIf(existsSync(fixtures))('of bodies made by other tools', async () => {
    const docs = JSON.parse(readFileSync(join(fixtures, 'cloudflare-docs.custom-fields.json'), 'utf8')) as {
      body: Rule;
    }[];
    const terraform = readFileSync(
      join(fixtures, 'cf-terraforming.v4.cloudflare_ruleset_zone_http_log_custom_fields.1.json'),
      'utf8',
    );
    for (const text of [JSON.stringify(docs[1]!.body), JSON.stringify(docs[2]!.body), terraform]) {
      const request = requestFor(sandbox, undefined, { ...current(), stdin: async () => text });
      const { outcome } = await applyFields(request);
      expect(['applied', 'nothing']).toContain(outcome);
      expect((await planFields(request)).plan.action).toBe('none');
      expect((await planFields({ ...request, limits: 'classic' })).plan.action).toBe('none');
    }
  });
});

describe('the undo file', () => {
  it('is for its owner alone, and exists before the write', async () => {
    await setZoneRules(sandbox, [OLD]);
    const seen: string[] = [];
    const { undoFile, undoLimits } = await applyRule(sandbox, NEW, {
      ...current(),
      onStep: (step) => step === 'write' && seen.push(...readdirSync(undoFolder)),
    });
    expect(seen.map((name) => join(undoFolder, name))).toEqual([undoFile]);
    expect(statSync(undoFile!).mode & 0o777).toBe(0o600);
    expect(undoLimits).toBe('classic');
    expect(JSON.parse(readFileSync(undoFile!, 'utf8'))).toMatchObject({ rules: [OLD] });
  });

  it('names the limits that it needs', async () => {
    await setZoneRules(sandbox, [ruleOf({ raw_response_fields: ['server'] })]);
    expect(await applyRule(sandbox, NEW, { undoFolder })).toMatchObject({ outcome: 'applied', undoLimits: 'current' });
  });

  it('comes before everything: without it, nothing is changed', async () => {
    await setZoneRules(sandbox, [OLD]);
    const folder = join(undoFolder, 'missing');
    let isAsked = false;
    const confirm = async () => {
      isAsked = true;
      return true;
    };
    await expect(applyRule(sandbox, NEW, { undoFolder: folder, confirm })).rejects.toMatchObject({
      code: 'undo-failed',
      message: expect.stringMatching(/^cannot write undo files into .*missing.*--undo-dir$/),
    });
    expect(isAsked).toBe(false);
    expect(await zoneMeaning(sandbox)).toMatchObject([OLD]);
  });

  const rulesetOf = (content: unknown) => ({ ruleset: '-', stdin: async () => JSON.stringify(content) });

  it('belongs to its zone', async () => {
    await setZoneRules(sandbox, [OLD]);
    const { undoFile } = await applyRule(sandbox, NEW, current());
    const undo = JSON.parse(readFileSync(undoFile!, 'utf8'));
    expect(undo.headgate_scope).toEqual({ zone: sandbox.zoneId });
    const other = { ...undo, headgate_scope: { zone: 'f'.repeat(32) } };
    await expect(applyRule(sandbox, NEW, { ...current(), ...rulesetOf(other) })).rejects.toMatchObject({
      code: 'undo-scope',
      kind: 'negative',
      message: expect.stringMatching(/found the undo file of zone f{32}, expected one of zone /),
    });
    expect((await applyRule(sandbox, NEW, { ...current(), ...rulesetOf(undo) })).outcome).toBe('applied');
    expect(await zoneMeaning(sandbox)).toMatchObject([OLD]);
  });

  it('is removed if the API rejects the change', async () => {
    const classic = await serveApi();
    const applied = await applyRule(classic, ruleOf({ raw_response_fields: ['server'] }), current());
    await classic.stop();
    expect(applied).toMatchObject({ outcome: 'failed', state: 'old' });
    expect(applied.reason).toMatch(/HTTP 400.*raw_response_fields/s);
    expect(applied.undoFile).toBeUndefined();
    expect(await readdir(undoFolder)).toEqual([]);
  });
});

describe('changes by others since the plan', () => {
  const ADDED = ['accept: add (request_fields)', 'host: add (request_fields)', 'a: add (cookie_fields)'];
  const REMOVED = ADDED.map((change) => change.replace('add', 'remove'));
  it.each<[string, readonly Rule[] | undefined, readonly Rule[] | undefined, readonly string[]]>([
    [
      'a change',
      [OLD],
      [ruleOf({ request_fields: ['accept', 'host'], cookie_fields: ['theirs'] }, { description: 'old' })],
      ['theirs: add (cookie_fields)', 'a: remove (cookie_fields)'],
    ],
    ['a removal', [OLD], [], REMOVED],
    ['a deletion', [OLD], undefined, REMOVED],
    ['a creation', undefined, [OLD], ADDED],
  ])('%s stops the apply, and nothing is overwritten', async (_, before, theirs, changedByOthers) => {
    await setZoneRules(sandbox, before);
    let between: unknown;
    const applied = await applyRule(sandbox, NEW, {
      ...current(),
      confirm: async () => {
        await setZoneRules(sandbox, theirs);
        between = await readZoneRuleset(sandbox);
        return true;
      },
    });
    expect(applied).toMatchObject({
      outcome: 'failed',
      state: 'changed',
      reason: expect.stringMatching(/^another client changed the custom fields since the plan/),
      changedByOthers,
    });
    expect(await readZoneRuleset(sandbox)).toEqual(between);
    expect(await readdir(undoFolder)).toEqual([]);
  });
});

describe('ends before the write', () => {
  it('declined', async () => {
    await setZoneRules(sandbox, [OLD]);
    const applied = await applyRule(sandbox, NEW, { ...current(), confirm: async () => false });
    expect(applied).toMatchObject({ outcome: 'declined', state: 'old' });
    expect(await zoneMeaning(sandbox)).toMatchObject([OLD]);
  });

  it('interrupted at the question, and at the check', async () => {
    await setZoneRules(sandbox, [OLD]);
    for (const at of ['confirm', 'check'] as const) {
      const controller = new AbortController();
      const applied = await applyRule(sandbox, NEW, {
        ...current(),
        signal: controller.signal,
        confirm: async () => {
          if (at === 'confirm') controller.abort();
          return true;
        },
        onStep: (step) => step === at && controller.abort(),
      });
      expect(applied).toMatchObject({ outcome: 'interrupted', state: 'old' });
    }
    expect(await zoneMeaning(sandbox)).toMatchObject([OLD]);
  });

  it('interrupted at the write: the write is completed and read back', async () => {
    await setZoneRules(sandbox, [OLD]);
    const controller = new AbortController();
    const { signal } = controller;
    const onStep = (step: string): void => {
      if (step === 'write') controller.abort();
    };
    expect(await applyRule(sandbox, NEW, { ...current(), signal, onStep })).toMatchObject({ outcome: 'applied' });
  });

  it('an invalid ruleset sends no request', async () => {
    const nowhere = { ...sandbox, baseURL: 'http://127.0.0.1:1/client/v4' };
    await expect(applyRule(nowhere, ruleOf({ raw_response_fields: ['x'] }))).rejects.toMatchObject({
      ...{ code: 'ruleset-invalid', kind: 'negative' },
    });
  });
});
