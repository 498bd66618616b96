// Which texts of SQL have the same tree.
import { expect, it } from 'vitest';
import { sqlKey } from '../../../src/language/transformer/index.ts';

it.each<[string, string, boolean]>([
  ['SELECT a FROM t', 'select  a\nfrom t -- comment\n;', true],
  ['SELECT a /* x */ FROM t', 'SELECT a FROM t', true],
  ['SELECT "a" FROM t', 'SELECT a FROM t', true],
  ["SELECT 'a' FROM t", "SELECT 'A' FROM t", false],
  ["SELECT '--a' FROM t", "SELECT '--b' FROM t", false],
  ["SELECT 'it''s' FROM t", "SELECT 'it' 's' FROM t", false],
  ['SELECT ab FROM t', 'SELECT a b FROM t', false],
  ['SELECT a<b FROM t', 'SELECT a < b FROM t', true],
  ['SELECT "a b" FROM t', 'SELECT a b FROM t', false],
  ['SELECT a + b FROM t', 'SELECT a - b FROM t', false],
  ['SELECT a FROM t WHERE a <> 1', 'SELECT a FROM t WHERE (a != 1)', true],
  ['SELECT CAST(a AS INT) b FROM t', 'SELECT a::int AS b FROM t', true],
  ['SELECT CAST(a AS INT) b FROM t', 'SELECT TRY_CAST(a AS INT) AS b FROM t', false],
  ['SELECT LOWER(a) b FROM t', 'SELECT lower(a) AS b FROM t', true],
  ['SELECT a FROM t WHERE a AND (b AND c)', 'SELECT a FROM t WHERE (a AND b) AND c', true],
  ['SELECT a FROM t WHERE a AND (b OR c)', 'SELECT a FROM t WHERE a AND b OR c', false],
  ['SELECT a - (b - c) d FROM t', 'SELECT a - b - c d FROM t', false],
  ['SELECT a FROM t WHERE a', 'SELECT a FROM t WHERE NOT a', false],
  ['WITH u AS (SELECT a FROM t) SELECT a FROM u', 'SELECT a FROM t', false],
])('%s and %s: %s', (a, b, isEqual) => {
  expect(sqlKey(a) !== undefined && sqlKey(a) === sqlKey(b)).toBe(isEqual);
});

it.each(['SELECT', 'SELECT a FROM t GROUP BY a', "SELECT 'a FROM t"])('%s has no tree to compare', (sql) => {
  expect(sqlKey(sql)).toBeUndefined();
});

it('compares SQL as long and as deep as transformers may be', () => {
  const deep = `SELECT ${'('.repeat(120)}a${')'.repeat(120)} b FROM t`;
  const long = `SELECT ${Array.from({ length: 900 }, () => 'a').join(' + ')} b FROM t`;
  expect(sqlKey(deep)).toBe(sqlKey('SELECT a b FROM t'));
  expect(sqlKey(long)).toBeDefined();
});
