// Valid lines with some of their values, keys or bytes changed: most are invalid or unusual.
import fc from 'fast-check';

/** Values that are right for some field and wrong for others, or unusual. */
export const VALUES = [
  ...'0123 -01 1793491528058337013.5 17934915280583370130 0793491528058337013 179349152805833701'.split(' '),
  ...'"2026-11-01T24:00:00.000000000Z" "2026-11-01T00:60:00.000000000Z"'.split(' '),
  ...'"2026-13-01T00:00:00.000000000Z" "2026-11-01t00:00:00.000000000Z"'.split(' '),
  ...'"2026-11-01T00:00:00.000000000z" "2026-11-01T00:00:00.000000000+01:00" null true false 0 -0 -1'.split(' '),
  ...String.raw`01 12 1.5 1e3 - 1. 12345678901234567890123 "" "x" "\u00e9\/\n" "\ud83d\ude00" "\ud800"`.split(' '),
  ...String.raw`"\ud800\u0041" "\x"`.split(' '),
  '"\u0001"',
  `"\${jndi}"`,
  ...String.raw`"$ "é☕" "\u0024{jndi}" "$\u007bjndi}" "$\u007Bjndi}" "\\u0024{jndi}" "$\u007djndi}"`.split(' '),
  ...'-62135596800 -6795364578871345152 "0001-01-01T00:00:00Z" "2026-11-01T00:45:49.9458Z" [] ["a"] ["a",1] [1,2]'.split(
    ' ',
  ),
  ...'[1.5] [null] [{}] [[]] {} {"a":1} {"a":{"b":[1]}} [ { 1793491528058337013 1793491528'.split(' '),
  ...'1793491528058 "2026-11-01T00:45:49Z" "2026-11-01T00:45:49.945Z" "2026-11-01T00:45:49.945873576Z"'.split(' '),
  ...'"2026-02-30T00:00:00.000000000Z" "2026-11-01T00:45:60.000000000Z" "2026-11-01" {"x-release":"1"}'.split(' '),
  ...'{"X-Release":"1"} {"cache-control":["a","b"]} {"x-release":"1","x-release":"2"}'.split(' '),
  '{"session_id":null}',
];
/** Custom fields that are truncated, or would be if their escapes counted undecoded. */
export const LONG_VALUES = [
  `{"cartId":"${'é'.repeat(4000)}"}`,
  `{"prefs":"${'\\u00e9\\n'.repeat(3000)}"}`,
  `{"prefs":"${'\\ud83d\\ude00'.repeat(2047)}"}`,
];

const value = fc.oneof(fc.constantFrom(...VALUES, ...LONG_VALUES), fc.json({ maxDepth: 2 }));

/** The values of the lines that were asked for, by field. */
const texts = new Map<string, ReadonlyMap<string, string>>();

/** The value of a field as written in a line. */
export function textOf(line: string, field: string): string {
  let known = texts.get(line);
  if (known === undefined) {
    known = textsOf(line);
    texts.set(line, known);
  }
  return known.get(field)!;
}

function textsOf(line: string): Map<string, string> {
  const names = [...line.matchAll(/[{,]"([A-Z][A-Za-z0-9]+)":/g)];
  return new Map(
    names.map(({ 1: name, index }, place) => [
      name!,
      line.slice(index + name!.length + 4, names[place + 1]?.index ?? line.length - 2),
    ]),
  );
}

/** A good line with some of its values, keys or bytes changed. */
export function changedLine(lines: readonly string[]): fc.Arbitrary<string> {
  return fc
    .record({
      line: fc.constantFrom(...lines),
      values: fc.array(fc.record({ at: fc.nat(), value }), { maxLength: 2 }),
      edit: fc.constantFrom('', 'space', 'drop', 'repeat', 'swap', 'cut', 'cr', 'byte'),
      at: fc.nat(),
    })
    .map(({ line, values, edit, at }) => {
      const fields = Object.entries(JSON.parse(line) as object).map(([key, one]): [string, string] => [
        JSON.stringify(key),
        JSON.stringify(one),
      ]);
      // The values as written in the line: doubles cannot represent the numbers of the samples.
      const raw = line.trimEnd().slice(1, -1);
      if (values.length === 0 && edit === '') return line;
      for (const { at: place, value: text } of values) fields[place % fields.length]![1] = text;
      const index = at % fields.length;
      if (edit === 'drop') fields.splice(index, 1);
      if (edit === 'repeat') fields.push(fields[index]!);
      if (edit === 'swap') fields.push(...fields.splice(index, 1));
      const text =
        values.length + ['drop', 'repeat', 'swap'].indexOf(edit) + 1 === 0
          ? `{${raw}}`
          : `{${fields.map((pair) => pair.join(':')).join(',')}}`;
      const place = at % text.length;
      if (edit === 'space') return `${text.replace(':', ': ')}\n`;
      if (edit === 'cut') return `${text.slice(0, place)}\n`;
      if (edit === 'cr') return `${text}\r\n`;
      if (edit === 'byte') return `${text.slice(0, place)}${String.fromCharCode(at % 128)}${text.slice(place + 1)}\n`;
      return `${text}\n`;
    });
}
