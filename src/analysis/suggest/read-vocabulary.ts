// Reads the dictionaries of the fields that occur in the lines of a space: which conditions terms may have, which distinguish kinds, and which are left out, with
// the reason.
import type { Dataset } from '../../language/dataset/index.ts';
import type { NullReading } from '../../language/filter/index.ts';
import { FieldDictionary } from './field-dictionary.ts';
import type { LineSpace } from './line-space.ts';
import { findKinds, type LineKinds } from './line-worth.ts';
import { proposeConditions, type TermCondition } from './term-conditions.ts';
import {
  type FieldRole,
  KIND_FIELDS,
  type LeftOutReason,
  MISSED_FIELDS,
  OTHER_KIND_FIELDS,
  roleOf,
} from './vocabulary.ts';

/** Largest share of bytes without a field that a condition may test: lines without it are undecided. `suggest.md`. */
const MAX_ABSENT = 0.001;
/** Largest share of distinct values among the lines of a field: with more, values do not come back. */
const MAX_DISTINCT = 0.2;
/** Fewer distinct values are never too many: a small source has few lines. Ours. */
const FEW_VALUES = 20;

/** A field that is left out. */
export interface LeftOutField {
  field: string;
  reason: LeftOutReason;
  /** Share of the bytes without it, for `absent`; distinct values, for `distinct`. */
  figure?: number;
}

/** What may be suggested over a space. */
export interface Vocabulary {
  /** By selection of periods, in the order of the request: the conditions that these periods propose. */
  conditions: TermCondition[][];
  kinds: LineKinds;
  /** Fields that distinguish kinds. */
  kindFields: string[];
  /** Fields whose values nothing may be left of. */
  missed: FieldDictionary[];
  leftOut: LeftOutField[];
}

/** What is read. */
export interface VocabularyRequest {
  space: LineSpace;
  dataset: Dataset;
  nullAs: NullReading;
  /** Fields that the user asked for. */
  use: ReadonlySet<string>;
  /** Selections of the periods, each of which is learnt from on its own. By period: whether it is in the selection. */
  selections: readonly (readonly boolean[])[];
  /** Called often. @throws once the run is interrupted */
  pause: () => Promise<void>;
}

/** Fields of a dataset that a suggestion may need. */
export function wantedFields(dataset: Dataset, use: ReadonlySet<string>): Set<string> {
  const others = [KIND_FIELDS, MISSED_FIELDS].flatMap((fields) => fields[dataset.name] ?? []);
  const own = [...dataset.fields.values()].filter((field) => isRole(roleOf(field, dataset, use)));
  return new Set([...own.map(({ name }) => name), ...others]);
}

/** Reads the vocabulary. */
export async function readVocabulary(request: VocabularyRequest): Promise<Vocabulary> {
  const { space, dataset, use, pause } = request;
  const present = presentFields(space);
  const leftOut: LeftOutField[] = [];
  const used: { dictionary: FieldDictionary; role: FieldRole }[] = [];
  const known = new Map<string, FieldDictionary>();
  const read = async (name: string): Promise<FieldDictionary | number | undefined> => {
    if (!present.has(name)) return undefined;
    await pause();
    const dictionary = known.get(name) ?? FieldDictionary.read(name, space);
    if (typeof dictionary === 'object') known.set(name, dictionary);
    return dictionary;
  };
  for (const field of dataset.fields.values()) {
    const { name } = field;
    if (!present.has(name)) continue;
    const role = roleOf(field, dataset, use);
    if (role === undefined) continue;
    if (!isRole(role)) {
      leftOut.push({ field: name, reason: role });
      continue;
    }
    const dictionary = await read(name);
    if (typeof dictionary === 'object') used.push({ dictionary, role });
    else if (dictionary !== undefined) leftOut.push({ field: name, reason: 'distinct', figure: dictionary });
  }
  const kindFields = await dictionariesOf(
    KIND_FIELDS[dataset.name] ??
      used
        .filter(({ role }) => role === 'naming')
        .slice(0, OTHER_KIND_FIELDS)
        .map(({ dictionary: { name } }) => name),
    read,
  );
  const kinds = findKinds(space, kindFields);
  const selections = request.selections.map((isLearnt) => ({
    isLearnt,
    bytes: space.periods.reduce((sum, one, index) => sum + (isLearnt[index] ? one.bytes : 0), 0),
    conditions: [] as TermCondition[],
  }));
  for (const { dictionary, role } of used) {
    await pause();
    const weights = dictionary.weigh(kinds.worth);
    const droppable = sumOf(weights.bytes);
    const absent = sumOf(weights.bytes.subarray(0, weights.periods));
    if (droppable > 0 && absent / droppable > MAX_ABSENT) {
      leftOut.push({ field: dictionary.name, reason: 'absent', figure: absent / droppable });
      continue;
    }
    const distinct = dictionary.texts.table.count;
    const field = dataset.fields.get(dictionary.name)!;
    const isNew = distinct > FEW_VALUES && distinct > space.lines * MAX_DISTINCT && !use.has(dictionary.name);
    const known = new Map();
    for (const { isLearnt, bytes, conditions } of selections) {
      if (!dictionary.isByPeriod) await pause();
      const own = dictionary.isByPeriod ? weights : dictionary.weigh(kinds.worth, isLearnt);
      const input = { ...request, field, role, dictionary, weights: own, isLearnt, bytes, known };
      const found = proposeConditions(input);
      conditions.push(...(isNew ? found.filter(({ condition: { operator } }) => operator !== 'eq') : found));
    }
    if (isNew) leftOut.push({ field: dictionary.name, reason: 'distinct', figure: distinct });
  }
  const missed = await dictionariesOf(MISSED_FIELDS[dataset.name] ?? kindFields.map(({ name }) => name), read);
  const conditions = selections.map((one) => one.conditions);
  return { conditions, kinds, kindFields: kindFields.map(({ name }) => name), missed, leftOut };
}

async function dictionariesOf(
  names: readonly string[],
  read: (name: string) => Promise<FieldDictionary | number | undefined>,
): Promise<FieldDictionary[]> {
  const found: FieldDictionary[] = [];
  for (const name of names) {
    const dictionary = await read(name);
    if (typeof dictionary === 'object') found.push(dictionary);
  }
  return found;
}

function isRole(role: FieldRole | LeftOutReason | undefined): role is FieldRole {
  return role === 'naming' || role === 'detail';
}

function presentFields({ parts, odd }: LineSpace): Set<string> {
  const inParts = parts.flatMap(({ part }) => [...part.fields.keys()].filter((name) => !part.withheld.has(name)));
  return new Set([...inParts, ...odd.fields.keys()]);
}

function sumOf(figures: Float64Array): number {
  return figures.reduce((sum, one) => sum + one, 0);
}
