// Merges the rule of a file into the rule of a zone, and describes what changes except fields. A key that the file lacks keeps its
// value; null removes it. `id`, `ref`, `version` and `last_updated` are those of the zone.
import { cutText, isPlainObject } from '../../../base/index.ts';
import { type ConfiguredField, configuredFields, FIELD_ARRAYS } from '../../../language/custom-fields/index.ts';
import { isSameJson, jsonOf } from '../same-json.ts';
import { withoutStamps } from './rule-body.ts';
import type { RuleBody } from './ruleset-plan.ts';

/** Compared as fields, or not settings of the rule. */
const NOT_COMPARED = ['id', 'ref', 'action_parameters'];

/** Longest value that a description shows in full. Characters. */
const MAX_SHOWN = 120;

/** Returns the body that changes a rule. @param wanted the rule of the file */
export function mergeRule(stored: RuleBody, wanted: RuleBody): RuleBody {
  const { ref } = stored;
  const merged = { ...withoutStamps(stored, 'id'), ...withoutStamps(wanted, 'id', 'ref') };
  // An empty description can be looked up after a lost answer; one that is left out cannot.
  const isCleared = merged.description === null && typeof stored.description === 'string';
  return { ...withoutNulls(merged), ...(isCleared && { description: '' }), ...(ref !== undefined && { ref }) };
}

/** Returns the body of a new rule. A `ref` that a client chose is kept; one that equals the id is that of another rule. */
export function newRule(wanted: RuleBody): RuleBody {
  const { id, ref } = wanted;
  const body = withoutNulls(withoutStamps(wanted, 'id', 'ref'));
  return ref === undefined || ref === null || ref === id ? body : { ...body, ref };
}

/** Returns the rule of the undo file: the stored rule, with every key that `written` adds set to null. */
export function undoRule(stored: RuleBody, written: RuleBody): RuleBody {
  const added = Object.keys(written).filter((key) => !(key in stored) && !NOT_COMPARED.includes(key));
  const nulls = Object.fromEntries(added.map((key) => [key, null]));
  return { ...nulls, ...stored, enabled: stored.enabled !== false };
}

/** Describes the changes of a rule except those of fields: `enabled: false → true`. */
export function compareSettings(stored: RuleBody, next: RuleBody): string[] {
  const keys = [...new Set([...Object.keys(stored), ...Object.keys(next)])];
  const settings = Object.keys(withoutStamps(Object.fromEntries(keys.map((key) => [key, true])), ...NOT_COMPARED));
  return settings.flatMap((key) => {
    const [from, to] = [settingOf(stored, key), settingOf(next, key)];
    return isSameJson(from, to) ? [] : [`${key}: ${show(from)} → ${show(to)}`];
  });
}

/** Describes parameters of a later version of the platform, which a change removes. A ruleset that headgate can read has none. */
export function removedParameters({ action_parameters: parameters }: RuleBody): string[] {
  if (!isPlainObject(parameters)) return [];
  return Object.keys(parameters)
    .filter((key) => !FIELD_ARRAYS.some((array) => array === key))
    .map((key) => `action_parameters.${key}: removed, because the ruleset does not have it`);
}

/** Returns the fields of a rule in the order in which their values count. */
export function fieldsOf(rule: RuleBody | undefined): ConfiguredField[] {
  return configuredFields(rule, '');
}

/** Returns a setting with its default: a rule is enabled, and has no description. */
function settingOf(rule: RuleBody, key: string): unknown {
  const value = rule[key] ?? undefined;
  if (key === 'enabled') return value ?? true;
  return key === 'description' && value === '' ? undefined : value;
}

function withoutNulls(rule: RuleBody): RuleBody {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null));
}

function show(value: unknown): string {
  if (value === undefined) return 'none';
  const text = jsonOf(value);
  return cutText(text, MAX_SHOWN);
}
