// Parses Go string constants, in double quotes or backticks, as a record_template contains them.
// https://go.dev/ref/spec#String_literals

/** The result of parsing: no string, an invalid one, or its bytes; `\xff` need not be UTF-8. */
export type GoString =
  | { kind: 'none' }
  | { kind: 'bad'; at: number; found: string; expected: string }
  | { kind: 'string'; bytes: Buffer; end: number };

/** Escapes of a backslash and one letter. */
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};
/** Escapes of a byte, and of a code point. */
const BYTE = /\\(?:x([0-9a-fA-F]{2})|([0-7]{3}))/y;
const CODE_POINT = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/y;
const PLAIN = /[^"\\\n]+/y;
const MAX_BYTE = 0xff;
const ESCAPES = 'expected one of \\a \\b \\f \\n \\r \\t \\v \\\\ \\" \\xHH \\OOO \\uHHHH \\UHHHHHHHH';

/** Parses the string that begins at `at`. */
export function readGoString(text: string, at: number): GoString {
  if (text[at] === '`') return readRaw(text, at);
  return text[at] === '"' ? readQuoted(text, at) : { kind: 'none' };
}

/** Text between backticks is literal; only carriage returns are removed. */
function readRaw(text: string, at: number): GoString {
  const close = text.indexOf('`', at + 1);
  if (close < 0) return { kind: 'bad', at, found: 'an unterminated constant', expected: 'expected a second backtick' };
  return { kind: 'string', bytes: Buffer.from(text.slice(at + 1, close).replaceAll('\r', '')), end: close + 1 };
}

function readQuoted(text: string, start: number): GoString {
  const pieces: Buffer[] = [];
  let at = start + 1;
  for (;;) {
    const plain = matchAt(PLAIN, text, at)?.[0] ?? '';
    pieces.push(Buffer.from(plain));
    at += plain.length;
    const next = text[at];
    if (next === '"') return { kind: 'string', bytes: Buffer.concat(pieces), end: at + 1 };
    if (next !== '\\') {
      return {
        kind: 'bad',
        at: start,
        found: 'an unterminated constant',
        expected: 'expected a closing quote on its line',
      };
    }
    const escaped = readEscape(text, at);
    if (escaped === undefined) {
      return { kind: 'bad', at, found: `the escape ${text.slice(at, at + 2)} in a constant`, expected: ESCAPES };
    }
    pieces.push(escaped.bytes);
    at += escaped.length;
  }
}

/** @param at index of the backslash */
function readEscape(text: string, at: number): { bytes: Buffer; length: number } | undefined {
  const short = SHORT_ESCAPES[text[at + 1] ?? ''];
  if (short !== undefined) return { bytes: Buffer.from(short), length: 2 };
  const byte = matchAt(BYTE, text, at);
  if (byte !== undefined) {
    const value = byte[1] === undefined ? Number.parseInt(byte[2]!, 8) : Number.parseInt(byte[1], 16);
    return value > MAX_BYTE ? undefined : { bytes: Buffer.of(value), length: byte[0].length };
  }
  const found = matchAt(CODE_POINT, text, at);
  if (found === undefined) return undefined;
  const point = Number.parseInt(found[1] ?? found[2]!, 16);
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  return { bytes: Buffer.from(String.fromCodePoint(point)), length: found[0].length };
}

/** Matches a pattern at one position. @param pattern a sticky one @returns undefined if it does not match there */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
