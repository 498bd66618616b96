// The transformers of the account, with all versions of their SQL. Each change is one transaction. Checks nothing: src/sandbox/api does.
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './in-transaction.ts';

/** A transformer with its latest SQL. Times are RFC 3339. */
export interface StoredTransformer {
  readonly id: number;
  readonly name: string;
  /** Empty: none. */
  readonly description: string;
  readonly dataset: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly code: string;
}

/** What a request writes. */
export interface TransformerChange extends Pick<StoredTransformer, 'name' | 'description'> {
  /** Undefined: the SQL stays, and there is no new version. */
  readonly sql?: Pick<StoredTransformer, 'code' | 'dataset'>;
}

/** A version of the SQL. Ids are those of all versions of the account; versions count from 1. */
export interface StoredVersion {
  readonly id: number;
  readonly version: number;
  readonly created_at: string;
}

/** Transformers by id, which is a positive integer and never used twice. */
export interface TransformerStore {
  /** In the order of creation. */
  list(): StoredTransformer[];
  get(id: number): StoredTransformer | undefined;
  create(change: Required<TransformerChange>, now: string): StoredTransformer;
  /** @returns undefined if there is no such transformer */
  update(id: number, change: TransformerChange, now: string): StoredTransformer | undefined;
  delete(id: number): void;
  /** The newest first. */
  versions(id: number, most: number): StoredVersion[];
  /** @returns undefined if the transformer has no such version */
  codeOf(id: number, versionId: number): string | undefined;
}

/** Prepares the statements of {@link TransformerStore}. @param onChange called after each change of SQL */
export function createTransformerStore(db: DatabaseSync, onChange: () => void): TransformerStore {
  const columns = `t.id, name, description, dataset, t.created_at, updated_at, code FROM transformers t
    JOIN transformer_versions v ON v.transformer = t.id AND v.version = (SELECT max(version) FROM transformer_versions WHERE transformer = t.id)`;
  const list = db.prepare(`SELECT ${columns} ORDER BY t.id`);
  const get = db.prepare(`SELECT ${columns} WHERE t.id = ?`);
  const insert = db.prepare(
    'INSERT INTO transformers (name, description, dataset, created_at, updated_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
  );
  const update = db.prepare(
    'UPDATE transformers SET name = ?, description = ?, dataset = coalesce(?, dataset), updated_at = ? WHERE id = ?',
  );
  const addVersion = db.prepare(
    `INSERT INTO transformer_versions (transformer, version, created_at, code)
     SELECT ?1, coalesce(max(version), 0) + 1, ?2, ?3 FROM transformer_versions WHERE transformer = ?1`,
  );
  const removeVersions = db.prepare('DELETE FROM transformer_versions WHERE transformer = ?');
  const remove = db.prepare('DELETE FROM transformers WHERE id = ?');
  const versions = db.prepare(
    'SELECT id, version, created_at FROM transformer_versions WHERE transformer = ? ORDER BY version DESC LIMIT ?',
  );
  const codeOf = db.prepare('SELECT code FROM transformer_versions WHERE transformer = ? AND id = ?');

  const read = (id: number) => get.get(id) as unknown as StoredTransformer | undefined;
  /** The SQL of a transformer decides what its jobs push. */
  const change = <Result>(write: () => Result): Result => {
    const result = inTransaction(db, write);
    onChange();
    return result;
  };
  return {
    list: () => list.all() as unknown as StoredTransformer[],
    get: read,
    create: ({ name, description, sql }, now) =>
      change(() => {
        const { id } = insert.get(name, description, sql.dataset, now, now) as { id: number };
        addVersion.run(id, now, sql.code);
        return read(id)!;
      }),
    update: (id, { name, description, sql }, now) =>
      change(() => {
        if (update.run(name, description, sql?.dataset ?? null, now, id).changes === 0) return undefined;
        if (sql !== undefined) addVersion.run(id, now, sql.code);
        return read(id);
      }),
    delete: (id) =>
      change(() => {
        removeVersions.run(id);
        remove.run(id);
      }),
    versions: (id, most) => versions.all(id, most) as unknown as StoredVersion[],
    codeOf: (id, versionId) => (codeOf.get(id, versionId) as { code: string } | undefined)?.code,
  };
}
