// headgate pools events against the API of a sandbox: output, exit codes, and the comparison of two runs around a migration by hand.
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StoredPool } from '../../../src/sandbox/state/alerting/stored-alerting.ts';
import { runTogether } from '../../helpers/cli/run-cli.ts';
import { type HttpServer, startHttpServer } from '../../helpers/http-server.ts';
import { listen, portWithoutServer } from '../../helpers/listen.ts';
import { TOKEN } from '../../helpers/sandbox/local-api.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

let hooks: HttpServer;
beforeAll(async () => {
  hooks = await startHttpServer();
});
afterAll(() => hooks.stop());

let api: ServedApi;
let env: Record<string, string>;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pool-events-'));
  api = await serveApi();
  env = {
    CLOUDFLARE_BASE_URL: api.baseURL,
    CLOUDFLARE_API_TOKEN: TOKEN,
    CLOUDFLARE_ACCOUNT_ID: api.state.identity.accountId,
  };
});
afterEach(() => api.stop());

const run = (args = '', changed: Record<string, string> = {}) =>
  runTogether(['pools', 'events', ...args.split(' ').filter((arg) => arg !== '')], {
    env: { ...env, ...changed },
    cwd: folder,
  });
const idOf = (digit: string): string => digit.repeat(32);
const putPools = (...pools: object[]): void => api.state.pools.putAll(pools as StoredPool[]);
const putPolicy = (id: string, email: readonly string[], filters: object, webhooks: readonly string[] = []): void =>
  api.state.policies.put({
    ...{
      id,
      name: `policy ${id}`,
      enabled: true,
      alert_type: 'load_balancing_health_alert',
      created: '',
      modified: '',
    },
    mechanisms: { email: email.map((to) => ({ id: to })), webhooks: webhooks.map((hook) => ({ id: hook })) },
    filters: filters as Record<string, string[]>,
  });
const putScenario = (): void =>
  putPools(
    { id: idOf('a'), name: 'api-eu', notification_email: 'ops@example.com,Dev@example.com' },
    { id: idOf('b'), name: 'api-us', notification_email: 'dev@example.com, OPS@example.com' },
    {
      id: idOf('c'),
      name: 'checkout',
      notification_email: 'shop@example.com',
      notification_filter: { pool: { healthy: false }, origin: { disable: true } },
    },
    { id: idOf('d'), name: 'docs', notification_email: null },
    { id: idOf('e'), name: 'empty', notification_email: '' },
  );
const clear = (): void =>
  api.state.pools.putAll(api.state.pools.list().map((pool) => ({ ...pool, notification_email: '' })));
const migrate = (): void => {
  putPolicy('n1', ['dev@example.com', 'ops@example.com'], { pool_id: [idOf('a'), idOf('b')] });
  putPolicy('n2', ['shop@example.com'], { pool_id: [idOf('c')], new_health: ['Unhealthy'], event_source: ['pool'] });
  clear();
};

describe('shows', () => {
  it('pools of the same recipients together, and pools whose events reach nobody', async () => {
    putScenario();
    putPolicy('n1', ['OPS@example.com'], { pool_id: [idOf('b')], new_health: ['Unhealthy'], event_source: ['pool'] });
    expect(await run()).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: `20 events of 5 pools: 17 legacy e-mails, 1 policy e-mail, 0 webhooks
  warning: deprecation e-mail to sandbox@example.com: 3 pools of the account still have recipients
           in notification_email
  2 pools whose events notify no recipient: docs, empty

Pools               Recipient         Events                          How
  1 pool: api-eu    dev@example.com   every event                     legacy e-mail
                    ops@example.com   every event                     legacy e-mail
  1 pool: api-us    dev@example.com   every event                     legacy e-mail
                    ops@example.com   pool events: Unhealthy          legacy e-mail and policy
                                                                      e-mail
                    ops@example.com   origin events: Unhealthy; pool  legacy e-mail
                                      and origin events: Healthy
  1 pool: checkout  shop@example.com  pool events: Unhealthy          legacy e-mail
`,
    });
  });

  it('webhooks, and exits with 1 if one failed', async () => {
    putPools({ id: idOf('a'), name: 'api' });
    const secret = 'a-secret-path';
    const put = (id: string, url: string): void =>
      api.state.webhooks.put({ id, name: `hook-${id}`, url: `${url}/${secret}`, type: 'generic', created_at: '' });
    put('w1', hooks.origin);
    put('w2', 'https://hooks.example.com');
    putPolicy('n1', [], { event_source: ['pool'] }, ['w1', 'w2']);
    hooks.requests.length = 0;
    const fine = await run('--health Unhealthy');
    expect(fine).toMatchObject({ code: 0, stderr: '' });
    expect(fine.stdout).toContain(
      'hook-w1    pool events: Unhealthy  webhook\n               hook-w2    pool events: Unhealthy  webhook, not sent\n',
    );
    expect(fine.stdout).toContain(
      '  The webhook hook-w2: 1 of 1 notice not sent: hooks.example.com is another machine',
    );
    expect(hooks.requests).toHaveLength(1);
    put('w2', `http://127.0.0.1:${await portWithoutServer()}`);
    const failed = await run();
    expect(failed).toMatchObject({ code: 1, stderr: '' });
    expect(failed.stdout).toMatch(/✗ The webhook hook-w2: 2 of 2 notices failed: no server listens at 127.0.0.1:\d+/);
    expect(failed.stdout + fine.stdout).not.toContain(secret);
  });

  it.each([
    ['--source pool --health Unhealthy', 'pool events: Unhealthy'],
    ['--health Unhealthy', 'Unhealthy'],
    ['--source origin', 'origin events'],
    ['', 'every event'],
  ])('%s: names the events that were played', async (flags, words) => {
    putPools({ id: idOf('a'), name: 'api', notification_email: 'ops@example.com' });
    const { stdout } = await run(flags);
    expect(stdout).toMatch(new RegExp(`^  1 pool: api  ops@example.com  ${words} +legacy e-mail$`, 'm'));
  });

  it('only the events of the flags', async () => {
    putScenario();
    const { stdout } = await run(`--pool api-eu --pool ${idOf('c')} --source origin --health Healthy --format json`);
    const { events } = JSON.parse(stdout);
    expect(events).toEqual([
      {
        ...{ pool: { id: idOf('a'), name: 'api-eu' }, source: 'origin', health: 'Healthy' },
        notices: ['Dev@example.com', 'ops@example.com'].map((to) => ({ channel: 'legacy-email', to })),
      },
      { ...{ pool: { id: idOf('c'), name: 'checkout' }, source: 'origin', health: 'Healthy' }, notices: [] },
    ]);
  });

  it('the same JSON for the same pools and policies, over several requests', async () => {
    const pools = Array.from({ length: 130 }, (_, index) => ({
      ...{
        id: String(index).padStart(32, '0'),
        name: `pool-${index}`,
        notification_email: `ops-${index % 3}@example.com`,
      },
    }));
    putPools(...pools);
    putPolicy('n2', ['b@example.com', 'a@example.com'], {});
    const first = await run('--format json');
    // The order of policies is that of their creation.
    api.state.policies.delete('n2');
    putPolicy('n1', ['a@example.com'], {});
    putPolicy('n2', ['b@example.com'], {});
    const { events, ...rest } = JSON.parse(first.stdout);
    expect(rest).toEqual({
      ...{ version: 1, account: env.CLOUDFLARE_ACCOUNT_ID, deprecation: { to: 'sandbox@example.com', pools: 130 } },
    });
    expect(events).toHaveLength(520);
    expect(events.every(({ notices }: { notices: unknown[] }) => notices.length === 3)).toBe(true);
    expect(first.stdout).not.toMatch(/mail_id|timestamp|event_id/);
    const second = await run('--format json');
    expect(second.stdout.replaceAll('policy n1', 'policy n2')).toBe(first.stdout);
    expect(api.state.outbox.count()).toBe(2 * (520 * 3 + 2));
  });
});

describe('--compare', () => {
  beforeEach(async () => {
    putScenario();
    expect(await run('--format json --out before.json')).toMatchObject({ code: 0 });
  });

  it('exits with 0 after a migration that keeps every alert', async () => {
    migrate();
    const { code, stdout } = await run('--compare before.json', { COLUMNS: '140' });
    expect([code, stdout.split('\n')[1]]).toEqual([
      0,
      '  ✓ Compared with the earlier run: the same recipients are notified of the same 20 events, each once (17 e-mails)',
    ]);
    expect(stdout).not.toContain('deprecation');
    expect(await run('--compare before.json --pool checkout --health Unhealthy', { COLUMNS: '140' })).toMatchObject({
      ...{ code: 0, stdout: expect.stringContaining('the same 2 events, each once (1 e-mail)') },
    });
  });

  it('accepts webhooks that are new', async () => {
    api.state.webhooks.put({ id: 'w1', name: 'chat', url: hooks.origin, type: 'generic', created_at: '' });
    migrate();
    putPolicy('n3', [], { pool_id: [idOf('c')] }, ['w1']);
    const { code, stdout } = await run('--compare before.json');
    expect([code, stdout]).toEqual([0, expect.stringContaining('  4 notices are new for webhooks and PagerDuty')]);
  });

  it('accepts notices that were repeated before', async () => {
    migrate();
    putPolicy('n3', ['ops@example.com'], { pool_id: [idOf('a')] });
    expect(await run('--format json --out twice.json')).toMatchObject({ code: 0 });
    const { code, stdout } = await run('--compare twice.json', { COLUMNS: '140' });
    expect([code, stdout]).toEqual([0, expect.stringContaining('the same 20 events, none more often (17 e-mails)')]);
    expect(stdout).toContain('  4 notices are repeated as in the earlier run, which is no difference');
  });

  it.each<[string, () => void, readonly string[]]>([
    [
      'a recipient was forgotten',
      () => putPolicy('n1', ['dev@example.com'], { pool_id: [idOf('a'), idOf('b')] }),
      ['8 differences', 'lost        ops@example.com       8  api-eu, api-us'],
    ],
    [
      'a filter was forgotten',
      () => putPolicy('n2', ['shop@example.com'], { pool_id: [idOf('c')] }),
      ['3 differences', 'added       shop@example.com       3  checkout'],
    ],
    [
      'a pool was not cleared',
      () => putPools({ id: idOf('a'), name: 'api-eu', notification_email: 'ops@example.com' }),
      ['4 differences', '2 times, 1 before  ops@example.com       4  api-eu'],
    ],
    [
      'a pool was deleted',
      () => void api.state.pools.delete(idOf('d')),
      ['4 events in only one of the runs', '✗ 4 events of the earlier run were not played: docs'],
    ],
    [
      'a pool was added',
      () => putPools({ id: idOf('f'), name: 'fax' }),
      ['4 events in only one of the runs', '✗ 4 events are not in the earlier run: fax'],
    ],
    [
      'a policy was disabled',
      () => api.state.policies.put({ ...api.state.policies.get('n2')!, enabled: false }),
      ['1 difference', 'lost        shop@example.com       1  checkout'],
    ],
    [
      'nobody is left',
      () => {
        for (const id of ['n1', 'n2']) api.state.policies.delete(id);
      },
      ['17 differences', 'api-eu, api-us'],
    ],
  ])('exits with 1 if %s', async (_, change, texts) => {
    migrate();
    change();
    const { code, stdout, stderr } = await run('--compare before.json');
    expect([code, stderr]).toEqual([1, '']);
    const words = stdout.replaceAll(/ +/g, ' ');
    for (const text of texts) expect(words).toContain(text.replaceAll(/ +/g, ' '));
    const json = await run('--compare before.json --format json');
    expect([json.code, JSON.parse(json.stdout).comparison.isSame]).toEqual([1, false]);
  });

  it.each<[string, (text: string) => string, string]>([
    [
      'invalid JSON',
      () => '{',
      'cannot compare with before.json: found invalid JSON, expected the result of headgate pools events --format json',
    ],
    ['another document', () => '[]', 'found another document'],
    [
      'another version',
      (text) => text.replace('"version": 1', '"version": 2'),
      'found a document with another version',
    ],
    ['another event', (text) => text.replace('"Unhealthy"', '"Sick"'), 'a document with another events.0.health'],
    [
      'another account',
      (text) => text.replace(/"account": "\w+"/, `"account": "${'0'.repeat(32)}"`),
      'found an earlier run of the account 000',
    ],
  ])('exits with 2 for %s, and plays nothing', async (_, change, message) => {
    const file = join(folder, 'before.json');
    await writeFile(file, change(await readFile(file, 'utf8')));
    const mails = api.state.outbox.count();
    expect(await run('--compare before.json')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
    expect(api.state.outbox.count()).toBe(mails);
  });

  it('exits with 2 for a file that does not exist, and for one that would be overwritten', async () => {
    expect(await run('--compare after.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot read the earlier run after.json'),
    });
    expect(await run('--compare before.json --out before.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it is an input file'),
    });
  });

  it('exits with 2 if neither run notified anybody of the events', async () => {
    const silent = await run('--compare before.json --pool docs');
    expect(silent).toMatchObject({ code: 2, stderr: expect.stringContaining('found no recipient of any event') });
    clear();
    expect(await run('--format json --out silent.json')).toMatchObject({ code: 2 });
    const found = await run('--compare silent.json');
    expect(found).toMatchObject({ code: 2, stderr: expect.stringContaining('found no recipient of any event') });
  });
});

describe('without an answer, exits with 2:', () => {
  it('no pools', async () => {
    const found = await run();
    expect(found).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('found no pools in the sandbox'),
    });
  });

  it('no such pool', async () => {
    putScenario();
    const found = await run('--pool api-eu --pool api-uk');
    expect(found).toMatchObject({ code: 2, stdout: '' });
    expect(found.stderr).toContain(
      'found no pool "api-uk", expected the name or the id of a pool of the sandbox; did you mean "api-us"?',
    );
    expect(api.state.outbox.count()).toBe(0);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no variables', { CLOUDFLARE_BASE_URL: '' }, 'CLOUDFLARE_BASE_URL is not set; start a sandbox'],
    [
      'the platform',
      { CLOUDFLARE_BASE_URL: 'https://api.cloudflare.com/client/v4' },
      'the platform itself has no call for health events',
    ],
    ['a wrong token', { CLOUDFLARE_API_TOKEN: 'wrong' }, 'run the lines that the sandbox printed'],
    [
      'another account',
      { CLOUDFLARE_ACCOUNT_ID: '0'.repeat(32) },
      'check CLOUDFLARE_BASE_URL and CLOUDFLARE_ACCOUNT_ID',
    ],
    ['an account that is no id', { CLOUDFLARE_ACCOUNT_ID: 'mine' }, 'expected its id of 32 hexadecimal digits'],
  ])('%s', async (_, changed, message) => {
    const found = await run('', changed);
    expect(found).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect(found.stderr).not.toMatch(/--api-url|permission|cloudflarestatus/);
  });

  it('a server that is no sandbox', async () => {
    const answers: Record<string, [number, string]> = {
      '/html': [200, '<html>'],
      '/api': [404, '{"success":false,"errors":[{"code":7003,"message":"Could not route"}],"result":null}'],
      '/other': [200, '{"success":true,"result":{"mails":1}}'],
    };
    const { origin, stop } = await listen(
      createServer(({ url = '' }, response) => {
        const [status, text] = answers[`/${url.split('/')[1]}`]!;
        response.writeHead(status).end(text);
      }),
    );
    for (const path of Object.keys(answers)) {
      const found = await run('', { CLOUDFLARE_BASE_URL: origin + path });
      expect(found).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/; check CLOUDFLARE_BASE_URL/),
      });
    }
    await stop();
  });

  it.each([
    ['--source monitor', 'expected one of pool, origin'],
    ['--health healthy', 'expected one of Unhealthy, Healthy'],
    ['--source pool --source origin', 'found --source twice'],
    ['--format env', 'expected one of text, json'],
  ])('%s', async (args, message) => {
    expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});
