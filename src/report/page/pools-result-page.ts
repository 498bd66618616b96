// The pages of what an apply or a restoration did, and of a verification: policies, pools that were cleared, what remains and why, and the
// next command.
import { printCount, printPlural, shellQuoted } from '../../base/index.ts';
import type { Alert, MigrationPlan, MigrationResult, RestorePlan, Verification } from '../../cloud/pools/index.ts';
import { printableAll } from '../printable.ts';
import {
  answerPage,
  commandSection,
  endingTone,
  noticesOf,
  RUN_AGAIN,
  tableSection,
  UNCHANGED_ENDINGS,
} from './answer-page.ts';
import { code } from './cells.ts';
import { type Page, present, type Section } from './page.ts';
import { printEventKinds, printPools, remainingSection } from './pools-words.ts';

/** Policies that are shown, each with its id. */
const POLICIES_SHOWN = 50;
/** Groups of uncovered alerts that are shown. */
const GROUPS_SHOWN = 20;

/** Creates the page of what was done. */
export function migrationOutcomePage(found: MigrationResult): Page {
  const result = printableAll(found);
  const { plan, outcome, reason, backup, created, cleared, remaining, changes, requests } = result;
  const policies = created.map(({ id, name, isEarlier }) => [
    name,
    id,
    isEarlier ? 'by an earlier run' : 'by this run',
  ]);
  const isBackupWritten =
    !isRestore(plan) &&
    outcome !== 'nothing' &&
    outcome !== 'declined' &&
    !(outcome === 'interrupted' && isUnchanged(result));
  return answerPage('Migration', endingTone(outcome), endingOf(result), {
    statements: present(
      reason !== undefined && { tone: 'neutral', text: reason },
      cleared !== 0 && { tone: 'good', text: `Cleared ${printPlural(cleared, 'pool')}.` },
    ),
    facts: present(
      backup !== undefined && isBackupWritten && ['Backup of recipients and filters: ', code(backup)],
      requests !== 0 && `${printPlural(requests, 'request')} to the API`,
    ),
    sections: present(
      ...tableSection('Policies created', ['Policy', 'ID', 'Created'], policies, POLICIES_SHOWN),
      ...(outcome === 'declined' && isUnchanged(result) ? [] : remainingSection(remaining)),
      ...tableSection(
        'Changes since the plan',
        [''],
        changes.map((change) => [change]),
      ),
      found.backup !== undefined &&
        (outcome === 'done' || outcome === 'incomplete') &&
        migrateSection('To check that policies cover every alert of the backup', plan.account, 'verify', found.backup),
    ),
  });
}

function migrateSection(title: string, account: string, mode: string, backup: string): Section {
  return commandSection(title, `headgate pools migrate --account ${account} --${mode} --backup ${shellQuoted(backup)}`);
}

/** Whether neither this run nor the one that it continues has changed the account. */
function isUnchanged({ created, cleared }: MigrationResult): boolean {
  return created.every(({ isEarlier }) => isEarlier) && cleared === 0;
}

function isRestore(plan: MigrationPlan | RestorePlan): plan is RestorePlan {
  return 'covered' in plan;
}

function endingOf(result: MigrationResult): string {
  const { plan, outcome } = result;
  const ofRestore = isRestore(plan);
  switch (outcome) {
    case 'done':
      return ofRestore
        ? 'Restored: policies cover every alert of the backup.'
        : 'Migrated: policies cover every alert, and no pool has recipients.';
    case 'nothing':
      return ofRestore
        ? 'Nothing to restore: policies cover every alert of the backup.'
        : 'Nothing to migrate: no pool has recipients.';
    case 'declined':
      return UNCHANGED_ENDINGS.declined;
    case 'incomplete':
      return 'Not migrated completely: pools with problems keep their recipients.';
    case 'interrupted':
      return isUnchanged(result)
        ? 'Nothing was changed: interrupted before the first change.'
        : `Interrupted. ${RUN_AGAIN}`;
    case 'failed':
      return isUnchanged(result)
        ? 'Failed: nothing was changed.'
        : `Failed: not ${ofRestore ? 'restored' : 'migrated'} completely. ${RUN_AGAIN}`;
  }
}

/** Creates the page of a verification. A tick is an answer: without alerts there is none. */
export function verificationPage(found: Verification): Page {
  const result = printableAll(found);
  const { account, backup, poolCount, remaining, alerts, uncovered, deleted, warnings, isComplete } = result;
  const all = alerts === 1 ? 'the only alert' : `all ${printPlural(alerts, 'alert')}`;
  const covered = alerts === 0 ? '' : 'every alert of the backup is covered, and ';
  const withRecipients = new Set(remaining.map(({ id }) => id));
  const command = (title: string, mode: string): Section => migrateSection(title, account, mode, found.backup);
  return answerPage(
    'Verification',
    isComplete ? 'good' : 'bad',
    isComplete ? `Complete: ${covered}no pool has recipients.` : 'Not complete.',
    {
      statements: [
        statementOf(poolCount === 0, remaining.length === 0, [
          'The account has no pools.',
          `No recipients in any of ${printPlural(poolCount, 'pool')}.`,
          `${printPlural(remaining.length, 'pool still has', 'pools still have')} recipients.`,
        ]),
        statementOf(alerts === 0, uncovered.length === 0, [
          'The backup has no alerts of pools that exist.',
          `Policies cover ${all} of the backup.`,
          `No policy covers ${printCount(uncovered.length)} of ${printPlural(alerts, 'alert')}.`,
        ]),
      ],
      notices: noticesOf(warnings),
      facts: present(
        ['Account ', code(account)],
        ['Backup ', code(backup)],
        deleted.length !== 0 && [code(printPools(deleted, ' of the backup deleted since'))],
      ),
      sections: present(
        ...remainingSection(remaining),
        ...uncoveredSection(uncovered),
        !uncovered.every(({ pool }) => withRecipients.has(pool.id)) &&
          command('To create policies for these alerts', 'restore'),
        remaining.length !== 0 && command('To migrate the pools with recipients', 'apply'),
      ),
    },
  );
}

function statementOf(isEmpty: boolean, isGood: boolean, [empty, good, bad]: [string, string, string]) {
  if (isEmpty) return { tone: 'unclear', text: empty } as const;
  return isGood ? ({ tone: 'good', text: good } as const) : ({ tone: 'bad', text: bad } as const);
}

/** Alerts that no policy covers; pools of the same recipient and events are one group. */
function uncoveredSection(alerts: readonly Alert[]): Section[] {
  const byPool = Map.groupBy(alerts, ({ recipient, pool }) => `${nameOf(recipient)} ${pool.id}`);
  const groups = Map.groupBy(byPool.values(), (same) =>
    JSON.stringify([nameOf(same[0]!.recipient), printEventKinds(same)]),
  );
  const rows = [...groups].map(([key, pools]) => [
    ...(JSON.parse(key) as [string, string]),
    printPools(pools.map(([first]) => first!.pool)),
  ]);
  return tableSection('Alerts that no policy covers', ['Recipient', 'Events', 'Pools'], rows, GROUPS_SHOWN);
}

function nameOf(recipient: Alert['recipient']): string {
  return 'email' in recipient ? recipient.email : `webhook ${recipient.webhook}`;
}
