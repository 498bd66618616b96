// Renders the plan of a migration as text: the policies to create, those that are used, the pools that are kept, and the sum. It stays
// readable with thousands of pools: of each list of pools it shows the first names, and `--format json` has all. Computes no figures.
import { printCount, printPlural } from '../../../base/index.ts';
import type { MigrationPlan, PlannedPool } from '../../../cloud/pools/index.ts';
import { printPlanSum } from '../plan-parts.ts';
import { printBlocks } from '../print-blocks.ts';
import { PROBLEM, printRemark, WARNING } from '../remark.ts';
import { printSentence } from '../sentence.ts';
import { paint, printableAll, type Style, shorten, wrap } from '../style.ts';
import { printEventKinds } from './event-words.ts';
import { printPolicyTable } from './policy-table.ts';
import { printPools } from './pool-names.ts';
import { INDENT, printDetail } from './print-detail.ts';

/** Pools with problems that are shown, each with its problems. */
const SHOWN_PROBLEMS = 20;
/** Existing policies that are shown, of those used and of those that do not count. */
const SHOWN_EXISTING = 20;
/** Longest `notification_email` that is shown complete. Columns. */
const EMAIL_COLUMNS = 160;

const KEPT =
  'a pool with problems keeps its recipients, and gets no policy; with --force, its valid addresses are migrated and the pool is cleared';
const FORCED =
  'what is not an e-mail address receives nothing after the migration, and a filter that headgate cannot read counts as every event; the backup keeps both';
const ONE_BY_ONE =
  'Because a pool is kept, the others are cleared one by one; without one, they would be cleared page by page.';
const APPLY = 'to apply the plan, run the same command with --apply';

/** Renders a plan, and how to apply it. */
export function* renderMigrationPlanText(plan: MigrationPlan, style: Style): Iterable<string> {
  yield* renderPlanToApplyText(plan, style);
  if (plan.isPending) yield* printSentence(APPLY, style).map((line) => `${line}\n`);
}

/** Renders a plan that is being applied. */
export function renderPlanToApplyText(found: MigrationPlan, style: Style): Iterable<string> {
  const plan = printableAll(found);
  const { policies, used, ignored, warnings, pools } = plan;
  const kept = pools.filter(({ action }) => action === 'keep');
  const forced = pools.filter(({ action, problems }) => action === 'clear' && problems.length > 0);
  return printBlocks([
    wrap(printPoolCounts(plan), style.width),
    printPolicyTable(policies, style),
    ...used
      .slice(0, SHOWN_EXISTING)
      .map(({ id, name, pools: covered }) => [
        `  ${paint(style, 'bold', name)} is used as it is  ${paint(style, 'dim', `id ${id}`)}`,
        ...printPools(covered, style),
      ]),
    printMore(used.length - SHOWN_EXISTING, 'policy that is used', 'policies that are used'),
    [
      ...ignored.slice(0, SHOWN_EXISTING).map(({ id, name, reason }) => {
        const policy = `${paint(style, 'bold', name)} does not count: it ${reason}`;
        return `${paint(style, 'yellow', '!')} ${policy}  ${paint(style, 'dim', `id ${id}`)}`;
      }),
      ...printMore(ignored.length - SHOWN_EXISTING, 'policy that does not count', 'policies that do not count'),
    ],
    printProblems(kept, () => ({ what: 'keeps its recipients' }), KEPT, style),
    printForced(forced, plan, style),
    warnings.flatMap((warning) => printRemark(WARNING, warning, 0, style)),
    [...printPlanSum(`account ${plan.account}`, sumOf(plan), undefined, style), ...printCost(plan, style)],
  ]);
}

function printCost({ apply: { requests, waitMinutes }, pools }: MigrationPlan, style: Style): string[] {
  if (requests === 0) return [];
  const wait = waitMinutes === 0 ? '' : `, and waits about ${waitMinutes} minutes for the rate limit of the API`;
  const isOneByOne = waitMinutes > 0 && pools.some(({ action }) => action === 'keep');
  const text = `Apply sends about ${printPlural(requests, 'request')}${wait}.${isOneByOne ? ` ${ONE_BY_ONE}` : ''}`;
  return wrap(text, style.width);
}

/** Prints how many pools have recipients: `137 pools in account …: 112 with recipients, 25 without`. */
function printPoolCounts({ account, poolCount, pools }: MigrationPlan): string {
  if (poolCount === 0) return `no pools in account ${account}`;
  const without = poolCount - pools.length;
  return `${printPlural(poolCount, 'pool')} in account ${account}: ${printCount(pools.length)} with recipients, ${printCount(without)} without`;
}

/** Prints pools with problems that are cleared with --force. Those whose alerts have no recipient afterwards come first. */
function printForced(forced: readonly PlannedPool[], { policies, used }: MigrationPlan, style: Style): string[] {
  const isIn = (id: string) => (policy: { pools: MigrationPlan['used'][number]['pools'] }) =>
    policy.pools.some((pool) => pool.id === id);
  const isLost = ({ id, emails }: PlannedPool): boolean =>
    emails.length === 0 && !policies.some(isIn(id)) && !used.some(isIn(id));
  const lost = new Set(forced.filter(isLost));
  const ordered = [...lost, ...forced.filter((pool) => !lost.has(pool))];
  const endOf = (pool: PlannedPool): ProblemEnd => {
    if (lost.has(pool)) return { what: 'will be cleared, and its alerts have no recipient any more' };
    const webhooks = new Set(policies.filter(isIn(pool.id)).flatMap((policy) => policy.webhooks));
    const recipients = [...pool.emails, ...[...webhooks].map((id) => `webhook ${id}`)];
    const what = 'will be cleared in spite of its problems';
    return recipients.length === 0 ? { what } : { what, after: `${recipients.join(', ')}: ${eventsOf(pool)}` };
  };
  return printProblems(ordered, endOf, FORCED, style);
}

function eventsOf({ events }: PlannedPool): string {
  const kinds = (['pool', 'origin'] as const).flatMap((source) => events[source].map((health) => ({ source, health })));
  return kinds.length === 0 ? 'no event' : printEventKinds(kinds);
}

/** What happens to a pool with problems, and who receives which of its events afterwards. */
interface ProblemEnd {
  what: string;
  after?: string;
}

function printProblems(
  pools: readonly PlannedPool[],
  endOf: (pool: PlannedPool) => ProblemEnd,
  advice: string,
  style: Style,
): string[] {
  if (pools.length === 0) return [];
  return [
    ...pools
      .slice(0, SHOWN_PROBLEMS)
      .map((pool) => ({ ...pool, ...endOf(pool) }))
      .flatMap(({ name, notificationEmail, problems, what, after }) => [
        `${paint(style, 'yellow', '!')} ${paint(style, 'bold', name)} ${what}`,
        ...printDetail('found', `"${shorten(notificationEmail, EMAIL_COLUMNS)}"`, style),
        ...problems.flatMap((problem) => printRemark(PROBLEM, problem, INDENT, style)),
        ...(after === undefined ? [] : printDetail('after', after, style)),
      ]),
    ...printMore(pools.length - SHOWN_PROBLEMS, 'pool', 'pools'),
    ...printSentence(advice, style),
  ];
}

function printMore(count: number, one: string, several: string): string[] {
  return count > 0
    ? [`  and ${printPlural(count, `more ${one}`, `more ${several}`)}: --format json lists all of them`]
    : [];
}

function sumOf({ policies, pools }: MigrationPlan): string {
  const count = (action: PlannedPool['action']): number => pools.filter((pool) => pool.action === action).length;
  if (pools.length === 0) return 'nothing to do';
  const [clear, keep] = [count('clear'), count('keep')];
  return [
    ...(policies.length === 0 ? [] : [`${printPlural(policies.length, 'policy', 'policies')} to create`]),
    `${printPlural(clear, 'pool')} to clear`,
    ...(keep === 0 ? [] : [`${printPlural(keep, 'pool')} to keep`]),
  ].join(', ');
}
