// Rates and costs in reports.
import { z } from 'zod';

export const missingTime = z.object({ since: z.string(), until: z.string() });

export const coveredHours = z.object({
  since: z.string(),
  until: z.string(),
  hours: z.number(),
  missing: z.array(missingTime),
  edgesUnknown: z.boolean(),
});

export const storedSampling = z.object({ exact: z.boolean(), runs: z.number(), lines: z.number(), bytes: z.number() });

export const estimated = z.object({ value: z.number(), low: z.number(), high: z.number() });

export const pushedLines = z.object({ lines: estimated, bytes: estimated.nullable() });

export const pushSettings = z.object({
  enabled: z.boolean(),
  sampleRate: z.number(),
  changesBytes: z.boolean(),
  lastError: z.string().nullable(),
  errorMessage: z.string().nullable(),
});

/** What a report states about the job of a filter. */
export const pushReport = {
  push: pushSettings.exactOptional(),
  pushed: pushedLines.exactOptional(),
  remarks: z.array(z.string()).exactOptional(),
};

export const periodRate = z.object({ lines: estimated, bytes: estimated.nullable(), stored: estimated.nullable() });

const costCase = z.object({
  included: z.enum(['used', 'left']).exactOptional(),
  destination: z.enum(['external', 'internal']).exactOptional(),
  amount: estimated,
});

export const monthlyCost = z.object({
  price: z.string(),
  currency: z.string().nullable(),
  amount: estimated.nullable(),
  cases: z.array(costCase).exactOptional(),
});

const billed = z.object({ as: z.array(z.enum(['internal', 'external', 'trace-events'])), isShared: z.boolean() });

const priceListTerms = z.object({
  price: z.string(),
  title: z.string(),
  asOf: z.string(),
  source: z.string(),
  otherUsage: z.record(z.string(), z.number()),
});

export const jobCost = z.object({
  name: z.string(),
  perDay: periodRate,
  perMonth: periodRate,
  money: z.array(monthlyCost),
  billed: billed.exactOptional(),
  saves: z.array(monthlyCost).exactOptional(),
});

export const costReport = z.object({
  covered: coveredHours,
  sampleRate: z.number(),
  stored: storedSampling.nullable(),
  all: jobCost,
  jobs: z.array(jobCost),
  together: z.array(monthlyCost).exactOptional(),
  priceLists: z.array(priceListTerms).exactOptional(),
});

export const costDifference = z.object({ perDay: periodRate, perMonth: periodRate, money: z.array(monthlyCost) });
