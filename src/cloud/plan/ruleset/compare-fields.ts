// The difference between two lists of custom fields: added, removed, moved between a raw and a transformed array, changed, reordered.
import { type ConfiguredField, loggedKeyOf } from '../../../language/custom-fields/index.ts';
import type { FieldChange } from './ruleset-plan.ts';

/** A field without its place in a document. */
export type ComparedField = Pick<ConfiguredField, 'array' | 'name' | 'preserveDuplicates'>;

/** The difference between two lists of fields. */
export interface FieldsDifference {
  /** In the order of the new list; removed fields last, in the order of the old list. */
  changes: readonly FieldChange[];
  /** Whether the fields of both lists have another order. */
  isReordered: boolean;
}

/** Compares two lists of fields, each in the order in which its values count. */
export function compareFields(before: readonly ComparedField[], after: readonly ComparedField[]): FieldsDifference {
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
