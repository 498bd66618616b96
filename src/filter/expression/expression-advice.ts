// What to write instead of things that other languages have and filters lack: the platform's Rules language, SQL, JSON
// operators, shells. Texts only; the parser decides where they apply.
import { OPERATORS } from '../operator.ts';
import { operatorFor } from '../repair/spelling.ts';

/** Everything an expression may use, for messages. */
const AVAILABLE = '== != < <= > >=, contains, in {…}, starts_with(), ends_with(), not, and, or';

const NO_PATTERNS =
  'patterns are not available in filters, use contains, starts_with(Field, "…") or ends_with(Field, "…")';
const NO_EXCLUSIVE_OR = 'exclusive or is not available, write (a and not b) or (not a and b)';

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
  '#': 'comments are not available',
  $: 'lists are not available, write the values: in {"a" "b"}',
  '[': 'write lists in braces: in {200 201}; a filter in JSON begins with {',
  ';': 'join conditions by and, or',
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
  exists: 'whether a field is there cannot be asked in a filter',
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

/** Advice for a sign that is no sign of expressions. */
export function adviceForSign(sign: string): string | undefined {
  return Object.hasOwn(SIGNS, sign) ? SIGNS[sign] : undefined;
}

/** Advice for a word in the place of an operator. @param field the word before it */
export function adviceForOperator(word: string, field: string): string {
  if (Object.hasOwn(WORDS, word)) return WORDS[word]!;
  if (word === 'not') return `write not before the field: not ${field} in {…}`;
  const operator = operatorFor(word.replace(/\($/, ''));
  if (operator === undefined) return `available are ${AVAILABLE}`;
  const { spelling, form, isNegated, argument } = OPERATORS[operator];
  const not = isNegated && operator !== '!eq' ? 'not ' : '';
  if (form === 'call') return `write ${not}${spelling}(${field}, "…")`;
  return `write ${not}${field} ${spelling} ${argument === 'list' ? '{…}' : '…'}`;
}

/** Advice for a word called like a function. */
export function adviceForCall(word: string): string {
  const operator = operatorFor(word);
  if (operator !== undefined) return adviceForOperator(word, 'Field');
  return `functions other than starts_with and ends_with are not available in filters; available are ${AVAILABLE}`;
}

/** Advice for a word in the place of a field. */
export function adviceForField(word: string): string | undefined {
  if (word.includes('.'))
    return 'the fields of logs have names like ClientRequestHost, those of the Rules language do not exist here';
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}
