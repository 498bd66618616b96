// The shapes of `pools migrate`.
import { z } from 'zod';

export const health = z.enum(['Healthy', 'Unhealthy']);

const plannedPool = z.object({
  notificationEmail: z.string(),
  emails: z.array(z.string()),
  events: z.object({ pool: z.array(health), origin: z.array(health) }),
  problems: z.array(z.string()),
  action: z.enum(['keep', 'clear']),
  id: z.string(),
  name: z.string(),
});

const eventSource = z.enum(['pool', 'origin']);

const poolName = z.object({ id: z.string(), name: z.string() });

const plannedPolicy = z.object({
  name: z.string(),
  emails: z.array(z.string()),
  webhooks: z.array(z.string()),
  sources: z.array(eventSource),
  health: z.array(health),
  pools: z.array(poolName),
});

const usedPolicy = z.object({ id: z.string(), name: z.string(), pools: z.array(poolName) });

const ignoredPolicy = z.object({ id: z.string(), name: z.string(), reason: z.string() });

const applyCost = z.object({ requests: z.number(), waitMinutes: z.number() });

export const migrationPlan = z.object({
  version: z.literal(1),
  account: z.string(),
  poolCount: z.number(),
  pools: z.array(plannedPool),
  policies: z.array(plannedPolicy),
  used: z.array(usedPolicy),
  ignored: z.array(ignoredPolicy),
  warnings: z.array(z.string()),
  apply: applyCost,
  isPending: z.boolean(),
});

export const restorePlan = z.object({
  version: z.literal(1),
  account: z.string(),
  backup: z.string(),
  policies: z.array(plannedPolicy),
  alerts: z.number(),
  covered: z.number(),
  warnings: z.array(z.string()),
  isPending: z.boolean(),
});

const createdPolicy = z.object({ id: z.string(), name: z.string(), isEarlier: z.boolean() });

const remainingPool = z.object({ reason: z.string(), id: z.string(), name: z.string() });

export const migrationResult = z.object({
  version: z.literal(1),
  plan: z.union([migrationPlan, restorePlan]),
  outcome: z.enum(['failed', 'nothing', 'declined', 'interrupted', 'incomplete', 'done']),
  reason: z.string().exactOptional(),
  backup: z.string().optional(),
  created: z.array(createdPolicy),
  cleared: z.number(),
  remaining: z.array(remainingPool),
  changes: z.array(z.string()),
  requests: z.number(),
});

export const recipient = z.union([z.object({ email: z.string() }), z.object({ webhook: z.string() })]);

const alert = z.object({ pool: poolName, source: eventSource, health: health, recipient: recipient });

export const verification = z.object({
  version: z.literal(1),
  account: z.string(),
  backup: z.string(),
  poolCount: z.number(),
  remaining: z.array(remainingPool),
  alerts: z.number(),
  uncovered: z.array(alert),
  deleted: z.array(poolName),
  warnings: z.array(z.string()),
  isComplete: z.boolean(),
});
