// Warnings of a verification and a restoration: parts of the backup that no policy can report, and policies that do not count.
import { printPlural } from '../../base/index.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { UncoveredEvents } from '../coverage/uncovered-events.ts';
import { ignoredPolicies } from '../plan/ignored-policies.ts';
import { readLegacyPool } from '../pool/legacy-pool.ts';
import { printNames } from '../pool/print-names.ts';
import type { BackedUpPool } from './backed-up-pools.ts';

/** Complete sentences, at most one of each kind. @param uncovered alerts of the backup that no policy reports */
export function backupWarnings(
  pools: readonly BackedUpPool[],
  uncovered: readonly UncoveredEvents[],
  coverage: Coverage,
): string[] {
  return [...aboutProblems(pools), ...aboutIgnored(uncovered, coverage)];
}

/** Pools that were cleared although a part of their recipients or filter could not be interpreted. */
function aboutProblems(pools: readonly BackedUpPool[]): string[] {
  const cleared = pools.filter(
    ({ legacy, current }) => legacy.problems.length > 0 && readLegacyPool(current) === undefined,
  );
  if (cleared.length === 0) return [];
  const names = printNames(cleared.map(({ legacy }) => legacy.name));
  const have = cleared.length === 1 ? 'has' : 'have';
  return [
    `${printPlural(cleared.length, 'pool')} in the backup ${have} problems, and only the valid addresses are compared: ${names}. The first problem: ${cleared[0]!.legacy.problems[0]!}`,
  ];
}

/** Policies that would report uncovered alerts if they counted. */
function aboutIgnored(uncovered: readonly UncoveredEvents[], coverage: Coverage): string[] {
  const [first, ...others] = ignoredPolicies(uncovered, coverage);
  if (first === undefined) return [];
  const also =
    others.length === 1
      ? 'nor does 1 other policy'
      : `nor do ${printPlural(others.length, 'other policy', 'other policies')}`;
  return [
    `Policy ${JSON.stringify(first.name)} ${first.reason} and does not count${others.length === 0 ? '' : `, ${also}`}.`,
  ];
}
