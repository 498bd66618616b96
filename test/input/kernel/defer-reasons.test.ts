// Which lines the kernel's scanner defers, and why; which requests it declines.
import { describe, expect, it } from 'vitest';
import type { Detail } from '../../../src/analysis/replay/index.ts';
import type { DeferReason } from '../../../src/input/kernel/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import type { CompiledFilter } from '../../../src/language/filter/index.ts';
import { LINE_CASES } from '../../cases/record/lines.ts';
import { expectSameReport, SEEN } from '../../helpers/kernel/both-ways.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { compile, conditionOn, EVERY_TYPE, expectSameCounts, LineScan } from '../../helpers/kernel/scan-line.ts';

const kernel = await openKernel();

const STATUS = 'EdgeResponseStatus';
const COUNTRY = 'ClientCountry';

describe('which lines are deferred, and why', () => {
  const scan = new LineScan(kernel, EVERY_TYPE);
  const rows: [line: string | Uint8Array, reason: DeferReason | 'read'][] = [
    ['{}', 'read'],
    ['{"a":1}\r', 'read'],
    ['{ "a": 1 , "b":\t[ ] }', 'read'],
    ['{"a":{"b" : [1, {"c":null}]},"d":""}', 'read'],
    ['{"é":1}', 'odd-key'],
    ['{"k":"é😀\u2028"}', 'read'],
    ['{"k":"\\u0041\\n\\"\\ud800"}', 'read'],
    ['{"k":"\\",\\"ClientCountry\\":\\"de"}', 'read'],
    ['{"k":{"ClientCountry":"de"}}', 'read'],
    ['{"ClientCountry":"d\\u0065"}', 'read'],
    ['{"ClientCountry":"\\ud83d\\ude00"}', 'escaped-value'],
    ['{"BotTags":["\\u0061"]}', 'escaped-value'],
    ['{"BotTags":[1,"b",["a"]]}', 'odd-value'],
    ['{"BotTags":["a",["a"]]}', 'read'],
    ['{"\\u0061":1}', 'odd-key'],
    ['{"a":1,"b":2,"a":3}', 'repeated-key'],
    ['{"EdgeResponseStatus":"500"}', 'odd-value'],
    ['{"EdgeResponseStatus":500.0}', 'odd-value'],
    ['{"EdgeResponseStatus":-0}', 'odd-value'],
    ['{"EdgeResponseStatus":9223372036854775807}', 'odd-value'],
    ['{"EdgeResponseStatus":9223372036854775806}', 'read'],
    ['{"EdgeResponseStatus":-9223372036854775806}', 'read'],
    ['{"EdgeResponseStatus":true}', 'read'],
    ['{"EdgeResponseCompressionRatio":1}', 'odd-value'],
    ['{"EdgeResponseCompressionRatio":"1"}', 'read'],
    ['{"EdgeStartTimestamp":"2023-11-14T22:13:20.123456789123Z"}', 'read'],
    ['{"EdgeStartTimestamp":"2023-11-14T22:13:20+00:00"}', 'odd-value'],
    [`{"${'k'.repeat(61)}":1}`, 'read'],
    [`{"${'k'.repeat(62)}":1}`, 'odd-key'],
    [`{"a":${'['.repeat(60)}${']'.repeat(60)}}`, 'read'],
    [`{"a":${'['.repeat(61)}${']'.repeat(61)}}`, 'deep-nesting'],
    ['', 'not-plain'],
    ['  ', 'not-plain'],
    [' {}', 'not-plain'],
    ['{} ', 'not-plain'],
    ['{"a" :1}', 'not-plain'],
    ['{}\r\r', 'not-plain'],
    ['[1]', 'not-plain'],
    ['\ufeff{}', 'not-plain'],
    [Uint8Array.of(0x7b, 0x22, 0x6b, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d), 'not-plain'],
  ];
  it.each(rows)('%j: %s', (line, reason) => {
    expect(expectSameCounts(scan, line)).toBe(reason);
  });

  it('a key beyond the 511th, including the fields of the dataset', () => {
    const most = 511 - getDataset('http_requests').fields.size;
    const keys = (count: number, from = 0) =>
      `{${Array.from({ length: count }, (_, key) => `"k${key + from}":${key}`).join(',')}}`;
    const full = new LineScan(kernel, []);
    expect(expectSameCounts(full, keys(most))).toBe('read');
    expect(expectSameCounts(full, keys(most + 1))).toBe('many-keys');
    // Each line here is a separate object: a full table does not outlive its object.
    expect(expectSameCounts(full, keys(most, 1))).toBe('read');
  });

  it('a line of every kind there is', () => {
    for (const { line, is } of LINE_CASES) {
      const reason = expectSameCounts(scan, line);
      if (is !== 'record') expect(reason, String(line).slice(0, 60)).not.toBe('read');
    }
  });
});

describe('more sets of jobs than the kernel holds', () => {
  const letters = [...'abcdefghijkl'];
  const lines = Array.from({ length: 2 ** letters.length }, (_, set) => {
    const text = letters.filter((_letter, job) => (set >> job) & 1).join('');
    return `{"ClientCountry":"${text}","k${set % 5}":""}\n`;
  });

  it.each<[Detail, number]>([
    ['full', 0],
    ['full', 2],
    ['counts', 0],
  ])('%s, %i samples', async (detail, samples) => {
    // Jobs beyond 64 keep the same lines as those before.
    const filters = Array.from(
      { length: 70 },
      (_, job) => conditionOn(COUNTRY, 'contains', letters[job % letters.length]!).filter,
    );
    SEEN.ways.clear();
    await expectSameReport(
      { filters, nullAs: 'unknown', range: {}, samples, detail },
      { body: lines.join(''), offset: 65_536, stored: 'plain', sizes: [100_000], isCut: false },
    );
    // The kernel returns its counts and continues.
    expect([...SEEN.ways]).not.toContain('many-sets');
    expect(SEEN.ways.size).toBeLessThanOrEqual(detail === 'full' ? 3 : 1);
  });
});

describe('lines that are not records', () => {
  it.each<[string, string[]]>([
    ['blank', ['\n', '\r\n', '  \n', '\t\r\n']],
    ['not JSON', ['x\n', '{\n', '{"a":1}}\r\n', '{"a":1,}\n', '"a\n', '1 2\n', '{"a" 1}\n', '{"a":tru}\n', '-\n']],
    ['no object', ['[]\n', ' 1\n', '"a" \n', 'null\r\n', '[{"a":[1]}]\n']],
    ['not UTF-8', ['\xff\n', '{"a":"\xc3"}\n', ' \xed\xa0\x80\r\n']],
  ])('%s: only the first are deferred', async (_, lines) => {
    // A report shows the first of each kind; records between them change nothing.
    const body = [...lines, '{"RayID":"1"}\n'].join('').repeat(60);
    const left = SEEN.left;
    await expectSameReport(
      { filters: [undefined], nullAs: 'unknown', range: {}, samples: 0, detail: 'full' },
      { body, offset: 65_536, stored: 'plain', sizes: [333], isCut: false },
    );
    expect(SEEN.left - left).toBeLessThan(30);
  });

  it('whitespace in unusual places makes them records', async () => {
    const body = [' {"a":1}\n', '{"a" :1} \n', '{"a":1}\r\r\n', '[\r1]\n'].join('').repeat(40);
    await expectSameReport(
      { filters: [undefined], nullAs: 'unknown', range: {}, samples: 0, detail: 'full' },
      { body, offset: 65_536, stored: 'plain', sizes: [333], isCut: false },
    );
  });
});

it.each<Detail>(['no-fields', 'counts'])('%s: lines drawn as samples are not left to JavaScript', async (detail) => {
  const { filter } = conditionOn(STATUS, 'geq', 500);
  const body = Array.from({ length: 300 }, (_, at) => `{"RayID":"${at}","EdgeResponseStatus":${400 + at}}\n`).join('');
  const [read, left] = [SEEN.lines, SEEN.left];
  await expectSameReport(
    {
      ...{ filters: [filter, undefined], selected: [{ filter, samples: 20, valueLines: 40 }] },
      ...{ nullAs: 'unknown', range: {}, samples: 20, detail },
    },
    { body, offset: 65_536, stored: 'plain', sizes: [50_000], isCut: false },
  );
  expect([SEEN.lines - read, SEEN.left - left]).toEqual([300, 0]);
});

describe('custom fields that may be truncated', () => {
  const line = (cookie: number, more = ''): string =>
    `{"RayID":"1","Cookies":{"a":"${'c'.repeat(cookie)}"${more}},"RequestHeaders":{"b":"h"},"ClientCountry":"de"}\n`;

  it.each<[string, string[], boolean]>([
    ['as long as a cut leaves them', [line(8191), line(8190), line(8188)], true],
    ['shorter', [line(8000)], false],
    ['longer, or with keys as long', [line(9000), line(8000, ',"long":"", "k":1')], true],
    ['long lines without them', [`{"ClientRequestPath":"${'p'.repeat(9000)}"}\n`], false],
    ['escapes', [line(8180, `,"e":"${'\\u00e9'.repeat(5)}"`)], true],
  ])('%s', async (_, lines, isLeft) => {
    SEEN.ways.clear();
    await expectSameReport(
      { filters: [conditionOn(COUNTRY, 'eq', 'de').filter], nullAs: 'unknown', range: {}, samples: 0, detail: 'full' },
      {
        body: `{"RayID":"0"}\n${lines.join('')}`.repeat(3),
        offset: 65_536,
        stored: 'plain',
        sizes: [50_000],
        isCut: false,
      },
    );
    expect(SEEN.ways.has('cut-fields')).toBe(isLeft);
  });
});

describe('requests that the kernel declines', () => {
  const rows: { name: string; filters: CompiledFilter[] }[] = [
    { name: '1,025 jobs', filters: Array.from({ length: 1025 }, () => conditionOn(STATUS, 'eq', 1)) },
    { name: 'an integer beyond 64 bits', filters: [conditionOn(STATUS, 'in', [1, 2n ** 63n])] },
    {
      name: 'a time beyond 64 bits of nanoseconds',
      filters: [conditionOn('EdgeStartTimestamp', 'lt', 99999999999999n)],
    },
    { name: 'a lone surrogate', filters: [conditionOn(COUNTRY, 'eq', '\ud800')] },
    { name: 'more text than there is room for', filters: [conditionOn(COUNTRY, 'eq', 'x'.repeat(2 ** 21))] },
    {
      name: 'more conditions than there is room for',
      filters: Array.from({ length: 265 }, () =>
        compile({
          where: { kind: 'or', children: Array.from({ length: 31 }, () => conditionOn(STATUS, 'eq', 1).filter.where) },
        }),
      ),
    },
  ];
  it.each(rows)('$name', ({ filters }) => {
    expect(() => new LineScan(kernel, filters)).toThrow('declines');
    // It does not affect the next request.
    expect(expectSameCounts(new LineScan(kernel, EVERY_TYPE), '{"EdgeResponseStatus":500}')).toBe('read');
  });

  it.each([32, 33, 64, 65, 200, 1024])('%i jobs are not too many', (jobs) => {
    const scan = new LineScan(
      kernel,
      Array.from({ length: jobs }, (_, job) => conditionOn(STATUS, 'geq', 480 + job)),
    );
    for (const status of [479, 480, 500, 511, 512, 480 + jobs - 1])
      expect(expectSameCounts(scan, `{"EdgeResponseStatus":${status}}`)).toBe('read');
  });
});
