// Plans the change of a zone's custom fields: merges the rule of a file into that of the zone, compares the two, and composes the one request that
// applies it. A key that the file lacks keeps its value; null removes it. Pure: reads and sends nothing.
import { cutText, isPlainObject, printCount, printPlural } from '../../../base/index.ts';
import {
  type ConfiguredField,
  CUSTOM_FIELDS_ACTION,
  type CustomFieldLimits,
  configuredFields,
  FIELD_ARRAYS,
  isCredentialName,
  loggedKeyOf,
  type RulesetReading,
} from '../../../language/custom-fields/index.ts';
import { isSameJson, jsonOf } from '../same-json.ts';
import type { FieldChange, PlannedRuleset, RuleBody, RulesetPlan, RulesetWrite, ZoneRuleset } from './ruleset-plan.ts';
import { compareJobs, type ZoneJob } from './zone-jobs.ts';

/** A field without its place in a document. */
type ComparedField = Pick<ConfiguredField, 'array' | 'name' | 'preserveDuplicates'>;

/** The difference between two lists of fields. */
interface FieldsDifference {
  /** In the order of the new list; removed fields last, in the order of the old list. */
  changes: readonly FieldChange[];
  /** Whether the fields of both lists have another order. */
  isReordered: boolean;
}

/** Written by the server with every change: they are no setting. docs/platform.md, "Management API". */
const STAMPS: readonly string[] = ['version', 'last_updated'];

/** Compared as fields, or not settings of the rule. */
const NOT_COMPARED = ['id', 'ref', 'action_parameters'];

/** Longest value that a description shows in full. Characters. */
const MAX_SHOWN = 120;

/** What a plan is computed from. */
export interface RulesetPlanRequest {
  /** Id or name, for the plan. */
  zone: string;
  /** The entry point of the phase; undefined if there is none. */
  stored: ZoneRuleset | undefined;
  /** A valid ruleset; without a rule, the custom fields are removed. */
  reading: Pick<RulesetReading, 'ruleset' | 'rule'>;
  limits: CustomFieldLimits;
  /** Every job of the zone; undefined if they could not be read. */
  jobs: readonly ZoneJob[] | undefined;
}

/** Plans a change. Equal settings in other words, and keys that only the server writes, are no change. */
export function planRuleset(request: RulesetPlanRequest): PlannedRuleset {
  const { zone, stored, reading, limits } = request;
  const [rule, second] = customFieldsRules(stored);
  const merged = mergedRule(rule, reading.rule);
  const { changes, isReordered } = compareFields(fieldsOf(rule), fieldsOf(merged));
  const others = [
    ...(rule === undefined || merged === undefined
      ? []
      : [...compareSettings(rule, merged), ...removedParameters(rule)]),
    ...(isReordered ? [describeOrder(limits)] : []),
  ];
  const isSame = changes.length === 0 && others.length === 0 && (rule === undefined) === (merged === undefined);
  const problems = second === undefined ? [] : [describeMany(stored!)];
  const compared = request.jobs === undefined ? undefined : compareJobs(reading.ruleset!, request.jobs);
  const plan: RulesetPlan = {
    action: isSame ? 'none' : rule === undefined ? 'create' : 'update',
    zone,
    version: stored?.version,
    fields: fieldsOf(merged).length,
    changes,
    others,
    jobs: compared?.jobs,
    warnings: [...warningsOf(reading.rule, rule, merged), ...(compared?.warnings ?? [])],
    problems,
  };
  const isWritten = !isSame && problems.length === 0;
  return {
    plan,
    write: isWritten ? writeOf(stored, rule, merged) : undefined,
    undo: undoOf(stored, rule, merged),
  };
}

/** Returns the rule after the change; undefined if it is removed. */
function mergedRule(stored: RuleBody | undefined, wanted: RuleBody | undefined): RuleBody | undefined {
  if (wanted === undefined) return undefined;
  return stored === undefined ? newRule(wanted) : mergeRule(stored, wanted);
}

function writeOf(
  stored: ZoneRuleset | undefined,
  rule: RuleBody | undefined,
  merged: RuleBody | undefined,
): RulesetWrite {
  if (stored !== undefined && typeof rule?.id === 'string' && merged !== undefined) {
    return { kind: 'rule', rulesetId: stored.id, ruleId: rule.id, rule: merged };
  }
  const others = otherRules(stored).map((other) => withoutStamps(other));
  return { kind: 'rules', rules: merged === undefined ? others : [...others, merged] };
}

function undoOf(
  stored: ZoneRuleset | undefined,
  rule: RuleBody | undefined,
  merged: RuleBody | undefined,
): PlannedRuleset['undo'] {
  return { ...stored, rules: rule === undefined ? [] : [undoRule(rule, merged ?? {})] };
}

function describeOrder({ name, combinedBytes }: CustomFieldLimits): string {
  const effect =
    combinedBytes === undefined
      ? `the ${name} limits cut nothing, so the same values are logged`
      : `the values of a line beyond ${printCount(combinedBytes)} bytes are cut in this order (--limits ${name})`;
  return `order of the fields: ${effect}`;
}

function describeMany(stored: ZoneRuleset): string {
  const rules = customFieldsRules(stored);
  const ids = rules.map(({ id }) => String(id)).join(', ');
  return `found ${printPlural(rules.length, 'rule')} with the action ${CUSTOM_FIELDS_ACTION} in ruleset ${stored.id} (${ids}), expected one; merge them into one rule and delete the others`;
}

function warningsOf(
  wanted: RuleBody | undefined,
  stored: RuleBody | undefined,
  merged: RuleBody | undefined,
): string[] {
  if (merged === undefined) {
    return stored === undefined ? [] : ['the ruleset has no rule: the zone will log no custom fields'];
  }
  const names = fieldsOf(merged).flatMap(({ name }) => (isCredentialName(name) ? [name] : []));
  const credentials = `the values of ${[...new Set(names)].join(', ')} are probably credentials, and every line would contain them in clear; remove the fields unless the logs may contain them`;
  const disabled = `the rule stays disabled and logs nothing, because the ruleset does not have "enabled"; add "enabled": true`;
  return [
    // If the file disables the rule itself, its reading contains the warning.
    ...(wanted?.enabled === undefined && merged.enabled === false ? [disabled] : []),
    ...(names.length === 0 ? [] : [credentials]),
  ];
}

/** Returns the body that changes a rule. @param wanted the rule of the file */
function mergeRule(stored: RuleBody, wanted: RuleBody): RuleBody {
  const { ref } = stored;
  const merged = { ...withoutStamps(stored, 'id'), ...withoutStamps(wanted, 'id', 'ref') };
  // An empty description can be looked up after a lost answer; one that is left out cannot.
  const isCleared = merged.description === null && typeof stored.description === 'string';
  return { ...withoutNulls(merged), ...(isCleared && { description: '' }), ...(ref !== undefined && { ref }) };
}

/** Returns the body of a new rule. A `ref` that a client chose is kept; one that equals the id is that of another rule. */
function newRule(wanted: RuleBody): RuleBody {
  const { id, ref } = wanted;
  const body = withoutNulls(withoutStamps(wanted, 'id', 'ref'));
  return ref === undefined || ref === null || ref === id ? body : { ...body, ref };
}

/** Returns the rule of the undo file: the stored rule, with every key that `written` adds set to null. */
function undoRule(stored: RuleBody, written: RuleBody): RuleBody {
  const added = Object.keys(written).filter((key) => !(key in stored) && !NOT_COMPARED.includes(key));
  const nulls = Object.fromEntries(added.map((key) => [key, null]));
  return { ...nulls, ...stored, enabled: stored.enabled !== false };
}

/** Describes the changes of a rule except those of fields: `enabled: false → true`. */
function compareSettings(stored: RuleBody, next: RuleBody): string[] {
  const keys = [...new Set([...Object.keys(stored), ...Object.keys(next)])];
  const settings = Object.keys(withoutStamps(Object.fromEntries(keys.map((key) => [key, true])), ...NOT_COMPARED));
  return settings.flatMap((key) => {
    const [from, to] = [settingOf(stored, key), settingOf(next, key)];
    return isSameJson(from, to) ? [] : [`${key}: ${show(from)} → ${show(to)}`];
  });
}

/** Describes parameters of a later version of the platform, which a change removes. A ruleset that headgate can read has none. */
function removedParameters({ action_parameters: parameters }: RuleBody): string[] {
  if (!isPlainObject(parameters)) return [];
  return Object.keys(parameters)
    .filter((key) => !FIELD_ARRAYS.some((array) => array === key))
    .map((key) => `action_parameters.${key}: removed, because the ruleset does not have it`);
}

/** Returns the fields of a rule in the order in which their values count. */
function fieldsOf(rule: RuleBody | undefined): ConfiguredField[] {
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

/** Returns the rules of a ruleset that log custom fields; the platform allows one. */
function customFieldsRules(ruleset: ZoneRuleset | undefined): RuleBody[] {
  return (ruleset?.rules ?? []).filter(({ action }) => action === CUSTOM_FIELDS_ACTION);
}

/** Returns the other rules, in their order. */
function otherRules(ruleset: ZoneRuleset | undefined): RuleBody[] {
  return (ruleset?.rules ?? []).filter(({ action }) => action !== CUSTOM_FIELDS_ACTION);
}

/** Returns a copy of a rule without the keys of {@link STAMPS}, and without further keys. */
function withoutStamps(rule: RuleBody, ...further: readonly string[]): RuleBody {
  return Object.fromEntries(Object.entries(rule).filter(([key]) => !STAMPS.includes(key) && !further.includes(key)));
}

/** Whether two readings of a ruleset have the same id, version and rules. */
export function isSameRuleset(before: ZoneRuleset | undefined, now: ZoneRuleset | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  return before.id === now.id && before.version === now.version && isSameJson(before.rules ?? [], now.rules ?? []);
}

/** Lists what changed from one state to another. Empty for the same settings in another version. */
export function compareRulesets(before: ZoneRuleset | undefined, now: ZoneRuleset | undefined): string[] {
  const [old, next] = [before, now].map((ruleset) => customFieldsRules(ruleset)[0]);
  const { changes, isReordered } = compareFields(fieldsOf(old), fieldsOf(next));
  return [
    ...changes.map(describeField),
    ...(old === undefined || next === undefined ? [] : compareSettings(old, next)),
    ...(isReordered ? ['order of the fields'] : []),
    ...otherChanges(before, now),
  ];
}

/**
 * Compares a ruleset that was read back with a plan.
 * @returns what differs from the expected state; empty if the plan is reached and every other rule, and the id and the ref of the changed
 * rule, are as before
 */
export function differencesAfter(request: RulesetPlanRequest, readBack: ZoneRuleset | undefined): string[] {
  const { reading } = request;
  const merged = mergedRule(customFieldsRules(request.stored)[0], reading.rule);
  // The keys that the file lacks must be kept, and those that it sets to null removed.
  const rule = merged === undefined ? undefined : { ...merged, ...reading.rule };
  const { plan } = planRuleset({ ...request, stored: readBack, reading: { ...reading, rule } });
  const [before] = customFieldsRules(request.stored);
  const [now] = customFieldsRules(readBack);
  const isKept = before === undefined || now === undefined || (before.id === now.id && before.ref === now.ref);
  return [
    ...plan.problems,
    ...plan.changes.map(describeField),
    ...plan.others,
    ...(isKept ? [] : ['the id or the ref of the rule changed']),
    ...otherChanges(request.stored, readBack),
  ];
}

/** `x-a: move (request_fields → transformed_request_fields)` */
function describeField({ kind, name, from, to }: FieldChange): string {
  return `${name}: ${kind} (${[from, to].filter(Boolean).join(' → ')})`;
}

function otherChanges(before: ZoneRuleset | undefined, now: ZoneRuleset | undefined): string[] {
  const kept = (ruleset: ZoneRuleset | undefined): RuleBody[] => otherRules(ruleset).map((rule) => withoutStamps(rule));
  return isSameJson(kept(before), kept(now)) ? [] : ['other rules of the ruleset changed'];
}

/** Compares two lists of fields, each in the order in which its values count. */
function compareFields(before: readonly ComparedField[], after: readonly ComparedField[]): FieldsDifference {
  const old = new Map(before.map((field) => [identityOf(field), field]));
  const kept = new Set(after.map(identityOf));
  const changes = after.flatMap((field) => changeOf(old.get(identityOf(field)), field));
  const removed = before
    .filter((field) => !kept.has(identityOf(field)))
    .map(({ name, array }): FieldChange => ({ kind: 'remove', name, from: array }));
  return { changes: [...changes, ...removed], isReordered: isReordered(before, after) };
}

/** The header or cookie, whether raw or transformed. The names of headers are compared without case. */
function identityOf({ array, name }: ComparedField): string {
  const key = loggedKeyOf(array);
  return `${key} ${key === 'Cookies' ? name : name.toLowerCase()}`;
}

function changeOf(old: ComparedField | undefined, { name, array, preserveDuplicates }: ComparedField): FieldChange[] {
  const to = array;
  if (old === undefined) {
    return [{ kind: 'add', name, to, ...(preserveDuplicates && { detail: 'preserve_duplicates: true' }) }];
  }
  const detail =
    old.preserveDuplicates === preserveDuplicates
      ? {}
      : { detail: `preserve_duplicates: ${old.preserveDuplicates} → ${preserveDuplicates}` };
  if (old.array !== array) return [{ kind: 'move', name, from: old.array, to, ...detail }];
  return 'detail' in detail ? [{ kind: 'change', name, from: array, to, ...detail }] : [];
}

/** Compares the order of the fields that both lists have in the same array. */
function isReordered(before: readonly ComparedField[], after: readonly ComparedField[]): boolean {
  const placeOf = (field: ComparedField): string => `${field.array} ${identityOf(field)}`;
  const old = new Set(before.map(placeOf));
  const next = new Set(after.map(placeOf));
  const common = before.map(placeOf).filter((place) => next.has(place));
  return after
    .map(placeOf)
    .filter((place) => old.has(place))
    .some((place, index) => place !== common[index]);
}
