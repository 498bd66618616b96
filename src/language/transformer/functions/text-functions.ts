// Functions of text and binary data. They count characters (code points), not UTF-16 units.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { distance } from 'fastest-levenshtein';
import { MAX_COMPARED_CELLS } from '../limits.ts';
import type { Int, Result } from '../sql-value.ts';
import { type CallSite, type Implementation, sqlFunctions } from './sql-function.ts';

/** Number of different UTF-16 units. */
const UTF16_UNITS = 65_536;
const SURROGATE = /[\ud800-\udfff]/;
const UUID = '00000000-0000-4000-8000-000000000000';

/** The characters of a text: the text itself where each is one UTF-16 unit. */
function charactersOf(text: string): string | string[] {
  return SURROGATE.test(text) ? [...text] : text;
}

function join(characters: string | readonly string[]): string {
  return typeof characters === 'string' ? characters : characters.join('');
}

const lengthOf = (text: string): number => charactersOf(text).length;

/** The part of a text between two positions in characters. */
function sliceOf(text: string, from: number, to?: number): string {
  return join(charactersOf(text).slice(from, to));
}

/** Number of UTF-8 bytes. */
function octets(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x800) bytes += code >= 0xd800 && code <= 0xdfff ? 1 : 2;
    else if (code >= 0x80) bytes += 1;
  }
  return bytes;
}

function trim(atStart: boolean, atEnd: boolean): Implementation {
  return (text: string, characters = ' ') => {
    const all = charactersOf(text);
    const set = new Set(characters);
    let from = 0;
    let to = all.length;
    while (atStart && from < to && set.has(all[from]!)) from += 1;
    while (atEnd && to > from && set.has(all[to - 1]!)) to -= 1;
    return join(all.slice(from, to));
  };
}

/** Joins texts. Skips NULL. */
function joined(site: CallSite, separator: string, ...texts: readonly (string | null)[]): Result {
  const shown = texts.filter((text) => text !== null);
  const size = shown.reduce((sum, text) => sum + text.length, separator.length * Math.max(0, shown.length - 1));
  return site.bounded(size, () => shown.join(separator));
}

function pad(atStart: boolean) {
  return (site: CallSite, text: string, wanted: Int, padding = ' '): Result => {
    const length = Math.max(0, Number(wanted));
    const characters = charactersOf(text);
    const missing = length - characters.length;
    if (missing <= 0 || padding === '') return join(characters.slice(0, missing <= 0 ? length : undefined));
    return site.bounded(length, () => {
      const filling = charactersOf(padding);
      const fill = sliceOf(padding.repeat(Math.ceil(missing / filling.length)), 0, missing);
      return atStart ? fill + text : text + fill;
    });
  };
}

function substr(site: CallSite, text: string, start: Int, length?: Int): Result {
  if (length !== undefined && length < 0)
    return site.fail('argument', `${site.name} has the negative length ${length}`, 'use greatest(…, 0) for the length');
  const from = Number(start) - 1;
  return sliceOf(text, Math.max(0, from), length === undefined ? undefined : Math.max(0, from + Number(length)));
}

function splitPart(site: CallSite, text: string, delimiter: string, wanted: Int): Result {
  if (wanted === 0)
    return site.fail('argument', `${site.name} has the position 0`, 'count positions from 1, or from -1 at the end');
  const parts = delimiter === '' ? ['', ...text, ''] : text.split(delimiter);
  return parts.at(wanted > 0 ? Number(wanted) - 1 : Number(wanted)) ?? '';
}

function replaced(site: CallSite, text: string, from: string, to: string): Result {
  const parts = from === '' ? ['', ...text, ''] : text.split(from);
  return site.bounded(text.length + parts.length * to.length, () => parts.join(to));
}

function translated(text: string, from: string, to: string): string {
  const target = [...to];
  const table = new Map(
    [...from].reverse().map((character, index, all) => [character, target[all.length - 1 - index] ?? '']),
  );
  return Array.from(text, (character) => table.get(character) ?? character).join('');
}

function substrIndex(text: string, delimiter: string, count: Int): string {
  const wanted = Number(count);
  if (delimiter === '' || wanted === 0) return '';
  const parts = text.split(delimiter);
  return (wanted > 0 ? parts.slice(0, wanted) : parts.slice(wanted)).join(delimiter);
}

function overlay(text: string, other: string, start: Int, count: Int = lengthOf(other)): string {
  const from = Number(start) - 1;
  return sliceOf(text, 0, Math.max(0, from)) + other + sliceOf(text, Math.max(0, from + Number(count)));
}

function levenshtein(site: CallSite, a: string, b: string): Result {
  if (a.length * b.length > MAX_COMPARED_CELLS) return site.undecided();
  if (!SURROGATE.test(a + b)) return distance(a, b);
  // The library compares UTF-16 units: each distinct character becomes one.
  const units = new Map<string, string>();
  const packed = (text: string): string =>
    Array.from(text, (character) => {
      if (!units.has(character)) units.set(character, String.fromCharCode(units.size));
      return units.get(character)!;
    }).join('');
  const [left, right] = [packed(a), packed(b)];
  return units.size > UTF16_UNITS ? site.undecided() : distance(left, right);
}

function charactersFrom(site: CallSite, code: Int): Result {
  const isValid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isValid
    ? String.fromCodePoint(Number(code))
    : site.fail('argument', `${site.name} has no character ${code}`, 'limit the code with CASE');
}

function initcap(text: string): string {
  return text.replace(/[\p{Alphabetic}\p{N}]+/gu, (word) => {
    const [first = '', ...rest] = word;
    return first.toUpperCase() + rest.join('').toLowerCase();
  });
}

function encode(site: CallSite): Implementation {
  const [, encoding] = site.constants;
  if (encoding !== undefined && !/^(base64|hex)$/i.test(String(encoding)))
    site.reject(1, 'invalid-argument', { found: JSON.stringify(encoding), expected: "'base64' or 'hex'" });
  return (bytes: Uint8Array, written: string) =>
    written.toLowerCase() === 'hex'
      ? site.bounded(bytes.length * 2, () => bytesToHex(bytes))
      : site.bounded(Math.ceil((bytes.length * 4) / 3), () => Buffer.from(bytes).toString('base64').replace(/=+$/, ''));
}

function decode(site: CallSite): Implementation {
  encode(site);
  return (bytes: Uint8Array, written: string) => {
    const text = new TextDecoder().decode(bytes);
    try {
      if (written.toLowerCase() === 'hex') return hexToBytes(text);
      return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    } catch {
      const shown = JSON.stringify(text.slice(0, 40));
      return site.fail('argument', `${shown} is not ${written}`, 'test the text with regexp_like in CASE');
    }
  };
}

function right(text: string, count: Int): string {
  if (count === 0) return '';
  return sliceOf(text, count > 0 ? -Math.min(Number(count), text.length) : -Number(count));
}

function repeated(site: CallSite, text: string, count: Int): Result {
  const times = Math.max(0, Number(count));
  return site.bounded(text.length * times, () => text.repeat(times));
}

function placeOf(text: string, part: string): number {
  const at = text.indexOf(part);
  return at < 0 ? 0 : lengthOf(text.slice(0, at)) + 1;
}

export const TEXT_FUNCTIONS = sqlFunctions({
  'ascii(text) int32': (text: string) => text.codePointAt(0) ?? 0,
  'bit_length(text) int32': (text: string) => octets(text) * 8,
  'chr(int) text !': charactersFrom,
  'initcap(text) text': initcap,
  'length char_length character_length(text) int32': lengthOf,
  'lower(text) text': (text: string) => text.toLowerCase(),
  'upper(text) text': (text: string) => text.toUpperCase(),
  'octet_length(text) int32': octets,
  'reverse(text) text': (text: string) => [...text].reverse().join(''),
  'to_hex(int) text': (value: Int) => (value < 0 ? BigInt.asUintN(64, BigInt(value)) : value).toString(16),
  'btrim trim(text text?) text #trim-spaces': trim(true, true),
  'ltrim(text text?) text #trim-spaces': trim(true, false),
  'rtrim(text text?) text #trim-spaces': trim(false, true),
  'ends_with(text text) bool': (text: string, end: string) => text.endsWith(end),
  'starts_with(text text) bool': (text: string, start: string) => text.startsWith(start),
  'contains(text text) bool #undocumented-function': (text: string, part: string) => text.includes(part),
  'find_in_set(text text) int32': (text: string, set: string) => (set === '' ? 0 : set.split(',').indexOf(text) + 1),
  'left(text int) text': (text: string, count: Int) => sliceOf(text, 0, Number(count)),
  'right(text int) text': right,
  'levenshtein(text text) int32 !': levenshtein,
  'repeat(text int) text !': repeated,
  'strpos instr position(text text) int32': placeOf,
  'lpad(text int text?) text !': pad(true),
  'rpad(text int text?) text !': pad(false),
  'substr(text int int?) text !': substr,
  'substring(text int int?) text ! #undocumented-function': substr,
  'replace(text text text) text !': replaced,
  'split_part(text text int) text !': splitPart,
  'substr_index(text text int) text': substrIndex,
  'translate(text text text) text': translated,
  'overlay(text text int int?) text': overlay,
  'concat(shown shown...) text ! ~': (site: CallSite, ...texts: (string | null)[]) => joined(site, '', ...texts),
  'concat_ws(text shown shown...) text ! ~': joined,
  'uuid() text random #volatile': () => UUID,
  'encode(bytes text) text ! =': encode,
  'decode(bytes text) binary ! =': decode,
});
