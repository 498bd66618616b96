// A ruleset as it is stored, and as the API returns it. Checks nothing: src/sandbox/api does.
import { printMicroseconds } from './service-time.ts';

/** One rule. Its definition holds the keys of the API other than those below. */
export interface StoredRule {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly version: number;
  /** Microseconds since 1970. */
  readonly lastUpdated: number;
  /** The name that clients give a rule; its id by default. */
  readonly ref: string;
  readonly definition: RuleDefinition;
}

/** What a rule does, in the words of the API. */
export interface RuleDefinition {
  readonly action: string;
  readonly expression: string;
  readonly enabled: boolean;
  readonly [key: string]: unknown;
}

/** What never changes in a ruleset. */
export interface RulesetHead {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly phase: string;
}

/** One version of a ruleset. */
export interface StoredRuleset extends RulesetHead {
  readonly version: number;
  readonly description: string;
  /** Microseconds since 1970. */
  readonly lastUpdated: number;
  readonly rules: readonly StoredRule[];
}

/** A ruleset as lists contain it: without `rules`. */
export function presentHead({
  id,
  name,
  description,
  kind,
  version,
  lastUpdated,
  phase,
}: Omit<StoredRuleset, 'rules'>) {
  const last_updated = printMicroseconds(lastUpdated);
  return { id, name, description, kind, version: String(version), last_updated, phase };
}

/** A ruleset as the API returns it. */
export function presentRuleset(ruleset: StoredRuleset) {
  const { last_updated, phase, ...head } = presentHead(ruleset);
  return { ...head, rules: ruleset.rules.map(presentRule), last_updated, phase };
}

function presentRule({ id, version, lastUpdated, ref, definition }: StoredRule) {
  const { action, expression, enabled, ...rest } = definition;
  return {
    id,
    version: String(version),
    action,
    expression,
    ...rest,
    last_updated: printMicroseconds(lastUpdated),
    ref,
    enabled,
  };
}
