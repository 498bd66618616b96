// Checks the bodies that write a ruleset, or add, change, move or delete one of its rules, and writes the next version of the ruleset. Pointers
// of a rule begin at the rule, which is the body. docs/platform.md, "Management API".
import type { z } from 'zod';
import { printPlural, startOf } from '../../../base/index.ts';
import {
  CUSTOM_FIELDS_PHASE,
  LIMITS,
  type LimitsName,
  type RulesetProblem,
  readRuleset,
} from '../../../language/custom-fields/index.ts';
import { newId } from '../../state/identity.ts';
import type { RulesetStore } from '../../state/ruleset-store.ts';
import type { StoredRule, StoredRuleset } from '../../state/stored-ruleset.ts';
import { ApiError, type ApiMessage, apiError, CODES, messageAt } from '../request/api-error.ts';
import { type Body, MAX_MESSAGES, messagesFor, parseBody } from '../request/read-body.ts';
import type { ApiContext } from '../routes.ts';
import { definitionOf, type NextRules, nextVersion, notValid, placeFor, replaceRules } from './apply-rules.ts';
import {
  entryPointSchema,
  moveSchema,
  newRulesetSchema,
  type Position,
  placedRuleSchema,
  type RuleInput,
  rulesetChangeSchema,
} from './rule-schema.ts';

/** Problems with the name of an entry; their path ends at the entry. */
const OF_NAME: ReadonlySet<RulesetProblem['code']> = new Set([
  'upper-case',
  'impossible-name',
  'duplicate-field',
  'raw-and-transformed',
]);

/** The path up to a key that the client chose, and that key. */
const CHOSEN_KEY: Partial<Record<RulesetProblem['code'], RegExp>> = {
  'unknown-array': /^(rules\[\d+\]\.action_parameters)\.(.*)$/s,
  'unknown-key': /^(rules\[\d+\]\.action_parameters\.[a-z_]+\[\d+\])\.(.*)$/s,
};

/** Longest text of a client that a message repeats. Characters. */
const MAX_SHOWN = 100;

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

/** A phase without an entry point: 404. */
export function missingEntryPoint(phase: string): ApiError {
  return missing(`could not find entrypoint ruleset in the ${startOf(phase, MAX_SHOWN)} phase`);
}

/** An id without a ruleset: 404. */
export function missingRuleset(id: string): ApiError {
  return missing(`could not find ruleset '${startOf(id, MAX_SHOWN)}'`);
}

/** A ruleset without this version: 404. */
export function missingVersion(version: string, id: string): ApiError {
  return missing(`could not find version '${startOf(version, MAX_SHOWN)}' of ruleset '${id}'`);
}

/** A ruleset without this rule: 404. */
function missingRule(rule: string, id: string): ApiError {
  return missing(`could not find rule '${startOf(rule, MAX_SHOWN)}' in ruleset '${id}'`);
}

function missing(message: string): ApiError {
  return apiError(404, CODES.rulesetMissing, message);
}

/**
 * Checks the rules of a ruleset. Only those of custom fields have a meaning here: the rules of other phases have no problems.
 * @param rules as JSON
 * @returns each problem with the steps to it from the ruleset: `rules`, 0, `action`
 */
function problemsOfRules(
  phase: string,
  rules: unknown,
  limits: LimitsName,
): { steps: PropertyKey[]; message: string }[] {
  if (phase !== CUSTOM_FIELDS_PHASE || !Array.isArray(rules) || rules.length === 0) return [];
  const { problems } = readRuleset(JSON.stringify({ rules }), 'the body', LIMITS[limits]);
  return problems.slice(0, MAX_MESSAGES).map((problem) => ({ steps: stepsOf(problem), message: problem.message }));
}

/** Converts problems to messages. A part that the schema already reports is not reported again. */
function addProblems(
  reported: readonly ApiMessage[],
  problems: readonly { steps: readonly PropertyKey[]; message: string }[],
): ApiMessage[] {
  const known = new Set(reported.map(({ source }) => source?.pointer));
  const added = problems
    .map(({ steps, message }) => messageAt(CODES.rulesetInvalid, message, steps))
    .filter(({ source }) => !known.has(source?.pointer));
  return [...reported, ...added].slice(0, MAX_MESSAGES);
}

/**
 * Splits the path of a problem. Only the last step of a path can be a key that the client chose: such a key may contain
 * dots and brackets, so the code of the problem decides where it begins.
 */
function stepsOf({ code, path }: Pick<RulesetProblem, 'code' | 'path'>): PropertyKey[] {
  const chosen = CHOSEN_KEY[code]?.exec(path);
  const known = chosen === null || chosen === undefined ? path : chosen[1]!;
  const steps: PropertyKey[] = [...known.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([step, , index]) =>
    index === undefined ? step : Number(index),
  );
  if (chosen !== null && chosen !== undefined) return [...steps, chosen[2]!];
  return OF_NAME.has(code) ? [...steps, 'name'] : steps;
}
