// Checks the bodies that create or replace rulesets, and writes them. docs/platform.md, "Management API".
import type { z } from 'zod';
import { printPlural } from '../../../base/index.ts';
import { CUSTOM_FIELDS_PHASE } from '../../../language/custom-fields/index.ts';
import { newId } from '../../state/identity.ts';
import type { RulesetStore } from '../../state/ruleset-store.ts';
import type { StoredRuleset } from '../../state/stored-ruleset.ts';
import type { ApiContext } from '../api-context.ts';
import { ApiError, messageAt } from '../request/api-error.ts';
import { messagesFor, parseBody } from '../request/body-issues.ts';
import { CODES } from '../request/error-codes.ts';
import type { Body } from '../request/read-body.ts';
import { replaceRules } from './apply-rules.ts';
import { addProblems, problemsOfRules } from './check-rules.ts';
import { notValid } from './not-valid.ts';
import { entryPointSchema, newRulesetSchema, type RuleInput, rulesetChangeSchema } from './rule-schema.ts';

/** Name of an entry point that is created without one. Seen in public, but not documented. */
const DEFAULT_NAME = 'default';

/** Most rules of a ruleset. The platform's limit depends on the plan; this one is ours, and bounds the time of a check. */
const MAX_RULES = 1000;

/** A checked change: `write` stores it, and a dry run leaves it out. */
export interface PlannedChange {
  write: () => StoredRuleset;
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
