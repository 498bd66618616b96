// The plan of one job as data, and the difference of two states of a job by meaning: other words for the same thing are no change. What counts as
// the same: docs/platform.md, "Jobs" and "Output options"; in doubt, a different text is a change. A plan contains no secrets.
import { type PlainObject, redactSecrets, secretStart } from '../../../base/index.ts';
import type { Dataset } from '../../../language/dataset/index.ts';
import { canonicalFilter, type Filter, printExpression, readFilter } from '../../../language/filter/index.ts';
import type { JobSettings } from '../../../language/job/index.ts';
import { defaultsOf } from '../../../language/output/index.ts';
import type { FilterChange, JobChange, ListChange, ValueChange } from '../change.ts';
import { compareFilters } from '../filter/compare-filters.ts';
import { filterKey } from '../filter/filter-key.ts';
import { isSameJson } from '../same-json.ts';
import { changedSecrets, destinationKey, redactDestination } from './redact-destination.ts';
import { optionsOf, parsedOptions, settingsOf, textOf } from './settings.ts';

/** What would happen to one job. */
export interface JobPlan {
  readonly action: 'create' | 'update' | 'none';
  readonly name: string;
  /** Undefined for a job that is created. */
  readonly id: number | undefined;
  readonly dataset: string;
  readonly changes: readonly JobChange[];
  /**
   * The filter of the file, which is proven equal to the live one, but written differently: both as expressions. It is a change only if
   * rewriting was asked for, or the file is an undo file.
   */
  readonly equalFilter?: { readonly from: string; readonly to: string };
  /** Legal, but probably not intended: complete sentences. */
  readonly warnings: readonly string[];
  /** Why the job cannot be applied: complete sentences. */
  readonly problems: readonly string[];
  /** The API needs proof that the account owns the destination. */
  readonly needsOwnership: boolean;
}

/** What an undo file of a changed job contains: the settings that the change replaces, or the whole job, which can then be created again. */
export type UndoContent = 'changes' | 'whole';

/** A plan with what apply sends. Contains secrets: never printed. */
export interface PlannedJob {
  readonly plan: JobPlan;
  /** Only the keys to set; empty if there is nothing to change. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The settings after the change: the result of reading the job back must equal them. */
  readonly expected: Readonly<Record<string, unknown>>;
  /** The content of the undo file: with it, `jobs apply` restores the job as it was. A created job gets disabled: nothing is deleted. */
  readonly undo: (id: number, content?: UndoContent) => Readonly<Record<string, unknown>>;
}

/** The changes of one key of a job. */
export interface KeyChanges {
  readonly key: string;
  readonly changes: readonly JobChange[];
}

/** The order of a plan; other keys follow by name. */
const ORDER: readonly string[] = [
  'name',
  'dataset',
  'kind',
  'enabled',
  'destination_conf',
  'filter',
  'output_options',
  'logpull_options',
];

/**
 * Values that mean the same as a missing key: the default, or one that the API may leave out of its answer. docs/platform.md, "Jobs".
 * A limit of 0 that the API leaves out would otherwise be a change in every plan.
 */
const EMPTY: PlainObject = {
  enabled: false,
  kind: '',
  frequency: 'high',
  filter_attack_traffic: false,
  max_upload_bytes: 0,
  max_upload_records: 0,
  max_upload_interval_seconds: 0,
};

const NO_FILTER: FilterChange = { path: 'filter', kind: 'filter', from: null, to: null };

/**
 * Compares two jobs as the API returns them.
 * @param dataset of both; undefined if it is unknown: filters are then compared as text
 */
export function compareJobs(from: PlainObject, to: PlainObject, dataset: Dataset | undefined): JobChange[] {
  return compareSettings(settingsOf(from), settingsOf(to), dataset).flatMap(({ changes }) => changes);
}

/**
 * Compares settings key by key.
 * @param from undefined for a job that is created: its filter is a change even if it has none, because it then pushes every line
 * @returns only keys that differ
 */
export function compareSettings(
  from: JobSettings | undefined,
  to: JobSettings,
  dataset: Dataset | undefined,
): KeyChanges[] {
  const before = from ?? {};
  const keys = [...new Set([...Object.keys(before), ...Object.keys(to)])].sort();
  const others = keys.filter((key) => !ORDER.includes(key));
  return [...ORDER, ...others]
    .map((key) => ({
      key,
      changes:
        key === 'filter' && from === undefined && to.filter === undefined
          ? [NO_FILTER]
          : changesOf(key, before, to, dataset),
    }))
    .filter(({ changes }) => changes.length > 0);
}

function changesOf(key: string, from: JobSettings, to: JobSettings, dataset: Dataset | undefined): JobChange[] {
  switch (key) {
    case 'filter':
      return filterChanges(textOf(from, key), textOf(to, key), dataset);
    case 'output_options':
      return optionChanges(from, to);
    case 'destination_conf':
      return destinationChanges(textOf(from, key), textOf(to, key));
    case 'logpull_options':
      return legacyKey(from) === legacyKey(to) ? [] : [valueChange(key, from[key], to[key])];
    default: {
      const isSame = isSameJson(from[key] ?? EMPTY[key], to[key] ?? EMPTY[key]);
      return isSame ? [] : [valueChange(key, from[key], to[key])];
    }
  }
}

/** Describes the change of a setting. Undefined: there is none. */
export function valueChange(path: string, from: unknown, to: unknown): ValueChange {
  if (from === undefined) return { path, kind: 'add', to: printSetting(path, to) };
  if (to === undefined) return { path, kind: 'remove', from: printSetting(path, from) };
  return { path, kind: 'change', from: printSetting(path, from), to: printSetting(path, to) };
}

function destinationChanges(from: string | undefined, to: string | undefined): ValueChange[] {
  const path = 'destination_conf';
  if (from === to) return [];
  if (from === undefined || to === undefined) return [valueChange(path, from, to)];
  if (destinationKey(from) === destinationKey(to)) return [];
  const change = valueChange(path, from, to);
  if (change.from !== change.to) return [change];
  const secrets = changedSecrets(from, to).join(', ');
  return [{ ...change, to: JSON.stringify(`${redactDestination(to)} (secret changed${secrets && `: ${secrets}`})`) }];
}

/** Parameters by name; the first of several with one name counts, so their order stays. */
function legacyKey(settings: JobSettings): string | undefined {
  const text = textOf(settings, 'logpull_options');
  if (text === undefined) return undefined;
  const parameters = new URLSearchParams(text);
  parameters.sort();
  return parameters.toString();
}

function filterChanges(from: string | undefined, to: string | undefined, dataset: Dataset | undefined): FilterChange[] {
  if (from?.trim() === to?.trim()) return [];
  const [old, next] = [from, to].map((text) => parsedFilter(text, dataset));
  if (old !== undefined && next !== undefined && dataset !== undefined) {
    if (filterKey(old, dataset) === filterKey(next, dataset)) return [];
    const tree = compareFilters(old, next, dataset);
    return [{ path: 'filter', kind: 'filter', from: expressionOf(old), to: expressionOf(next), tree }];
  }
  return [{ path: 'filter', kind: 'filter', from: printFilter(from, old), to: printFilter(to, next) }];
}

/** Prints a filter. @param filter undefined if headgate cannot parse the text: it may be anything then, also a misplaced secret */
function printFilter(text: string | undefined, filter: Filter | undefined): string | null {
  if (filter !== undefined) return expressionOf(filter);
  return text === undefined ? null : redactSecrets(text);
}

function expressionOf(filter: Filter): string {
  return printExpression(canonicalFilter(filter));
}

/** The filter of a job; undefined if there is none, or if headgate cannot parse it. */
export function parsedFilter(text: string | undefined, dataset: Dataset | undefined): Filter | undefined {
  return text === undefined || dataset === undefined ? undefined : readFilter(text, dataset, { source: 'job' }).filter;
}

/**
 * An option differs if both its text and its meaning do. The meaning of a missing option depends on the type of the output; with legacy
 * options also on whether there is any other option, because the legacy options then do not apply.
 */
function optionChanges(from: JobSettings, to: JobSettings): JobChange[] {
  const [old, next] = [optionsOf(from), optionsOf(to)];
  const [oldMeaning, newMeaning] = [meaningOf(from), meaningOf(to)];
  const isLegacy = [from, to].some((settings) => textOf(settings, 'logpull_options') !== undefined);
  const isSwitched = (Object.keys(old).length === 0) !== (Object.keys(next).length === 0);
  const hasSameDefaults = oldMeaning.output_type === newMeaning.output_type && !(isLegacy && isSwitched);
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].sort().flatMap((key): JobChange[] => {
    if (isSameJson(old[key], next[key])) return [];
    if (hasSameDefaults && isSameJson(oldMeaning[key], newMeaning[key])) return [];
    const path = `output_options.${key}`;
    const ofNames = key === 'field_names' ? listChanges(path, namesIn(old[key]), namesIn(next[key])) : [];
    return ofNames.length > 0 ? ofNames : [valueChange(path, old[key], next[key])];
  });
}

/** Every option with its default; as stored if a value is not valid. */
function meaningOf(settings: JobSettings): PlainObject {
  const options = parsedOptions(settings);
  return options === undefined ? optionsOf(settings) : { ...options, ...defaultsOf(options) };
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function listChanges(path: string, from: readonly string[], to: readonly string[]): ListChange[] {
  const [before, after] = [new Set(from), new Set(to)];
  const added = to.filter((name) => !before.has(name));
  const removed = from.filter((name) => !after.has(name));
  const stayed = from.filter((name) => after.has(name));
  const isReordered = to.filter((name) => before.has(name)).join() !== stayed.join();
  return added.length + removed.length > 0 || isReordered ? [{ path, kind: 'list', added, removed, isReordered }] : [];
}

/**
 * Lists what differs by meaning from the expected settings; empty if the change is in force.
 * @param answer the job as the API returns it
 * @param dataset undefined if it is unknown
 */
export function compareReadBack(
  { body, expected }: Pick<PlannedJob, 'body' | 'expected'>,
  answer: PlainObject,
  dataset: Dataset | undefined,
): JobChange[] {
  const found = settingsOf(answer);
  return compareSettings(expected, found, dataset)
    .filter(({ key }) => Object.hasOwn(body, key) || Object.hasOwn(expected, key))
    .flatMap(({ changes }) => changes);
}

/**
 * Prints a value as JSON text without secrets.
 * @param path its key, or `output_options.<key>`
 */
export function printSetting(path: string, value: unknown): string {
  if (path === 'destination_conf' && typeof value === 'string') return JSON.stringify(redactDestination(value));
  const key = path.slice(path.lastIndexOf('.') + 1);
  return JSON.stringify(redacted(key, value)) ?? 'null';
}

/** @param key the innermost key of the value */
function redacted(key: string, value: unknown): unknown {
  if (isSecretName(key)) return '…';
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map((inner) => redacted(key, inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redacted(name, inner)]));
}

/** Whether a key is the name of a secret: that of the API, or one that looks like it in a key that headgate does not know. */
function isSecretName(key: string): boolean {
  return key === 'ownership_challenge' || secretStart(`${key}=.`) >= 0;
}
