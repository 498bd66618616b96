// Answers to questions about filters, and shortened filters, in `check --format json`.
import { z } from 'zod';
import { filterForms } from './filter-forms.ts';
import { witness } from './logic.ts';

const answer = z.enum(['proven', 'refuted', 'undecided']);
const domain = z.enum(['any', 'complete']);
const verdict = z.enum(['drop', 'keep', 'undecided']);

const filterOnWitness = z.object({
  verdict,
  conditions: z.array(z.object({ path: z.string(), text: z.string(), truth: z.enum(['true', 'false', 'unknown']) })),
});

export const filterProof = z.object({
  statement: z.enum(['implies', 'equals']),
  from: z.string(),
  to: z.string(),
  answer,
  domain,
  witness: witness.extend({ fromFilter: filterOnWitness, toFilter: filterOnWitness }).exactOptional(),
  ofComplete: answer.exactOptional(),
  reason: z.string().exactOptional(),
});

const figure = z.object({ before: z.number(), after: z.number(), limit: z.number() });

export const filterShortening = z.object({
  filter: filterForms.nullable(),
  operators: figure,
  bytes: figure,
  meetsLimits: z.boolean(),
  steps: z.array(
    z.object({
      kind: z.enum([
        'flatten-groups',
        'merge-values',
        'merge-ranges',
        'remove-repeated',
        'remove-covered',
        'remove-never-true',
        'remove-always-true',
        'remove-values',
        'factor-out',
        'keep-every-line',
      ]),
      text: z.string(),
      domain,
      operators: z.number(),
      bytes: z.number(),
    }),
  ),
  domain,
  difference: witness.exactOptional(),
  keepsNone: z.boolean(),
  isStopped: z.boolean(),
});
