// Reads the dictionaries of the fields that occur in the lines of a space: which conditions terms may have, which distinguish kinds, and which are left out, with
// the reason.
import type { Dataset } from '../../language/dataset/index.ts';
import type { NullReading } from '../../language/filter/index.ts';
import { FieldDictionary } from './field-dictionary.ts';
import type { LineSpace } from './line-space.ts';
import { findKinds, type LineKinds } from './line-worth.ts';
import { totalOf } from './search.ts';
import { proposeConditions, type TermCondition, unknownTexts, valuesOf } from './term-conditions.ts';
import {
  type FieldRole,
  isRole,
  KIND_FIELDS,
  type LeftOutReason,
  MISSED_FIELDS,
  OTHER_KIND_FIELDS,
  roleOf,
} from './vocabulary.ts';

/** Largest share of bytes in lines for which a condition on a field is unknown: they are undecided. Ours: one line of a thousand. */
const MAX_UNKNOWN = 0.001;
/** Largest share of distinct values among the lines of a field: with more, values do not come back. */
const MAX_DISTINCT = 0.2;
/** Fewer distinct values are never too many: a small source has few lines. Ours. */
const FEW_VALUES = 20;

/** What may be suggested over a space. */
export interface Vocabulary {
  /** By period that is left out: the conditions that the others propose. */
  conditions: ReadonlyMap<number, readonly TermCondition[]>;
  kinds: LineKinds;
  /** Fields whose values nothing may be left of. */
  missed: FieldDictionary[];
  /** Fields that are left out, by reason. */
  leftOut: { reason: LeftOutReason; fields: string[] }[];
}

/** What is read. */
export interface VocabularyRequest {
  space: LineSpace;
  dataset: Dataset;
  nullAs: NullReading;
  /** Fields that the user asked for. */
  use: ReadonlySet<string>;
  /** Periods without each of which terms are learnt. One that does not exist leaves out nothing. */
  leftOut: readonly number[];
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
  const present = new Set(space.odd.fields.keys());
  for (const { fields, withheld } of space.parts.keys())
    for (const name of fields.keys()) if (!withheld.has(name)) present.add(name);
  const leftOut = new Map<LeftOutReason, string[]>();
  const leaveOut = (reason: LeftOutReason, name: string) => leftOut.set(reason, [...(leftOut.get(reason) ?? []), name]);
  const known = new Map<string, FieldDictionary | undefined>();
  const read = async (name: string): Promise<FieldDictionary | undefined> => {
    await pause();
    if (!known.has(name)) known.set(name, FieldDictionary.read(name, space));
    return known.get(name);
  };
  const readAll = async (names: readonly string[]): Promise<FieldDictionary[]> => {
    const found: FieldDictionary[] = [];
    for (const name of names) {
      const dictionary = present.has(name) ? await read(name) : undefined;
      if (dictionary !== undefined) found.push(dictionary);
    }
    return found;
  };
  const used: { dictionary: FieldDictionary; role: FieldRole }[] = [];
  for (const field of dataset.fields.values()) {
    const role = present.has(field.name) ? roleOf(field, dataset, use) : undefined;
    if (role === undefined) continue;
    const dictionary = isRole(role) ? await read(field.name) : undefined;
    if (isRole(role) && dictionary !== undefined) used.push({ dictionary, role });
    else leaveOut(isRole(role) ? 'distinct' : role, field.name);
  }
  const naming = used.filter(({ role }) => role === 'naming').map(({ dictionary: { name } }) => name);
  const kindFields = await readAll(KIND_FIELDS[dataset.name] ?? naming.slice(0, OTHER_KIND_FIELDS));
  const kinds = findKinds(space, kindFields);
  const conditions = new Map(request.leftOut.map((period): [number, TermCondition[]] => [period, []]));
  for (const { dictionary, role } of used) {
    await pause();
    const { name, distinct } = dictionary;
    const field = dataset.fields.get(name)!;
    const { marks, all, without } = dictionary.weigh(kinds.worth, request.leftOut);
    const isUnknown = unknownTexts({ ...request, field, dictionary });
    const unknown = all.bytes.reduce((sum, one, number) => (isUnknown[number] === 1 ? sum + one : sum), 0);
    if (unknown > MAX_UNKNOWN * totalOf(all.bytes)) {
      leaveOut('absent', name);
      continue;
    }
    const isNew = distinct > FEW_VALUES && distinct > space.lines * MAX_DISTINCT && !use.has(name);
    if (isNew) leaveOut('distinct', name);
    const matches = new Map();
    const values = valuesOf(dictionary);
    for (const [leftOut, own] of conditions) {
      await pause();
      const found = proposeConditions({
        ...{ ...request, field, role, dictionary, values, marks, known: matches },
        weights: without(leftOut),
        bytes: space.totalBytes - (space.periods[leftOut]?.bytes ?? 0),
      });
      own.push(...(isNew ? found.filter(({ condition: { operator } }) => operator !== 'eq') : found));
    }
  }
  return {
    ...{ conditions, kinds },
    missed: await readAll(MISSED_FIELDS[dataset.name] ?? kindFields.map(({ name }) => name)),
    leftOut: [...leftOut].map(([reason, fields]) => ({ reason, fields })),
  };
}
