// Warnings about parts of a backup that no policy can report.
import { printPlural } from '../../base/index.ts';
import { readLegacyPool } from '../pool/legacy-pool.ts';
import { printNames } from '../pool/print-names.ts';
import type { BackedUpPool } from './backed-up-pools.ts';

/** Complete sentences about pools that were cleared although a part of their recipients or filter could not be interpreted. */
export function backupWarnings(pools: readonly BackedUpPool[]): readonly string[] {
  const cleared = pools.filter(
    ({ legacy, current }) => legacy.problems.length > 0 && readLegacyPool(current) === undefined,
  );
  if (cleared.length === 0) return [];
  const names = printNames(cleared.map(({ legacy }) => legacy.name));
  const first = cleared[0]!.legacy.problems[0]!;
  return [
    `${printPlural(cleared.length, 'pool')} in the backup ${cleared.length === 1 ? 'has' : 'have'} problems, and only the valid addresses are compared: ${names}. The first problem: ${first}`,
  ];
}
