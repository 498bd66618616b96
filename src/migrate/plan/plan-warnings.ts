// Warnings of a plan: what is legal, but probably not intended. At most one sentence of each kind, with counts.
import type { ApiPool } from '../../api/index.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { LegacyPool } from '../pool/legacy-pool.ts';

/** What warnings are computed from. */
export interface WarningRequest {
  readonly pools: readonly ApiPool[];
  /** Pools that are to be cleared, in ascending order of name. */
  readonly migrated: readonly LegacyPool[];
  readonly webhooks: readonly string[];
  readonly coverage: Coverage;
}

/** Complete sentences. */
export function planWarnings(_: WarningRequest): string[] {
  return [];
}
