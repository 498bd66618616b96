// Checks the bodies that write a ruleset, or add, change, move or delete one of its rules, and writes the next version of the ruleset. Pointers
// of a rule begin at the rule, which is the body. docs/platform.md, "Management API".

import type { z } from 'zod';
import { printPlural } from '../../../base/index.ts';
import { CUSTOM_FIELDS_PHASE } from '../../../language/custom-fields/index.ts';
import { newId } from '../../state/identity.ts';
import type { RulesetStore } from '../../state/ruleset-store.ts';
import type { StoredRule, StoredRuleset } from '../../state/stored-ruleset.ts';
import { ApiError, CODES, messageAt } from '../request/api-error.ts';
import { type Body, messagesFor, parseBody } from '../request/read-body.ts';
import type { ApiContext } from '../routes.ts';
import { definitionOf, type NextRules, nextVersion, notValid, placeFor, replaceRules } from './apply-rules.ts';
import { addProblems, problemsOfRules } from './check-rules.ts';
import { missingRule } from './missing.ts';
import {
  entryPointSchema,
  moveSchema,
  newRulesetSchema,
  type Position,
  placedRuleSchema,
  type RuleInput,
  rulesetChangeSchema,
} from './rule-schema.ts';

/** Name of an entry point that is created without one. Seen in public, but not documented. */
const DEFAULT_NAME = 'default';

/** Most rules of a ruleset. The platform's limit depends on the plan; this one is ours, and bounds the time of a check. */
const MAX_RULES = 1000;

/** A checked change: `write` stores it, and a dry run leaves it out. */
export interface PlannedChange {
  write: () => StoredRuleset;
}

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

/** Plans a new ruleset. @throws ApiError 400 */
export function planCreation({ state, limits }: ApiContext, body: Body): PlannedChange {
  const phase = typeof body.phase === 'string' ? body.phase : '';
  const { rules = [], description = '', ...head } = parse(newRulesetSchema, body, phase, limits);
  checkKind(head.kind, head.phase, state.rulesets.entryPoint(head.phase) !== undefined);
  const next = replaceRules([], rules);
  return { write: () => state.rulesets.create({ id: newId(), ...head }, { description, rules: next }) };
}

/** Plans the next version of a ruleset. Without `rules` it keeps its rules. @throws ApiError 400 */
export function planUpdate({ state, limits }: ApiContext, old: StoredRuleset, body: Body): PlannedChange {
  const change = parse(rulesetChangeSchema, body, old.phase, limits);
  for (const key of ['name', 'kind', 'phase'] as const) checkFixed(key, change[key], old[key]);
  return planVersion(state.rulesets, old, change);
}

/** Plans the next version of the entry point of a phase, or its first. @throws ApiError 400 */
export function planEntryPoint({ state, limits }: ApiContext, phase: string, body: Body): PlannedChange {
  const change = parse(entryPointSchema, body, phase, limits);
  const old = state.rulesets.entryPoint(phase);
  if (old !== undefined) {
    checkFixed('name', change.name, old.name);
    return planVersion(state.rulesets, old, change);
  }
  parseBody(newRulesetSchema.pick({ phase: true }), { phase }, CODES.rulesetInvalid);
  const { name = DEFAULT_NAME, description = '', rules = [] } = change;
  const next = replaceRules([], rules);
  return {
    write: () => state.rulesets.create({ id: newId(), name, kind: 'zone', phase }, { description, rules: next }),
  };
}

function planVersion(
  rulesets: RulesetStore,
  old: StoredRuleset,
  { description = old.description, rules }: { description?: string | undefined; rules?: RuleInput[] | undefined },
): PlannedChange {
  const next = rules === undefined ? () => old.rules : replaceRules(old.rules, rules);
  return { write: () => rulesets.update(old.id, { description, rules: next })! };
}

/** Parses a body, and reports its shape and the rules of custom fields together. */
function parse<Schema extends z.ZodType>(
  schema: Schema,
  body: Body,
  phase: string,
  limits: ApiContext['limits'],
): z.infer<Schema> {
  if (Array.isArray(body.rules) && body.rules.length > MAX_RULES) {
    const message = `invalid value for rules: found ${printPlural(body.rules.length, 'rule')}, expected at most ${MAX_RULES}`;
    throw new ApiError(400, [messageAt(CODES.rulesetInvalid, message, ['rules'])]);
  }
  const parsed = schema.safeParse(body, { reportInput: true });
  const shape = parsed.success ? [] : messagesFor(parsed.error.issues, CODES.rulesetInvalid);
  const messages = addProblems(shape, problemsOfRules(phase, body.rules, limits));
  if (messages.length > 0) throw new ApiError(400, messages);
  return parsed.data!;
}

/** A zone has one ruleset of the kind `zone` for each phase, and none of the kinds of accounts and of the platform. */
function checkKind(kind: string, phase: string, exists: boolean): void {
  const because = (reason: string) => new ApiError(400, [notValid(['kind'], kind, reason, CODES.rulesetKind)]);
  // The first reason is not public; ours.
  if (kind === 'root' || kind === 'managed') throw because('a zone cannot have rulesets of this kind');
  if (kind === 'zone' ? exists : phase === CUSTOM_FIELDS_PHASE) {
    throw because(`exceeded maximum number of ${kind} rulesets for phase ${phase}`);
  }
}

function checkFixed(key: string, sent: string | undefined, stored: string): void {
  if (sent === undefined || sent === stored) return;
  throw new ApiError(400, [notValid([key], sent, 'it cannot be changed')]);
}
