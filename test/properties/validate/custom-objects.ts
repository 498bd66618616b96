// Objects of custom fields: names that a ruleset contains, nearly contains or lacks, and values up to and beyond the limit. As text.
import fc from 'fast-check';
import { CUT_SLACK_BYTES } from '../../../src/analysis/validate/line/custom-rules.ts';
import { LIMITS, NEAR_LIMIT_BYTES, type Ruleset, readRuleset } from '../../../src/language/custom-fields/index.ts';
import { COMBINED_BYTES } from '../../../src/language/dataset/index.ts';
import { RULESET } from '../../helpers/validate/checked.ts';

/** Longer than the kernel's vectors, with which names are compared. */
const LONG_NAME = 'a'.repeat(70);

function named(name: string): { name: string } {
  return { name };
}

/** Names that are parts of one another, need an escape or are beyond ASCII. */
const ODD_RULESET = readRuleset(
  JSON.stringify({
    rules: [
      {
        ...{ action: 'log_custom_field', expression: 'true', description: 'odd names' },
        action_parameters: {
          cookie_fields: ['é', 'a"b', 'x', 'xy', '__proto__', LONG_NAME].map(named),
          request_fields: ['a', 'ab'].map(named),
          response_fields: [{ name: 'b', preserve_duplicates: true }, { name: 'c' }],
        },
      },
    ],
  }),
  'odd.json',
  LIMITS.current,
).ruleset!;

/** Rulesets that jobs are checked against. */
export const RULESETS: readonly Ruleset[] = [RULESET, ODD_RULESET];

/** Good ones where there is no ruleset. */
const FREE_NAMES = ['a', 'ab', 'x-release', 'cache-control', 'constructor', '__proto__', LONG_NAME, ''];
/** In another case or beyond ASCII, nearly a configured one, or written with an escape. */
const ODD_KEYS = [
  ...['"X"', '"A"', '"aB"', '"x-Release"', '"cartid"', '"İ"', '"ß"', '"é"', '"x\u007f"', '"xyz"', '"toString"'],
  ...['"\\u0041"', '"\\u0078"', '"\\u00e9"', '"a\\u0022b"'],
];

const short = fc.constantFrom('""', '"1"', '"a,b=c; d"', '"é☕😀"');
/** With these in it, a long line is not the kernel's. */
const escaped = fc.constantFrom(
  ...['null', '"\\""', '"\\u00e9\\ud83d\\ude00"', '"\\ud800"', '"\\u0024{jndi}"', `"\${jndi}"`],
);
/** As many bytes as bring one, two or three such values to a border, or not quite. */
const long = fc
  .record({
    unit: fc.constantFrom('a', 'é', '☕'),
    border: fc.constantFrom(NEAR_LIMIT_BYTES, COMBINED_BYTES - CUT_SLACK_BYTES, COMBINED_BYTES),
    values: fc.constantFrom(1, 2, 3),
    more: fc.integer({ min: -3, max: 3 }),
  })
  .map(({ unit, border, values, more }) => {
    const bytes = Math.floor(border / values) + more;
    const units = Math.floor(bytes / Buffer.byteLength(unit));
    return `"${unit.repeat(units)}${'b'.repeat(bytes - units * Buffer.byteLength(unit))}"`;
  });
const ODD_VALUES = [...'[] ["a"] ["a","b"] ["a",null] [1] 1 true {} {"a":"b"}'.split(' '), '["a" ,"b"]', ' "a"'];
const value = fc.oneof(
  { weight: 28, arbitrary: short },
  { weight: 6, arbitrary: long },
  { weight: 3, arbitrary: escaped },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_VALUES) },
);

/** Possible values under a key of custom fields; most are valid. @param names configured ones; undefined: there is no ruleset */
export function customObject(names: Iterable<string> = FREE_NAMES): fc.Arbitrary<string> {
  const keys = [...names].map((name) => JSON.stringify(name));
  const key = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...(keys.length > 0 ? keys : ODD_KEYS)) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_KEYS) },
  );
  return fc
    .record({
      pairs: fc.uniqueArray(fc.tuple(key, value), { maxLength: 5, selector: ([one]) => one }),
      // If a name occurs twice, only the last value counts.
      again: sometimes(8, fc.nat()),
      comma: fc.oneof({ weight: 40, arbitrary: fc.constant(',') }, fc.constantFrom(' ,', ', ')),
    })
    .map(({ pairs, again, comma }) => {
      const all = again === undefined ? pairs : [...pairs, ...pairs.slice(again % (pairs.length + 1)).slice(0, 1)];
      return `{${all.map((one) => one.join(':')).join(comma)}}`;
    });
}

/** @param oneIn one try in so many has a value */
export function sometimes<One>(oneIn: number, one: fc.Arbitrary<One>): fc.Arbitrary<One | undefined> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });
}
