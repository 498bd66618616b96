// Objects of the API by id, in the order of their creation. One table for each kind. Each change is one transaction.
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../in-transaction.ts';

/** Tables of {@link ObjectStore}. */
type ObjectTable = 'policies' | 'webhooks' | 'silences' | 'history' | 'outbox';

/** A part of the objects. */
interface ObjectPage<Stored> {
  readonly objects: readonly Stored[];
  /** Place of the last of them; undefined if no further object follows. */
  readonly last: number | undefined;
}

/** Objects by id. */
export interface ObjectStore<Stored extends { readonly id: string }> {
  /** In the order of creation. */
  list(): Stored[];
  get(id: string): Stored | undefined;
  count(): number;
  /** Returns the objects after a place, in the order of creation. @param after `last` of an earlier page; 0 for the first page */
  page(after: number, limit: number): ObjectPage<Stored>;
  /** Deletes all but the objects that were created last. */
  keepLatest(most: number): void;
  /** Adds an object, or replaces the one with its id. */
  put(object: Stored): void;
  /** As {@link put}, for all or none. */
  putAll(objects: readonly Stored[]): void;
  /** @returns whether there was such an object */
  delete(id: string): boolean;
}

/** Prepares the statements of {@link ObjectStore}. */
export function createObjectStore<Stored extends { readonly id: string }>(
  db: DatabaseSync,
  table: ObjectTable,
): ObjectStore<Stored> {
  const list = db.prepare(`SELECT body FROM ${table} ORDER BY seq`);
  const get = db.prepare(`SELECT body FROM ${table} WHERE id = ?`);
  const count = db.prepare(`SELECT count(*) AS found FROM ${table}`);
  const page = db.prepare(`SELECT seq, body FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ?`);
  const drop = db.prepare(`DELETE FROM ${table} WHERE seq <= (SELECT max(seq) FROM ${table}) - ?`);
  const put = db.prepare(
    `INSERT INTO ${table} (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
  );
  const remove = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  const putOne = (object: Stored): void => void put.run(object.id, JSON.stringify(object));
  return {
    list: () => list.all().map((row) => bodyOf<Stored>(row)),
    get: (id) => {
      const row = get.get(id);
      return row === undefined ? undefined : bodyOf<Stored>(row);
    },
    count: () => (count.get() as { found: number }).found,
    page: (after, limit) => {
      // One more than asked for shows whether any follows.
      const rows = page.all(after, limit + 1) as { seq: number; body: string }[];
      const objects = rows.slice(0, limit).map((row) => bodyOf<Stored>(row));
      return { objects, last: rows.length > limit ? rows[limit - 1]!.seq : undefined };
    },
    keepLatest: (most) => void drop.run(most),
    put: putOne,
    putAll: (objects) => inTransaction(db, () => objects.forEach(putOne)),
    delete: (id) => remove.run(id).changes > 0,
  };
}

/** Parses the `body` of a row. */
export function bodyOf<Stored>(row: unknown): Stored {
  return JSON.parse((row as { body: string }).body) as Stored;
}
