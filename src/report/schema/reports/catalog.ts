// The shapes of `datasets` and `fields list`.
import { z } from 'zod';
import { scope } from '../parts/scan.ts';

const listedField = z.object({
  dataset: z.string(),
  name: z.string(),
  type: z.enum([
    'string',
    'object',
    'unknown',
    'int',
    'bool',
    'float',
    'timestamp',
    'array[string]',
    'array[int]',
    'array[object]',
  ]),
  operators: z.array(z.string()),
  expressionOperators: z.array(z.string()),
  isUndocumented: z.literal(true).exactOptional(),
  isEventTime: z.literal(true).exactOptional(),
  isDeprecated: z.literal(true).exactOptional(),
  isUnfilterable: z.literal(true).exactOptional(),
  hasCustomFields: z.literal(true).exactOptional(),
  removed: z.object({ date: z.string().exactOptional(), replacedBy: z.string().exactOptional() }).exactOptional(),
});

export const fieldList = z.object({
  version: z.literal(1),
  datasets: z.array(z.string()),
  fields: z.array(listedField),
});

const listedDataset = z.object({
  name: z.string(),
  scopes: z.array(scope),
  fields: z.number(),
  eventTimeField: z.string(),
});

export const datasetList = z.object({ version: z.literal(1), datasets: z.array(listedDataset) });
