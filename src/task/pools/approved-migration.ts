// Parses a plan of a migration that was approved before, such as in a pull request.
import { z } from 'zod';
import { HeadgateError } from '../../base/index.ts';
import type { MigrationPlan } from '../../migrate/index.ts';

const text = z.string();
const named = z.object({ id: text, name: text });
const healths = z.array(z.enum(['Unhealthy', 'Healthy']));
const planSchema = z.object({
  version: z.literal(1),
  account: text,
  poolCount: z.number(),
  pools: z.array(
    z.object({
      ...named.shape,
      notificationEmail: text,
      emails: z.array(text),
      events: z.object({ pool: healths, origin: healths }),
      problems: z.array(text),
      action: z.enum(['clear', 'keep']),
    }),
  ),
  policies: z.array(
    z.object({
      name: text,
      emails: z.array(text),
      webhooks: z.array(text),
      sources: z.array(z.enum(['pool', 'origin'])),
      health: healths,
      pools: z.array(named),
    }),
  ),
  used: z.array(z.object({ ...named.shape, pools: z.array(named) })),
  ignored: z.array(z.object({ ...named.shape, reason: text })),
  warnings: z.array(text),
  isPending: z.boolean(),
});

/**
 * Parses the result of `pools migrate --dry-run`.
 * @param origin the file's name in messages
 * @throws HeadgateError `plan-invalid`
 */
export function parseApprovedMigration(json: string, origin: string): MigrationPlan {
  const fail = (found: string): HeadgateError =>
    new HeadgateError(
      'plan-invalid',
      `cannot use the plan in ${origin}: found ${found}, expected the result of headgate pools migrate --dry-run`,
    );
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw fail('invalid JSON');
  }
  const parsed = planSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]!.path.map(String).join('.');
  throw fail(place === '' ? 'another document' : `a document with another ${place}`);
}
