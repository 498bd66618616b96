// Builds the ruleset of a proposal: the body of a request that writes it. `kind` and `phase` are absent, because the API rejects them in
// an update of an entry point: docs/platform.md, "Management API".
import { ACTION, EXPRESSION } from '../ruleset/rule-schema.ts';
import type { FieldArray } from '../ruleset/ruleset.ts';
import type { ProposedField } from './field-proposal.ts';

/** An entry of an array. */
interface ProposedEntry {
  name: string;
  preserve_duplicates?: true;
}

/** A ruleset as JSON. */
export interface ProposedRuleset {
  rules: {
    action: string;
    expression: string;
    description: string;
    enabled: boolean;
    action_parameters: Partial<Record<FieldArray, ProposedEntry[]>>;
  }[];
}

/** Returns the ruleset that logs the fields, most useful first in each array; null without fields, because a rule needs one. */
export function proposedRuleset(fields: readonly ProposedField[]): ProposedRuleset | null {
  if (fields.length === 0) return null;
  const action_parameters: Partial<Record<FieldArray, ProposedEntry[]>> = {};
  // In the order in which values count.
  for (const array of ['request_fields', 'response_fields', 'cookie_fields'] as const) {
    const entries = fields
      .filter((field) => field.array === array)
      .map(({ name, preserveDuplicates }) =>
        preserveDuplicates ? { name, preserve_duplicates: true as const } : { name },
      );
    if (entries.length > 0) action_parameters[array] = entries;
  }
  const description = 'Headers and cookies of recorded traffic';
  return { rules: [{ action: ACTION, expression: EXPRESSION, description, enabled: true, action_parameters }] };
}
