// headgate fields plan and apply, as a user runs them against the sandbox: texts, exit codes, the question, wrong input.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { startFaultProxy } from '../../helpers/api/fault-proxy.ts';
import { type CliRun, runCli, runTogether } from '../../helpers/cli/run-cli.ts';
import { HAS_TERMINAL, runInTerminal } from '../../helpers/cli/run-in-terminal.ts';
import { programPath } from '../../helpers/programs.ts';
import { callApi } from '../../helpers/sandbox/serve-api.ts';
import { type Rule, readZoneRuleset, ruleOf, setZoneRules, zoneMeaning } from '../../helpers/verbs/zone-fields.ts';

let sandbox: Sandbox;
let env: Record<string, string>;
let folder: string;
/** Everything that the runs have printed. */
const printed: string[] = [];

const OLD = ruleOf({ request_fields: ['accept', 'host'], cookie_fields: ['a', 'B'] }, { description: 'old' });
const NEW = ruleOf({
  request_fields: ['host', 'authorization'],
  response_fields: ['server'],
  cookie_fields: ['B', 'a'],
});

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true });
  const { baseURL, token, zoneId, bucket } = sandbox;
  env = { CLOUDFLARE_BASE_URL: baseURL, CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ZONE_ID: zoneId };
  for (const [name, field_names] of [
    ['all', ['RequestHeaders', 'ResponseHeaders', 'Cookies']],
    ['few', ['RayID', 'Cookies']],
  ] as const) {
    const body = { name, dataset: 'http_requests', destination_conf: bucket.destinationConf(name) };
    await callApi(sandbox, 'POST', `/zones/${zoneId}/logpush/jobs`, { ...body, output_options: { field_names } });
  }
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fields-'));
  await setZoneRules(sandbox, [OLD]);
});

function file(content: unknown, name = 'ruleset.json'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function run(args: readonly string[], more: Record<string, string> = {}): Promise<CliRun> {
  const done = await runTogether(['fields', ...args], { env: { ...env, ...more }, cwd: folder });
  printed.push(done.stdout, done.stderr);
  return done;
}

const plain = (text: string): string =>
  text
    .replaceAll(sandbox.zoneId, 'ZONE')
    .replaceAll(`${folder}/`, '')
    .replace(/\d{8}T\d{6}Z/g, 'TIME')
    .replace(/undo-fields-\w+/g, 'undo-fields-ID');
const wanted = (rule: Rule | undefined) => ['--ruleset', file({ rules: rule === undefined ? [] : [rule] })];

describe('plan', () => {
  it('shows the difference, the jobs and what to do', async () => {
    const { code, stdout, stderr } = await run(['plan', ...wanted(NEW)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(plain(stdout)).toMatchInlineSnapshot(`
      "Plan for zone ZONE: 2 to add, 1 to remove, 1 other change
        warning: the values of authorization are probably credentials, and every line would contain them
                 in clear; remove the fields unless the logs may contain them
        The custom fields will be updated: version 1 of the ruleset, 5 fields after the change

      Fields             Array
        + authorization  request_fields
        + server         response_fields
        - accept         request_fields

      Other changes
        ~ order of the fields: the values of a line beyond 8,192 bytes are cut in this order (--limits
        classic)

      Jobs that push http_requests
           Job  ID  Custom fields
        ✓  all  1   lists RequestHeaders, ResponseHeaders, Cookies
        !  few  2   lists Cookies; does not push RequestHeaders, ResponseHeaders

      To push the fields
        → add RequestHeaders, ResponseHeaders to the field_names of few; then run headgate jobs apply
          --zone ZONE --job FILE
      "
    `);
    expect(await zoneMeaning(sandbox)).toMatchObject([OLD]);
  });

  it.each<[string, Rule | undefined, string[], number]>([
    ['no changes', OLD, [], 0],
    ['no changes', OLD, ['--detailed-exitcode'], 0],
    ['changes', NEW, [], 0],
    ['changes', NEW, ['--detailed-exitcode'], 3],
    ['a removal', undefined, ['--detailed-exitcode'], 3],
  ])('%s: %j %j exits with %i', async (_, rule, flags, code) => {
    expect(await run(['plan', ...wanted(rule), ...flags])).toMatchObject({ code });
  });

  it('--format json has the plan as data', async () => {
    const { code, stdout } = await run(['plan', ...wanted(NEW), '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ version: 1, zoneId: sandbox.zoneId, limits: 'classic', isPending: true, isApplicable: true },
      plan: {
        ...{
          action: 'update',
          fields: 5,
          jobs: [
            { name: 'all', missing: [] },
            { name: 'few', listed: ['Cookies'] },
          ],
        },
        changes: [
          { kind: 'add', name: 'authorization', to: 'request_fields' },
          { kind: 'add', name: 'server', to: 'response_fields' },
          { kind: 'remove', name: 'accept', from: 'request_fields' },
        ],
      },
    });
  });

  it('reads the ruleset from standard input, and finds the zone by its name', async () => {
    const [{ name }] = (await callApi(sandbox, 'GET', '/zones')) as [{ name: string }];
    const args = ['fields', 'plan', '--ruleset', '-', '--zone', name];
    const { code, stdout } = await runTogether(args, { env, stdin: JSON.stringify(OLD) });
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Plan for zone ${name}: no changes\n  The custom fields have no changes: `),
    });
  });
});

describe('apply', () => {
  it('applies, leaves an undo file, does nothing a second time, and undoes', async () => {
    const before = await readZoneRuleset(sandbox);
    const first = await run(['apply', ...wanted(NEW), '--yes']);
    expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/: writing\n.*: reading back\n$/) });
    expect(plain(first.stdout).split('\n\n').slice(-2).join('\n\n')).toMatchInlineSnapshot(`
      "✓ Applied: every change took effect.

      To undo
        headgate fields apply --zone ZONE --ruleset undo-fields-ID-TIME.json
      "
    `);
    const changed = await readZoneRuleset(sandbox);
    expect(changed!.rules[0]).toMatchObject({ id: before!.rules[0]!.id, action_parameters: NEW.action_parameters });

    const second = await run(['apply', ...wanted(NEW), '--yes']);
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to change') });
    // No terminal is needed if there is nothing to ask.
    expect(await run(['apply', ...wanted(NEW)])).toMatchObject({ code: 0 });
    expect(await readZoneRuleset(sandbox)).toEqual(changed);

    const command = /headgate fields (apply .*)/.exec(first.stdout)![1]!.split(' ');
    expect(await run([...command, '--yes'])).toMatchObject({ code: 0 });
    expect(await zoneMeaning(sandbox)).toMatchObject([OLD]);
  });

  it('without a terminal: prints the plan and the reason, changes nothing', async () => {
    const { code, stdout, stderr } = await run(['apply', ...wanted(NEW)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('+ server');
    expect(stderr).toMatch(/headgate: cannot ask for confirmation: .*--yes/);
    expect(await zoneMeaning(sandbox)).toMatchObject([OLD]);
    expect(readdirSync(folder)).toEqual(['ruleset.json']);
  });

  it('writes the undo file to --undo-dir, and names it in JSON', async () => {
    const undoDir = mkdtempSync(join(tmpdir(), 'undo-'));
    const { code, stdout } = await run([
      'apply',
      ...wanted(undefined),
      '--yes',
      '--undo-dir',
      undoDir,
      '--format',
      'json',
    ]);
    const { outcome, undoFile } = JSON.parse(stdout);
    expect({ code, outcome }).toEqual({ code: 0, outcome: 'applied' });
    expect(JSON.parse(readFileSync(undoFile, 'utf8'))).toMatchObject({ rules: [OLD] });
    expect(readdirSync(undoDir).map((name) => join(undoDir, name))).toEqual([undoFile]);
  });

  it('reports what the API rejects', async () => {
    const raw = ruleOf({ raw_response_fields: ['server'] });
    const { code, stdout } = await run(['apply', ...wanted(raw), '--limits', 'current', '--yes']);
    expect(code).toBe(1);
    expect(stdout).toContain('\n✗ Nothing was changed.\n  cannot change the rule ');
    expect(stdout).toContain('HTTP 400');
  });

  it('a reader that closes the pipe does not stop it', async () => {
    const command = `'${process.execPath}' '${programPath('headgate')}' fields apply ${wanted(NEW).join(' ')} --yes --undo-dir ${folder} | head -1`;
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ...env } });
    expect(stdout.split('\n')).toHaveLength(2);
    expect(await zoneMeaning(sandbox)).toMatchObject([NEW]);
  });

  it('Ctrl-C while the API is silent changes nothing', async () => {
    const proxy = await startFaultProxy(sandbox);
    proxy.begin({ at: 1, kind: 'silence-before' });
    const done = await runCli(['fields', 'apply', ...wanted(NEW), '--yes'], {
      env: { ...env, CLOUDFLARE_BASE_URL: proxy.baseURL },
      onStart: (kill) => void vi.waitUntil(() => proxy.requests.length > 0, 20_000).then(() => kill('SIGINT')),
    });
    await proxy.stop();
    expect(done).toMatchObject({ code: 130, stdout: '' });
    expect(await zoneMeaning(sandbox)).toMatchObject([OLD]);
  });
});

describe.runIf(HAS_TERMINAL)('the question', () => {
  it.each([
    ['yes', 'y\r', 0, NEW, 'Applied'],
    ['Enter', '\r', 1, OLD, 'not confirmed'],
    ['Ctrl-C', '\u0003', 130, OLD, 'nothing was changed'],
  ])('%s', async (_, type, code, state, text) => {
    const command = `'${process.execPath}' '${programPath('headgate')}' fields apply ${wanted(NEW).join(' ')} --undo-dir ${folder}`;
    const done = await runInTerminal(command, [{ after: '(y/N)', type }], env);
    printed.push(done.screen);
    expect(done).toMatchObject({ code, screen: expect.stringContaining(text) });
    // The plan is printed once, before the question.
    expect(done.screen.split('Jobs that push').length).toBe(2);
    expect(await zoneMeaning(sandbox)).toMatchObject([state]);
  });
});

describe('wrong input', () => {
  it.each<[string, unknown, string]>([
    ['a HAR file', { log: { entries: [] } }, 'found a HAR file'],
    ['a job', { dataset: 'http_requests' }, 'found a Logpush job'],
    ['an empty file', '', 'found the end of the text'],
    ['an empty list', [], 'found no rule'],
    ['an invalid rule', { rules: [{ ...NEW, expression: 'false' }] }, 'expected the string "true"'],
    ['a newer array', { rules: [ruleOf({ raw_response_fields: ['a'] })] }, 'use --limits current'],
  ])('%s', async (_, content, message) => {
    const { code, stderr } = await run(['apply', '--yes', '--ruleset', file(content)]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    expect(stderr).toContain('nothing was read or changed');
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['no file', ['--ruleset', 'missing.json'], {}, 'the file does not exist'],
    ['an unknown name', ['--zone', 'nosuch.example.com'], {}, 'cannot find the zone "nosuch.example.com"'],
    ['an unknown id', ['--zone', '0'.repeat(32)], {}, 'error 7003'],
    ['no zone', [], { CLOUDFLARE_ZONE_ID: '' }, 'found no zone'],
    ['no token', [], { CLOUDFLARE_API_TOKEN: '' }, 'there are no credentials'],
    ['a wrong token', [], { CLOUDFLARE_API_TOKEN: 'wrong-token' }, 'Logs Write'],
  ])('%s', async (_, args, more, message) => {
    const given = args.includes('--ruleset') ? args : [...wanted(NEW), ...args];
    const { code, stdout, stderr } = await run(['plan', ...given], more);
    expect({ code, stdout, stderr }).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect(stderr).not.toContain('wrong-token');
  });
});

it('no output contains the token', () => {
  expect(printed.length).toBeGreaterThan(20);
  expect(printed.filter((text) => text.includes(sandbox.token))).toEqual([]);
});
