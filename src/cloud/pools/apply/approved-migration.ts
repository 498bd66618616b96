// Compares a plan with one that was approved before, such as in a review. A subset of what was approved is no difference: the next run completes an apply
// that ended early.
import { z } from 'zod';
import { HeadgateError, isPlainObject, printPlural } from '../../../base/index.ts';
import type { MigrationPlan, PlannedPolicy, PlannedPool } from '../migration.ts';
import { printNames } from '../pool/print-names.ts';

const TEXTS = z.array(z.string());
/** What is compared of a plan. */
const PLAN = z.looseObject({
  version: z.literal(1),
  account: z.string(),
  pools: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      notificationEmail: z.string(),
      emails: TEXTS,
      events: z.looseObject({ pool: TEXTS, origin: TEXTS }),
      action: z.enum(['clear', 'keep']),
    }),
  ),
  policies: z.array(
    z.looseObject({
      name: z.string(),
      emails: TEXTS,
      webhooks: TEXTS,
      sources: TEXTS,
      health: TEXTS,
      pools: z.array(z.looseObject({ id: z.string(), name: z.string() })),
    }),
  ),
});

/**
 * Parses the result of `pools migrate --dry-run --format json`.
 * @param origin the file's name in messages
 * @throws HeadgateError `plan-invalid`
 */
export function parseApprovedMigration(text: string, origin: string): MigrationPlan {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(origin, 'invalid JSON');
  }
  if (!isPlainObject(value)) throw invalid(origin, 'another document');
  if (typeof value.version === 'number' && value.version !== 1) throw invalid(origin, `version ${value.version}`);
  if (value.version !== 1) throw invalid(origin, 'another document');
  const parsed = PLAN.safeParse(value);
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join('.') ?? '';
    throw invalid(origin, place === '' ? 'another document' : `another value at ${place}`);
  }
  return value as unknown as MigrationPlan;
}

/** Whether a plan creates a policy or clears a pool that another does not. */
export function hasOtherChanges(plan: MigrationPlan, known: MigrationPlan): boolean {
  return otherChanges(plan, known) !== undefined;
}

/** Describes what a plan creates or clears that another does not. @returns `1 policy to create ("…") beyond the plan`; undefined: nothing */
export function otherChanges(plan: MigrationPlan, known: MigrationPlan): string | undefined {
  if (plan.account !== known.account) return `a plan for account ${known.account}, expected one for ${plan.account}`;
  const contents = new Set(known.policies.map(policyContent));
  const policies = plan.policies.filter((policy) => !contents.has(policyContent(policy)));
  const cleared = new Set(known.pools.filter(isCleared).map(clearedContent));
  const pools = plan.pools.filter((pool) => isCleared(pool) && !cleared.has(clearedContent(pool)));
  const parts = [
    ...describe(policies, 'policy to create', 'policies to create'),
    ...describe(pools, 'pool to clear', 'pools to clear'),
  ];
  return parts.length === 0 ? undefined : `${parts.join(' and ')} beyond the plan`;
}

function describe(items: readonly { readonly name: string }[], one: string, many: string): string[] {
  return items.length === 0
    ? []
    : [`${printPlural(items.length, one, many)} (${printNames(items.map(({ name }) => name))})`];
}

/** Whether a policy differs from each known one in more than its name. */
export function createsOther(policies: readonly PlannedPolicy[], known: readonly PlannedPolicy[]): boolean {
  const contents = new Set(known.map(policyContent));
  return policies.some((policy) => !contents.has(policyContent(policy)));
}

function isCleared({ action }: PlannedPool): boolean {
  return action === 'clear';
}

function clearedContent({ id, emails, events, notificationEmail }: PlannedPool): string {
  return JSON.stringify([id, emails, events.pool, events.origin, notificationEmail]);
}

function policyContent({ emails, webhooks, sources, health, pools }: PlannedPolicy): string {
  return JSON.stringify([emails, webhooks, sources, health, pools.map(({ id }) => id).sort()]);
}

function invalid(origin: string, found: string): HeadgateError {
  return new HeadgateError(
    'plan-invalid',
    `cannot use the plan in ${origin}: found ${found}, expected the result of headgate pools migrate --dry-run --format json`,
  );
}
