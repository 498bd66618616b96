// The load-balancer pools of the account, in ascending order of name. Each change is one transaction.
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../in-transaction.ts';
import { bodyOf } from './object-store.ts';
import type { StoredPool } from './stored-alerting.ts';

/** A part of the pools. */
export interface PoolSelection {
  /** Only the pools of this monitor. */
  readonly monitor?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Pools by id, in ascending order of name; two of the same name in that of their ids. */
export interface PoolStore {
  list(): StoredPool[];
  page(selection: PoolSelection): StoredPool[];
  get(id: string): StoredPool | undefined;
  /** More than one only if they were added with the same name. */
  named(name: string): StoredPool[];
  /** @param monitor only the pools of this monitor */
  count(monitor?: string): number;
  /** Adds a pool, or replaces the one with its id. */
  put(pool: StoredPool): void;
  /** As {@link put}, for all or none. */
  putAll(pools: readonly StoredPool[]): void;
  /** @returns whether there was such a pool */
  delete(id: string): boolean;
}

/** Prepares the statements of {@link PoolStore}. */
export function createPoolStore(db: DatabaseSync): PoolStore {
  const list = db.prepare('SELECT body FROM pools ORDER BY name, id');
  const page = db.prepare('SELECT body FROM pools ORDER BY name, id LIMIT ? OFFSET ?');
  const pageOf = db.prepare('SELECT body FROM pools WHERE monitor = ? ORDER BY name, id LIMIT ? OFFSET ?');
  const get = db.prepare('SELECT body FROM pools WHERE id = ?');
  const named = db.prepare('SELECT body FROM pools WHERE name = ? ORDER BY id');
  const count = db.prepare('SELECT count(*) AS found FROM pools');
  const countOf = db.prepare('SELECT count(*) AS found FROM pools WHERE monitor = ?');
  const put = db.prepare(
    `INSERT INTO pools (id, name, monitor, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, monitor = excluded.monitor, body = excluded.body`,
  );
  const remove = db.prepare('DELETE FROM pools WHERE id = ?');
  const putOne = (pool: StoredPool): void => {
    const monitor = typeof pool.monitor === 'string' ? pool.monitor : null;
    put.run(pool.id, pool.name, monitor, JSON.stringify(pool));
  };
  return {
    list: () => list.all().map((row) => bodyOf<StoredPool>(row)),
    page: ({ monitor, offset, limit }) => {
      const rows = monitor === undefined ? page.all(limit, offset) : pageOf.all(monitor, limit, offset);
      return rows.map((row) => bodyOf<StoredPool>(row));
    },
    get: (id) => {
      const row = get.get(id);
      return row === undefined ? undefined : bodyOf<StoredPool>(row);
    },
    named: (name) => named.all(name).map((row) => bodyOf<StoredPool>(row)),
    count: (monitor) => {
      const row = monitor === undefined ? count.get() : countOf.get(monitor);
      return (row as { found: number }).found;
    },
    put: putOne,
    putAll: (pools) => inTransaction(db, () => pools.forEach(putOne)),
    delete: (id) => remove.run(id).changes > 0,
  };
}
