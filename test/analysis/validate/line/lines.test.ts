// Checks the lines of an object against a job: the findings of each line, and the messages at their places.
import { describe, expect, it } from 'vitest';
import type { RuleCode } from '../../../../src/analysis/validate/index.ts';
import type { OutputOptions } from '../../../../src/language/job/index.ts';
import { bothWays, PART, type Reading } from '../../../helpers/validate/both-ways.ts';
import { countsOf, type Held, RULESET, readInto, validationFor } from '../../../helpers/validate/checked.ts';

const NAMES = ['RayID', 'ClientRequestPath', 'EdgeResponseStatus'];
const line = (id: string, path = '/', status = '200', more = '') =>
  `{"RayID":"${id}","ClientRequestPath":"${path}","EdgeResponseStatus":${status}${more}}\n`;

/** Places of each rule that was broken, by both ways; the name of the object is none of them. */
function placesOf(held: Held, text: string, reading?: Reading): Partial<Record<RuleCode, [number, string][]>> {
  const findings = bothWays(held, text, reading).findings.filter(({ code }) => code !== 'object-name');
  return Object.fromEntries(
    findings.map(({ code, places }) => [code, places.map(({ offset, message }) => [offset, message])]),
  );
}

/** From the start of an object, and as a part of one, whose lines may be the kernel's from the first one on; each at once and byte by byte. */
const READINGS: readonly (Reading & { offset: number })[] = [
  { offset: 0 },
  { offset: 0, size: 1 },
  { offset: PART },
  { offset: PART, size: 1 },
];

describe('blank lines', () => {
  it.each<[string, OutputOptions, string, number[]]>([
    ['the job makes none', {}, `\n${line('a')}\n`, [0, line('a').length + 1]],
    ['those of the batch', { batch_prefix: '\n', batch_suffix: '\n' }, `\n${line('a')}${line('b')}\n`, []],
    ['one too many at the start', { batch_prefix: '\n' }, `\n\n${line('a')}`, [1]],
    ['one too many at the end', { batch_suffix: '\n' }, `${line('a')}\n\n`, [line('a').length]],
    [
      'between lines',
      { batch_prefix: '\n', batch_suffix: '\n' },
      `\n${line('a')}\n${line('b')}\n`,
      [line('a').length + 1],
    ],
    ['before a malformed line', { batch_suffix: '\n' }, `${line('a')}\n{\n`, [line('a').length]],
  ])('%s', (_, options, text, offsets) => {
    const held = { options: { field_names: NAMES, ...options } };
    for (const reading of READINGS) {
      const { blank = [] } = placesOf(held, text, reading);
      expect(blank.map(([at]) => at - reading.offset)).toEqual(offsets);
    }
  });
});

describe('one cause, one finding', () => {
  it.each<[string, string[], RuleCode[]]>([
    ['another order', NAMES.toReversed(), ['field-order']],
    ['another order and a field too few', NAMES.toReversed().slice(1), ['field-extra']],
    ['another order and a field too many', [...NAMES, 'BotScore'].toReversed(), ['field-missing']],
  ])('%s', (_, field_names, codes) => {
    for (const reading of READINGS) {
      expect(Object.keys(placesOf({ options: { field_names } }, line('a'), reading))).toEqual(codes);
    }
  });
});

describe('more lines that are no records than have a place', () => {
  const faulty = ['\n', '\r\n', '  \n', 'x\n', '[]\n', '\xff\n', '{"RayID":"a",}\n'];

  it.each<[string, OutputOptions]>([
    ['the job makes no blank lines', {}],
    ['blank lines of the batch', { batch_prefix: '\n', batch_suffix: '\n\n' }],
  ])('%s', (_, options) => {
    const held = { options: { field_names: NAMES, ...options } };
    const text = Buffer.from(`${faulty.join('')}${line('a')}${faulty.toReversed().join('')}`.repeat(30), 'latin1');
    for (const reading of [...READINGS, { offset: PART, size: 100 }]) {
      const { lines, findings } = bothWays(held, text, reading);
      expect(lines).toMatchObject({ read: 30, malformed: 30 * 8 });
      expect(findings.find(({ code }) => code === 'malformed')!.places).toHaveLength(20);
      // All but those that the batch begins and ends with.
      expect(lines.blank).toBe(30 * 6 - (options.batch_prefix === undefined ? 0 : 3));
    }
  });
});

describe('merged subrequests', () => {
  const merged = ',"Subrequests":[{"RayID":"b"}]';
  it.each<[string, OutputOptions, string, RuleCode[]]>([
    ['not asked for', {}, line('a', '/', '200', merged), ['field-extra']],
    ['beside the fields of the job', { merge_subrequests: true }, line('a', '/', '200', merged), []],
    ['a line without any', { merge_subrequests: true, field_names: [...NAMES, 'Subrequests'] }, line('a'), []],
    ['listed, and not merged', { field_names: [...NAMES, 'Subrequests'] }, line('a'), ['field-missing']],
  ])('%s', (_, options, text, codes) => {
    const held = { options: { field_names: NAMES, ...options } };
    for (const reading of READINGS) expect(Object.keys(placesOf(held, text, reading))).toEqual(codes);
  });
});

describe('places say', () => {
  it.each<[string, string, string]>([
    ['ClientRequestPath != "/healthz"', '/healthz', 'found false: ClientRequestPath != "/healthz"'],
    [
      'EdgeResponseStatus >= 200 and ClientRequestPath != "/healthz"',
      '/healthz',
      'found false: ClientRequestPath != "/healthz"',
    ],
    [
      'EdgeResponseStatus >= 500 and ClientRequestPath != "/healthz"',
      '/healthz',
      'found false: EdgeResponseStatus >= 500; ClientRequestPath != "/healthz"',
    ],
    [
      'EdgeResponseStatus in {500 501} or ClientRequestPath == "/pay" or RayID == "x" or RayID == "y" or RayID == "z"',
      '/',
      'found false: EdgeResponseStatus in {500 501}; ClientRequestPath == "/pay"; RayID == "x" and 2 more',
    ],
  ])('which condition is false: %s', (filter, path, message) => {
    for (const reading of READINGS) {
      expect(placesOf({ options: { field_names: NAMES }, filter }, line('a', path), reading)).toEqual({
        'filter-drop': [[reading.offset, message]],
      });
    }
  });

  it.each([[`/\${jndi}`], ['/\\u0024{jndi}'], ['/$\\u007Bjndi}']])('which field holds %s', (path) => {
    const held = { options: { field_names: NAMES, 'CVE-2021-44228': true } };
    const text = line('b') + line('a', path) + line('c');
    for (const reading of READINGS) {
      expect(placesOf(held, text, reading)).toEqual({
        'cve-rewrite': [[reading.offset + line('b').length, 'found ${ in ClientRequestPath']],
      });
    }
  });

  it('an escaped backslash does not escape the next character', () => {
    const held = { options: { field_names: NAMES, 'CVE-2021-44228': true } };
    expect(placesOf(held, line('a', '/\\\\u0024{jndi}'))).toEqual({});
  });
});

it.each<[string, OutputOptions, string, string | undefined]>([
  ['JSON for CSV', { output_type: 'csv' }, line('a'), 'found lines of JSON, expected rows of CSV'],
  ['CSV', { output_type: 'csv' }, 'a,/,200\n', undefined],
  ['CSV for JSON', {}, 'a,/,200\n', 'found text that is not JSON, such as rows of CSV, expected lines of JSON'],
  [
    'quoted CSV for JSON',
    {},
    '\n"a","/","200"\n',
    'found text that is not JSON, such as rows of CSV, expected lines of JSON',
  ],
  ['JSON', {}, line('a'), undefined],
  ['a broken line', {}, '{"RayID":\n', undefined],
])('the other output_type is reported once: %s', (_, options, text, message) => {
  const held = { options: { field_names: NAMES, ...options } };
  const validation = validationFor(held);
  const object = validation.openObject('a.log', { input: options.output_type === 'csv' ? 'csv' : 'ndjson' });
  for (const byte of Buffer.from(text)) object.push(Uint8Array.of(byte));
  object.end(false);
  const found = validation.toTotals().findings.find(({ code }) => code === 'shape');
  expect(found?.places.map((place) => place.message)).toEqual(message === undefined ? undefined : [message]);
});

it('a field in another case is one finding more than missing', () => {
  const held = { options: { field_names: ['RayID', 'ClientIP'] } };
  expect(placesOf(held, '{"RayID":"1","clientIP":"::1"}\n', { offset: 0 })).toMatchObject({
    'field-missing': [[0, 'lacks ClientIP; only upper and lower case differ in clientIP']],
  });
});

describe('a template that names a key like a field, and puts another under it', () => {
  const template = (record_template: string): Held => ({ options: { record_template }, filter: 'BotScore < 30' });

  it.each<[string, Held, string, Partial<Record<RuleCode, [number, string][]>>]>([
    [
      'the field is missing',
      template('"BotScore":{{.WAFAttackScore}}'),
      '{"BotScore":90}\n',
      { 'filter-undecided': [[0, 'BotScore is missing']] },
    ],
    [
      'also if the value is a string',
      template('"BotScore":"text"'),
      '{"BotScore":90}\n',
      { 'filter-undecided': [[0, 'BotScore is missing']] },
    ],
    ['it is elsewhere', template('"BotScore":{{.WAFAttackScore}},"b":{{.BotScore}}'), '{"BotScore":90,"b":1}\n', {}],
    [
      'they have changed places',
      template('"BotScore":{{.WAFAttackScore}},"WAFAttackScore":{{.BotScore}}'),
      '{"BotScore":1,"WAFAttackScore":90}\n',
      { 'filter-drop': [[0, 'found false: BotScore < 30']] },
    ],
  ])('%s', (_, held, text, places) => {
    for (const offset of [0, PART]) {
      const moved = Object.entries(places).map(([code, all]) => [
        code,
        all.map(([at, message]) => [at + offset, message]),
      ]);
      expect(placesOf(held, text, { offset })).toEqual(Object.fromEntries(moved));
    }
  });
});

// Compared with one another, so many names would take far longer than a test may.
describe('tens of thousands of names in a line', { timeout: 10_000 }, () => {
  const many = Array.from({ length: 60_000 }, (_, index) => `name-${index}`);
  const options = { field_names: ['RayID', 'Cookies'] };

  it('that are not configured', () => {
    const cookies = many.map((name) => `"${name}":"1"`).join(',');
    const validation = validationFor({ options, ruleset: RULESET, limits: 'current' });
    readInto(validation, 'one.log', Buffer.from(`{"RayID":"a","Cookies":{${cookies}}}\n`));
    const found = validation.toTotals().findings.find(({ code }) => code === 'custom-unknown')!;
    expect(found.count).toBe(1);
    expect(found.details.names.length + found.details.rest).toBe(many.length);
  });

  it('each of them twice', () => {
    const fields = [...many, ...many].map((name) => `"${name}":1`).join(',');
    const validation = validationFor({ options });
    readInto(validation, 'one.log', Buffer.from(`{${fields}}\n`));
    expect(countsOf(validation.toTotals())).toMatchObject({
      'field-repeated': 1,
      'field-extra': 1,
      'field-missing': 1,
    });
  });
});
