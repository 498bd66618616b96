// Policies that look as if they made new ones unnecessary, and do not count.
import type { Coverage } from '../coverage/coverage.ts';
import type { UncoveredEvents } from '../coverage/uncovered-events.ts';
import type { IgnoredPolicy } from '../migration.ts';
import { NO_EVENTS } from '../pool/event-mask.ts';

/** The policies that would report an uncovered alert if they counted, in ascending order of name. */
export function ignoredPolicies(uncovered: readonly UncoveredEvents[], coverage: Coverage): IgnoredPolicy[] {
  const byRecipient = Map.groupBy(uncovered, ({ recipient }) => recipient);
  return coverage.ignored
    .filter((scope) =>
      [...scope.recipients].some((recipient) =>
        byRecipient
          .get(recipient)
          ?.some(({ pool, events }) => (scope.events & events) !== NO_EVENTS && (scope.pools?.has(pool.id) ?? true)),
      ),
    )
    .map(({ id, name, reason }) => ({ id, name, reason: reason! }));
}
