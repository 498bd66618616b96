// Fixes for syntax that other languages have and filters lack: the platform's Rules language, SQL, JSON operators, shells.
// Texts only; the parser decides when they apply.
import { OPERATORS } from '../operator.ts';
import { operatorFor } from '../repair/spelling.ts';

/** The complete syntax of expressions, for messages. */
const AVAILABLE = '== != < <= > >=, contains, in {…}, starts_with(), ends_with(), not, and, or';

const NO_PATTERNS = 'use contains, starts_with(Field, "…") or ends_with(Field, "…"), because filters have no patterns';
const NO_EXCLUSIVE_OR = 'write (a and not b) or (not a and b), because filters have no exclusive or';

const SIGNS: Readonly<Record<string, string>> = {
  '=': 'write ==',
  '===': 'write ==',
  '!==': 'write !=',
  '<>': 'write !=',
  '=>': 'write >=',
  '=<': 'write <=',
  '&': 'write &&, or and',
  '|': 'write ||, or or',
  '^^': NO_EXCLUSIVE_OR,
  '~': NO_PATTERNS,
  '=~': NO_PATTERNS,
  '!~': NO_PATTERNS,
  "'": 'write strings in double quotes',
  '`': 'write strings in double quotes',
  '\u201c': 'write strings in plain double quotes',
  '\u201d': 'write strings in plain double quotes',
  '#': 'remove comments, which expressions do not support',
  $: 'write the values, in {"a" "b"}, because filters have no named lists',
  ';': 'join conditions with and or or',
};

const WORDS: Readonly<Record<string, string>> = {
  matches: NO_PATTERNS,
  regex: NO_PATTERNS,
  like: NO_PATTERNS,
  ilike: NO_PATTERNS,
  wildcard: NO_PATTERNS,
  strict: NO_PATTERNS,
  xor: NO_EXCLUSIVE_OR,
  between: 'write Field >= low and Field <= high',
  exists: 'compare the field with a value, because filters cannot test whether a field exists',
  is: 'write ==',
  AND: 'write and',
  OR: 'write or',
  NOT: 'write not',
  IN: 'write in',
  CONTAINS: 'write contains',
  TRUE: 'write true',
  FALSE: 'write false',
  True: 'write true',
  False: 'write false',
};

/** An item of a list in other languages: a string, a number or a word, and the comma after it. */
const ITEM = /\s*("(?:[^"\\]|\\.)*"|'[^'"\\]*'|[\w.:/+-]+)\s*,?/y;
/** Longer lists are not repeated in a fix. Characters. */
const MAX_SHOWN_LIST = 80;

/** Returns the fix for a list in other brackets than braces, with its values if it is short. @param offset of the bracket */
export function adviceForList(text: string, offset: number): string {
  const [, list = ''] = /^[([]([^()[\]{}]*)[)\]]/.exec(text.slice(offset, offset + MAX_SHOWN_LIST)) ?? [];
  const braced = `in {${listValues(list)?.join(' ') ?? '200 201'}}`;
  return text[offset] === '[' ? `write lists in braces: ${braced}; a filter in JSON begins with {` : `write ${braced}`;
}

/** Returns the values as expressions write them; undefined for a text that is not a list. */
function listValues(list: string): string[] | undefined {
  const values: string[] = [];
  for (ITEM.lastIndex = 0; ITEM.lastIndex < list.trimEnd().length; ) {
    const [, item] = ITEM.exec(list) ?? [];
    if (item === undefined) return undefined;
    const isPlain = item.startsWith('"') || /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false)$/.test(item);
    values.push(isPlain ? item : `"${item.startsWith("'") ? item.slice(1, -1) : item}"`);
  }
  return values.length === 0 ? undefined : values;
}

/** Returns the fix for a symbol that expressions do not have. */
export function adviceForSign(sign: string): string | undefined {
  return Object.hasOwn(SIGNS, sign) ? SIGNS[sign] : undefined;
}

/** Returns the fix for a word in place of an operator. @param field the word before it */
export function adviceForOperator(word: string, field: string): string {
  if (Object.hasOwn(WORDS, word)) return WORDS[word]!;
  const operator = operatorFor(word.replace(/\($/, ''));
  if (operator === undefined) return `use one of ${AVAILABLE}`;
  const { spelling, form, isNegated, argument } = OPERATORS[operator];
  const not = isNegated && operator !== '!eq' ? 'not ' : '';
  if (form === 'call') return `write ${not}${spelling}(${field}, "…")`;
  return `write ${not}${field} ${spelling} ${argument === 'list' ? '{…}' : '…'}`;
}

/** Returns the fix for a word that is called like a function. */
export function adviceForCall(word: string): string {
  const operator = operatorFor(word);
  if (operator !== undefined) return adviceForOperator(word, 'Field');
  return `the only functions in filters are starts_with and ends_with; use one of ${AVAILABLE}`;
}

/** Returns the fix for a word in place of a field. */
export function adviceForField(word: string): string | undefined {
  if (word.includes('.'))
    return 'use the name of a log field like ClientRequestHost, because logs do not have the fields of the Rules language';
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}
