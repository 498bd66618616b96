// Checks the bodies that add, change, move or delete one rule, and writes the next version of the ruleset. Pointers begin
// at the rule, which is the body. docs/platform.md, "Management API".
import { CUSTOM_FIELDS_PHASE } from '../../../language/custom-fields/index.ts';
import { newId } from '../../state/identity.ts';
import type { StoredRule, StoredRuleset } from '../../state/stored-ruleset.ts';
import type { ApiContext } from '../api-context.ts';
import { ApiError, messageAt } from '../request/api-error.ts';
import { messagesFor, parseBody } from '../request/body-issues.ts';
import { CODES } from '../request/error-codes.ts';
import type { Body } from '../request/read-body.ts';
import { definitionOf, type NextRules, nextVersion, placeFor } from './apply-rules.ts';
import { addProblems, problemsOfRules } from './check-rules.ts';
import { missingRule } from './missing.ts';
import { notValid } from './not-valid.ts';
import { moveSchema, type Position, placedRuleSchema, type RuleInput } from './rule-schema.ts';
import type { PlannedChange } from './write-ruleset.ts';

/** Plans one more rule; without a position it is the last. @throws ApiError 400 */
export function planNewRule(context: ApiContext, old: StoredRuleset, body: Body): PlannedChange {
  if (old.phase === CUSTOM_FIELDS_PHASE && old.rules.length > 0) {
    const reason = 'the ruleset already has a rule; a zone has one rule for custom fields';
    throw new ApiError(400, [messageAt(CODES.rulesetInvalid, `${reason}: change it with PATCH`, [])]);
  }
  const { position = { after: '' }, ...rule } = parseRule(context, old, old.rules.length, body);
  if (rule.id !== undefined) throw rejected(['id'], rule.id, 'the ruleset has no such rule');
  const id = newId();
  const ref = rule.ref ?? id;
  checkRef(old.rules, ref);
  const place = placeOf(position, old.rules);
  const definition = definitionOf(rule);
  return plan(context, old, (stamp) =>
    old.rules.toSpliced(place, 0, nextVersion(undefined, { id, ref, definition }, stamp)),
  );
}

/** Plans a new definition of a rule, or with nothing but a position its move. @throws ApiError 400, 404 */
export function planRuleChange(context: ApiContext, old: StoredRuleset, id: string, body: Body): PlannedChange {
  const index = indexOf(old, id);
  const earlier = old.rules[index]!;
  const others = old.rules.toSpliced(index, 1);
  if (Object.keys(body).join() === 'position') {
    const { position } = parseBody(moveSchema, body, CODES.rulesetInvalid);
    const place = placeOf(position, others);
    return plan(context, old, () => others.toSpliced(place, 0, earlier));
  }
  const { position, ...rule } = parseRule(context, old, index, body);
  if (rule.id !== undefined && rule.id !== id) throw rejected(['id'], rule.id, 'it cannot be changed');
  const ref = rule.ref ?? earlier.ref;
  checkRef(others, ref);
  const place = position === undefined ? index : placeOf(position, others);
  const definition = definitionOf(rule);
  return plan(context, old, (stamp) =>
    others.toSpliced(place, 0, nextVersion(earlier, { id, ref, definition }, stamp)),
  );
}

/** Plans a ruleset without one rule. @throws ApiError 404 */
export function planRuleDeletion(context: ApiContext, old: StoredRuleset, id: string): PlannedChange {
  const index = indexOf(old, id);
  return plan(context, old, () => old.rules.toSpliced(index, 1));
}

function plan({ state }: ApiContext, { id, description }: StoredRuleset, rules: NextRules): PlannedChange {
  return { write: () => state.rulesets.update(id, { description, rules })! };
}

function indexOf({ rules, id: ruleset }: StoredRuleset, id: string): number {
  const index = rules.findIndex((rule) => rule.id === id);
  if (index < 0) throw missingRule(id, ruleset);
  return index;
}

/** Checks a rule as part of the ruleset that it would be in. @param index its place there */
function parseRule(
  { limits }: ApiContext,
  { phase, rules }: StoredRuleset,
  index: number,
  body: Body,
): RuleInput & { position?: Position | undefined } {
  const parsed = placedRuleSchema.safeParse(body, { reportInput: true });
  const shape = parsed.success ? [] : messagesFor(parsed.error.issues, CODES.rulesetInvalid);
  const { position: _position, ...rule } = body;
  const all: unknown[] = rules.map(({ definition }) => definition);
  all[index] = rule;
  // The other rules were valid when they were written: what remains concerns this one, or all of them together.
  const problems = problemsOfRules(phase, all, limits).map(({ steps, message }) => ({
    steps: steps[1] === index ? steps.slice(2) : [],
    message,
  }));
  const messages = addProblems(shape, problems);
  if (messages.length > 0) throw new ApiError(400, messages);
  return parsed.data!;
}

function checkRef(others: readonly StoredRule[], ref: string): void {
  if (others.some((rule) => rule.ref === ref)) throw rejected(['ref'], ref, 'another rule has it');
}

function placeOf(position: Position, others: readonly StoredRule[]): number {
  const place = placeFor(position, others);
  if (place !== undefined) return place;
  const [key, id] = position.before === undefined ? ['after', position.after] : ['before', position.before];
  throw rejected(['position', key!], id!, 'the ruleset has no such rule');
}

function rejected(steps: readonly string[], value: string, reason: string): ApiError {
  return new ApiError(400, [notValid(steps, value, reason)]);
}
