// The destinations whose ownership a zone or an account has proven, and until when.
import type { DatabaseSync } from 'node:sqlite';

/** Proven destinations. A scope is `zone` or `account`; a destination is the identity of its writer. */
export interface OwnershipStore {
  /** @param nowMs milliseconds since 1970 */
  isProven(scope: string, destination: string, nowMs: number): boolean;
  /** Keeps the later of two ends. @param untilMs milliseconds since 1970 */
  prove(scope: string, destination: string, untilMs: number): void;
}

/** Prepares the statements of {@link OwnershipStore}. */
export function createOwnershipStore(db: DatabaseSync): OwnershipStore {
  const read = db.prepare('SELECT 1 FROM ownership WHERE scope = ? AND destination = ? AND until > ?');
  const write = db.prepare(
    `INSERT INTO ownership (scope, destination, until) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET until = max(until, excluded.until)`,
  );
  return {
    isProven: (scope, destination, nowMs) => read.get(scope, destination, Math.floor(nowMs)) !== undefined,
    prove: (scope, destination, untilMs) => void write.run(scope, destination, Math.floor(untilMs)),
  };
}
