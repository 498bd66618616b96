// Flags and variables of the commands that use the management API.
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { type ApiFlags, apiOwners, apiURL } from '../../src/cli/api-access.ts';
import { readCredentials } from '../../src/cli/credentials.ts';
import { partsOf } from '../../src/cli/flag-row.ts';
import { ACCOUNT_FLAGS, API_FLAGS } from '../../src/cli/flags/api-flags.ts';
import { parseFlags } from '../helpers/cli/parse-flags.ts';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const ACCOUNT = '9a7806061c88ada191ed06f989cc3dac';
const BOTH = { CLOUDFLARE_ZONE_ID: ZONE, CLOUDFLARE_ACCOUNT_ID: ACCOUNT };
const SECRET = 'v1.0-secret-of-the-test';

async function parse(args: readonly string[]): Promise<ApiFlags> {
  return (await parseFlags(API_FLAGS, args)).flags;
}

describe('zone and account', () => {
  it.each<[string[], NodeJS.ProcessEnv, object]>([
    [['--zone', ZONE], BOTH, { zone: ZONE }],
    [['--zone', ZONE.toUpperCase()], {}, { zone: ZONE }],
    [['--zone', 'Example.com'], {}, { zone: 'example.com' }],
    [['--zone', 'bücher.example'], {}, { zone: 'bücher.example' }],
    [['--account', ACCOUNT], BOTH, { account: ACCOUNT }],
    [[], BOTH, { zone: ZONE, account: ACCOUNT }],
    [[], { CLOUDFLARE_ZONE_ID: ` ${ZONE}\n` }, { zone: ZONE, account: undefined }],
    [[], { CLOUDFLARE_ZONE_ID: '', CLOUDFLARE_ACCOUNT_ID: ACCOUNT }, { zone: undefined, account: ACCOUNT }],
  ])('%j %j', async (args, environment, expected) => {
    expect(apiOwners(await parse(args), 'zone-or-account', environment)).toEqual(expected);
  });

  it.each<[string[], NodeJS.ProcessEnv, RegExp]>([
    [['--zone', ZONE, '--account', ACCOUNT], {}, /found --zone and --account, expected one of them/],
    [[], {}, /found neither a zone nor an account, expected --zone ID or NAME, --account ID, or one of the variables/],
    [[], { CLOUDFLARE_ZONE_ID: 'a b' }, /the variable CLOUDFLARE_ZONE_ID: found "a b", expected an id of 32 hex/],
    [
      [],
      { CLOUDFLARE_ZONE_ID: 'a'.repeat(40) },
      /the variable CLOUDFLARE_ZONE_ID: found a text of 40 characters, expected/,
    ],
    [[], { CLOUDFLARE_ACCOUNT_ID: 'a'.repeat(40) }, /CLOUDFLARE_ACCOUNT_ID: found a text of 40 characters, expected/],
    [[], { CLOUDFLARE_ACCOUNT_ID: 'mine' }, /the variable CLOUDFLARE_ACCOUNT_ID: found "mine", expected an id/],
  ])('rejects %j %j', async (args, environment, message) => {
    const flags = await parse(args);
    expect(() => apiOwners(flags, 'zone-or-account', environment)).toThrow(message);
  });

  it.each([
    ['--zone', '', 'is a shell variable empty?'],
    ['--zone', 'localhost', 'expected an id of 32 hexadecimal digits, or a name such as example.com'],
    ['--zone', '../../accounts', 'expected an id of 32 hexadecimal digits'],
    ['--account', 'example.com', 'expected an id of 32 hexadecimal digits'],
    ['--account', '', 'is a shell variable empty?'],
    ['--api-url', '', 'is a shell variable empty?'],
  ])('rejects %s %j', async (flag, value, message) => {
    await expect(parse([flag, value])).rejects.toThrow(CommanderError);
    await expect(parse([flag, value])).rejects.toThrow(message);
  });

  it('a command about zones ignores accounts', () => {
    expect(apiOwners({}, 'zone', BOTH)).toEqual({ zone: ZONE, account: undefined });
    expect(() => apiOwners({}, 'zone', { CLOUDFLARE_ACCOUNT_ID: ACCOUNT })).toThrow(/found no zone, expected --zone/);
  });

  it('a command about accounts ignores zones', () => {
    expect(apiOwners({}, 'account', BOTH)).toEqual({ zone: undefined, account: ACCOUNT });
    expect(() => apiOwners({}, 'account', { CLOUDFLARE_ZONE_ID: ZONE })).toThrow(
      /found no account, expected --account ID, or the variable CLOUDFLARE_ACCOUNT_ID/,
    );
    expect(ACCOUNT_FLAGS.map((row) => partsOf(row).long)).toEqual(['--account', '--api-url']);
  });
});

it('the address', async () => {
  const environment = { CLOUDFLARE_BASE_URL: 'http://127.0.0.1:1/v4' };
  expect(apiURL(await parse(['--api-url', 'https://a.example']), environment)).toBe('https://a.example');
  expect(apiURL({}, environment)).toBe('http://127.0.0.1:1/v4');
  expect(apiURL({}, { CLOUDFLARE_BASE_URL: '' })).toBeUndefined();
});

describe('credentials of the environment', () => {
  it.each<[NodeJS.ProcessEnv, object]>([
    [{ CLOUDFLARE_API_TOKEN: SECRET }, { token: SECRET }],
    [{ CLOUDFLARE_API_TOKEN: `\t${SECRET}\r\n` }, { token: SECRET }],
    [
      { CLOUDFLARE_API_TOKEN: '', CLOUDFLARE_EMAIL: 'a@b.example', CLOUDFLARE_API_KEY: SECRET },
      { email: 'a@b.example', key: SECRET },
    ],
    [{ CLOUDFLARE_API_TOKEN: SECRET, CLOUDFLARE_EMAIL: 'a@b.example', CLOUDFLARE_API_KEY: 'other' }, { token: SECRET }],
  ])('%#', async (environment, expected) => {
    expect(await readCredentials(environment)).toEqual(expected);
  });

  it.each<[NodeJS.ProcessEnv, RegExp]>([
    [{ CLOUDFLARE_EMAIL: 'a@b.example' }, /CLOUDFLARE_EMAIL is set without CLOUDFLARE_API_KEY; set both/],
    [{ CLOUDFLARE_API_KEY: SECRET }, /CLOUDFLARE_API_KEY is set without CLOUDFLARE_EMAIL; set both/],
    [
      { CLOUDFLARE_API_TOKEN: `${SECRET}\n${SECRET}` },
      /found a space, a line break .* in the variable CLOUDFLARE_API_TOKEN/,
    ],
    [{ CLOUDFLARE_API_TOKEN: `${SECRET}…` }, /in the variable CLOUDFLARE_API_TOKEN, expected visible ASCII characters/],
    [{ CLOUDFLARE_API_TOKEN: `Bearer ${SECRET}` }, /found the word Bearer in the variable CLOUDFLARE_API_TOKEN/],
    [{}, /there are no credentials, .*; set CLOUDFLARE_API_TOKEN, or CLOUDFLARE_EMAIL and CLOUDFLARE_API_KEY/],
  ])('rejects %#', async (environment, message) => {
    const error: Error = await readCredentials(environment).then(String, (one) => one);
    expect(error).toMatchObject({ code: 'api-credentials', message: expect.stringMatching(message) });
    expect(error.message).not.toContain(SECRET);
  });
});
