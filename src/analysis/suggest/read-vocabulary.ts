// Reads the dictionaries of the fields that occur in the lines of a space: which conditions terms may have, which distinguish kinds, and which are left out, with
// the reason.
import { yieldToEventLoop } from '../../input/destination/index.ts';
import { FieldDictionary } from './field-dictionary.ts';
import type { LineSpace, SpaceRequest } from './line-space.ts';
import { findKinds, type LineKinds } from './line-worth.ts';
import { totalOf } from './search.ts';
import { proposerOf, type TermCondition, type TestedField, unknownOf } from './term-conditions.ts';
import { FIELD_ROLES, isRole, type LeftOutReason, roleOf, wantedFields } from './vocabulary.ts';

/** Largest share of bytes in lines for which a condition on a field is unknown: they are undecided. Ours: one line of a thousand. */
const MAX_UNKNOWN = 0.001;
/** Largest share of distinct values among the lines of a field: with more, values do not come back. */
const MAX_DISTINCT = 0.2;
/** How many naming fields distinguish kinds in datasets without chosen fields. Ours. */
const KIND_FIELDS = 6;
/** Fewer distinct values are never too many: a small source has few lines. Ours. */
const FEW_VALUES = 20;

/** What may be suggested over a space. */
export interface Vocabulary {
  /** By period that is left out (−1: none): the conditions that the others propose. */
  conditions: ReadonlyMap<number, readonly TermCondition[]>;
  kinds: LineKinds;
  /** Fields whose values nothing may be left of. */
  missed: FieldDictionary[];
  /** Fields that are left out, by reason. */
  leftOut: { reason: LeftOutReason; fields: string[] }[];
}

/** Reads the vocabulary. @param request that the space was read with @throws the reason of the signal, once it is aborted */
export async function readVocabulary(
  space: LineSpace,
  { dataset, use, signal, nullAs }: SpaceRequest,
): Promise<Vocabulary> {
  const present = new Set(space.odd.fields.keys());
  for (const { fields, withheld } of space.parts.keys())
    for (const name of fields.keys()) if (!withheld.has(name)) present.add(name);
  const unused = new Map<LeftOutReason, string[]>();
  const leaveOut = (reason: LeftOutReason, name: string) => unused.set(reason, [...(unused.get(reason) ?? []), name]);
  const dictionaries = new Map<string, FieldDictionary>();
  for (const name of wantedFields(dataset, use)) {
    await yieldToEventLoop();
    signal.throwIfAborted();
    const dictionary = present.has(name) ? FieldDictionary.read(name, space) : undefined;
    if (dictionary !== undefined) dictionaries.set(name, dictionary);
  }
  const dictionariesOf = (names: readonly string[]) => names.flatMap((name) => dictionaries.get(name) ?? []);
  const used: Omit<TestedField, 'marks'>[] = [];
  for (const field of dataset.fields.values()) {
    const { name } = field;
    const role = present.has(name) ? roleOf(field, dataset, use) : undefined;
    const dictionary = dictionaries.get(name);
    if (isRole(role) && dictionary !== undefined) used.push({ dataset, nullAs, field, dictionary, role });
    else if (role !== undefined) leaveOut(isRole(role) ? 'distinct' : role, name);
  }
  const chosen = FIELD_ROLES[dataset.name];
  const naming = used.filter(({ role }) => role === 'naming').map(({ dictionary }) => dictionary);
  const kindFields = chosen === undefined ? naming.slice(0, KIND_FIELDS) : dictionariesOf(chosen.kinds);
  const kinds = findKinds(space, kindFields);
  const leftOut = [...new Set([space.heldOut, ...space.leftOut])];
  const conditions = new Map(leftOut.map((period): [number, TermCondition[]] => [period, []]));
  for (const one of used) {
    await yieldToEventLoop();
    signal.throwIfAborted();
    const { name, distinct } = one.dictionary;
    const { marks, all, without } = one.dictionary.weigh(kinds.worth, leftOut);
    const tested: TestedField = { ...one, marks };
    if (unknownOf(tested, all.bytes) > MAX_UNKNOWN * totalOf(all.bytes)) {
      leaveOut('absent', name);
      continue;
    }
    const isNew = distinct > FEW_VALUES && distinct > space.lines * MAX_DISTINCT && !use.has(name);
    if (isNew) leaveOut('distinct', name);
    const propose = proposerOf(tested);
    for (const [period, own] of conditions) {
      await yieldToEventLoop();
      signal.throwIfAborted();
      const found = propose(without(period), space.totalBytes - (space.periods[period]?.bytes ?? 0));
      own.push(...(isNew ? found.filter(({ condition: { operator } }) => operator !== 'eq') : found));
    }
  }
  return {
    ...{ conditions, kinds },
    missed: chosen === undefined ? kindFields : dictionariesOf(chosen.missed),
    leftOut: [...unused].map(([reason, fields]) => ({ reason, fields })),
  };
}
