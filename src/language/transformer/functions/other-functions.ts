// Hashes, structs, conditions and types: the functions that belong to no other table.
import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { conversionOf, hexOf, printSql, typeFromArrow } from '../cast.ts';
import { BINARY, printType, type SqlType, TEXT } from '../sql-type.ts';
import { compareValues, type SqlValue } from '../sql-value.ts';
import { type CallSite, type Implementation, plainFunction, type SqlFunction, sqlFunction } from './sql-function.ts';

const HASHES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  md5,
  sha224,
  sha256,
  sha384,
  sha512,
  blake2s,
  blake2b,
  blake3,
};
const first = ([type]: readonly SqlType[]): SqlType => type!;

function digest(site: CallSite): Implementation {
  const [, written] = site.constants;
  const hash = typeof written === 'string' ? HASHES[written.toLowerCase()] : undefined;
  if (hash === undefined) {
    const found = written === undefined ? undefined : JSON.stringify(written);
    site.reject(1, written === undefined ? 'constant-expected' : 'invalid-argument', {
      found,
      expected: `an algorithm: ${Object.keys(HASHES).join(', ')}`,
    });
  }
  return (bytes: Uint8Array) => (hash ?? md5)(bytes);
}

/** The keys of `named_struct`, which are constants. */
function namedStruct(types: readonly SqlType[], site: CallSite): SqlType {
  const entries: [string, SqlType][] = [];
  for (let index = 0; index < types.length; index += 2) {
    const key = site.constants[index];
    if (typeof key !== 'string')
      site.reject(index, 'constant-expected', { expected: "a key as a constant text: named_struct('key', value)" });
    else if (entries.some(([other]) => other === key))
      site.reject(index, 'duplicate-column', { found: JSON.stringify(key), fix: 'write each key once' });
    if (index + 1 === types.length)
      site.reject(index, 'argument-count', {
        found: 'a key without a value',
        expected: "pairs: named_struct('key', value)",
      });
    entries.push([String(key), types[index + 1] ?? { kind: 'null' }]);
  }
  return { kind: 'struct', entries };
}

function arrowType(_: readonly SqlType[], site: CallSite): SqlType {
  const [, name] = site.constants;
  return (typeof name === 'string' ? typeFromArrow(name) : undefined) ?? TEXT;
}

function arrowCast(site: CallSite): Implementation {
  const [, name] = site.constants;
  const type = typeof name === 'string' ? typeFromArrow(name) : undefined;
  const [from] = site.types;
  const convert = type && (conversionOf(from!, type) as ((value: SqlValue) => SqlValue | undefined) | undefined);
  if (convert === undefined) {
    site.reject(1, typeof name === 'string' ? 'not-implemented' : 'constant-expected', {
      found: JSON.stringify(name ?? null),
      expected: "a type of Arrow: 'Int64', 'Utf8', 'Timestamp(Second, None)'",
    });
  }
  return (value: SqlValue) =>
    convert?.(value) ??
    site.fail(
      'cast',
      `cannot cast ${printSql(value, from!).slice(0, 40)} to ${name}`,
      'use TRY_CAST(… AS type), which returns NULL',
    );
}

/** `greatest` and `least`: NULL arguments do not count. */
const extreme =
  (sign: number): Implementation =>
  (...values: SqlValue[]) =>
    values.reduce((best, value) =>
      best === null || (value !== null && compareValues(value, best) * sign > 0) ? value : best,
    );

export const OTHER_FUNCTIONS: readonly SqlFunction[] = [
  plainFunction('md5', 'bytes', TEXT, (bytes: Uint8Array) => hexOf(md5(bytes))),
  ...['sha224', 'sha256', 'sha384', 'sha512'].map((name) =>
    plainFunction(name, 'bytes', BINARY, HASHES[name]! as Implementation, { choice: 'binary-output' }),
  ),
  sqlFunction('digest', 'bytes text', BINARY, digest, { choice: 'binary-output' }),
  sqlFunction(
    'named_struct',
    'any any any...',
    namedStruct,
    () =>
      (...values: SqlValue[]) =>
        values.filter((_, index) => index % 2 === 1),
    { seesNull: 'values' },
  ),
  plainFunction(
    'struct',
    'any any...',
    (types) => ({ kind: 'struct', entries: types.map((type, index) => [`c${index}`, type]) }),
    (...values: SqlValue[]) => values,
    { seesNull: 'values' },
  ),
  plainFunction(
    'coalesce',
    'same same...',
    first,
    (...values: SqlValue[]) => values.find((value) => value !== null) ?? null,
    { seesNull: 'values' },
  ),
  plainFunction('nvl ifnull', 'same same', first, (value: SqlValue, other: SqlValue) => value ?? other, {
    seesNull: 'values',
  }),
  plainFunction(
    'nvl2',
    'any same same',
    ([, type]) => type!,
    (tested: SqlValue, value: SqlValue, other: SqlValue) => (tested !== null ? value : other),
    { seesNull: 'values' },
  ),
  plainFunction(
    'nullif',
    'same same',
    first,
    (value: SqlValue, other: SqlValue) =>
      value !== null && other !== null && compareValues(value, other) === 0 ? null : value,
    { seesNull: 'values' },
  ),
  plainFunction('greatest', 'same same...', first, extreme(1), { seesNull: 'values', choice: 'undocumented-function' }),
  plainFunction('least', 'same same...', first, extreme(-1), { seesNull: 'values', choice: 'undocumented-function' }),
  sqlFunction('arrow_cast', 'any text', arrowType, arrowCast, { canStop: true }),
  sqlFunction(
    'arrow_typeof',
    'any',
    TEXT,
    ({ types: [type] }) =>
      () =>
        printType(type!),
    { seesNull: 'values' },
  ),
];
