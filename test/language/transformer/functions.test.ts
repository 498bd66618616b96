// Every function and operator, row by row; and the documented examples where they are at hand, those on which pages and code disagree by name.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FUNCTION_GROUPS, readTransformer } from '../../../src/language/transformer/index.ts';
import { FUNCTION_ROWS } from '../../cases/transformer/functions.ts';

const DOCUMENTED = resolve(import.meta.dirname, '../../../../shared/fixtures/transformer-functions.json');

/** Evaluates an expression of constants. */
function evaluated(expression: string): string {
  const isUnnest = expression.startsWith('UNNEST');
  const { transformer, problems } = readTransformer(
    `SELECT ${isUnnest ? expression : `(${expression})`} AS v FROM http_requests`,
  );
  if (transformer === undefined) return problems.map(({ message }) => message).join('\n');
  const result = transformer.evaluate(new Map());
  if (result.outcome === 'failing') return `!${result.failure.cause}`;
  if (result.outcome === 'undecided') return `?${result.reason.choice}`;
  if (result.outcome === 'dropped') return 'dropped';
  const values = result.rows.map((row) => transformer.printRow(row).slice('{"v":'.length, -1));
  return values.length === 1 ? values[0]! : `[${values.join(',')}]`;
}

describe.each(Object.entries(FUNCTION_ROWS))('%s', (_, rows) => {
  it.each(rows)('%s is %s', (expression, expected) => {
    expect(evaluated(expression)).toBe(expected);
  });
});

it('has a row for every function, but for those whose values differ from run to run', () => {
  const written = Object.values(FUNCTION_ROWS)
    .flatMap((rows) => rows.map(([expression]) => expression.toLowerCase()))
    .join('\n');
  const missing = Object.values(FUNCTION_GROUPS)
    .flat()
    .filter(({ names }) => !names.some((name) => new RegExp(`\\b${name}\\(`).test(written)))
    .map(({ names }) => names[0]);
  expect(missing).toEqual(['random', 'now']);
});

/** Examples whose documented result is not ours, with the reason. */
const CONFLICTS: Readonly<Record<string, string>> = {
  'SELECT empty([1])': 'false: the choice empty-boolean',
};

describe.skipIf(!existsSync(DOCUMENTED))('the documented examples', () => {
  const examples: { sql: string; expected: unknown; note?: string }[] = existsSync(DOCUMENTED)
    ? JSON.parse(readFileSync(DOCUMENTED, 'utf8'))
    : [];

  it.each(examples)('$sql', ({ sql, expected, note = '' }) => {
    const expression = sql.replace(/^SELECT /, '');
    const found = JSON.parse(
      evaluated(note.includes('hexadecimal') ? `encode(${expression}, 'hex')` : expression),
    ) as unknown;
    if (sql in CONFLICTS) {
      expect(found).not.toEqual(expected);
      return;
    }
    if (typeof expected === 'number') expect(found).toBeCloseTo(expected, 4);
    // The pages print timestamps as SQL clients do: without the Z of RFC 3339.
    else if (typeof expected === 'string' && /^\d{4}-\d\d-\d\dT[^+]*$/.test(expected))
      expect(found).toBe(`${expected}Z`);
    else expect(found).toEqual(expected);
  });
});
