// Converts the schema of a report to JSON Schema, in the draft 2020-12.
import { z } from 'zod';
import * as cost from './parts/cost.ts';
import * as filter from './parts/filter.ts';
import * as guard from './parts/guard.ts';
import * as logic from './parts/logic.ts';
import * as replay from './parts/replay.ts';
import * as scan from './parts/scan.ts';
import type { ReportSchema } from './report-schemas.ts';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Converts the schema of a file that people write; unknown keys are errors, as in headgate. */
export function fileSchemaOf({ title, schema }: { title: string; schema: z.ZodType }): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { $schema, title, ...rest };
}

/** Names shared shapes: `#/$defs/jobReport`. */
const named = z.registry<{ id: string }>();
for (const part of [cost, filter, guard, logic, replay, scan]) {
  for (const [id, schema] of Object.entries(part)) named.add(schema, { id });
}

/**
 * Converts a schema. A later release may add keys to a report of the same version, so the published schema allows others.
 * @param isClosed whether to allow only the known keys. @default false
 */
export function jsonSchemaOf({ command, schema }: ReportSchema, isClosed = false): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: isClosed ? 'output' : 'input', metadata: named });
  const title = command.startsWith('--') ? `headgate … ${command} --format json` : `headgate ${command} --format json`;
  return { $schema, title, ...rest };
}
