// Compares a plan with one that was approved before, such as in a review. A subset of what was approved is no difference: the next run completes an apply
// that ended early.
import { HeadgateError, isPlainObject } from '../../base/index.ts';
import type { MigrationPlan, PlannedPolicy, PlannedPool } from '../migration-plan.ts';

/**
 * Parses the result of `pools migrate --plan --format json`.
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
  if (!isPlainObject(value) || value.version !== 1 || typeof value.account !== 'string') {
    throw invalid(origin, 'another document');
  }
  if (!isListOfObjects(value.pools) || !isListOfObjects(value.policies)) {
    throw invalid(origin, 'a document without pools and policies');
  }
  return value as unknown as MigrationPlan;
}

/** Whether a plan creates a policy or clears a pool that another plan does not. */
export function hasOtherChanges(plan: MigrationPlan, known: MigrationPlan): boolean {
  if (plan.account !== known.account || createsOther(plan.policies, known.policies)) return true;
  const cleared = new Set(known.pools.filter(isCleared).map(clearedContent));
  return plan.pools.filter(isCleared).some((pool) => !cleared.has(clearedContent(pool)));
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
  return JSON.stringify([id, emails, events?.pool, events?.origin, notificationEmail]);
}

function policyContent({ emails, webhooks, sources, health, pools }: PlannedPolicy): string {
  return JSON.stringify([emails, webhooks, sources, health, pools?.map(({ id }) => id).sort()]);
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPlainObject);
}

function invalid(origin: string, found: string): HeadgateError {
  return new HeadgateError(
    'plan-invalid',
    `cannot use the plan in ${origin}: found ${found}, expected the result of headgate pools migrate --plan --format json`,
  );
}
