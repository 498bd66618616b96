// Renders what an apply or a restoration did: the backup, the policies, the pools that were cleared, what remains and why, and the next
// command. The command prints the plan before the question; renderMigrationResultText prints both.
import { printCount, printPlural } from '../../../base/index.ts';
import type { MigrationPlan, MigrationResult, RestorePlan } from '../../../cloud/pools/index.ts';
import { endingColor, RUN_AGAIN } from '../plan-parts.ts';
import { printBlocks } from '../print-blocks.ts';
import { NOTE, printRemark } from '../remark.ts';
import { shellQuoted } from '../shell-quoted.ts';
import { paint, printableAll, type Style, wrap } from '../style.ts';
import { renderPlanToApplyText } from './migration-plan-text.ts';
import { printRemaining } from './remaining-pools.ts';
import { renderRestorePlanText } from './restore-plan-text.ts';

/** Policies that are shown, each with its id. */
const SHOWN_POLICIES = 50;

/** Renders the plan and what was done. */
export function* renderMigrationResultText(found: MigrationResult, style: Style): Iterable<string> {
  const { plan } = found;
  yield* 'pools' in plan ? renderPlanToApplyText(plan, style) : renderRestorePlanText(plan, style);
  yield '\n';
  yield* renderMigrationOutcomeText(found, style);
}

/** Renders what was done. */
export function renderMigrationOutcomeText(found: MigrationResult, style: Style): Iterable<string> {
  const result = printableAll(found);
  const { plan, outcome, reason, created, cleared, remaining, changes, requests } = result;
  const more = created.length - SHOWN_POLICIES;
  const done = paint(style, 'green', '✓');
  return printBlocks([
    [
      ...printBackup(result),
      ...created.slice(0, SHOWN_POLICIES).map(({ id, name, isEarlier }) => {
        const what = isEarlier ? 'created in an earlier run:' : 'created';
        return `${done} ${what} ${paint(style, 'bold', name)}  ${paint(style, 'dim', `id ${id}`)}`;
      }),
      ...(more > 0 ? [`${done} created ${printCount(more)} more policies: --format json lists their ids`] : []),
      ...(cleared === 0 ? [] : [`${done} cleared ${printPlural(cleared, 'pool')}`]),
    ],
    // Pools are as they were after an answer of no: the plan has shown them.
    outcome === 'declined' && isUnchanged(result) ? [] : printRemaining(remaining, '!', style),
    changes.flatMap((change) => printRemark(NOTE, change, 0, style)),
    [
      ...wrap(endingOf(result), style.width).map((line) =>
        paint(style, ['bold', endingColor(colorKey(outcome))], line),
      ),
      ...(reason === undefined ? [] : wrap(reason, style.width)),
      ...(requests === 0 ? [] : [paint(style, 'dim', `${printPlural(requests, 'request')} to the API`)]),
    ],
    printNext(plan, result),
  ]);
}

/** Of a migration that wrote it: a restoration reads it, and before the first change there may be none. */
function printBackup(result: MigrationResult): string[] {
  const { plan, backup, outcome } = result;
  if (backup === undefined || isRestore(plan)) return [];
  if (outcome === 'nothing' || outcome === 'declined' || (outcome === 'interrupted' && isUnchanged(result))) return [];
  return [`backup of recipients and filters: ${backup}`];
}

/** Whether neither this run nor the one that it continues has changed the account. */
function isUnchanged({ created, cleared }: MigrationResult): boolean {
  return created.every(({ isEarlier }) => isEarlier) && cleared === 0;
}

function isRestore(plan: MigrationPlan | RestorePlan): plan is RestorePlan {
  return 'covered' in plan;
}

function colorKey(outcome: MigrationResult['outcome']): string {
  return outcome === 'done' ? 'applied' : outcome;
}

function endingOf(result: MigrationResult): string {
  const { plan, outcome } = result;
  const ofRestore = isRestore(plan);
  switch (outcome) {
    case 'done':
      return ofRestore
        ? 'Restored: a policy covers every alert of the backup.'
        : 'Migrated: policies cover every alert, and no pool has recipients.';
    case 'nothing':
      return ofRestore
        ? 'Nothing to restore: policies cover every alert of the backup.'
        : 'Nothing to migrate: no pool has recipients.';
    case 'declined':
      return 'Nothing was changed: the plan was not confirmed.';
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

/** The next command, if it is another one than the last. */
function printNext(plan: MigrationPlan | RestorePlan, { outcome, backup }: MigrationResult): string[] {
  if (backup === undefined || (outcome !== 'done' && outcome !== 'incomplete')) return [];
  const command = `headgate pools migrate --account ${plan.account} --verify --backup ${shellQuoted(backup)}`;
  return ['To check that policies cover every alert of the backup:', `  ${command}`];
}
