// The shape of `test --format json`.
import { z } from 'zod';
import { conditionCount } from '../parts/replay.ts';
import { conditionExplanation, groupExplanation } from './explain.ts';

const caseResult = z.object({
  name: z.string(),
  path: z.string(),
  line: z.number(),
  note: z.string().exactOptional(),
  expected: z.enum(['drop', 'keep', 'undecided']),
  found: z.enum(['drop', 'keep', 'undecided']),
  passed: z.boolean(),
  explanation: z.union([conditionExplanation, groupExplanation]).nullable().exactOptional(),
});

const coverageGoal = z.enum(['true', 'false', 'sole-blocker']);

const conditionCoverage = conditionCount.omit({ soleKeeper: true }).extend({
  missing: z.array(z.object({ goal: coverageGoal, advice: z.string() })),
});

const filterCoverage = z.object({
  goals: z.number(),
  covered: z.number(),
  share: z.number(),
  conditions: z.array(conditionCoverage),
});

const filterTest = z.object({
  name: z.string(),
  dataset: z.string(),
  filter: z.string().nullable(),
  nullAs: z.enum(['unknown', 'zero']),
  passed: z.number(),
  failed: z.number(),
  cases: z.array(caseResult),
  isDecided: z.boolean(),
  missingFields: z.array(z.string()),
  coverage: filterCoverage,
  isCovered: z.boolean(),
});

const suiteResult = z.object({ file: z.string(), tests: z.array(filterTest) });

export const testResult = z.object({
  version: z.literal(1),
  passed: z.boolean(),
  cases: z.object({ passed: z.number(), failed: z.number() }),
  minCoverage: z.number().nullable(),
  suites: z.array(suiteResult),
});
