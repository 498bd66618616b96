// Prints lists of pools that may have thousands of entries: the number and the first names.
import { printCount, printPlural } from '../style.ts';

/** Names that are shown of a longer list. */
const SHOWN_NAMES = 5;

/** Prints the number and the names: `41: api-1, api-2, api-3, api-4, api-5 and 36 more`. */
export function printNames(pools: readonly { readonly name: string }[]): string {
  return `${printCount(pools.length)}: ${firstNames(pools)}`;
}

/** Prints pools as the subject of a sentence: `api-1 has`, `41 pools (api-1, … and 36 more) have`. @param verb of one pool and of several */
export function printSubject(pools: readonly { readonly name: string }[], [one, several]: [string, string]): string {
  if (pools.length === 1) return `${pools[0]!.name} ${one}`;
  return `${printPlural(pools.length, 'pool')} (${firstNames(pools)}) ${several}`;
}

function firstNames(pools: readonly { readonly name: string }[]): string {
  // `and 1 more` is no shorter than a name.
  const shown = pools.length <= SHOWN_NAMES + 1 ? pools : pools.slice(0, SHOWN_NAMES);
  const more = pools.length - shown.length;
  const names = shown.map(({ name }) => name).join(', ');
  return more === 0 ? names : `${names} and ${printCount(more)} more`;
}
