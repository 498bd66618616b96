// Expression text → tokens, one at a time. Reports invalid characters, each with a fix.
import { numberOf } from '../../../base/index.ts';
import type { Scalar } from '../node.ts';
import { quote } from '../quote.ts';
import { adviceForBareAddress } from '../warning/address-advice.ts';
import { adviceForList, adviceForSign } from './expression-advice.ts';
import { ExpressionSyntaxError } from './expression-error.ts';

/** One token. `value` is the value of a literal. */
export type Token =
  | { readonly kind: 'word' | 'sign' | 'end'; readonly text: string; readonly offset: number }
  | { readonly kind: 'string' | 'number'; readonly text: string; readonly offset: number; readonly value: Scalar };

const SPACE = /[ \t\r\n\u00a0\ufeff]*/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** Text directly after a number that makes the number invalid: `0500`, `10.0.0.1`, `5xx`, `200..299`. */
const MORE_OF_NUMBER = /[A-Za-z0-9_.:/+-]+/y;
const SIGN = /==|!=|<=|>=|&&|\|\||[<>!(){},]/y;
/** Any other symbol, as many characters as form one symbol in other languages. */
const OTHER_SIGN = /===|!==|<>|=>|=<|=~|!~|\^\^|r#*"|./sy;
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/gs;
const KNOWN_ESCAPE = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/;

/** Longer invalid numbers are not repeated in a fix. Characters. */
const MAX_SHOWN_NUMBER = 80;

/** Returns the first token at or after an offset. @throws ExpressionSyntaxError */
export function readToken(text: string, from: number): Token {
  const offset = from + match(SPACE, text, from).length;
  if (offset >= text.length) return { kind: 'end', text: '', offset: text.length };
  if (/^[rR]#*"/.test(text.slice(offset, offset + 8))) {
    throw new ExpressionSyntaxError(
      text,
      offset,
      'a raw string',
      'a string in double quotes',
      'write \\\\ for a backslash',
    );
  }
  const word = match(WORD, text, offset);
  if (word !== '') return { kind: 'word', text: word, offset };
  const number = match(NUMBER, text, offset);
  if (number !== '') return numberToken(text, number, offset);
  if (text[offset] === '"') return stringToken(text, offset);
  const sign = match(SIGN, text, offset);
  const other = match(OTHER_SIGN, text, offset);
  if (sign === '' || other.length > sign.length) throw unknownSign(text, other, offset);
  return { kind: 'sign', text: sign, offset };
}

function numberToken(text: string, number: string, offset: number): Token {
  const more = match(MORE_OF_NUMBER, text, offset + number.length);
  if (more === '') return { kind: 'number', text: number, offset, value: numberOf(number) };
  const whole = number + more;
  const fix = adviceForBareAddress(text, offset) ?? adviceForNumber(whole);
  throw new ExpressionSyntaxError(text, offset, quote(whole), 'a number', fix);
}

function adviceForNumber(whole: string): string | undefined {
  if (whole.length > MAX_SHOWN_NUMBER) return undefined;
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(whole);
  if (range !== null) return `write Field >= ${range[1]} and Field <= ${range[2]}, because filters have no ranges`;
  const plain = /^-?0[0-9]+$/.test(whole) ? `${whole.replace(/0+(?=[0-9])/, '')}, or ` : '';
  return `write ${plain}"${whole}" as a string`;
}

function stringToken(text: string, offset: number): Token {
  const end = closingQuote(text, offset);
  if (end < 0) {
    throw new ExpressionSyntaxError(text, offset, 'a string without its closing quote', 'a string in double quotes');
  }
  const string = text.slice(offset, end + 1);
  for (const found of string.matchAll(ESCAPE)) {
    if (!KNOWN_ESCAPE.test(found[0])) {
      const at = offset + found.index;
      throw new ExpressionSyntaxError(text, at, `"${found[0]}"`, '\\" or \\\\', 'write \\\\ for a backslash');
    }
  }
  const escaped = string.replace(/[\u0000-\u001f]/g, (control) => JSON.stringify(control).slice(1, -1));
  return { kind: 'string', text: string, offset, value: JSON.parse(escaped) as string };
}

/** Index of the quote that ends the string at `offset`, or -1. A loop: a regular expression overflows the stack on a million escapes. */
function closingQuote(text: string, offset: number): number {
  for (let i = offset + 1; i < text.length; i += 1) {
    if (text[i] === '"') return i;
    if (text[i] === '\\') i += 1;
  }
  return -1;
}

function unknownSign(text: string, sign: string, offset: number): ExpressionSyntaxError {
  const shown = sign === '\ufffd' || sign.length > 1 ? sign : String.fromCodePoint(text.codePointAt(offset)!);
  const fix = adviceForBareAddress(text, offset) ?? (sign === '[' ? adviceForList(text, offset) : adviceForSign(sign));
  return new ExpressionSyntaxError(text, offset, quote(shown), 'a field, a value or an operator', fix);
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
