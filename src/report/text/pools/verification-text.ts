// Renders a verification as text: pools that still have recipients, and alerts that no policy covers, grouped. A tick is an answer: without
// alerts there is none.
import { printCount, printPlural } from '../../../base/index.ts';
import type { Alert, Recipient, Verification } from '../../../cloud/pools/index.ts';
import { printBlocks } from '../print-blocks.ts';
import { NOTE, printRemark, WARNING } from '../remark.ts';
import { shellQuoted } from '../shell-quoted.ts';
import { paint, printableAll, type Style, wrap } from '../style.ts';
import { printEventKinds } from './event-words.ts';
import { printPools, printSubject } from './pool-names.ts';
import { INDENT } from './print-detail.ts';
import { printRemaining } from './remaining-pools.ts';

/** Groups of uncovered alerts that are shown. */
const SHOWN_GROUPS = 20;
/** Minimum width of a wrapped line. Columns. */
const LEAST_COLUMNS = 20;

/** Renders a verification. */
export function renderVerificationText(found: Verification, style: Style): Iterable<string> {
  const result = printableAll(found);
  const { account, backup, deleted, warnings, isComplete } = result;
  return printBlocks([
    [`account  ${account}`, `backup   ${backup}`],
    [...printRecipients(result, style), ...printAlerts(result, style)],
    [
      ...(deleted.length === 0
        ? []
        : printRemark(NOTE, printSubject(deleted, ['was deleted', 'were deleted since']), 0, style)),
      ...warnings.flatMap((warning) => printRemark(WARNING, warning, 0, style)),
    ],
    [
      isComplete
        ? paint(style, ['bold', 'green'], completeText(result))
        : paint(style, ['bold', 'red'], 'Not complete.'),
    ],
    ...adviceOf(result),
  ]);
}

function completeText({ alerts }: Verification): string {
  const covered = alerts === 0 ? '' : 'every alert of the backup is covered, and ';
  return `Complete: ${covered}no pool has recipients.`;
}

function printRecipients({ poolCount, remaining }: Verification, style: Style): string[] {
  if (poolCount === 0) return [`${paint(style, 'yellow', '?')} the account has no pools`];
  if (remaining.length > 0) return printRemaining(remaining, '✗', style);
  return [`${paint(style, 'green', '✓')} no recipients in any of ${printPlural(poolCount, 'pool')}`];
}

function printAlerts({ alerts, uncovered }: Verification, style: Style): string[] {
  if (alerts === 0) return [`${paint(style, 'yellow', '?')} the backup has no alerts of pools that exist`];
  if (uncovered.length === 0) {
    const all = alerts === 1 ? 'the only alert' : `all ${printPlural(alerts, 'alert')}`;
    return [`${paint(style, 'green', '✓')} policies cover ${all} of the backup`];
  }
  const groups = groupsOf(uncovered);
  const rest = groups.slice(SHOWN_GROUPS).reduce((sum, { pools }) => sum + pools.length, 0);
  const free = Math.max(LEAST_COLUMNS, style.width - INDENT);
  return [
    `${paint(style, 'red', '✗')} no policy covers ${printCount(uncovered.length)} of ${printPlural(alerts, 'alert')}`,
    ...groups
      .slice(0, SHOWN_GROUPS)
      .flatMap(({ recipient, events, pools }) => [
        ...wrap(`${recipient}: ${events}`, free).map((line, index) => `${' '.repeat(index === 0 ? 2 : INDENT)}${line}`),
        ...printPools(pools, style),
      ]),
    ...(rest === 0 ? [] : [`  and alerts of ${printPlural(rest, 'more pool', 'more pools')}: see --format json`]),
  ];
}

interface AlertGroup {
  recipient: string;
  events: string;
  pools: Alert['pool'][];
}

/** Pools of the same recipient and events are one group. */
function groupsOf(alerts: readonly Alert[]): AlertGroup[] {
  const byRecipientAndPool = Map.groupBy(alerts, ({ recipient, pool }) => `${keyOf(recipient)} ${pool.id}`);
  const groups = new Map<string, AlertGroup>();
  for (const [first, ...others] of byRecipientAndPool.values()) {
    const recipient = keyOf(first!.recipient);
    const events = printEventKinds([first!, ...others]);
    const key = `${recipient} ${events}`;
    const group = groups.get(key) ?? { recipient, events, pools: [] };
    group.pools.push(first!.pool);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function keyOf(recipient: Recipient): string {
  return 'email' in recipient ? recipient.email : `webhook ${recipient.webhook}`;
}

/** What to run next, each as a block. */
function adviceOf({ account, backup, remaining, uncovered }: Verification): string[][] {
  const command = `  headgate pools migrate --account ${account}`;
  const withRecipients = new Set(remaining.map(({ id }) => id));
  return [
    // Pools with recipients still send: an apply creates their policies.
    ...(uncovered.every(({ pool }) => withRecipients.has(pool.id))
      ? []
      : [['To create policies for these alerts:', `${command} --restore --backup ${shellQuoted(backup)}`]]),
    ...(remaining.length === 0
      ? []
      : [['To migrate the pools with recipients:', `${command} --apply --backup ${shellQuoted(backup)}`]]),
  ];
}
