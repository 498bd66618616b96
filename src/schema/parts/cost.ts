// Rates and costs in reports.
import { z } from 'zod';
import { lineTotal } from './scan.ts';

export const estimated = z.object({ value: z.number(), low: z.number(), high: z.number() });

export const periodRate = z.object({ lines: estimated, bytes: estimated, stored: estimated.nullable() });

export const monthlyCost = z.object({ price: z.string(), amount: estimated });

export const costDifference = z.object({ lines: lineTotal, perMonth: periodRate, money: z.array(monthlyCost) });

export const coveredHours = z.object({
  since: z.string(),
  until: z.string(),
  hours: z.number(),
  missing: z.array(z.object({ since: z.string(), until: z.string() })),
});

export const storedSampling = z.object({ exact: z.boolean(), runs: z.number(), lines: z.number(), bytes: z.number() });

export const jobCost = z.object({
  name: z.string(),
  perDay: periodRate,
  perMonth: periodRate,
  money: z.array(monthlyCost),
});

export const costReport = z.object({
  covered: coveredHours,
  sampleRate: z.number(),
  stored: storedSampling.nullable(),
  all: jobCost,
  jobs: z.array(jobCost),
});
