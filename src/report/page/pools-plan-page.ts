// The pages of the plans of a migration and of a restoration: the policies to create, those that exist, the pools that are cleared or kept,
// and the sum. Computes no figures.
import { printCount, printPlural } from '../../base/index.ts';
import type { MigrationPlan, PlannedPool, RestorePlan } from '../../cloud/pools/index.ts';
import { printableAll, shorten } from '../text/style.ts';
import { adviceSection, answerPage, noticesOf, tableSection } from './answer-page.ts';
import { code } from './cells.ts';
import type { Page, Section, Text } from './page.ts';
import { policySection, printEventKinds, printPools } from './pools-words.ts';

/** Pools with problems that are shown, and existing policies. */
const ROWS_SHOWN = 20;
/** Longest `notification_email` that is shown complete. Columns. */
const EMAIL_COLUMNS = 160;

const KEPT =
  'a pool with problems keeps its recipients, and gets no policy; with --force, its valid addresses are migrated and the pool is cleared';
const FORCED =
  'what is not an e-mail address receives nothing after the migration, and a filter that headgate cannot read counts as every event; the backup keeps both';
const ONE_BY_ONE =
  ' Because a pool is kept, the others are cleared one by one; without one, they would be cleared page by page.';

/** Creates the page of a plan, with how to apply it. */
export function migrationPlanPage(plan: MigrationPlan): Page {
  const page = planToApplyPage(plan);
  const apply = plan.isPending ? ['to apply the plan, run the same command with --apply'] : [];
  return { ...page, sections: [...page.sections, ...adviceSection('What to do next', apply)] };
}

/** Creates the page of a plan that is being applied. */
export function planToApplyPage(found: MigrationPlan): Page {
  const plan = printableAll(found);
  const { account, poolCount, policies, used, ignored, warnings, pools } = plan;
  const kept = pools.filter(({ action }) => action === 'keep');
  const counts = `${printCount(pools.length)} with recipients, ${printCount(poolCount - pools.length)} without`;
  const usedRows = used.map(({ id, name, pools: covered }) => [name, id, printPools(covered)]);
  const ignoredRows = ignored.map(({ id, name, reason }) => [name, id, `it ${reason}`]);
  return answerPage('Plan', 'neutral', planText(account, sumOf(plan)), {
    notices: noticesOf(warnings),
    facts: [
      poolCount === 0 ? 'The account has no pools.' : `${printPlural(poolCount, 'pool')} in the account: ${counts}`,
      ...costOf(plan),
    ],
    sections: [
      ...policySection(policies),
      ...tableSection('Policies that are used as they are', ['Policy', 'ID', 'Pools'], usedRows, ROWS_SHOWN),
      ...tableSection('Policies that do not count', ['Policy', 'ID', 'Reason'], ignoredRows, ROWS_SHOWN),
      ...problemSections('Pools that keep their recipients', kept, KEPT),
      ...forcedSections(plan),
    ],
  });
}

/** Creates the page of what a restoration would create. */
export function restorePlanPage(found: RestorePlan): Page {
  const { account, backup, policies, alerts, covered, warnings } = printableAll(found);
  const sum =
    policies.length === 0 ? 'nothing to do' : `${printPlural(policies.length, 'policy', 'policies')} to create`;
  return answerPage('Plan', 'neutral', planText(account, sum), {
    notices: noticesOf(warnings),
    facts: [
      ['Backup ', code(backup)],
      `${printPlural(alerts, 'alert')} in the backup: policies cover ${printCount(covered)}`,
    ],
    sections: policySection(policies),
  });
}

/** Creates the page of the plan of a result. */
export function planOfResultPage(plan: MigrationPlan | RestorePlan): Page {
  return 'pools' in plan ? planToApplyPage(plan) : restorePlanPage(plan);
}

function planText(account: string, sum: string): Text {
  return ['Plan for account ', code(account), `: ${sum}`];
}

function sumOf({ policies, pools }: MigrationPlan): string {
  const count = (action: PlannedPool['action']): number => pools.filter((pool) => pool.action === action).length;
  if (pools.length === 0) return 'nothing to do';
  const keep = count('keep');
  return [
    ...(policies.length === 0 ? [] : [`${printPlural(policies.length, 'policy', 'policies')} to create`]),
    `${printPlural(count('clear'), 'pool')} to clear`,
    ...(keep === 0 ? [] : [`${printPlural(keep, 'pool')} to keep`]),
  ].join(', ');
}

function costOf({ apply: { requests, waitMinutes }, pools }: MigrationPlan): string[] {
  if (requests === 0) return [];
  const wait = waitMinutes === 0 ? '' : `, and waits about ${waitMinutes} minutes for the rate limit of the API`;
  const isOneByOne = waitMinutes > 0 && pools.some(({ action }) => action === 'keep');
  return [`Apply sends about ${printPlural(requests, 'request')}${wait}.${isOneByOne ? ONE_BY_ONE : ''}`];
}

/** Pools with problems that are cleared with --force. Those whose alerts have no recipient afterwards come first. */
function forcedSections({ pools, policies, used }: MigrationPlan): Section[] {
  const forced = pools.filter(({ action, problems }) => action === 'clear' && problems.length > 0);
  const recipientsOf = ({ id, emails, events }: PlannedPool): string | undefined => {
    const covering = [...policies, ...used].filter((policy) => policy.pools.some((pool) => pool.id === id));
    if (emails.length === 0 && covering.length === 0) return undefined;
    const webhooks = new Set(covering.flatMap((policy) => ('webhooks' in policy ? policy.webhooks : [])));
    const recipients = [...emails, ...[...webhooks].map((webhook) => `webhook ${webhook}`)];
    const kinds = (['pool', 'origin'] as const).flatMap((source) =>
      events[source].map((health) => ({ source, health })),
    );
    return recipients.length === 0 ? '' : `${recipients.join(', ')}: ${printEventKinds(kinds)}`;
  };
  const after = new Map(forced.map((pool) => [pool, recipientsOf(pool)]));
  const [lost, others] = [
    forced.filter((pool) => after.get(pool) === undefined),
    forced.filter((pool) => after.get(pool) !== undefined),
  ];
  return problemSections(
    'Pools that will be cleared in spite of their problems',
    [...lost, ...others],
    FORCED,
    (pool) => after.get(pool) ?? 'no recipient any more',
  );
}

/** @param after who receives which events of a pool afterwards */
function problemSections(
  title: string,
  pools: readonly PlannedPool[],
  advice: string,
  after?: (pool: PlannedPool) => string,
): Section[] {
  const rows = pools.map((pool) => [
    { text: [code(pool.name)], tone: 'unclear' } as const,
    `"${shorten(pool.notificationEmail, EMAIL_COLUMNS)}"`,
    pool.problems.join(' '),
    ...(after === undefined ? [] : [after(pool)]),
  ]);
  const titles = ['Pool', 'Found', 'Problems', ...(after === undefined ? [] : ['After'])];
  return tableSection(title, titles, rows, ROWS_SHOWN).map((section) => ({
    ...section,
    blocks: [...section.blocks, { kind: 'list', items: [advice] }],
  }));
}
