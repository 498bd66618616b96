// The flags of `pools migrate`. Rejects contradictory combinations before anything is read.
import { HeadgateError } from '../../../base/index.ts';
import type { CommandFlags } from '../../command.ts';
import { inGroup } from '../../flag-row.ts';
import { ACCOUNT_FLAGS, DETAILED_EXITCODE_FLAG, YES_FLAG } from '../../flags/api-flags.ts';

/** What `pools migrate` does. */
export type MigrateMode = 'plan' | 'apply' | 'verify' | 'restore';

const MODES: readonly MigrateMode[] = ['plan', 'apply', 'verify', 'restore'];

/** Modes in which a flag has an effect. */
const APPLIES_TO: Readonly<Record<string, readonly MigrateMode[]>> = {
  '--approved': ['apply'],
  '--yes': ['apply', 'restore'],
  '--dry-run': ['plan', 'apply', 'restore'],
  '--webhook': ['plan', 'apply'],
  '--force': ['plan', 'apply'],
  '--pools-per-policy': ['plan', 'apply', 'restore'],
};

const MODE_LIST = new Intl.ListFormat('en-GB');

/** Ids of webhooks consist of these. */
const WEBHOOK_ID = /^[\w-]+$/;

/** The flags. */
export const MIGRATE_FLAGS = [
  ...inGroup('Modes:', [
    {
      flag: '--plan',
      sets: 'plan',
      kind: 'switch',
      help: 'Show what would be created and cleared; changes nothing (default)',
    },
    {
      flag: '--apply',
      sets: 'apply',
      kind: 'switch',
      help: 'Ask, then create policies, check that they cover every alert, and clear the pools',
    },
    {
      flag: '--verify',
      sets: 'verify',
      kind: 'switch',
      help: 'Check that every pool is clear and that policies cover every alert of the backup',
    },
    {
      flag: '--restore',
      sets: 'restore',
      kind: 'switch',
      help: 'Ask, then create policies for alerts of the backup that no policy covers',
    },
  ]),
  ...inGroup('Migration options:', [
    {
      flag: '--dry-run',
      sets: 'dryRun',
      kind: 'switch',
      implies: { 'output.format': 'json' },
      help: 'Print the plan as JSON, and change nothing; also of --apply and --restore',
    },
    { ...YES_FLAG, help: 'Apply or restore without a question' },
    {
      flag: '--approved <file>',
      sets: 'approved',
      kind: 'text',
      help: 'With --apply: apply only this plan, from --dry-run',
    },
    { flag: '--webhook <id>', sets: 'webhook', kind: 'text', help: 'Also send every migrated alert to this webhook' },
    {
      flag: '--force',
      sets: 'force',
      kind: 'switch',
      help: 'Also migrate and clear pools with problems; headgate drops text that is not an e-mail address, and treats a filter that it cannot read as one that admits every event',
    },
    {
      flag: '--pools-per-policy <n>',
      sets: 'poolsPerPolicy',
      kind: 'count',
      least: 1,
      help: 'Most pools in a new policy (default: no limit)',
    },
    {
      flag: '--backup <file>',
      sets: 'backup',
      kind: 'text',
      help: 'Recipients and filters of every pool (default: headgate-pools-<account>.json in the working directory)',
    },
    { ...DETAILED_EXITCODE_FLAG, help: 'Exit with code 3 if the plan has changes' },
  ]),
  ...ACCOUNT_FLAGS,
] as const;

/** Their values. */
export type MigrateFlags = CommandFlags<typeof MIGRATE_FLAGS>;

/** Returns the mode. @throws HeadgateError `usage` for several modes, and for a flag that has no effect in the mode */
export function migrateMode(flags: MigrateFlags, given: readonly string[]): MigrateMode {
  const modes = MODES.filter((mode) => flags[mode] === true);
  const [mode = 'plan'] = modes;
  if (modes.length > 1) {
    const advice = modes.includes('apply') && modes.includes('plan') ? '; --apply --approved FILE applies a plan' : '';
    throw usage(`found ${modes.map((name) => `--${name}`).join(' and ')}, expected one of them${advice}`);
  }
  for (const [flag, places] of Object.entries(APPLIES_TO)) {
    if (!given.includes(flag) || places.includes(mode)) continue;
    throw usage(`found ${flag}, which applies only to ${MODE_LIST.format(places.map((one) => `--${one}`))}`);
  }
  if (flags.dryRun === true && flags.approved !== undefined) {
    throw usage('found --dry-run and --approved, expected one of them: --approved applies a plan, --dry-run prints it');
  }
  if (flags.detailedExitcode === true && mode !== 'plan' && flags.dryRun !== true) {
    throw usage('found --detailed-exitcode, which applies only to --plan and --dry-run');
  }
  return mode;
}

/** Returns the flags that are part of a request. @throws HeadgateError `usage` */
export function migratePart({ webhook, force, backup, poolsPerPolicy }: MigrateFlags) {
  // The address of a webhook often contains a secret: a message must not repeat it.
  if (webhook !== undefined && !WEBHOOK_ID.test(webhook)) {
    throw usage(
      'found a --webhook that is not an id, expected the id of a webhook; the API lists them at accounts/<account>/alerting/v3/destinations/webhooks, and docs/pools.md shows the request',
    );
  }
  if (backup === '') throw usage('found an empty name after --backup, expected a file; is a shell variable empty?');
  return {
    ...(webhook === undefined ? {} : { webhook }),
    ...(force === undefined ? {} : { force }),
    ...(backup === undefined ? {} : { backup }),
    ...(poolsPerPolicy === undefined ? {} : { poolsPerPolicy }),
  };
}

function usage(found: string): HeadgateError {
  return new HeadgateError('usage', `cannot migrate pools: ${found}`);
}
