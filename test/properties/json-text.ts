// Random JSON text as people, programs and attackers write it, and a naive count of a field's bytes.
import fc from 'fast-check';

const space = fc.stringMatching(/^[ \t\r]{0,2}$/);
const character = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-zA-Z0-9_]{1,4}$/) },
  { weight: 1, arbitrary: fc.constantFrom('é', '😀', '\u2028', '\ufeff', '\u007f') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\\n', '\\"', '\\\\', '\\/', '\\u0041', '\\ud800', '\\uD83D\\uDE00', '\\u0000'),
  },
  { weight: 1, arbitrary: fc.constantFrom('{', '}', '[', ']', ',', ':', ' ') },
);
const string = fc.array(character, { maxLength: 5 }).map((parts) => `"${parts.join('')}"`);
// Few names, to produce duplicate keys; some of them have two spellings.
const key = fc.oneof(fc.constantFrom('"a"', '"\\u0061"', '"b"', '"c"', '""', '"__proto__"'), string);
const number = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,9})?([eE][+-]?[0-9]{1,3})?$/),
);

/** A JSON value with random whitespace, but without LF: it fits on one line. */
export const { value: jsonValue, object: jsonObject } = fc.letrec<{ value: string; object: string; array: string }>(
  (tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      number,
      string,
      fc.constantFrom('true', 'false', 'null', '""', '[]', '{}', '[ ]', '{\t}'),
      tie('array'),
      tie('object'),
    ),
    array: fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    object: fc
      .array(fc.tuple(space, key, space, space, tie('value'), space), { maxLength: 6 })
      .map((fields) => `{${fields.map(([a, name, b, c, inner, d]) => `${a}${name}${b}:${c}${inner}${d}`).join(',')}}`),
  }),
);

/** Splits the text of an object into raw key and raw value; for valid JSON only. */
export function splitFields(object: string): [key: string, value: string][] {
  const parts = splitTop(object.trim().slice(1, -1));
  return parts.map((part) => {
    const trimmed = part.trim();
    const end = endOfString(trimmed);
    return [trimmed.slice(0, end), trimmed.slice(trimmed.indexOf(':', end) + 1).trim()];
  });
}

/** Text without whitespace outside strings. */
export function compact(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+/gs, (match) => (match.startsWith('"') ? match : ''));
}

function splitTop(inner: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < inner.length; i += 1) {
    const c = inner[i]!;
    if (c === '"') i += endOfString(inner.slice(i)) - 1;
    else if (c === '{' || c === '[') depth += 1;
    else if (c === '}' || c === ']') depth -= 1;
    else if (c === ',' && depth === 0) {
      parts.push(inner.slice(start, i));
      start = i + 1;
    }
  }
  if (inner.trim() !== '') parts.push(inner.slice(start));
  return parts;
}

function endOfString(text: string): number {
  return /^"(?:[^"\\]|\\.)*"/s.exec(text)![0].length;
}
