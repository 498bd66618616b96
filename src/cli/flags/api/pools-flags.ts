// Defines the flags of `pools migrate`, and rejects contradictory combinations before anything is read.
import { type Command, Option } from 'commander';
import { HeadgateError } from '../../../base/index.ts';
import type { PlanFlags } from '../../plan-first.ts';
import { parseCount } from '../parse-count.ts';
import { type ApiFlags, addApiFlags } from './api-flags.ts';

/** What `pools migrate` does. */
export type MigrateMode = 'plan' | 'apply' | 'verify' | 'restore';

/** Values of {@link addMigrateFlags}. */
export interface MigrateFlags extends ApiFlags, PlanFlags, Partial<Record<MigrateMode, true>> {
  dryRun?: true;
  approved?: string;
  webhook?: string;
  force?: true;
  backup?: string;
  poolsPerPolicy?: number;
  detailedExitcode?: true;
}

/** The part of a request that the flags give, without the access to the API. */
export interface MigratePart {
  webhook?: string;
  force?: boolean;
  backup?: string;
  poolsPerPolicy?: number;
}

const MODES: readonly MigrateMode[] = ['plan', 'apply', 'verify', 'restore'];

/** Modes in which a flag has an effect. */
const APPLIES_TO: Readonly<Partial<Record<keyof MigrateFlags, readonly MigrateMode[]>>> = {
  approved: ['apply'],
  yes: ['apply', 'restore'],
  dryRun: ['plan', 'apply', 'restore'],
  webhook: ['plan', 'apply'],
  force: ['plan', 'apply'],
  poolsPerPolicy: ['plan', 'apply', 'restore'],
};

const MODE_LIST = new Intl.ListFormat('en-GB');

/** Ids of webhooks consist of these. */
const WEBHOOK_ID = /^[\w-]+$/;

/** Adds the flags. */
export function addMigrateFlags(command: Command): Command {
  command
    .optionsGroup('Modes:')
    .option('--plan', 'Show what would be created and cleared; changes nothing (default)')
    .option('--apply', 'Ask, then create policies, check that they cover every alert, and clear the pools')
    .option('--verify', 'Check that every pool is clear and that policies cover every alert of the backup')
    .option('--restore', 'Ask, then create policies for alerts of the backup that no policy covers')
    .optionsGroup('Migration options:')
    .addOption(
      new Option('--dry-run', 'Print the plan as JSON, and change nothing; also of --apply and --restore').implies({
        format: 'json',
      }),
    )
    .option('-y, --yes', 'Apply or restore without a question')
    .option('--approved <file>', 'With --apply: apply only this plan, from --dry-run')
    .option('--webhook <id>', 'Also send every migrated alert to this webhook')
    .option(
      '--force',
      'Also migrate and clear pools with problems; headgate drops text that is not an e-mail address, and takes a filter that it cannot read as every event',
    )
    .option('--pools-per-policy <n>', 'Most pools in a new policy (default: no limit)', parseCount(1))
    .option(
      '--backup <file>',
      'Recipients and filters of every pool (default: headgate-pools-<account>.json in the working directory)',
    )
    .option('--detailed-exitcode', 'Exit with code 3 if the plan has changes');
  return addApiFlags(command, 'account');
}

/** Returns the mode. @throws HeadgateError `usage` for several modes, and for a flag that has no effect in the mode */
export function migrateMode(flags: MigrateFlags): MigrateMode {
  const given = MODES.filter((mode) => flags[mode] === true);
  const [mode = 'plan'] = given;
  if (given.length > 1) {
    const advice = given.includes('apply') && given.includes('plan') ? '; --apply --approved FILE applies a plan' : '';
    throw usage(`found ${given.map((name) => `--${name}`).join(' and ')}, expected one of them${advice}`);
  }
  for (const [name, modes] of Object.entries(APPLIES_TO)) {
    if (flags[name as keyof MigrateFlags] === undefined || modes.includes(mode)) continue;
    throw usage(`found ${flagOf(name)}, which applies only to ${MODE_LIST.format(modes.map((one) => `--${one}`))}`);
  }
  if (flags.dryRun === true && flags.approved !== undefined) {
    throw usage('found --dry-run and --approved, expected one of them: --approved applies a plan, --dry-run prints it');
  }
  if (flags.detailedExitcode === true && mode !== 'plan' && flags.dryRun !== true) {
    throw usage('found --detailed-exitcode, which applies only to --plan and --dry-run');
  }
  return mode;
}

/** Converts the flags. @throws HeadgateError `usage` */
export function migratePart({ webhook, force, backup, poolsPerPolicy }: MigrateFlags): MigratePart {
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

function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function usage(found: string): HeadgateError {
  return new HeadgateError('usage', `cannot migrate pools: ${found}`);
}
