// The custom fields of a sandbox's zone, read and written directly, and requests to plan and apply them.
import { type ApplyFieldsRequest, applyFields, type FieldsApplied } from '../../../src/verbs/index.ts';
import { callApi, type ZoneAccess } from '../sandbox/serve-api.ts';

/** A rule as JSON. */
export type Rule = Readonly<Record<string, unknown>>;

/** A ruleset as the API returns it. */
export interface StoredRuleset {
  id: string;
  version: string;
  rules: Rule[];
}

const ENTRY_POINT = 'rulesets/phases/http_log_custom_fields/entrypoint';

/** A rule with fields: `{ request_fields: ['accept'] }`. */
export function ruleOf(arrays: Readonly<Record<string, readonly string[]>>, more: Rule = {}): Rule {
  const entries = Object.entries(arrays).map(([array, names]) => [array, names.map((name) => ({ name }))] as const);
  return { action: 'log_custom_field', expression: 'true', action_parameters: Object.fromEntries(entries), ...more };
}

/** Reads the entry point; undefined if there is none. */
export async function readZoneRuleset(sandbox: ZoneAccess): Promise<StoredRuleset | undefined> {
  const { baseURL, token, zoneId } = sandbox;
  const answer = await fetch(`${baseURL}/zones/${zoneId}/${ENTRY_POINT}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.status === 404 ? undefined : ((await answer.json()) as { result: StoredRuleset }).result;
}

/** Sets the rules of the entry point; undefined: deletes the ruleset. */
export async function setZoneRules(sandbox: ZoneAccess, rules: readonly Rule[] | undefined): Promise<void> {
  const { baseURL, token, zoneId } = sandbox;
  if (rules !== undefined) {
    await callApi(sandbox, 'PUT', `/zones/${zoneId}/${ENTRY_POINT}`, { rules });
    return;
  }
  const stored = await readZoneRuleset(sandbox);
  if (stored === undefined) return;
  await fetch(`${baseURL}/zones/${zoneId}/rulesets/${stored.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
}

/** The rules without ids, versions and times: what they mean. */
export async function zoneMeaning(sandbox: ZoneAccess): Promise<Rule[]> {
  const { rules = [] } = (await readZoneRuleset(sandbox)) ?? {};
  return rules.map(({ id: _id, ref: _ref, version: _version, last_updated: _time, ...meaning }) => ({
    ...meaning,
    description: meaning.description ?? '',
  }));
}

/** A request for a rule, or for none. */
export function requestFor(
  sandbox: ZoneAccess,
  rule: Rule | undefined,
  more: Partial<ApplyFieldsRequest> = {},
): ApplyFieldsRequest {
  const { baseURL, token, zoneId } = sandbox;
  const text = JSON.stringify({ rules: rule === undefined ? [] : [rule] });
  return { zone: zoneId, credentials: { token }, baseURL, ruleset: '-', stdin: async () => text, ...more };
}

/** Applies a rule, or the removal of the rule. */
export function applyRule(
  sandbox: ZoneAccess,
  rule: Rule | undefined,
  more: Partial<ApplyFieldsRequest> = {},
): Promise<FieldsApplied> {
  return applyFields(requestFor(sandbox, rule, more));
}
