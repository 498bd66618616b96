// Functions of lists. Positions count from 1; negative ones count from the end. Elements compare as in `IS NOT DISTINCT FROM`.
import { printSql } from '../cast.ts';
import { MAX_VALUE_SIZE } from '../limits.ts';
import { listOf, type SqlType } from '../sql-type.ts';
import { compareValues, type Int, integer, keyOf, type Result, type SqlValue } from '../sql-value.ts';
import { type CallSite, type Implementation, sqlFunctions } from './sql-function.ts';

type List = readonly SqlValue[];

const isEqual = (a: SqlValue, b: SqlValue): boolean => keyOf(a) === keyOf(b);

function unique(values: Iterable<SqlValue>): SqlValue[] {
  return [...new Map(Array.from(values, (value) => [keyOf(value), value])).values()];
}

/** Replaces or removes at most `most` elements that are equal to `from`. */
function changed(list: List, from: SqlValue, to: readonly SqlValue[], most: Int): SqlValue[] {
  let left = Number(most);
  return list.flatMap((value) => (isEqual(value, from) && left-- > 0 ? to : [value]));
}

/** All elements of nested lists, without recursion into structs. @returns undefined for more than {@link MAX_VALUE_SIZE} */
function flattened(values: List, result: SqlValue[] = []): SqlValue[] | undefined {
  for (const value of values) {
    if (Array.isArray(value)) {
      if (flattened(value, result) === undefined) return undefined;
    } else if (result.push(value) > MAX_VALUE_SIZE) return undefined;
  }
  return result;
}

/** A function of all elements of nested lists. */
function ofAll(compute: (elements: SqlValue[]) => SqlValue) {
  return (site: CallSite, list: List): Result => {
    const all = flattened(list);
    return all === undefined ? site.undecided() : compute(all);
  };
}

function leaf(type: SqlType): SqlType {
  return type.kind === 'list' ? leaf(type.element) : type;
}

/** The lengths of each dimension. */
function dimensions(value: SqlValue): number[] {
  return Array.isArray(value) ? [value.length, ...(value.length === 0 ? [] : dimensions(value[0] as SqlValue))] : [];
}

function depthOf(type: SqlType): number {
  return type.kind === 'list' ? 1 + depthOf(type.element) : 0;
}

function elements(site: CallSite): Implementation {
  const { element } = site.types[0] as SqlType & { kind: 'list' };
  const inner = leaf(element);
  return (list: List, delimiter: string, ofNull?: string) => {
    let text = '';
    for (const value of flattened(list) ?? []) {
      if (value === null && ofNull === undefined) continue;
      text += `${text === '' ? '' : delimiter}${value === null ? ofNull : printSql(value, inner)}`;
      if (text.length > MAX_VALUE_SIZE) return site.undecided();
    }
    return text;
  };
}

function slice(list: List, from: Int, to: Int, stride: Int = 1): SqlValue[] | null {
  const size = list.length;
  const at = (value: Int): number => (value < 0 ? size + Number(value) + 1 : Number(value));
  const [start, end, step] = [at(from), at(to), Number(stride)];
  if (step === 0) return null;
  const result: SqlValue[] = [];
  if (step > 0)
    for (let index = Math.max(start, 1); index <= Math.min(end, size); index += step) result.push(list[index - 1]!);
  else for (let index = Math.min(start, size); index >= Math.max(end, 1); index += step) result.push(list[index - 1]!);
  return result;
}

function sorted(list: List, direction = 'ASC', nulls = 'NULLS FIRST'): SqlValue[] {
  const isDescending = direction.toUpperCase() === 'DESC';
  const nullsFirst = nulls.toUpperCase() !== 'NULLS LAST';
  return [...list].sort((a, b) => {
    if (a === null || b === null) return a === b ? 0 : (a === null) === nullsFirst ? -1 : 1;
    return isDescending ? compareValues(b, a) : compareValues(a, b);
  });
}

/** `range` and `generate_series` of integers. */
function series(isInclusive: boolean) {
  return (site: CallSite, ...bounds: Int[]): Result => {
    const [start, stop, step] = (bounds.length === 1 ? [0, bounds[0], 1] : [bounds[0], bounds[1], bounds[2] ?? 1]).map(
      (bound) => BigInt(bound!),
    ) as [bigint, bigint, bigint];
    if (step === 0n) return site.fail('argument', `${site.name} has the step 0`, 'write another step');
    const distance = (stop - start) * (step > 0n ? 1n : -1n) + (isInclusive ? 1n : 0n);
    const size = step > 0n ? step : -step;
    const count = distance <= 0n ? 0n : (distance + size - 1n) / size;
    const isSafe = Number.isSafeInteger(Number(start)) && Number.isSafeInteger(Number(stop));
    const [first, by] = [Number(start), Number(step)];
    const at = isSafe
      ? (index: number) => first + index * by
      : (index: number) => integer(start + BigInt(index) * step);
    return site.bounded(count, () => Array.from({ length: Number(count) }, (_, index) => at(index)));
  };
}

const fillType = ([type]: readonly SqlType[], { constants: [, sizes] }: CallSite): SqlType =>
  Array.isArray(sizes) ? sizes.reduce<SqlType>(listOf, type!) : listOf(type!);

function filled(site: CallSite): Implementation {
  const [, sizes] = site.constants;
  if (!Array.isArray(sizes)) site.reject(1, 'constant-expected', { expected: 'a constant list of sizes: [2, 3]' });
  const counts = Array.isArray(sizes) ? sizes.map((size) => Math.max(0, Number(size ?? Infinity))) : [];
  // Nothing is inside an empty list.
  const empty = counts.indexOf(0);
  const outer = empty < 0 ? counts : counts.slice(0, empty);
  const total = outer.reduce((product, count) => product * count, 1);
  return (value: SqlValue) =>
    site.bounded(total, () =>
      outer.reduceRight<SqlValue>((inner, count) => new Array<SqlValue>(count).fill(inner), empty < 0 ? value : []),
    );
}

/** The elements that another list has, or lacks. Takes time proportional to both. */
function shared(list: List, other: List, isShared = true): SqlValue[] {
  const keys = new Set(other.map(keyOf));
  return list.filter((value) => keys.has(keyOf(value)) === isShared);
}

/** A function of joined lists; NULL counts as empty, unless it is the first. @param ofNull the result if the first list is NULL */
function ofJoint(ofNull: SqlValue, compute: (list: List) => SqlValue) {
  return (site: CallSite, ...lists: (List | null)[]): Result => {
    const size = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
    return lists[0] === null ? ofNull : site.bounded(size, () => compute(lists.flatMap((list) => list ?? [])));
  };
}

function resized(site: CallSite, list: List, size: Int, value: SqlValue = null): Result {
  return site.bounded(size, () =>
    Array.from(
      { length: Math.max(0, Number(size)) },
      (_, index) => list[index] ?? (index < list.length ? null : value),
    ),
  );
}

function repeated(site: CallSite, value: SqlValue, count: Int): Result {
  return site.bounded(count, () => new Array<SqlValue>(Math.max(0, Number(count))).fill(value));
}

function splitText(text: string | null, delimiter: string | null, ofNull?: string | null): SqlValue {
  if (text === null) return null;
  const parts = delimiter === null ? [...text] : delimiter === '' ? [text] : text.split(delimiter);
  return parts.map((part) => (part === ofNull ? null : part));
}

const replaced = (list: List, from: SqlValue, to: SqlValue, most: Int): SqlValue[] => changed(list, from, [to], most);

function positionOf(list: List, value: SqlValue, from: Int = 1): number | null {
  const at = list.findIndex((one, index) => index >= Number(from) - 1 && isEqual(one, value));
  return at < 0 ? null : at + 1;
}

const leaves = ([type]: readonly SqlType[]): SqlType => listOf(leaf(type!));
const listOfFirst = ([type]: readonly SqlType[]): SqlType => listOf(type ?? { kind: 'null' });

export const ARRAY_FUNCTIONS = sqlFunctions({
  '@append @push_back(list element) first ~': (list: List, value: SqlValue) => [...list, value],
  '@prepend @push_front(element list) second ~': (value: SqlValue, list: List) => [value, ...list],
  '@cat @concat(list list...) first ! ~~': ofJoint(null, (list) => list),
  '@has @contains(list element) bool ~': (list: List, value: SqlValue) =>
    value === null ? null : list.some((one) => isEqual(one, value)),
  '@has_all(list list) bool ~': (list: List, wanted: List) => shared(wanted, list).length === wanted.length,
  '@has_any(list list) bool ~': (list: List, wanted: List) => shared(wanted, list).length > 0,
  '@dims(list) uints ~': dimensions,
  '@ndims(list) uint64 =':
    ({ types: [type] }: CallSite) =>
    () =>
      depthOf(type!),
  '@distinct(list) first ~ #list-order': (list: List) => sorted(unique(list)),
  '@element @extract(list int) element ~': (list: List, at: Int) =>
    at === 0 ? null : (list.at(at > 0 ? Number(at) - 1 : Number(at)) ?? null),
  '@except(list list) first ~ #list-order': (list: List, other: List) => unique(shared(list, other, false)),
  '@intersect(list list) first ~ #list-order': (list: List, other: List) => unique(shared(list, other)),
  '@union(list list) first ! ~~ #list-order': ofJoint([], unique),
  '@length(list int?) uint64 ~': (list: List, dimension: Int = 1) => dimensions(list)[Number(dimension) - 1] ?? null,
  '@pop_back(list) first ~': (list: List) => list.slice(0, -1),
  '@pop_front(list) first ~': (list: List) => list.slice(1),
  '@position @indexof(list element int?) uint64 ~': positionOf,
  '@positions(list element) uints ~': (list: List, value: SqlValue) =>
    list.flatMap((one, index) => (isEqual(one, value) ? index + 1 : [])),
  '@remove(list element) first ~': (list: List, value: SqlValue) => changed(list, value, [], 1),
  '@remove_n(list element int) first ~': (list: List, value: SqlValue, most: Int) => changed(list, value, [], most),
  '@remove_all(list element) first ~': (list: List, value: SqlValue) => changed(list, value, [], list.length),
  '@replace(list element element) first ~': (list: List, from: SqlValue, to: SqlValue) => replaced(list, from, to, 1),
  '@replace_n(list element element int) first ~': replaced,
  '@replace_all(list element element) first ~': (list: List, from: SqlValue, to: SqlValue) =>
    replaced(list, from, to, list.length),
  '@reverse(list) first ~': (list: List) => [...list].reverse(),
  '@slice(list int int int?) first ~': slice,
  '@sort(list text? text?) first ~': sorted,
  '@resize(list int element?) first ! ~': resized,
  '@repeat(any int) ! ~': [listOfFirst, repeated],
  '@fill(any list) ! = ~ #deprecated-function': [fillType, filled],
  '@to_string @join(list text text?) text ! =': elements,
  'cardinality(list) uint64 !': ofAll((all) => all.length),
  'empty array_empty list_empty(list) bool #empty-boolean': (list: List) => list.length === 0,
  'flatten(list) !': [leaves, ofAll((all) => all)],
  'make_array make_list(same...) ~': [listOfFirst, (...all: SqlValue[]) => all],
  'string_to_array string_to_list(text text text?) texts ~~': splitText,
  'trim_array(list int) first #deprecated-function': (list: List, count: Int) =>
    list.slice(0, Math.max(0, list.length - Math.max(0, Number(count)))),
  'range(int int? int?) ints !': series(false),
  'generate_series(int int? int?) ints !': series(true),
});
