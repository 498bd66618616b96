// The shape of `bench --format json`.
import { z } from 'zod';
import { detail } from '../parts/replay.ts';
import { linesTotal } from '../parts/scan.ts';

const clock = z.enum(['thread', 'process', 'wall']);

const measuredPart = z.object({
  objects: z.number(),
  objectsInAll: z.number(),
  bytesInAll: z.number(),
  bytes: z.number(),
  isCut: z.boolean(),
  damaged: z.number(),
  unreadable: z.number(),
  lines: linesTotal,
  rounds: z.number(),
});

const step = z.enum(['read', 'inflate', 'scan', 'fields', 'evaluate']);

const stepTime = z.object({
  step: step,
  seconds: z.number(),
  share: z.number(),
  bytesPerSecond: z.number().nullable(),
});

const kernelUse = z.enum(['on', 'off', 'beyond']);

const deferReason = z.enum([
  'undecided',
  'not-plain',
  'odd-key',
  'many-keys',
  'repeated-key',
  'deep-nesting',
  'escaped-value',
  'odd-value',
  'many-sets',
  'long',
  'cut-fields',
  'schema-mismatch',
  'near-limit',
  'examined',
  'sampled',
  'chunk-boundary',
  'not-ndjson',
]);

const deferredLines = z.object({
  kernel: kernelUse,
  lines: z.number(),
  reasons: z.array(z.object({ reason: deferReason, lines: z.number() })),
});

const filterSpeed = z.object({
  name: z.string(),
  filters: z.array(z.string().nullable()),
  spread: z.number(),
  split: z.array(stepTime),
  left: deferredLines,
  seconds: z.number(),
  linesPerSecond: z.number(),
  bytesPerSecond: z.number(),
  storedBytesPerSecond: z.number(),
});

const filterComparison = z.object({
  first: z.string(),
  second: z.string(),
  roundsToTell: z.number(),
  ratio: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  cheaper: z.enum(['first', 'second', 'neither']),
});

export const benchReport = z.object({
  version: z.literal(1),
  partial: z.boolean(),
  dataset: z.string(),
  detail: detail,
  clock: clock,
  machine: z.object({ node: z.string(), processor: z.string(), processors: z.number() }),
  measured: measuredPart,
  filters: z.array(filterSpeed),
  comparison: filterComparison.exactOptional(),
  whole: z
    .object({
      threads: z.number(),
      seconds: z.number(),
      runs: z.number(),
      objects: z.number(),
      bytes: z.number(),
      lines: linesTotal,
      linesPerSecond: z.number(),
      bytesPerSecond: z.number(),
      storedBytesPerSecond: z.number(),
    })
    .exactOptional(),
});
