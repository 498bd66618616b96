// The shapes of `fields plan` and `fields apply`.
import { z } from 'zod';
import { loggedKey } from '../parts/scan.ts';
import { fieldArray, limitsName, rulesetProblem } from './custom-fields.ts';

const fieldChange = z.object({
  kind: z.enum(['add', 'remove', 'move', 'change']),
  name: z.string(),
  from: fieldArray.exactOptional(),
  to: fieldArray.exactOptional(),
  detail: z.string().exactOptional(),
});

const jobFields = z.object({
  id: z.number(),
  name: z.string(),
  listed: z.array(loggedKey),
  missing: z.array(loggedKey),
  unfilled: z.array(loggedKey),
});

const rulesetPlan = z.object({
  action: z.enum(['none', 'create', 'update']),
  zone: z.string(),
  version: z.string().optional(),
  fields: z.number(),
  changes: z.array(fieldChange),
  others: z.array(z.string()),
  jobs: z.array(jobFields).optional(),
  warnings: z.array(z.string()),
  problems: z.array(z.string()),
});

export const fieldsPlan = z.object({
  version: z.literal(1),
  zoneId: z.string(),
  limits: limitsName,
  plan: rulesetPlan,
  rulesetWarnings: z.array(rulesetProblem),
  isPending: z.boolean(),
  isApplicable: z.boolean(),
});

export const fieldsApplied = z.object({
  version: z.literal(1),
  plan: fieldsPlan,
  outcome: z.enum(['failed', 'applied', 'nothing', 'refused', 'declined', 'interrupted']),
  state: z.enum(['changed', 'unknown', 'new', 'old', 'incomplete']),
  reason: z.string().exactOptional(),
  remaining: z.array(z.string()).exactOptional(),
  changedByOthers: z.array(z.string()).exactOptional(),
  undoFile: z.string().exactOptional(),
  undoLimits: limitsName.nullable().exactOptional(),
});
