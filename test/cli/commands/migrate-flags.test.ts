// Flags of headgate pools migrate: one mode, and no flag without an effect.
import { describe, expect, it } from 'vitest';
import { MIGRATE_FLAGS, migrateMode, migratePart } from '../../../src/cli/commands/pools/migrate-flags.ts';
import { parseFlags } from '../../helpers/cli/parse-flags.ts';

const parse = (line: string) => parseFlags(MIGRATE_FLAGS, line === '' ? [] : line.split(' '));

it.each([
  ['', 'plan', 'text'],
  ['--plan', 'plan', 'text'],
  ['--dry-run', 'plan', 'json'],
  ['--dry-run --format text', 'plan', 'text'],
  ['--apply --dry-run --yes', 'apply', 'json'],
  ['--restore --dry-run --detailed-exitcode', 'restore', 'json'],
  ['--apply --yes --approved plan.json --webhook a --force --pools-per-policy 9 --backup b', 'apply', 'text'],
  ['--verify --backup b', 'verify', 'text'],
])('%s: mode %s, format %s', async (line, mode, format) => {
  const { flags, given } = await parse(line);
  expect([migrateMode(flags, given), flags.output.format]).toEqual([mode, format]);
});

describe('rejected', () => {
  it.each([
    ['--plan --apply', 'found --plan and --apply, expected one of them; --apply --approved FILE applies a plan'],
    ['--verify --restore', 'found --verify and --restore, expected one of them'],
    ['--yes', 'found --yes, which applies only to --apply and --restore'],
    ['--approved plan.json', 'found --approved, which applies only to --apply'],
    ['--verify --dry-run', 'found --dry-run, which applies only to --plan, --apply and --restore'],
    ['--restore --webhook a', 'found --webhook, which applies only to --plan and --apply'],
    ['--verify --force', 'found --force, which applies only to --plan and --apply'],
    ['--verify --pools-per-policy 5', 'found --pools-per-policy, which applies only to'],
    ['--apply --dry-run --approved plan.json', 'found --dry-run and --approved, expected one of them'],
    ['--apply --detailed-exitcode', 'found --detailed-exitcode, which applies only to --plan and --dry-run'],
  ])('%s', async (line, message) => {
    const { flags, given } = await parse(line);
    expect(() => migrateMode(flags, given)).toThrow(`cannot migrate pools: ${message}`);
  });

  it.each(['0', '-1', '1.5', 'all'])('--pools-per-policy %s', async (count) => {
    await expect(parse(`--pools-per-policy=${count}`)).rejects.toThrow(/expected a whole number of at least 1/);
  });

  it('the address of a webhook, which may contain a secret', async () => {
    const { flags } = await parse('');
    const webhook = 'https://hooks.example.com/services/SECRET';
    expect(() => migratePart({ ...flags, webhook })).toThrow(/found a --webhook that is not an id, expected the id/);
    expect(() => migratePart({ ...flags, webhook })).not.toThrow(/SECRET/);
    expect(() => migratePart({ ...flags, backup: '' })).toThrow(/found an empty name after --backup/);
  });
});

it('the request has only what was given', async () => {
  expect(migratePart((await parse('')).flags)).toEqual({});
  const { flags } = await parse('--webhook a --force --backup b --pools-per-policy 9');
  expect(migratePart(flags)).toEqual({
    ...{ webhook: 'a', force: true, backup: 'b', poolsPerPolicy: 9 },
  });
});
