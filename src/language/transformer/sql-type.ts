// The types of SQL expressions: their names, which types compare with each other, and Arrow's names for messages.

/** Units of timestamps, and the nanoseconds of each. */
export const UNIT_NANOSECONDS = {
  Second: 1_000_000_000n,
  Millisecond: 1_000_000n,
  Microsecond: 1000n,
  Nanosecond: 1n,
} as const;
export type TimeUnit = keyof typeof UNIT_NANOSECONDS;

/** A type. `null`: only NULL. */
export type SqlType =
  | { readonly kind: 'null' | 'bool' | 'text' | 'binary' | 'date' | 'interval' }
  | { readonly kind: 'int'; readonly bits: 8 | 16 | 32 | 64; readonly isUnsigned: boolean }
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  | { readonly kind: 'timestamp'; readonly unit: TimeUnit; readonly zone: string | undefined }
  /** A field whose text or number the job's `timestamp_format` decides: text while no job is known. */
  | { readonly kind: 'delivered-time'; readonly isNumber: boolean }
  /** `isUnion`: what `->` returns, which is compared only after a cast. Otherwise an object of the dataset. */
  | { readonly kind: 'json'; readonly isUnion: boolean }
  | { readonly kind: 'list'; readonly element: SqlType }
  | { readonly kind: 'struct'; readonly entries: readonly (readonly [key: string, type: SqlType])[] };

const NAMED_TYPES = {
  null: { kind: 'null' },
  bool: { kind: 'bool' },
  text: { kind: 'text' },
  binary: { kind: 'binary' },
  date: { kind: 'date' },
  interval: { kind: 'interval' },
  int32: { kind: 'int', bits: 32, isUnsigned: false },
  int64: { kind: 'int', bits: 64, isUnsigned: false },
  uint64: { kind: 'int', bits: 64, isUnsigned: true },
  float: { kind: 'float', bits: 64 },
  timestamp: timestampOf('Nanosecond'),
  object: { kind: 'json', isUnion: false },
  json: { kind: 'json', isUnion: true },
} satisfies Readonly<Record<string, SqlType>>;
/** Types by our words for them, which signatures of functions have, too. `object`: of the dataset. `json`: what `->` returns. */
export const TYPES: Readonly<Record<keyof typeof NAMED_TYPES, SqlType>> = NAMED_TYPES;

export function timestampOf(unit: TimeUnit, zone?: string): SqlType {
  return { kind: 'timestamp', unit, zone };
}
export const listOf = (element: SqlType): SqlType => ({ kind: 'list', element });

/** Arrow's names of types without parameters. */
const ARROW_NAMES = {
  ...{ null: 'Null', bool: 'Boolean', text: 'Utf8', binary: 'Binary', date: 'Date32' },
  interval: 'Interval(MonthDayNano)',
} as const;

/** Arrow's name of a type, as `arrow_typeof` prints it. */
export function printType(type: SqlType): string {
  switch (type.kind) {
    case 'int':
      return `${type.isUnsigned ? 'UInt' : 'Int'}${type.bits}`;
    case 'float':
      return `Float${type.bits}`;
    case 'timestamp':
      return `Timestamp(${type.unit}, ${type.zone === undefined ? 'None' : `Some("${type.zone}")`})`;
    case 'delivered-time':
      return type.isNumber ? 'Int64' : 'Utf8';
    case 'json':
      return type.isUnion ? 'Union' : 'Utf8';
    case 'list':
      return `List(Field { name: "item", data_type: ${printType(type.element)}, nullable: true, dict_id: 0, dict_is_ordered: false, metadata: {} })`;
    case 'struct':
      return `Struct([${type.entries.map(([key, inner]) => `${key} ${printType(inner)}`).join(', ')}])`;
    default:
      return ARROW_NAMES[type.kind];
  }
}

/** The number of types that a type consists of. @returns more than `most` as soon as it is exceeded */
export function sizeOfType(type: SqlType, most: number): number {
  const parts =
    type.kind === 'list' ? [type.element] : type.kind === 'struct' ? type.entries.map(([, one]) => one) : [];
  let size = 1;
  for (const part of parts) {
    if (size > most) break;
    size += sizeOfType(part, most - size);
  }
  return size;
}

/** The words for types in messages. */
const WORDS: Readonly<Record<SqlType['kind'], string>> = {
  ...{ null: 'NULL', bool: 'a boolean', text: 'a text', int: 'an integer', float: 'a float', date: 'a date' },
  ...{ binary: 'binary data', interval: 'an interval', timestamp: 'a timestamp', json: 'an object', list: 'a list' },
  ...{ struct: 'a struct', 'delivered-time': 'a timestamp field, which is text or a number' },
};

/** The type of a cast in messages: Arrow's name, except for lists and structs, whose names are long. */
export function describeCast(type: SqlType): string {
  return type.kind === 'list' || type.kind === 'struct' ? describeType(type) : printType(type);
}

/** The words for a type in messages. */
export function describeType(type: SqlType): string {
  return type.kind === 'json' && type.isUnion ? 'JSON' : WORDS[type.kind];
}

export const isNumber = ({ kind }: SqlType): boolean => kind === 'int' || kind === 'float';

export function isSameType(a: SqlType, b: SqlType): boolean {
  return a === b || (a.kind === b.kind && printType(a) === printType(b));
}

/** The type to which both convert for a comparison, a list, `CASE` or `coalesce`; undefined if there is none. */
export function commonType(a: SqlType, b: SqlType): SqlType | undefined {
  if (a.kind === 'null') return b;
  if (b.kind === 'null' || isSameType(a, b)) return a;
  if (a.kind === 'int' && b.kind === 'int') return commonInteger(a, b);
  if (isNumber(a) && isNumber(b)) return TYPES.float;
  const kinds = new Set([a.kind, b.kind]);
  if (kinds.has('delivered-time')) {
    const other = a.kind === 'delivered-time' ? b : a;
    return other.kind === 'text' || other.kind === 'timestamp' || other.kind === 'int' ? other : undefined;
  }
  if (kinds.has('timestamp') && (kinds.has('date') || kinds.has('text') || a.kind === b.kind)) {
    if (a.kind === 'timestamp' && b.kind === 'timestamp') {
      return { ...(UNIT_NANOSECONDS[a.unit] < UNIT_NANOSECONDS[b.unit] ? a : b), zone: a.zone ?? b.zone };
    }
    return a.kind === 'timestamp' ? a : b;
  }
  if (kinds.has('text') && (kinds.has('date') || kinds.has('interval') || kinds.has('binary')))
    return a.kind === 'text' ? b : a;
  if (a.kind === 'list' && b.kind === 'list') {
    const element = commonType(a.element, b.element);
    return element && listOf(element);
  }
  if (a.kind === 'struct' && b.kind === 'struct' && a.entries.length === b.entries.length) {
    const entries = a.entries.map(([key, type], index) => {
      const [other, inner] = b.entries[index]!;
      return key === other ? ([key, commonType(type, inner)] as const) : undefined;
    });
    const found = entries.filter((entry): entry is [string, SqlType] => entry?.[1] !== undefined);
    return found.length === entries.length ? { kind: 'struct', entries: found } : undefined;
  }
  return undefined;
}

function commonInteger(a: SqlType & { kind: 'int' }, b: SqlType & { kind: 'int' }): SqlType {
  if (a.isUnsigned === b.isUnsigned) return a.bits > b.bits ? a : b;
  const [unsigned, signed] = a.isUnsigned ? [a, b] : [b, a];
  const bits = Math.max(signed.bits, Math.min(64, unsigned.bits * 2)) as 16 | 32 | 64;
  return { kind: 'int', bits, isUnsigned: false };
}
