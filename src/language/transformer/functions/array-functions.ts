// Functions of lists. Positions count from 1; negative ones count from the end. Elements compare as in `IS NOT DISTINCT FROM`.
import { printSql } from '../cast.ts';
import { MAX_VALUE_SIZE } from '../limits.ts';
import { BOOL, INT64, listOf, type SqlType, TEXT, UINT64 } from '../sql-type.ts';
import { compareValues, integer, keyOf, type SqlValue } from '../sql-value.ts';
import type { Result } from '../stop.ts';
import { type CallSite, type Implementation, plainFunction, type SqlFunction, sqlFunction } from './sql-function.ts';

type Int = number | bigint;
type List = readonly SqlValue[];

const first = ([type]: readonly SqlType[]): SqlType => type!;
const elementOf = ([type]: readonly SqlType[]): SqlType => (type?.kind === 'list' ? type.element : type!);
const ofElement = ([type]: readonly SqlType[]): SqlType => listOf(type!);
const isEqual = (a: SqlValue, b: SqlValue): boolean => keyOf(a) === keyOf(b);
/** An integer as a position; too large ones are beyond every list. */
const small = (value: Int): number =>
  typeof value === 'number' ? value : value < 0n ? -MAX_VALUE_SIZE - 1 : MAX_VALUE_SIZE + 1;

function unique(values: Iterable<SqlValue>): SqlValue[] {
  return [...new Map(Array.from(values, (value) => [keyOf(value), value])).values()];
}

function keysOf(values: List): Set<string> {
  return new Set(values.map(keyOf));
}

/** Replaces or removes at most `most` elements that are equal to `from`. */
function changed(list: List, from: SqlValue, to: readonly SqlValue[], most: Int): SqlValue[] {
  let left = small(most);
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
function ofAll(compute: (elements: SqlValue[]) => SqlValue): (site: CallSite) => Implementation {
  return (site) => (list: List) => {
    const all = flattened(list);
    return all === undefined ? site.undecided('output-size') : compute(all);
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
      if (text.length > MAX_VALUE_SIZE) return site.undecided('output-size');
    }
    return text;
  };
}

function slice(list: List, from: Int, to: Int, stride: Int = 1): SqlValue[] | null {
  const size = list.length;
  const at = (value: Int): number => (value < 0 ? size + small(value) + 1 : small(value));
  const [start, end, step] = [at(from), at(to), small(stride)];
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

/** Rejects lists beyond {@link MAX_VALUE_SIZE}. */
function bounded(site: CallSite, length: Int, list: () => SqlValue): Result {
  return length > MAX_VALUE_SIZE ? site.undecided('output-size') : list();
}

/** `range` and `generate_series` of integers. */
function series(isInclusive: boolean): (site: CallSite) => Implementation {
  return (site) =>
    (...bounds: Int[]) => {
      const [start, stop, step] = (
        bounds.length === 1 ? [0, bounds[0], 1] : [bounds[0], bounds[1], bounds[2] ?? 1]
      ).map((bound) => BigInt(bound!)) as [bigint, bigint, bigint];
      if (step === 0n) return site.fail('argument', `${site.name} has the step 0`, 'write another step');
      const distance = (stop - start) * (step > 0n ? 1n : -1n) + (isInclusive ? 1n : 0n);
      const size = step > 0n ? step : -step;
      const count = distance <= 0n ? 0n : (distance + size - 1n) / size;
      return bounded(site, count, () =>
        Array.from({ length: Number(count) }, (_, index) => integer(start + BigInt(index) * step)),
      );
    };
}

const fillType = ([type]: readonly SqlType[], { constants: [, sizes] }: CallSite): SqlType =>
  Array.isArray(sizes) ? sizes.reduce<SqlType>(listOf, type!) : listOf(type!);

function filled(site: CallSite): Implementation {
  const [, sizes] = site.constants;
  if (!Array.isArray(sizes)) site.reject(1, 'constant-expected', { expected: 'a constant list of sizes: [2, 3]' });
  const counts = Array.isArray(sizes) ? sizes.map((size) => Math.max(0, small(size as Int))) : [];
  const total = counts.reduce((product, count) => product * count, 1);
  return (value: SqlValue) =>
    bounded(site, total, () =>
      counts.reduceRight<SqlValue>((inner, count) => new Array<SqlValue>(count).fill(inner), value),
    );
}

const SEES_NULL = { seesNull: true } as const;
const GROWS = { seesNull: true, canStop: true } as const;
/** Passes NULL lists on; elements may be NULL. */
const ofList = (compute: (list: List, ...rest: never[]) => SqlValue): Implementation =>
  ((list: List | null, ...rest: never[]) => (list === null ? null : compute(list, ...rest))) as Implementation;

/** A function whose names begin with `array_` and `list_`. */
function row(
  names: string,
  params: string,
  returns: SqlFunction['returns'],
  compute: (list: List, ...rest: never[]) => SqlValue,
  options: Parameters<typeof plainFunction>[4] = SEES_NULL,
): SqlFunction {
  return plainFunction(both(names), params, returns, ofList(compute), options);
}

function both(names: string): string {
  return names
    .split(' ')
    .flatMap((name) => (name.includes('=') ? name.slice(1) : [`array_${name}`, `list_${name}`]))
    .join(' ');
}

export const ARRAY_FUNCTIONS: readonly SqlFunction[] = [
  row('append push_back', 'list element', first, (list, value: SqlValue) => [...list, value], GROWS),
  plainFunction(
    both('prepend push_front'),
    'element list',
    ([, type]) => type!,
    (value: SqlValue, list: List | null) => list && [value, ...list],
    GROWS,
  ),
  row(
    'cat concat',
    'list list...',
    first,
    (list, ...others: (List | null)[]) => [...list, ...others.flatMap((other) => other ?? [])],
    GROWS,
  ),
  row('has contains', 'list element', BOOL, (list, value: SqlValue) =>
    value === null ? null : list.some((one) => isEqual(one, value)),
  ),
  row(
    'has_all',
    'list list',
    BOOL,
    (list, wanted: List | null) => wanted && [...keysOf(wanted)].every((key) => keysOf(list).has(key)),
  ),
  row(
    'has_any',
    'list list',
    BOOL,
    (list, wanted: List | null) => wanted?.some((value) => list.some((one) => isEqual(one, value))) ?? null,
  ),
  row('dims', 'list', listOf(UINT64), dimensions),
  sqlFunction(
    both('ndims'),
    'list',
    UINT64,
    ({ types: [type] }) =>
      () =>
        depthOf(type!),
  ),
  row('distinct', 'list', first, (list) => sorted(unique(list)), { ...SEES_NULL, choice: 'list-order' }),
  row('element extract', 'list int', elementOf, (list, at: Int | null) =>
    at === null ? null : (list.at(at > 0 ? small(at) - 1 : at === 0 ? list.length : small(at)) ?? null),
  ),
  row(
    'except',
    'list list',
    first,
    (list, other: List | null) => other && unique(list.filter((value) => !keysOf(other).has(keyOf(value)))),
    { ...SEES_NULL, choice: 'list-order' },
  ),
  row(
    'intersect',
    'list list',
    first,
    (list, other: List | null) => other && unique(list.filter((value) => keysOf(other).has(keyOf(value)))),
    { ...SEES_NULL, choice: 'list-order' },
  ),
  row('union', 'list list', first, (list, other: List | null) => unique([...list, ...(other ?? [])]), {
    ...GROWS,
    choice: 'list-order',
  }),
  row('length', 'list int?', UINT64, (list, dimension: Int | null = 1) =>
    dimension === null ? null : (dimensions(list)[small(dimension) - 1] ?? null),
  ),
  row('pop_back', 'list', first, (list) => list.slice(0, -1)),
  row('pop_front', 'list', first, (list) => list.slice(1)),
  row('position indexof', 'list element int?', UINT64, (list, value: SqlValue, from: Int | null = 1) => {
    const at = from === null ? -1 : list.findIndex((one, index) => index >= small(from) - 1 && isEqual(one, value));
    return at < 0 ? null : at + 1;
  }),
  row('positions', 'list element', listOf(UINT64), (list, value: SqlValue) =>
    list.flatMap((one, index) => (isEqual(one, value) ? index + 1 : [])),
  ),
  row('remove', 'list element', first, (list, value: SqlValue) => changed(list, value, [], 1)),
  row(
    'remove_n',
    'list element int',
    first,
    (list, value: SqlValue, most: Int | null) => most && changed(list, value, [], most),
  ),
  row('remove_all', 'list element', first, (list, value: SqlValue) => changed(list, value, [], list.length)),
  row(
    'replace',
    'list element element',
    first,
    (list, from: SqlValue, to: SqlValue) => changed(list, from, [to], 1),
    GROWS,
  ),
  row(
    'replace_n',
    'list element element int',
    first,
    (list, from: SqlValue, to: SqlValue, most: Int | null) => most && changed(list, from, [to], most),
    GROWS,
  ),
  row(
    'replace_all',
    'list element element',
    first,
    (list, from: SqlValue, to: SqlValue) => changed(list, from, [to], list.length),
    GROWS,
  ),
  row('reverse', 'list', first, (list) => [...list].reverse()),
  row('slice', 'list int int int?', first, (list, from: Int | null, to: Int | null, stride: Int | null = 1) =>
    from === null || to === null || stride === null ? null : slice(list, from, to, stride),
  ),
  row('sort', 'list text? text?', first, (list, direction?: string | null, nulls?: string | null) =>
    direction === null || nulls === null ? null : sorted(list, direction, nulls),
  ),
  sqlFunction(
    both('resize'),
    'list int element?',
    first,
    (site) =>
      (list: List | null, size: Int | null, value: SqlValue = null) => {
        if (list === null || size === null) return null;
        return bounded(site, size, () =>
          Array.from({ length: Math.max(0, small(size)) }, (_, index) => (index < list.length ? list[index]! : value)),
        );
      },
    { ...SEES_NULL, canStop: true },
  ),
  sqlFunction(
    both('repeat'),
    'any int',
    ofElement,
    (site) => (value: SqlValue, count: Int | null) =>
      count === null ? null : bounded(site, count, () => new Array<SqlValue>(Math.max(0, small(count))).fill(value)),
    { ...SEES_NULL, canStop: true },
  ),
  sqlFunction(both('fill'), 'any list', fillType, filled, {
    ...SEES_NULL,
    canStop: true,
    choice: 'deprecated-function',
  }),
  sqlFunction(both('to_string join'), 'list text text?', TEXT, elements, { canStop: true }),
  sqlFunction(
    'cardinality',
    'list',
    UINT64,
    ofAll((all) => all.length),
    { canStop: true },
  ),
  row('=empty empty', 'list', BOOL, (list) => list.length === 0, { ...SEES_NULL, choice: 'empty-boolean' }),
  sqlFunction(
    'flatten',
    'list',
    ([type]) => listOf(leaf(type!)),
    ofAll((all) => all),
    { canStop: true },
  ),
  sqlFunction(
    'make_array make_list',
    'same...',
    (types) => listOf(types[0] ?? { kind: 'null' }),
    () =>
      (...values: SqlValue[]) =>
        values,
    SEES_NULL,
  ),
  plainFunction(
    'string_to_array string_to_list',
    'text text text?',
    listOf(TEXT),
    (text: string | null, delimiter: string | null, ofNull?: string | null) => {
      if (text === null) return null;
      const parts = delimiter === null ? [...text] : delimiter === '' ? [text] : text.split(delimiter);
      return parts.map((part) => (part === ofNull ? null : part));
    },
    SEES_NULL,
  ),
  plainFunction(
    'trim_array',
    'list int',
    first,
    (list: List, count: Int) => list.slice(0, Math.max(0, list.length - Math.max(0, small(count)))),
    { choice: 'deprecated-function' },
  ),
  sqlFunction('range', 'int int? int?', listOf(INT64), series(false), { canStop: true }),
  sqlFunction('generate_series', 'int int? int?', listOf(INT64), series(true), { canStop: true }),
];
