// A fault of every kind at every single request of an apply: afterwards the custom fields are the old or the new ones, never half of each,
// and the second run ends in the new ones. No output contains the token.
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELDS_APPLIED_RENDERERS, FIELDS_PLAN_RENDERERS } from '../../../src/report/index.ts';
import type { ApplyFieldsRequest, FieldsApplied } from '../../../src/verbs/index.ts';
import {
  FAST,
  FAULT_KINDS,
  type FaultKind,
  type FaultProxy,
  STILL_RUNNING,
  startFaultProxy,
  withFaultAt,
} from '../../helpers/api/fault-proxy.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';
import { applyRule, type Rule, ruleOf, setZoneRules, zoneMeaning } from '../../helpers/verbs/zone-fields.ts';

/** A busy machine must not add a fault. Milliseconds. */
const TIMEOUT_MS = 10_000;
/** One of each way in which a request fails: before and after the change, rejected and broken. */
const KINDS_OF_EACH_WAY: readonly FaultKind[] = [
  ...(['http-403', 'http-429', 'http-500', 'http-500-after', 'html-200-after', 'cut-before', 'cut-after'] as const),
];
/** A request without effects: rejected, and lost before and after. test/cloud/api/faults.test.ts has the other kinds. */
const KINDS_OF_READS: readonly FaultKind[] = ['http-403', 'http-429-long', 'cut-before', 'cut-body'];
const STYLE = { color: false, width: 100 };
/** A failure of these says nothing about the change itself. */
const IS_OF_JOBS = /\/logpush\/jobs$/;

let sandbox: ServedApi;
let proxy: FaultProxy;
let undoFolder: string;
/** Everything that a user could see. */
const seen: string[] = [];

beforeAll(async () => {
  sandbox = await serveApi();
  proxy = await startFaultProxy(sandbox);
  undoFolder = await mkdtemp(join(tmpdir(), 'undo-'));
});
afterAll(async () => {
  await proxy.stop();
  await sandbox.stop();
});

async function apply(rule: Rule | undefined, more: Partial<ApplyFieldsRequest> = {}): Promise<FieldsApplied> {
  const { baseURL } = proxy;
  const see = (text: unknown) => void seen.push(typeof text === 'string' ? text : JSON.stringify(text));
  const applied = await applyRule({ ...sandbox, baseURL }, rule, {
    ...{ ...FAST, timeoutMs: TIMEOUT_MS, undoFolder, onRetry: see, onPlan: see, ...more },
  }).catch((error: unknown) => {
    see(`${(error as Error).message} ${(error as Error).stack}`);
    throw error;
  });
  see(applied);
  see([...(await FIELDS_PLAN_RENDERERS.text())(applied.plan, STYLE)].join(''));
  see([...(await FIELDS_APPLIED_RENDERERS.text())(applied, STYLE)].join(''));
  return applied;
}

const OLD = ruleOf({ request_fields: ['accept', 'host'], cookie_fields: ['a'] }, { description: 'old' });
const NEW = ruleOf({ request_fields: ['host', 'range'], response_fields: ['server'] }, { description: 'new' });

/** Entry point, jobs, entry point, write, entry point. */
const REQUESTS = 5;
/** Number of the one that writes. */
const WRITE = 4;

describe.each<[string, Rule[] | undefined, Rule | undefined, readonly FaultKind[]]>([
  ['creating the first rule', undefined, NEW, KINDS_OF_EACH_WAY],
  ['creating a rule in an empty ruleset', [], NEW, KINDS_OF_EACH_WAY],
  ['changing the rule', [OLD], NEW, FAULT_KINDS],
  ['removing the rule', [OLD], undefined, KINDS_OF_EACH_WAY],
])('%s', (_, before, wanted, kinds) => {
  const cases = Array.from({ length: REQUESTS }, (__, index) => index + 1).flatMap((at) =>
    (at === WRITE ? kinds : KINDS_OF_READS).map((kind) => [kind, at] as const),
  );

  it('sends as many requests as are faulted, one of which writes', async () => {
    await setZoneRules(sandbox, before);
    const { result, requests } = await withFaultAt(proxy, undefined, () => apply(wanted));
    expect(result).toMatchObject({ outcome: 'applied', state: 'new' });
    expect(requests).toHaveLength(REQUESTS);
    expect(requests.flatMap(({ method }, index) => (method === 'GET' ? [] : [index + 1]))).toEqual([WRITE]);
  });

  it.each(cases)('%s at request %d', async (kind, at) => {
    await setZoneRules(sandbox, before);
    const old = await zoneMeaning(sandbox);
    const run = await withFaultAt(proxy, { at, kind }, () => apply(wanted));
    expect(run.isHit).toBe(true);
    if (kind === 'http-429-long') expect(run.requests).toHaveLength(at);
    const now = await zoneMeaning(sandbox);
    const isOld = JSON.stringify(now) === JSON.stringify(old);
    if (!isOld) expect(now).toMatchObject(wanted === undefined ? [] : [wanted]);
    expect(now).toHaveLength(isOld ? old.length : wanted === undefined ? 0 : 1);
    checkReport(run, { isOld, at });

    const again = await apply(wanted);
    expect(again).toMatchObject({ outcome: isOld ? 'applied' : 'nothing', state: 'new' });
    expect(await zoneMeaning(sandbox)).toMatchObject(wanted === undefined ? [] : [wanted]);
  });
});

/** What the run reports must be true. */
function checkReport(
  { result, error, requests }: Awaited<ReturnType<typeof withFaultAt<FieldsApplied>>>,
  { isOld, at }: { isOld: boolean; at: number },
): void {
  if (error !== undefined) {
    expect(error).toMatchObject({ name: 'HeadgateError' });
    expect(isOld).toBe(true);
    return;
  }
  const { outcome, state, reason, plan } = result!;
  if (outcome === 'applied') expect(isOld).toBe(false);
  else {
    expect(outcome).toBe('failed');
    expect(reason).toMatch(/^cannot |^the /);
    if (state === 'old') expect(isOld).toBe(true);
    else expect(state).toBe('unknown');
  }
  const isJobs = IS_OF_JOBS.test(requests[at - 1]!.path);
  expect(plan.plan.jobs === undefined).toBe(isJobs && plan.plan.warnings.some((text) => /unknown/.test(text)));
  // The change does not depend on the jobs. After a block, no further request is sent.
  if (isJobs && requests.length > at) expect(outcome).toBe('applied');
}

it('a fault that lasts from the write on leaves the state unknown, and the undo file', async () => {
  await setZoneRules(sandbox, [OLD]);
  const { result } = await withFaultAt(proxy, { at: 4, kind: 'cut-after', lasting: true }, () => apply(NEW));
  expect(result).toMatchObject({ outcome: 'failed', state: 'unknown', undoFile: expect.any(String) });
  expect(await apply(NEW)).toMatchObject({ outcome: 'nothing' });
});

it('a write that the API may still process leaves the state unknown, and the undo file', async () => {
  await setZoneRules(sandbox, [OLD]);
  const isWrite = (): boolean => proxy.requests.at(-1)!.method !== 'GET';
  const fault = { at: 4, kind: STILL_RUNNING, lasting: true, when: isWrite } as const;
  const { result } = await withFaultAt(proxy, fault, () => apply(NEW));
  expect(result).toMatchObject({ outcome: 'failed', state: 'unknown', undoFile: expect.any(String) });
  expect(result?.reason).toMatch(/the change may or may not have been made/);
});

it('no output contains the token, and no undo file that was not needed is left', async () => {
  expect(seen.length).toBeGreaterThan(600);
  expect(seen.filter((text) => text.includes(sandbox.token))).toEqual([]);
  const named = seen.flatMap((text) => /undo-fields-[\w.-]+\.json/.exec(text)?.[0] ?? []);
  expect((await readdir(undoFolder)).filter((name) => !named.includes(name))).toEqual([]);
});
