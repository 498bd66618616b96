// The pages of the plans of a migration and of a restoration: the policies to create, those that exist, the pools that are cleared or kept,
// and the sum. Computes no figures.
import { printCount, printPlural } from '../../base/index.ts';
import type { MigrationPlan, PlannedPool, PoolName, RestorePlan } from '../../cloud/pools/index.ts';
import { shorten } from '../columns.ts';
import { printableAll } from '../printable.ts';
import { answerPage, listSection, noticesOf, tableSection } from './answer-page.ts';
import { code } from './cells.ts';
import { list, type Page, present, type Section, type Text } from './page.ts';
import { policySection, printEventKinds, printPools } from './pools-words.ts';

/** Pools with problems that are shown, and existing policies. */
const ROWS_SHOWN = 20;
/** Longest `notification_email` that is shown complete. Columns. */
const EMAIL_COLUMNS = 160;

const KEPT =
  'a pool with problems keeps its recipients, and gets no policy; with --force, its valid addresses are migrated and the pool is cleared';
const FORCED =
  'an invalid e-mail address receives nothing after the migration, and a filter that headgate cannot read counts as every event; the backup keeps both';
const NO_RECIPIENT = 'no recipient any more';
const ONE_BY_ONE =
  ' Because a pool is kept, the others are cleared one by one; without one, they would be cleared page by page.';

/** Creates the page of a plan, with how to apply it. */
export function migrationPlanPage(plan: MigrationPlan): Page {
  const page = planToApplyPage(plan);
  const apply = plan.isPending ? ['to apply the plan, run the same command with --apply'] : [];
  return { ...page, sections: [...page.sections, ...listSection('What to do next', apply)] };
}

/** Creates the page of a plan that is being applied. */
export function planToApplyPage(found: MigrationPlan): Page {
  const plan = printableAll(found);
  const { account, poolCount, policies, used, ignored, warnings, pools } = plan;
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
      ...problemSection(plan),
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
  return present(
    policies.length !== 0 && `${printPlural(policies.length, 'policy', 'policies')} to create`,
    `${printPlural(count('clear'), 'pool')} to clear`,
    keep !== 0 && `${printPlural(keep, 'pool')} to keep`,
  ).join(', ');
}

function costOf({ apply: { requests, waitMinutes }, pools }: MigrationPlan): string[] {
  if (requests === 0) return [];
  const wait = waitMinutes === 0 ? '' : `, and waits about ${waitMinutes} minutes for the rate limit of the API`;
  const isOneByOne = waitMinutes > 0 && pools.some(({ action }) => action === 'keep');
  return [`Apply sends about ${printPlural(requests, 'request')}${wait}.${isOneByOne ? ONE_BY_ONE : ''}`];
}

/** Pools with problems: what was found, and who receives which of their events afterwards. Those whose alerts lose every recipient come first. */
function problemSection(plan: MigrationPlan): Section[] {
  const pools = plan.pools
    .filter(({ action, problems }) => action === 'keep' || problems.length > 0)
    .map((pool) => ({ ...pool, after: afterOf(pool, plan) }))
    .sort((a, b) => Number(b.after === NO_RECIPIENT) - Number(a.after === NO_RECIPIENT));
  const rows = pools.map(({ name, notificationEmail, problems, after }) => [
    { text: [code(name)], tone: 'unclear' } as const,
    `"${shorten(notificationEmail, EMAIL_COLUMNS)}"`,
    problems.join(' '),
    after,
  ]);
  const items = present(
    pools.some(({ action }) => action === 'keep') && KEPT,
    pools.some(({ action }) => action === 'clear') && FORCED,
  );
  return tableSection('Pools with problems', ['Pool', 'Found', 'Problems', 'After'], rows, ROWS_SHOWN).map(
    (section) => ({ ...section, blocks: [...section.blocks, list(items)] }),
  );
}

function afterOf({ id, action, emails, events }: PlannedPool, { policies, used }: MigrationPlan): string {
  if (action === 'keep') return 'keeps its recipients';
  const isIn = ({ pools }: { pools: readonly PoolName[] }): boolean => pools.some((pool) => pool.id === id);
  const covering = policies.filter(isIn);
  if (emails.length === 0 && covering.length === 0 && !used.some(isIn)) return NO_RECIPIENT;
  const webhooks = new Set(covering.flatMap((policy) => policy.webhooks));
  const recipients = [...emails, ...[...webhooks].map((webhook) => `webhook ${webhook}`)];
  const kinds = (['pool', 'origin'] as const).flatMap((source) => events[source].map((health) => ({ source, health })));
  return recipients.length === 0 ? 'cleared' : `${recipients.join(', ')}: ${printEventKinds(kinds)}`;
}
