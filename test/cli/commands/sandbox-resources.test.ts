// headgate sandbox bucket and secret against the API of a sandbox: output, exit codes, and that no value is ever printed. What a change does to
// a running sandbox: test/sandbox/edge.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';
import { HAS_TERMINAL, runInTerminal } from '../../helpers/cli/run-in-terminal.ts';
import { portWithoutServer } from '../../helpers/listen.ts';
import { programPath } from '../../helpers/programs.ts';
import { TOKEN } from '../../helpers/sandbox/local-api.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const VALUE = 'a-value-that-is-never-printed';
let api: ServedApi;
let env: Record<string, string>;
beforeAll(async () => {
  api = await serveApi();
  env = {
    CLOUDFLARE_BASE_URL: api.baseURL,
    CLOUDFLARE_API_TOKEN: TOKEN,
    CLOUDFLARE_ACCOUNT_ID: api.state.identity.accountId,
  };
});
afterAll(() => api.stop());
const authKey = () => api.state.resources.secrets()?.AUTH_KEY_SECRET;

const run = (args: string, stdin = '', changed: Record<string, string> = {}) =>
  runTogether(['sandbox', ...args.split(' ')], { stdin, env: { ...env, ...changed } });

describe('bucket', () => {
  it('create, list and delete', async () => {
    expect(await run('bucket create reports')).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: '✓ Created the bucket reports\n\nDestination of a job\n  s3://reports/{DATE}?region=auto\n',
    });
    const { stdout } = await run('bucket list');
    expect(stdout).toMatch(/^2 buckets\n\nName +Created\n {2}reports +2\S+Z\n {2}sandbox +2\S+Z\n$/);
    const { stdout: json } = await run('bucket list --format json');
    const created = expect.any(String);
    const buckets = ['reports', 'sandbox'].map((name) => ({ name, created }));
    expect(JSON.parse(json)).toEqual({ version: 1, buckets });
    expect(await run('bucket delete reports --format json')).toMatchObject({
      ...{ code: 0, stdout: expect.stringContaining('"change": "deleted"') },
    });
  });

  it.each([
    ['create sandbox', 'with error 10073', 'choose another name'],
    ['create Reports', 'cannot create a bucket: found the name "Reports", expected 3 to 63 lower-case letters'],
    ['create ', 'found an empty name, expected 3 to 63 lower-case letters', 'is a shell variable empty?'],
    ['delete Reports', 'cannot delete a bucket: found the name "Reports"'],
    ['delete missing', 'with error 10006', '; list the buckets'],
    ['delete sandbox', 'with error 10074', '; the edge script serves this bucket, which cannot be deleted'],
  ])('%s exits with 1', async (args, ...messages) => {
    const found = await run(`bucket ${args}`);
    expect(found).toMatchObject({ code: 1, stdout: '' });
    for (const message of messages) expect(found.stderr).toContain(message);
  });

  it('delete rejects a bucket with objects', async () => {
    await run('bucket create full');
    const found = await run('bucket delete full');
    expect(found).toMatchObject({ code: 1, stderr: expect.stringContaining('; delete its objects first') });
  });
});

describe('secret', () => {
  it.each([
    ['a line end', '\n'],
    ['the line end of Windows', '\r\n'],
    ['nothing', ''],
  ])('put takes the value from standard input, without %s', async (_, end) => {
    const found = await run('secret put AUTH_KEY_SECRET', `${VALUE}${end}`);
    expect(found).toEqual({
      ...{ code: 0, stdout: '✓ Stored the secret AUTH_KEY_SECRET of the script headgate-edge\n' },
      stderr: 'headgate: set HEADGATE_EDGE_KEY to the new value: clients of the script need it\n',
    });
    expect(authKey()).toBe(VALUE);
  });

  it('put keeps white space and other characters of a value that is not a key', async () => {
    await run('secret put OTHER', ` ${VALUE}\nä \n`);
    expect(api.state.resources.secrets()?.OTHER).toBe(` ${VALUE}\nä `);
  });

  it.each(['AUTH_KEY_SECRET', 'READ_KEY_SECRET'])('put rejects a %s that no client can send', async (name) => {
    const before = api.state.resources.secrets();
    for (const value of [`${VALUE} b`, `${VALUE} `, `${VALUE}\nb`, `${VALUE}ü`, '   ', `${VALUE}\n\n`]) {
      const found = await run(`secret put ${name}`, value);
      expect(found).toMatchObject({ code: 1, stdout: '' });
      expect(found.stderr).toContain(`cannot store the secret ${name}: found a space, a line break or another`);
      expect(found.stderr).not.toContain(VALUE);
    }
    expect(api.state.resources.secrets()).toEqual(before);
  });

  it('list and delete', async () => {
    await run('secret put OTHER', VALUE);
    expect((await run('secret list')).stdout).toBe(
      '2 secrets in the script headgate-edge\n  AUTH_KEY_SECRET\n  OTHER\n',
    );
    expect((await run('secret delete OTHER')).stdout).toBe('✓ Deleted the secret OTHER of the script headgate-edge\n');
    expect(JSON.parse((await run('secret list --format json')).stdout)).toEqual({
      ...{ version: 1, script: 'headgate-edge', secrets: ['AUTH_KEY_SECRET'] },
    });
  });

  it.each<[string, string, number, string]>([
    ['secret put KEY', '\n', 2, 'found an empty value'],
    [`secret put KEY ${VALUE}`, '', 2, 'found more than its name, expected the name alone'],
    [`secret put KEY=${VALUE}`, '', 2, 'found more than its name'],
    [`secret put KEY --value ${VALUE}`, '', 2, 'found more than its name'],
    [`secret put --value=${VALUE}`, '', 2, 'found more than its name'],
    [`secrets put KEY ${VALUE}`, '', 2, '(Did you mean secret?)'],
    ['secret put 1KEY', VALUE, 1, 'found an invalid name, expected at most 255 letters, digits and underscores'],
    ['secret put ', VALUE, 1, 'found an empty name, expected at most 255 letters'],
    [`secret put ${VALUE}`, '', 1, 'cannot store a secret: found an invalid name'],
    ['secret put BUCKET', VALUE, 1, "Binding name 'BUCKET' already in use"],
    ['secret put ALLOW_LIST', VALUE, 1, '; choose a name that the script does not use for a variable or a binding'],
    ['secret put KEY', VALUE.repeat(500), 1, 'found 14,500 bytes, expected at most 5,120; shorten the value'],
    ['secret delete MY-KEY', '', 1, 'cannot delete a secret: found an invalid name'],
    ['secret delete MISSING', '', 1, '; list the secrets'],
  ])('%s', async (args, stdin, code, message) => {
    const found = await run(args, stdin);
    expect(found).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
    expect(found.stderr).not.toContain(VALUE);
  });

  it.skipIf(!HAS_TERMINAL)('put asks on a terminal, and shows no character', async () => {
    const command = `'${process.execPath}' '${programPath('headgate')}' sandbox secret put AUTH_KEY_SECRET`;
    const { code, screen } = await runInTerminal(command, [{ after: '[input is masked]', type: `${VALUE}\r` }], env);
    expect([code, authKey()]).toEqual([0, VALUE]);
    expect(screen).not.toContain(VALUE);
  });
});

describe('without a sandbox, exits with 2:', () => {
  let address: string;
  beforeAll(async () => {
    address = `http://127.0.0.1:${await portWithoutServer()}/client/v4`;
  });

  it.each<[string, () => Record<string, string>, string]>([
    ['no variables', () => ({ CLOUDFLARE_BASE_URL: '' }), 'CLOUDFLARE_BASE_URL is not set; start a sandbox'],
    ['no account', () => ({ CLOUDFLARE_ACCOUNT_ID: ' ' }), 'CLOUDFLARE_ACCOUNT_ID is not set'],
    [
      'another account',
      () => ({ CLOUDFLARE_ACCOUNT_ID: '0'.repeat(32) }),
      '; check CLOUDFLARE_BASE_URL and CLOUDFLARE_ACCOUNT_ID',
    ],
    [
      'an address that is not a URL',
      () => ({ CLOUDFLARE_BASE_URL: 'foo' }),
      'expected a URL such as http://127.0.0.1:8791/client/v4',
    ],
    ['an account that is no id', () => ({ CLOUDFLARE_ACCOUNT_ID: 'mine' }), 'expected its id of 32 hexadecimal digits'],
    ['no token', () => ({ CLOUDFLARE_API_TOKEN: '' }), 'there are no credentials, '],
    [
      'a wrong token',
      () => ({ CLOUDFLARE_API_TOKEN: 'wrong' }),
      '; run the lines that the sandbox printed in this shell again',
    ],
    [
      'a sandbox that has ended',
      () => ({ CLOUDFLARE_BASE_URL: address }),
      '; start a sandbox (headgate sandbox), and run the lines that the sandbox prints in this shell',
    ],
    [
      'the platform',
      () => ({ CLOUDFLARE_BASE_URL: 'https://api.cloudflare.com/client/v4' }),
      'it is on another machine, and this command changes only a sandbox on this one (http://127.0.0.1:<port>/client/v4); for the platform itself use wrangler',
    ],
    ['a name like loopback', () => ({ CLOUDFLARE_BASE_URL: 'https://127.0.0.1.example/' }), 'it is on another machine'],
    ['an address without TLS', () => ({ CLOUDFLARE_BASE_URL: 'http://example.com/client/v4' }), 'unencrypted'],
  ])('%s', async (_, changed, message) => {
    for (const args of ['bucket list', 'secret put KEY']) {
      const found = await run(args, VALUE, changed());
      expect(found).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
      expect(found.stderr).not.toContain(VALUE);
      expect(found.stderr).not.toMatch(/--api-url|permission|cloudflarestatus/);
    }
  });
});

it.each([
  ['bucket list --format env', 'expected one of text, json\nsee headgate sandbox bucket list --help'],
  ['--port 0 bucket list', 'found --port before a command, which does not use it'],
  ['bucket lst', 'Did you mean list?)\nsee headgate sandbox bucket --help'],
  ['secret put', "missing required argument 'name'\nsee headgate sandbox secret put --help"],
  ['buckets list', "unknown command 'buckets'\n(Did you mean bucket?)\nsee headgate sandbox --help"],
  ['unrelated', "unknown command 'unrelated'\nsee headgate sandbox --help"],
])('%s is a usage error', async (args, message) => {
  expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});
