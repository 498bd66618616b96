// headgate pools migrate as a user runs it: exit codes, output, questions on a terminal. Every output of every run is searched for secrets.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiPolicy } from '../../../src/cloud/api/index.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { type FaultProxy, startFaultProxy } from '../../helpers/api/fault-proxy.ts';
import { type CliRun, runCli, runTogether } from '../../helpers/cli/run-cli.ts';
import { HAS_TERMINAL, runInTerminal, type TypedAnswer } from '../../helpers/cli/run-in-terminal.ts';
import { programPath } from '../../helpers/programs.ts';
import { callApi } from '../../helpers/sandbox/serve-api.ts';

const POOLS = [
  { name: 'api-eu', notification_email: 'ops@example.com, Ops@Example.com' },
  { name: 'api-us', notification_email: 'ops@example.com' },
  { name: 'cart', notification_email: 'shop@example.com', notification_filter: { pool: { healthy: false } } },
  { name: 'search' },
];
const RUBBISH = { name: 'erp', notification_email: 'ops@example.com, call Jim' };

let sandbox: Sandbox;
let proxy: FaultProxy;
let env: Record<string, string>;
let backup: string;
/** Everything that the program printed. */
const printed: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true });
  proxy = await startFaultProxy(sandbox);
  env = {
    CLOUDFLARE_BASE_URL: sandbox.baseURL,
    CLOUDFLARE_API_TOKEN: sandbox.token,
    CLOUDFLARE_ACCOUNT_ID: sandbox.accountId,
    CLOUDFLARE_ZONE_ID: sandbox.zoneId,
  };
});
afterAll(async () => {
  await proxy.stop();
  await sandbox.stop();
  expect(printed.join('\n')).not.toContain(sandbox.token);
});
beforeEach(async () => {
  backup = join(mkdtempSync(join(tmpdir(), 'pools-')), 'backup.json');
  for (const kind of ['load_balancers/pools', 'alerting/v3/policies']) {
    for (const { id } of (await call('GET', kind)) as { id: string }[]) await call('DELETE', `${kind}/${id}`);
  }
});

const call = (method: string, path: string, body?: unknown): Promise<unknown> =>
  callApi(sandbox, method, `/accounts/${sandbox.accountId}/${path}`, body);
const addPools = (pools: readonly object[]): Promise<unknown> => call('POST', 'sandbox/pools', pools);
const policies = async (): Promise<ApiPolicy[]> => (await call('GET', 'alerting/v3/policies')) as ApiPolicy[];
const recipients = async (): Promise<string[]> =>
  ((await call('GET', 'load_balancers/pools')) as { notification_email?: string | null }[]).flatMap(
    ({ notification_email: email }) => email || [],
  );

async function migrate(args: readonly string[], more: Record<string, string> = {}): Promise<CliRun> {
  const run = await runTogether(['pools', 'migrate', ...args, '--backup', backup], { env: { ...env, ...more } });
  printed.push(run.stdout, run.stderr);
  return run;
}

describe('the plan', () => {
  it('is a table, changes nothing, and has exit code 3 on request', async () => {
    await addPools([...POOLS, RUBBISH]);
    const { code, stdout, stderr } = await migrate([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'headgate: listing pools\n' });
    const rows = [
      `Plan for account ${sandbox.accountId}: 3 policies to create, 3 pools to clear, 1 pool to keep`,
      '5 pools in the account: 4 with recipients, 1 without Apply sends about 23 requests.',
      '+ Pool health: ops@example.com, 2 pools ops@example.com every event 2 pools: api-eu, api-us',
      'erp "ops@example.com, call Jim" notification_email contains "call Jim", expected an e-mail address. keeps its recipients a pool with problems keeps',
      'What to do next → to apply the plan, run the same command with --apply',
    ];
    const wide = (await migrate(['-q'], { COLUMNS: '140' })).stdout.replace(/\s+/g, ' ');
    for (const row of rows) expect(wide).toContain(row);
    expect(stdout).toContain('\n\nPolicies to create ');
    expect((await migrate(['--detailed-exitcode', '-q'])).code).toBe(3);
    expect([await policies(), (await recipients()).length, existsSync(backup)]).toEqual([[], 4, false]);
  });

  it('as JSON is the same for --plan, --apply and the file of --out', async () => {
    await addPools(POOLS);
    const plan = await migrate(['--dry-run', '-q']);
    expect(JSON.parse(plan.stdout)).toMatchObject({ version: 1, isPending: true, policies: [{}, {}, {}] });
    expect((await migrate(['--apply', '--yes', '--dry-run', '-q'])).stdout).toBe(plan.stdout);
    expect((await migrate(['--format', 'json', '-q'])).stdout).toBe(plan.stdout);
    expect(await policies()).toEqual([]);
  });
});

describe('no answer', () => {
  const account = (letter: string): Record<string, string> => ({ CLOUDFLARE_ACCOUNT_ID: letter });
  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['no pools', [], {}, /the account has none, or the API token may not read them/],
    [
      'a flag of other modes',
      ['--verify', '--pools-per-policy', '2'],
      {},
      /applies only to --plan, --apply and --restore\n/,
    ],
    ['two modes', ['--apply', '--verify'], {}, /found --apply and --verify, expected one of them/],
    ['no account', [], account(''), /found no account, expected --account ID, or the variable CLOUDFLARE_ACCOUNT_ID/],
    ['a zone', ['--zone', 'example.com'], {}, /unknown option '--zone'/],
    ['no server', [], { CLOUDFLARE_BASE_URL: 'http://127.0.0.1:1/client/v4' }, /cannot list the pools/],
    ['a wrong token', [], { CLOUDFLARE_API_TOKEN: 'x'.repeat(40) }, /cannot list the pools.*HTTP 401|authenti/i],
    ['no backup', ['--verify'], {}, /cannot read the backup/],
    ['no backup to restore', ['--restore', '--yes'], {}, /cannot read the backup/],
    ['no such plan', ['--apply', '--approved', 'no/such/plan.json'], {}, /plan.json: the file does not exist/],
    [
      'another document',
      ['--apply', '--approved', 'package.json'],
      {},
      /found another document, expected the result of/,
    ],
    ['another webhook', ['--webhook', 'https://hooks.example.com/secret'], {}, /found a --webhook that is not an id/],
  ])('%s: exit code 2', async (_, args, more, message) => {
    const { code, stdout, stderr } = await migrate(args, more);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/unexpected error|secret/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it.each([
    ['', 1, /Load Balancing: Monitors and Pools Read/],
    ['--apply --yes', 8, /Notifications Write/],
  ])('without permission, %s names it', async (mode, at, permission) => {
    await addPools(POOLS);
    proxy.begin({ at, kind: 'http-403' });
    const { code, stdout, stderr } = await migrate(
      mode.split(' ').filter((flag) => flag !== ''),
      { CLOUDFLARE_BASE_URL: proxy.baseURL },
    );
    expect(`${stdout}${stderr}`).toMatch(permission);
    expect(code).toBe(mode === '' ? 2 : 1);
    expect((await recipients()).length).toBe(3);
  });
});

describe('apply, verify, restore', () => {
  it('migrates what has no problem, then the rest with --force', async () => {
    await addPools([...POOLS, RUBBISH]);
    const first = await migrate(['--apply', '--yes', '-q']);
    expect(first.code).toBe(1);
    for (const fact of [
      '\n\n✗ Not migrated completely: pools with problems keep their recipients.\n  ✓ Cleared 3 pools.\n',
      '\n  23 requests to the API\n\nPolicies created',
      '  1 pool: erp  ',
      '  notification_email contains "call Jim", expected an e-mail address.\n',
      `\nTo check that policies cover every alert of the backup\n  headgate pools migrate --account ${sandbox.accountId} --verify --backup ${backup}\n`,
    ])
      expect(first.stdout).toContain(fact);
    expect(first.stdout.replace(/\s+/g, ' ')).toContain(`Backup of recipients and filters: ${backup} `);
    expect(first.stdout.match(/ [0-9a-f]{32} +by this run$/gm)).toHaveLength(3);
    expect(await recipients()).toEqual([RUBBISH.notification_email]);
    const incomplete = await migrate(['--verify', '-q']);
    expect(incomplete).toMatchObject({ code: 1, stdout: expect.stringContaining('✗ 1 pool still has recipients.\n') });

    const forced = await migrate(['--apply', '--force', '--yes', '-q']);
    expect(forced).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n✓ Migrated: policies cover every alert/),
    });
    expect(readFileSync(backup, 'utf8')).toContain(RUBBISH.notification_email);
    const verified = await migrate(['--verify', '-q']);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/✓ Policies cover all 15 alerts/) });
    expect(verified.stdout).toMatch(
      /^✓ Complete: every alert of the backup is covered, and no pool has recipients\.\n/,
    );
    const again = await migrate(['--apply', '--yes', '-q']);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n✓ Nothing to migrate: no pool has rec/) });
  });

  it('restores what a deleted policy covered', async () => {
    await addPools(POOLS);
    expect((await migrate(['--apply', '--yes'])).code).toBe(0);
    for (const { id } of await policies()) await call('DELETE', `alerting/v3/policies/${id}`);
    const { code, stdout } = await migrate(['--verify', '-q']);
    expect(code).toBe(1);
    for (const fact of [
      /✗ No policy covers 11 of 11 alerts\.\n/,
      / {2}ops@example.com +every event +2 pools: api-eu, api-us\n/,
      / {2}shop@example.com +pool and origin events: Unhealthy; /,
    ])
      expect(stdout).toMatch(fact);
    const [, restore] = /^ {2}headgate pools migrate (--account .* --restore) --backup/m.exec(stdout)!;
    const plan = await migrate(['--restore', '--dry-run', '-q', '--detailed-exitcode']);
    expect(plan.code).toBe(3);
    expect(JSON.parse(plan.stdout)).toMatchObject({ alerts: 11, covered: 0, isPending: true });
    expect(await policies()).toEqual([]);
    const restored = await migrate([...restore!.split(' '), '--yes', '-q']);
    expect(restored).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n✓ Restored: policies cover every alert/),
    });
    expect((await migrate(['--verify', '-q'])).code).toBe(0);
  });

  it('applies only what was approved', async () => {
    await addPools(POOLS);
    const plan = join(backup, '../plan.json');
    expect((await migrate(['--dry-run', '-q', '--out', plan])).code).toBe(0);
    await addPools([{ name: 'late', notification_email: 'late@example.com' }]);
    const other = await migrate(['--apply', '--approved', plan, '--yes', '-q']);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringMatching(/plan/) });
    expect([await policies(), (await recipients()).length]).toEqual([[], 4]);
    for (const { id, name } of (await call('GET', 'load_balancers/pools')) as { id: string; name: string }[]) {
      if (name === 'late') await call('DELETE', `load_balancers/pools/${id}`);
    }
    expect((await migrate(['--apply', '--approved', plan, '--yes', '-q'])).code).toBe(0);
  });

  it('prints one JSON document, with the estimated number of requests, and the plan on standard error', async () => {
    await addPools(POOLS);
    const { code, stdout, stderr } = await migrate(['--apply', '--yes', '--format', 'json']);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ outcome: 'done', cleared: 3, backup, created: [{}, {}, {}] });
    expect(result.plan.apply.requests).toBe(result.requests);
    expect(stderr).toMatch(/^headgate: listing pools\nPlan for account[\s\S]*\+ Pool health: ops@example.com,/);
    expect(stderr).toContain('headgate: writing the backup\nheadgate: creating policies\n');
    expect(stderr.endsWith(`headgate: backup: ${backup}\n`)).toBe(true);
  });

  it('asks, and without a terminal changes nothing', async () => {
    await addPools(POOLS);
    const { code, stdout, stderr } = await migrate(['--apply', '-q']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/3 policies to create, 3 pools to clear[\s\S]*use --yes to apply without a question/);
    expect([await policies(), (await recipients()).length, existsSync(backup)]).toEqual([[], 3, false]);
  });
});

it('a reader that closes standard output before it has the plan stops the apply', async () => {
  await addPools(POOLS);
  const apply = `'${process.execPath}' '${programPath('headgate')}' pools migrate --apply --yes --quiet --backup '${backup}'`;
  const command = `{ ${apply}; echo "exit code $?" >&2; } | true`;
  const { stderr } = await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ...env } });
  expect(stderr).toBe(
    'headgate: standard output was closed before the plan was printed: nothing was changed\nexit code 1\n',
  );
  expect([await policies(), (await recipients()).length]).toEqual([[], 3]);
});

it('Ctrl-C while policies are created ends the run, and the next one completes it', async () => {
  await addPools(POOLS);
  const args = ['pools', 'migrate', '--apply', '--yes', '--backup', backup];
  const run = await runCli(args, {
    env,
    onStart: (kill, stderr) => {
      stderr.on('data', (text: string) => {
        if (text.includes('creating policies')) kill('SIGINT');
      });
    },
  });
  printed.push(run.stdout, run.stderr);
  expect(run.code).toBe(130);
  expect(run.stdout).toMatch(/\n✗ Interrupted\. Run the same command again to complete it\.\n/);
  const created = (await policies()).length;
  expect([created < 3, (await recipients()).length]).toEqual([true, 3]);
  const next = await migrate(['--apply', '--yes', '-q']);
  expect(next.code).toBe(0);
  expect([(await policies()).length, await recipients()]).toEqual([3, []]);
});

it('shows a wait for the rate limit, which Ctrl-C ends', async () => {
  // A pool that is kept has the others cleared one by one, with two requests each.
  const many = Array.from({ length: 40 }, (_, index) => ({ ...POOLS[0], name: `api-${index}` }));
  const limited = await startSandbox({ empty: true, pools: [...many, RUBBISH], rateLimit: 60 });
  const access = { CLOUDFLARE_BASE_URL: limited.baseURL, CLOUDFLARE_API_TOKEN: limited.token };
  // With --quiet, too.
  const { code, stdout, stderr } = await runCli(['pools', 'migrate', '--apply', '--yes', '-q', '--backup', backup], {
    env: { ...access, CLOUDFLARE_ACCOUNT_ID: limited.accountId },
    onStart: (kill, output) => {
      output.on('data', (text: string) => {
        if (text.includes('waiting')) kill('SIGINT');
      });
    },
  });
  await limited.stop();
  expect(stderr).toMatch(/^headgate: [0-4] of 60 requests left: waiting (5 min|4 min \d+ s)\n$/);
  expect(stdout).toMatch(/\n✗ Interrupted\. Run the same command again to complete it\.\n/);
  expect(code).toBe(130);
});

describe.skipIf(!HAS_TERMINAL)('on a terminal', () => {
  const CTRL_C = '\u0003';

  async function inTerminal(flags: string, answers: readonly TypedAnswer[]) {
    const command = `'${process.execPath}' '${programPath('headgate')}' pools migrate ${flags} --backup '${backup}'`;
    const run = await runInTerminal(command, answers, env);
    printed.push(run.screen);
    return run;
  }

  it.each([
    ['y\r', 0, 3],
    ['n\r', 1, 0],
    [CTRL_C, 130, 0],
  ])('the question is answered with %j', async (type, code, created) => {
    await addPools(POOLS);
    const run = await inTerminal('--apply', [{ after: 'Create 3 policies and clear 3 pools?', type }]);
    // The step is removed before the plan is printed.
    expect(run.screen).toMatch(/\r\u001b\[2Klisting pools: [^\n]*\r\u001b\[2K(?:\u001b\[\d+m)*Plan for account/);
    expect(run.screen).toMatch(/4 pools in the account/);
    expect(run.code).toBe(code);
    expect([(await policies()).length, (await recipients()).length]).toEqual([created, created === 0 ? 3 : 0]);
  });

  it('a further question says what has changed', async () => {
    await addPools(POOLS);
    const run = await inTerminal('--apply -q', [
      {
        after: 'Create 3 policies and clear 3 pools?',
        before: () => addPools([{ name: 'late', notification_email: 'late@example.com' }]),
        type: 'y\r',
      },
      { after: 'Create 4 policies and clear 4 pools?', type: 'n\r' },
    ]);
    expect(run.screen).toMatch(
      /headgate: the account has changed since you confirmed the plan; this is the new plan\r?\nheadgate: note: [^\n]*\blate\b[^\n]*\n[\s\S]*4 policies to create, 4 pools to clear/,
    );
    expect(run.code).toBe(1);
    expect([await policies(), (await recipients()).length]).toEqual([[], 4]);
  });
});
