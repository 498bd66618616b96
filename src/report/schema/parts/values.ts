// The values of fields in sets of lines.
import { z } from 'zod';

export const distinguishingValue = z.object({
  field: z.string(),
  test: z.enum(['equals', 'startsWith', 'contains', 'atLeast', 'below']),
  value: z.string(),
  share: z.number(),
  shareError: z.number(),
  shareOfAll: z.number(),
  shareOfAllError: z.number(),
});

const absent = z.object({ nearest: z.string().nullable() });

export const fieldValues = z.object({
  field: z.string(),
  values: z.array(distinguishingValue),
  rest: z.number(),
  absent: absent.exactOptional(),
});

const valueWeight = z.object({ lines: z.number(), bytes: z.number(), share: z.number(), shareError: z.number() });

export const weighedValues = z.object({
  examined: z.number(),
  fields: z.array(
    z.object({
      field: z.string(),
      values: z.array(valueWeight.extend({ value: z.string() })),
      rest: valueWeight,
      absent: absent.exactOptional(),
    }),
  ),
});

export const listedValues = z.object({ examined: z.number(), fields: z.array(fieldValues) });
