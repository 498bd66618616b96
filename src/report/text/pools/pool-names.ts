// Prints pools by the number and the first names, since there may be thousands.
import { printPlural } from '../../../base/index.ts';
import type { PoolName } from '../../../cloud/pools/index.ts';
import { paint, type Style, wrap } from '../style.ts';
import { printNames } from './event-words.ts';

const INDENT = '    ';
/** Minimum width of the names. Columns. */
const LEAST_COLUMNS = 24;

/** Prints the number and the names below what they belong to: `41 pools: api-1, api-2 and 39 more`. */
export function printPools(pools: readonly PoolName[], style: Style): string[] {
  const text = `${printPlural(pools.length, 'pool')}: ${namesOf(pools)}`;
  const lines = wrap(text, Math.max(LEAST_COLUMNS, style.width - INDENT.length));
  return lines.map((line) => `${INDENT}${paint(style, 'dim', line)}`);
}

/** Prints pools as the subject of a sentence: `api-1 has`, `41 pools (api-1, api-2 and 39 more) have`. @param verb of one pool and of several */
export function printSubject(pools: readonly PoolName[], [one, several]: [string, string]): string {
  if (pools.length === 1) return `${pools[0]!.name} ${one}`;
  return `${printPlural(pools.length, 'pool')} (${namesOf(pools)}) ${several}`;
}

function namesOf(pools: readonly PoolName[]): string {
  return printNames(pools.map(({ name }) => name));
}
