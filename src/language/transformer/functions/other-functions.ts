// Hashes, structs, conditions and types: the functions that belong to no other table.
import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { conversionOf, printSql, typeFromArrow } from '../cast.ts';
import { printType, type SqlType, TYPES } from '../sql-type.ts';
import { compareValues, type SqlValue } from '../sql-value.ts';
import { type CallSite, type Implementation, sqlFunctions } from './sql-function.ts';

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
  return (typeof name === 'string' ? typeFromArrow(name) : undefined) ?? TYPES.text;
}

function arrowCast(site: CallSite): Implementation {
  const [, name] = site.constants;
  const type = typeof name === 'string' ? typeFromArrow(name) : undefined;
  const [from] = site.types;
  const convert = type && conversionOf(from!, type);
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

export const OTHER_FUNCTIONS = sqlFunctions({
  'md5(bytes) text': (bytes: Uint8Array) => bytesToHex(md5(bytes)),
  ...Object.fromEntries(
    (['sha224', 'sha256', 'sha384', 'sha512'] as const).map((name) => [`${name}(bytes) binary`, HASHES[name]!]),
  ),
  'digest(bytes text) binary ! =': digest,
  'named_struct(any any any...) ~': [
    namedStruct,
    (...values: SqlValue[]) => values.filter((_, index) => index % 2 === 1),
  ],
  'struct(any any...) ~': [
    (types) => ({ kind: 'struct', entries: types.map((type, index) => [`c${index}`, type]) }),
    (...values: SqlValue[]) => values,
  ],
  'coalesce(same same...) first ~': (...values: SqlValue[]) => values.find((value) => value !== null) ?? null,
  'nvl ifnull(same same) first ~': (value: SqlValue, other: SqlValue) => value ?? other,
  'nvl2(any same same) second ~': (tested: SqlValue, value: SqlValue, other: SqlValue) =>
    tested !== null ? value : other,
  'nullif(same same) first ~': (value: SqlValue, other: SqlValue) =>
    value !== null && other !== null && compareValues(value, other) === 0 ? null : value,
  'greatest(same same...) first ~ #undocumented-function': extreme(1),
  'least(same same...) first ~ #undocumented-function': extreme(-1),
  'arrow_cast(any text) ! =': [arrowType, arrowCast],
  'arrow_typeof(any) text = ~':
    ({ types: [type] }: CallSite) =>
    () =>
      printType(type!),
});
