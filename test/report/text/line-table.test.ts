// Example lines as a table: values that differ look different, long ones keep both ends, and the fields of the filter are never left out.
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sample } from '../../../src/analysis/aggregates/index.ts';
import { printJson } from '../../../src/base/index.ts';
import { columnsOf } from '../../../src/base/text/cut-text.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import type { Style } from '../../../src/report/index.ts';
import { type LineFields, sampleColumns } from '../../../src/report/page/sample-columns.ts';
import { printLineTable } from '../../../src/report/text/line-table.ts';
import { recordArbitrary } from '../../helpers/filter/arbitraries.ts';

/** The lines as a table; those that are not objects are whole, below their place. */
function printSamples(samples: readonly Sample[], fields: LineFields, lead: string, style: Style): string[] {
  const { columns, least, whole } = sampleColumns(samples, fields, style.show);
  return [
    ...(columns.length === 0 ? [] : printLineTable(columns, { least: Math.max(1, least), lead, style })),
    ...whole.flatMap(({ object, offset, line }) => [`${lead}${object}@${offset}`, `${lead}  ${line}`]),
  ];
}

const plain: Style = { color: false, width: 100 };

const print = (lines: readonly string[], { show, tested = [], ...rest }: Partial<Style> & { tested?: string[] } = {}) =>
  printSamples(
    lines.map((line, index) => ({ object: 'o.log', offset: index * 100, line })),
    { dataset: 'http_requests', tested },
    '  ',
    { ...plain, ...rest, show },
  );

/** The cell of the one shown field. */
const cellOf = (value: string, name = 'ClientRequestPath'): string =>
  print([`{"${name}":${value}}`], { show: [name] })[1]!.trim();

describe('a value', () => {
  it.each([
    ['"/a b"', '/a b'],
    ['""', '""'],
    ['null', 'null'],
    ['"null"', '"null"'],
    ['"–"', '"–"'],
    ['"true"', '"true"'],
    ['true', 'true'],
    ['500', '500'],
    ['"500"', '"500"'],
    ['"5e2"', '"5e2"'],
    ['"-1.5E+3"', '"-1.5E+3"'],
    ['"192.0.2.1"', '192.0.2.1'],
    ['"2026-11-01"', '2026-11-01'],
    ['" a"', '" a"'],
    ['"a\\"b"', 'a"b'],
    ['"\\"a"', '"\\"a"'],
    ['"[1]"', '"[1]"'],
    ['[1,"a"]', '[1,"a"]'],
    ['{"a":null}', '{"a":null}'],
    ['"{"', '{'],
    ['18446744073709551615', '18446744073709551615'],
    ['"a\\u001b[31mb\\u202e"', 'a\\u001b[31mb\\u202e'],
    ['"a\\nb\\tc"', 'a\\u000ab\\u0009c'],
  ])('%s', (json, shown) => expect(cellOf(json)).toBe(shown));

  it('is not shown where the field is absent, and the mark differs from null, empty, and every text', () => {
    expect(print(['{"A":1}', '{"B":null}', '{"B":""}', '{"B":"–"}', '{"B":"null"}'], { show: ['B'] })).toEqual([
      ...['  B', '  –', '  null', '  ""', '  "–"', '  "null"'],
    ]);
  });

  it.each([
    ['1793643178572581741', '2026-11-02T18:12:58Z', '2026-11-02T18:12:58.572581741Z'],
    ['"2026-11-02T18:12:58.5+01:00"', '2026-11-02T17:12:58Z', '2026-11-02T17:12:58.5Z'],
    ['"soon"', 'soon', 'soon'],
    ['null', 'null', 'null'],
    [`${'9'.repeat(30)}`, '9'.repeat(30), '9'.repeat(30)],
    [`${'9'.repeat(21)}`, '9'.repeat(21), '9'.repeat(21)],
  ])('event time %s: to the second, in full if it was asked for', (json, short, full) => {
    expect(print([`{"EdgeStartTimestamp":${json}}`])[1]!.trim()).toBe(short);
    expect(cellOf(json, 'EdgeStartTimestamp')).toBe(full);
  });

  it('different values of different types look different', () => {
    const values = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('–', '""', '"a'),
    );
    fc.assert(
      fc.property(values, values, (a, b) => {
        fc.pre(JSON.stringify(a) !== JSON.stringify(b) && !/[\\\0-\x1f]/.test(`${a}${b}`));
        expect(cellOf(JSON.stringify(a))).not.toBe(cellOf(JSON.stringify(b)));
      }),
    );
  });
});

describe('the columns', () => {
  const line = JSON.stringify({
    ...{ RayID: 'a5451c498953abda', EdgeStartTimestamp: 1793643178572581741n.toString(), EdgeResponseStatus: 500 },
    ...{
      ClientRequestPath: '/api/checkout',
      ClientRequestMethod: 'POST',
      ClientRequestHost: 'api.example.com',
      Zeta: 1,
    },
  });

  it('are the id, the time, those of the filter, and what fits', () => {
    expect(print([line], { tested: ['BotScore', 'EdgeResponseStatus'] })).toEqual([
      '  RayID             EdgeStartTimestamp    BotScore  EdgeResponseStatus  ClientRequestPath',
      '  a5451c498953abda  2026-11-02T18:12:58Z  –                        500  /api/checkout',
    ]);
    expect(print([line], { width: 140 })[0]).toBe(
      '  RayID             EdgeStartTimestamp    ClientRequestPath  EdgeResponseStatus  ClientRequestMethod  ClientRequestHost',
    );
  });

  it.each([
    ['http_requests', 'RayID', 'a5451c498953abda'],
    ['audit_logs_v2', 'AuditLogID', '8b2f0c52-3b57-4d5e-9d57-0d6d5e7f8a90'],
    ['gateway_http', 'RequestID', '8b2f0c52-3b57-4d5e-9d57-0d6d5e7f8a90'],
    ['dns_logs', undefined, ''],
  ])('%s: identifier and time come first and whole, with any number of fields and at any width', (name, id, value) => {
    const dataset = getDataset(name);
    const time = dataset.eventTime.field;
    const at = dataset.eventTime.unit === 'ms' ? 1793643178572 : '2026-11-02T18:12:58Z';
    const line = JSON.stringify({ ...(id === undefined ? {} : { [id]: value }), [time]: at, URL: '/x'.repeat(99) });
    const first = id === undefined ? [time] : [id, time];
    for (const count of [0, 1, 4, 12, 40]) {
      for (const width of [46, 60, 80, 100, 140]) {
        const tested = [...dataset.fields.keys()].slice(0, count);
        const rows = printSamples([{ object: 'o', offset: 0, line }], { dataset: name, tested }, '', {
          ...plain,
          width,
        });
        const [titles, cells] = [rows[0]!.split(/\s{2,}/), (rows[1] ?? '').split(/\s{2,}/)];
        const isList = rows.length > 2;
        const shown = isList ? rows.map((row) => row.split(/\s{2,}/)[0]).filter((one) => one !== '') : titles;
        expect(shown.slice(0, first.length)).toEqual(first);
        for (const found of [value, '2026-11-02T18:12:58Z'])
          expect(isList ? rows.join('\n') : cells.join(' ')).toContain(found);
      }
    }
  });

  it('do not fit: a list for each line', () => {
    expect(print([line, '{}'], { tested: ['EdgeResponseStatus', 'ClientRequestPath'], width: 30 })).toEqual([
      '  RayID               a5451c498953abda',
      '  EdgeStartTimestamp',
      '    2026-11-02T18:12:58Z',
      '  EdgeResponseStatus  500',
      '  ClientRequestPath   /api/checkout',
      '',
      '  RayID               –',
      '  EdgeStartTimestamp  –',
      '  EdgeResponseStatus  –',
      '  ClientRequestPath   –',
    ]);
  });

  it('that were chosen are all shown, in their order, and the place is last and whole', () => {
    expect(print([line, '{"Zeta":"x"}'], { show: ['@place', 'Zeta', 'Nope'] })).toEqual([
      '  Zeta  Nope  @place',
      '  1     –     o.log@0',
      '  x     –     o.log@100',
    ]);
    expect(print([line], { show: ['@place'], width: 10 })).toEqual(['  @place', '  o.log@0']);
    expect(print([line], { show: ['RayID', 'ClientRequestPath', '@place'], width: 30 })).toEqual([
      '  RayID              a5451c498953abda',
      '  ClientRequestPath  /api/checkout',
      '  @place             o.log@0',
    ]);
  });

  it('a time is never shortened', () => {
    const path = `"ClientRequestPath":"${'/a'.repeat(30)}"`;
    const [, row] = print([`{"RayID":"a5451c498953abda","EdgeStartTimestamp":1793643178572581741,${path}}`], {
      width: 64,
    });
    expect(row).toContain('  2026-11-02T18:12:58Z  ');
    expect(row!.length).toBeLessThanOrEqual(64);
  });

  it('numbers are aligned by their last digit', () => {
    const rows = print(['{"BotScore":1}', '{"BotScore":null}', '{"BotScore":1000000000}'], { show: ['BotScore'] });
    expect(rows).toEqual(['    BotScore', '           1', '        null', '  1000000000']);
  });

  it('a long value keeps both ends, and no half of a character', () => {
    const [, row] = print([JSON.stringify({ RayID: 'r', ClientRequestPath: `/start${'😀'.repeat(60)}/end` })], {
      show: ['RayID', 'ClientRequestPath'],
      width: 60,
    });
    expect(row).toMatch(/ \/start(?:😀)+…(?:😀)+\/end$/u);
    expect(row!.length).toBeLessThanOrEqual(60);
    expect(row!.isWellFormed()).toBe(true);
  });
});

describe('whole lines', () => {
  it('with all, and where a line is not a JSON object', () => {
    expect(print(['{"RayID":"1"}'], { show: 'all' })).toEqual(['  o.log@0', '    {"RayID":"1"}']);
    expect(print(['a,b', '{"RayID":"a"}', '[1]', '{"RayID"'])).toEqual([
      ...['  RayID', '  a', '  o.log@0', '    a,b', '  o.log@200', '    [1]', '  o.log@300', '    {"RayID"'],
    ]);
    expect(print(['{"Unknown":1}'])).toEqual(['  o.log@0', '    {"Unknown":1}']);
    expect(print(['{"Unknown":{"a":1},"Other":1}'], { tested: ['BotScore'] })).toEqual([
      ...['  o.log@0', '    {"Unknown":{"a":1},"Other":1}'],
    ]);
  });

  it('nothing for no line', () => expect(print([], { tested: ['RayID'] })).toEqual([]));
});

it('no line is wider than the output, with any record and any fields', () => {
  const names = fc.subarray([
    'RayID',
    'ClientRequestPath',
    'EdgeResponseStatus',
    'ClientCountry',
    'Cookies',
    'BotTags',
  ]);
  fc.assert(
    fc.property(
      fc.array(recordArbitrary, { maxLength: 4 }),
      names,
      fc.boolean(),
      fc.integer({ min: 50, max: 140 }),
      (records, fields, isChosen, width) => {
        const style = { width, color: true, ...(isChosen ? { show: fields } : { tested: fields }) };
        fc.pre(!isChosen || fields.length > 0);
        for (const row of print(
          records.map((record) => printJson(record)),
          style,
        )) {
          if (!stripVTControlCharacters(row).startsWith('    {')) expect(columnsOf(row)).toBeLessThanOrEqual(width);
        }
      },
    ),
  );
});
