// The rulesets of the zone with all of their versions. Each change is one transaction and adds one version.
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './in-transaction.ts';
import type { RulesetHead, StoredRule, StoredRuleset } from './stored-ruleset.ts';

/** The part of a version that a change replaces. */
interface RulesetContent {
  readonly description: string;
  /** @param stamp time of the change: the `lastUpdated` of each rule that changed */
  rules(stamp: number): readonly StoredRule[];
}

/** Rulesets and their versions. A ruleset is known by its id; the current version is the latest. */
export interface RulesetStore {
  /** In the order of creation. @param after the place of the last ruleset of the page before; @returns up to `limit` with their places */
  page(after: number, limit: number): { place: number; ruleset: Omit<StoredRuleset, 'rules'> }[];
  get(id: string): StoredRuleset | undefined;
  /** The zone ruleset of a phase. */
  entryPoint(phase: string): StoredRuleset | undefined;
  /** In ascending order; empty if there is no such ruleset. */
  versions(id: string): StoredRuleset[];
  create(head: RulesetHead, content: RulesetContent): StoredRuleset;
  /** Adds a version. @returns undefined if there is no such ruleset */
  update(id: string, content: RulesetContent): StoredRuleset | undefined;
  /** Deletes all versions. @returns whether there was such a ruleset */
  delete(id: string): boolean;
  /** @returns whether there was such a version */
  deleteVersion(id: string, version: number): boolean;
}

type Row = RulesetHead & { seq: number; version: number; description: string; last_updated: number; rules: string };

const JOINED = `SELECT seq, id, name, kind, phase, version, description, last_updated, rules
  FROM rulesets JOIN ruleset_versions ON ruleset = seq`;
const LATEST = 'version = (SELECT max(version) FROM ruleset_versions WHERE ruleset = seq)';

/**
 * Prepares the statements of {@link RulesetStore}.
 * @param stamp time of a change; grows with each call
 * @param onChange called after each change
 */
export function createRulesetStore(db: DatabaseSync, stamp: () => number, onChange: () => void): RulesetStore {
  const page = db.prepare(`${JOINED} WHERE seq > ? AND ${LATEST} ORDER BY seq LIMIT ?`);
  const get = db.prepare(`${JOINED} WHERE id = ? AND ${LATEST}`);
  const entryPoint = db.prepare(`${JOINED} WHERE phase = ? AND kind = 'zone' AND ${LATEST}`);
  const versions = db.prepare(`${JOINED} WHERE id = ? ORDER BY version`);
  const insert = db.prepare('INSERT INTO rulesets (id, name, kind, phase) VALUES (?, ?, ?, ?) RETURNING seq');
  const addVersion = db.prepare(
    'INSERT INTO ruleset_versions (ruleset, version, description, last_updated, rules) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM rulesets WHERE id = ?');
  const removeVersion = db.prepare(
    'DELETE FROM ruleset_versions WHERE ruleset = (SELECT seq FROM rulesets WHERE id = ?) AND version = ?',
  );

  const store = (seq: number, version: number, content: RulesetContent): Omit<StoredRuleset, keyof RulesetHead> => {
    const lastUpdated = stamp();
    const rules = content.rules(lastUpdated);
    addVersion.run(seq, version, content.description, lastUpdated, JSON.stringify(rules));
    return { version, description: content.description, lastUpdated, rules };
  };
  return {
    page: (after, limit) =>
      page.all(after, limit).map((row) => ({ place: (row as unknown as Row).seq, ruleset: rulesetFrom(row) })),
    get: (id) => found(get.get(id)),
    entryPoint: (phase) => found(entryPoint.get(phase)),
    versions: (id) => versions.all(id).map(rulesetFrom),
    create: (head, content) => {
      const created = inTransaction(db, () => {
        const { seq } = insert.get(head.id, head.name, head.kind, head.phase) as { seq: number };
        return { ...head, ...store(seq, 1, content) };
      });
      onChange();
      return created;
    },
    update: (id, content) => {
      const row = get.get(id) as unknown as Row | undefined;
      if (row === undefined) return undefined;
      const { name, kind, phase } = row;
      const updated = { id, name, kind, phase, ...store(row.seq, row.version + 1, content) };
      onChange();
      return updated;
    },
    delete: (id) => {
      const { changes } = remove.run(id);
      if (changes > 0) onChange();
      return changes > 0;
    },
    deleteVersion: (id, version) => removeVersion.run(id, version).changes > 0,
  };
}

function found(row: unknown): StoredRuleset | undefined {
  return row === undefined ? undefined : rulesetFrom(row);
}

function rulesetFrom(row: unknown): StoredRuleset {
  const { id, name, kind, phase, version, description, last_updated, rules } = row as Row;
  const parsed = JSON.parse(rules) as StoredRule[];
  return { id, name, kind, phase, version, description, lastUpdated: last_updated, rules: parsed };
}
