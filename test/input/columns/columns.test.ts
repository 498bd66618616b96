// Lines → columns → lines: the same bytes, whatever the lines.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ColumnBuilder,
  ColumnLines,
  type ColumnRows,
  codeOf,
  MAX_COLUMNS,
  MAX_TEMPLATES,
  NO_TIME,
  PART_LINES,
  textOf,
  withhold,
} from '../../../src/input/columns/index.ts';
import { buildColumns as build } from '../../helpers/columns.ts';
import { jsonObject } from '../../properties/json-text.ts';

function rebuilt(parts: readonly ColumnRows[]): Buffer {
  return Buffer.concat(parts.map((part) => new ColumnLines(part).lines(0, part.rows)));
}

const text = (value: Uint8Array): string => Buffer.from(value).toString('latin1');

describe('columns of lines', () => {
  it('a line is its template and the texts of its values', () => {
    const line = '{"a": 1.0 ,"b":"x\\u0041"}\r\n';
    const [part] = build(Buffer.from(`${line}{"a":null,"c":[1, 2]}\n`));
    const { fields, templates, offsets, bytes, times } = part!;
    expect([...fields.keys()]).toEqual(['a', 'b', 'c']);
    const texts = (name: string): string[] => [0, 1].map((row) => text(textOf(fields.get(name)!, row)));
    expect([texts('a'), texts('b'), texts('c')]).toEqual([
      ['1.0', 'null'],
      ['"x\\u0041"', ''],
      ['', '[1, 2]'],
    ]);
    expect([0, 1].map((row) => text(textOf(templates, row)))).toEqual([
      '{"a": \xff0; ,"b":\xff1;}\r\n',
      '{"a":\xff0;,"c":\xff2;}\n',
    ]);
    expect([...offsets]).toEqual([0, line.length]);
    expect([...bytes]).toEqual([line.length, 22]);
    expect([...times]).toEqual([0n, BigInt(line.length)]);
  });

  it.each([
    ['malformed', '{"a":1'],
    ['blank', ' \t'],
    ['no object', '[1]'],
    ['a repeated key', '{"a":1,"a":2}'],
    ['a repeated key in two spellings', '{"a":1,"\\u0061":2}'],
  ])('a line is stored whole: %s', (_name, line) => {
    const [part] = build(Buffer.from(`${line}\n{"a":1}\n`));
    expect(codeOf(part!.templates, 0)).toBe(0);
    expect(text(textOf(part!.lines, 0))).toBe(`${line}\n`);
    expect(codeOf(part!.lines, 1)).toBe(0);
  });

  it('any lines', () => {
    const line = fc.oneof(
      { weight: 6, arbitrary: jsonObject },
      fc.constantFrom('', ' ', '{"a":1', '{"a":1,"a":2}', 'null', '\r', '{"a":1}\r', '{}'),
      fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    fc.assert(
      fc.property(fc.array(line), fc.boolean(), (lines, endsWithLine) => {
        const input = Buffer.from(`${lines.join('\n')}${endsWithLine ? '\n' : ''}`, 'latin1');
        expect(text(rebuilt(build(input)))).toBe(text(input));
      }),
    );
  });

  it.each([
    [
      'codes of 8, 16 and 32 bits',
      Array.from({ length: 80_000 }, (_, at) => `{"a":${at % 255},"b":${at % 60_000},"c":${at % 70_000},"d":${at}}`),
    ],
    ['more columns than a part has', Array.from({ length: MAX_COLUMNS + 2 }, (_, at) => `{"k${at}":${at},"z":1}`)],
    [
      'more forms than a part has',
      Array.from(
        { length: MAX_TEMPLATES + 2 },
        (_, at) => `{"k":${at}${' '.repeat(at % 97)},${' '.repeat(at / 97)}"z":1}`,
      ),
    ],
    ['more lines than a part has', Array.from({ length: PART_LINES + 2 }, () => '{"a":1}')],
  ])('%s', (_name, lines) => {
    const input = Buffer.from(lines.join('\n'));
    expect(rebuilt(build(input)).equals(input)).toBe(true);
  });

  it('codes have as many bits as their texts need, and nearly unique columns none', () => {
    const lines = Array.from(
      { length: 80_000 },
      (_, at) => `{"a":${at % 255},"b":${at % 60_000},"c":${at % 70_000},"d":${at}}\n`,
    );
    const [part] = build(Buffer.from(lines.join('')));
    const codesOf = (name: string): number | undefined => part!.fields.get(name)?.codes?.BYTES_PER_ELEMENT;
    expect(['a', 'b', 'c', 'd'].map(codesOf)).toEqual([1, 2, 4, undefined]);
  });

  it('a part is full at a number of rows, and at the memory of its texts', () => {
    expect(build(Buffer.from('{"a":1}\n'.repeat(PART_LINES + 2))).map(({ rows }) => rows)).toEqual([PART_LINES, 2]);
    const long = Array.from({ length: 80 }, (_, at) => `{"a":"${String(at).repeat(500_000)}"}\n`).join('');
    expect(build(Buffer.from(long)).length).toBeGreaterThan(1);
  });

  it.each([
    ['{"a":1,"b":2}', '{"a":1      }'],
    ['{"b":2,"a":1}', '{      "a":1}'],
    ['{"b":2 , "c":"x" , "a":1 }', '{                  "a":1 }'],
    ['{"a":0,"b":2,"d":3,"c":null}', '{"a":0      ,"d":3,"c":null}'],
    ['{"b":"","c":[ ]}', '{"b":"","c":[ ]}'],
    ['{"b":2}', '{     }'],
  ])('withheld values: %s', (line, expected) => {
    const [part] = build(Buffer.from(`${line}\n`));
    const without = withhold(part!, ['b', 'c', 'z']);
    expect(text(new ColumnLines(without).lines(0, 1))).toBe(`${expected}\n`);
    const texts = (rows: ColumnRows): number[] =>
      [...rows.fields.keys()].map((name) => textOf(rows.fields.get(name)!, 0).length);
    expect(texts(without)).toEqual(texts(part!));
  });

  it('no time is earlier than all times', () => {
    const builder = new ColumnBuilder();
    builder.addWhole(Buffer.from('x\n'), 0);
    expect([...builder.take().times]).toEqual([NO_TIME]);
  });
});
