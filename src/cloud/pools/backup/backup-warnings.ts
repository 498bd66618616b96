// Warnings of a verification and a restoration: parts of the backup that no policy can report, and policies that do not count.
import { printPlural } from '../../../base/index.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { UncoveredEvents } from '../coverage/uncovered-events.ts';
import type { IgnoredPolicy } from '../migration.ts';
import { ignoredPolicies } from '../plan/ignored-policies.ts';
import { countEvents } from '../pool/event-mask.ts';
import { readLegacyPool } from '../pool/legacy-pool.ts';
import { printNames } from '../pool/print-names.ts';
import type { BackedUpPool } from './backed-up-pools.ts';

/** Complete sentences, the causes of a loss first. @param uncovered alerts of the backup that no policy reports */
export function backupWarnings(
  pools: readonly BackedUpPool[],
  uncovered: readonly UncoveredEvents[],
  coverage: Coverage,
): string[] {
  return [...aboutIgnored(uncovered, coverage), ...aboutProblems(pools)];
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

/** Most policies that are named one by one. */
const MAX_NAMED = 5;

/** Policies that would report uncovered alerts if they counted: the cause of a loss, so each has a sentence of its own. */
function aboutIgnored(uncovered: readonly UncoveredEvents[], coverage: Coverage): string[] {
  const ignored = ignoredPolicies(uncovered, coverage)
    .map((policy) => ({ policy, alerts: wouldReport(policy, uncovered, coverage) }))
    .sort((a, b) => b.alerts - a.alerts);
  const sentences = ignored.slice(0, MAX_NAMED).map(({ policy: { id, name, reason }, alerts }) => {
    const would = `would cover ${printPlural(alerts, 'uncovered alert')} of the backup`;
    const advice =
      reason === 'is disabled'
        ? 'Enable it instead of creating another policy, which would send each alert twice once this one is enabled'
        : 'Correct it, or create another policy with --restore';
    return `Policy ${JSON.stringify(name)} (id ${id}) ${reason} and does not count; it ${would}. ${advice}.`;
  });
  const more = ignored.length - sentences.length;
  return more === 0
    ? sentences
    : [...sentences, `${printPlural(more, 'more policy does', 'more policies do')} not count and would cover some.`];
}

function wouldReport({ id }: IgnoredPolicy, uncovered: readonly UncoveredEvents[], coverage: Coverage): number {
  const scope = coverage.ignored.find((one) => one.id === id)!;
  return uncovered
    .filter(({ pool, recipient }) => scope.recipients.has(recipient) && (scope.pools?.has(pool.id) ?? true))
    .reduce((sum, { events }) => sum + countEvents(events & scope.events), 0);
}
