// The alerts that live policies report. Computed from policies and silences alone, and from nothing that a plan recorded.
import type { ApiPolicy, ApiSilence } from '../../api/index.ts';
import { byName } from '../pool/by-name.ts';
import { type EventMask, NO_EVENTS } from '../pool/event-mask.ts';
import type { RecipientKey } from '../pool/recipient-key.ts';
import { type PolicyScope, policyScope } from './policy-scope.ts';

/** The policies and silences of an account at a time. */
export interface LivePolicies {
  readonly policies: readonly ApiPolicy[];
  readonly silences: readonly ApiSilence[];
  /** Silences that end later count. */
  readonly now: Date;
}

interface RecipientCoverage {
  /** Of policies without a filter by pool. */
  everyPool: EventMask;
  readonly byPool: Map<string, EventMask>;
}

/** The alerts that live policies report. */
export class Coverage {
  /** Policies about the health of pools that count, in ascending order of name. */
  readonly counting: readonly PolicyScope[];
  /** Those that do not count, each with a reason. */
  readonly ignored: readonly PolicyScope[];
  readonly #byRecipient = new Map<RecipientKey, RecipientCoverage>();

  constructor({ policies, silences, now }: LivePolicies) {
    const scopes = policies.flatMap((policy) => policyScope(policy, silences, now) ?? []).sort(byName);
    this.counting = scopes.filter((scope) => scope.reason === undefined);
    this.ignored = scopes.filter((scope) => scope.reason !== undefined);
    for (const scope of this.counting) for (const recipient of scope.recipients) this.#add(recipient, scope);
  }

  /** The events of a pool that a recipient receives from at least one policy. */
  eventsFor(pool: string, recipient: RecipientKey): EventMask {
    const covered = this.#byRecipient.get(recipient);
    return covered === undefined ? NO_EVENTS : covered.everyPool | (covered.byPool.get(pool) ?? NO_EVENTS);
  }

  #add(recipient: RecipientKey, { events, pools }: PolicyScope): void {
    let covered = this.#byRecipient.get(recipient);
    if (covered === undefined) {
      covered = { everyPool: NO_EVENTS, byPool: new Map() };
      this.#byRecipient.set(recipient, covered);
    }
    if (pools === undefined) covered.everyPool |= events;
    else for (const pool of pools) covered.byPool.set(pool, (covered.byPool.get(pool) ?? NO_EVENTS) | events);
  }
}
