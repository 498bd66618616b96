// The rules of the next version of a ruleset, from those of the last and those that a client sends. An unchanged rule
// keeps its version; without id and ref a rule is a new one. Pure, except for new ids. docs/platform.md, "Management API".
import { isDeepStrictEqual } from 'node:util';
import { cutText } from '../../../base/index.ts';
import { newId } from '../../state/identity.ts';
import type { RuleDefinition, StoredRule } from '../../state/stored-ruleset.ts';
import { ApiError, type ApiMessage, CODES, type Code, messageAt } from '../request/api-error.ts';
import type { Position, RuleInput } from './rule-schema.ts';

/** Longest value that a message repeats. Characters. */
const MAX_SHOWN = 255;

/** The rules of a version that is not written yet. @param stamp time of the change */
export type NextRules = (stamp: number) => StoredRule[];

/**
 * Replaces all rules.
 * @throws ApiError 400 for an id that no rule has, and for an id or a ref that two rules have
 */
export function replaceRules(old: readonly StoredRule[], sent: readonly RuleInput[]): NextRules {
  const messages: ApiMessage[] = [];
  const report = (index: number, key: 'id' | 'ref', value: string, reason: string): void => {
    messages.push(notValid(['rules', index, key], value, reason));
  };
  const byId = new Map(old.map((rule) => [rule.id, rule]));
  const byRef = new Map(old.map((rule) => [rule.ref, rule]));
  const ids = new Set<string>();
  const refs = new Set<string>();
  const planned = sent.map((rule, index) => {
    const earlier =
      rule.id === undefined ? (rule.ref === undefined ? undefined : byRef.get(rule.ref)) : byId.get(rule.id);
    // Not public; ours.
    if (rule.id !== undefined && earlier === undefined) report(index, 'id', rule.id, 'the ruleset has no such rule');
    const id = earlier?.id ?? newId();
    const ref = rule.ref ?? earlier?.ref ?? id;
    if (ids.has(id)) report(index, rule.id === undefined ? 'ref' : 'id', rule.id ?? ref, 'another rule has it');
    else if (refs.has(ref)) report(index, 'ref', ref, 'another rule has it');
    ids.add(id);
    refs.add(ref);
    return { earlier, id, ref, definition: definitionOf(rule) };
  });
  if (messages.length > 0) throw new ApiError(400, messages);
  return (stamp) => planned.map(({ earlier, ...rule }) => nextVersion(earlier, rule, stamp));
}

/** What a client sends of a rule, without its id, version and time. */
export function definitionOf(rule: RuleInput): RuleDefinition {
  const { id: _id, ref: _ref, version: _version, last_updated: _time, ...definition } = rule;
  return definition;
}

/** Returns the next version of a rule: the last one if nothing changed, the first if there was none. */
export function nextVersion(
  earlier: StoredRule | undefined,
  { id, ref, definition }: Pick<StoredRule, 'id' | 'ref' | 'definition'>,
  stamp: number,
): StoredRule {
  if (earlier === undefined) return { id, version: 1, lastUpdated: stamp, ref, definition };
  if (earlier.ref === ref && isDeepStrictEqual(earlier.definition, definition)) return earlier;
  return { id, version: earlier.version + 1, lastUpdated: stamp, ref, definition };
}

/**
 * Finds the place for a rule.
 * @param others the other rules, in their order
 * @returns an index in `others`; undefined if it names a rule that is not there
 */
export function placeFor(position: Position, others: readonly StoredRule[]): number | undefined {
  const { before, after, index } = position;
  if (index !== undefined) return Math.min(index - 1, others.length);
  // An empty id means the first place, or the last.
  if (before === '') return 0;
  if (after === '') return others.length;
  const place = others.findIndex(({ id }) => id === (before ?? after));
  if (place < 0) return undefined;
  return before === undefined ? place + 1 : place;
}

/** Composes a message. @param steps from the body to the value; the last one is its key */
export function notValid(
  steps: readonly PropertyKey[],
  value: string,
  reason: string,
  code: Code = CODES.rulesetInvalid,
): ApiMessage {
  const shown = cutText(value, MAX_SHOWN);
  const message = `'${shown}' is not a valid value for ${String(steps.at(-1))} because ${reason}`;
  return messageAt(code, message, steps);
}
