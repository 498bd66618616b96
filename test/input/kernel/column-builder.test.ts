// Columns that the kernel builds: every line can be rebuilt, and the rows are those of the builder in JavaScript, or whole lines.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ColumnLines, NO_TIME, textOf } from '../../../src/input/columns/index.ts';
import { MAX_LINE_BYTES } from '../../../src/input/record/index.ts';
import {
  build,
  bytesOf,
  expectSameRows,
  Feed,
  feed,
  kernel,
  partsOf,
  rebuilt,
  reference,
  sources,
  textIn,
} from '../../helpers/kernel/column-feed.ts';

const usual = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => {
    const n = from + at;
    return `{"RayID":"${(n * 2654435761) % 4294967296}","EdgeStartTimestamp":${1793491527 + n},"EdgeResponseStatus":${499 + (n % 3)},"Cookies":{"a":"${n % 7}"},"BotTags":[]}\n`;
  }).join('');

describe('the rows', () => {
  it('are those of JavaScript: usual lines, codes of every width, CRLF, spaces, the last line without end', () => {
    const wide = Array.from(
      { length: 80_000 },
      (_, at) => `{"a":${at % 255},"b":${at % 3 === 0 ? 0 : at % 60_000},"c":${at % 8 === 0 ? 0 : at},"d":${at}}`,
    );
    for (const body of [
      usual(5000),
      wide.join('\n'),
      '{"a":1}\r\n{"a":2}\n{ "a":1 }\n{"a": 1}\n{"a":\t1}\n{ }\n{}\n{}',
      '{"a":"é😀","b":"\\u0041"}\r\n{"b":null,"a":""}\r',
      '',
    ]) {
      for (const sizes of [[1_000_000], [1000, 7]]) {
        if (sizes.length > 1 && body.length > 1_000_000) continue;
        const parts = build(body, sizes);
        expect(parts).toHaveLength(1);
        expect(isDeepStrictEqual(parts[0], reference(body)), body.slice(0, 80)).toBe(true);
      }
    }
  });

  it('may have texts twice in a nearly unique column, and are the same lines', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `{"a":${at < 10_000 ? at : at - 10_000},"b":${at}}\n`).join(
      '',
    );
    const [part] = build(lines);
    expect(rebuilt([part!])).toBe(lines);
    expectSameRows(part!, reference(lines));
  });

  it.each([
    ['many keys', `{${Array.from({ length: 300 }, (_, at) => `"key-${at}":${at}`).join(',')}}\n`.repeat(3), 3],
    [
      'more keys than the kernel knows',
      `{${Array.from({ length: 900 }, (_, at) => `"key-${at}":${at}`).join(',')}}\n${usual(2)}`,
      2,
    ],
    [
      'keys in changing order',
      ['a,b,c', 'b,c,a', 'c,b,a', 'a,c', 'a,b,c']
        .map(
          (keys) =>
            `{${keys
              .split(',')
              .map((key) => `"${key}":1`)
              .join(',')}}\n`,
        )
        .join(''),
      5,
    ],
    ['an empty and a long value', `{"a":"","b":"${'x'.repeat(3_000_000)}","c":[]}\n{"a":"","b":"","c":{}}\n`, 2],
    ['lines that are no records', '\n\r\n \t\nnull\n[1]\n{"a":1\n{"a":1}x\n\xff\n{"a":"\xff"}\n{"a":1}\n', 1],
    ['repeated and odd keys', '{"a":1,"a":2}\n{"\\u0061":1}\n{"é":1}\n{"a":1}\n', 1],
    ['a space before a colon', '{"a" :1}\n{"a":1}\n', 1],
    ['deep nesting', `{"a":${'['.repeat(70)}${']'.repeat(70)}}\n{"a":[[1]]}\n`, 1],
    [
      'many templates',
      Array.from({ length: 5000 }, (_, at) => `{"k":${at}${' '.repeat(at % 97)},${' '.repeat(at / 97)}"z":1}\n`).join(
        '',
      ),
      4096,
    ],
    ['a long template', `{"a":1,${' '.repeat(70_000)}"b":2}\n{"a":1}\n`, 1],
  ])('%s', (_name, body, inColumns) => {
    const parts = build(body);
    expect(rebuilt(parts)).toBe(body);
    expect(expectSameRows(parts[0]!, reference(body))).toBe(inColumns);
  });
});

describe('times', () => {
  it('are those of the lines; a line whose time only JavaScript can read is whole', () => {
    const times = [
      '1700000000',
      '"2023-11-14T22:13:20Z"',
      '"2023-11-14T22:13:20+01:00"',
      '1.7e9',
      'null',
      '"x"',
      '"2300-01-01T00:00:00Z"',
      '9223372036854775807',
      '9223372036854775806',
    ];
    const body = [...times.map((time) => `{"EdgeStartTimestamp":${time}}\n`), '{"a":1}\n'].join('');
    const [part] = build(body);
    expect(rebuilt([part!])).toBe(body);
    expect(expectSameRows(part!, reference(body))).toBe(5);
    expect(reference(body).times.filter((time) => time !== NO_TIME)).toHaveLength(4);
  });

  it('a line is added alone', () => {
    const { builder } = partsOf();
    const line = '{"EdgeStartTimestamp":"2023-11-14T22:13:20+01:00"}\n';
    builder.add(bytesOf(line), 5);
    builder.add(bytesOf('{"EdgeStartTimestamp":1700000000}'), 60);
    const part = builder.take();
    expect([0, 1].map((row) => textIn(textOf(part.lines, row)))).toEqual([line, '']);
    expect([...part.times]).toEqual([NO_TIME, 1_700_000_000n * 10n ** 9n]);
    expect([...part.offsets]).toEqual([5, 60]);
  });
});

describe('objects', () => {
  it('of two kernels alternate in one builder', () => {
    const bodies = [usual(3000), usual(2500, 10_000).replaceAll('"BotTags":[]', '"BotTags": ["a"]')];
    const { builder, end } = partsOf({ rows: 700 });
    const feeds = bodies.map(
      (body, index) => new Feed(builder, bytesOf(body), { source: sources[index], offset: index * 2 ** 33 }),
    );
    const left = new Set(feeds);
    for (const sizes = [40_000, 9000, 77_777]; left.size > 0; sizes.push(sizes.shift()!))
      for (const one of left) if (!one.next(sizes[0]!)) left.delete(one);
    const found = ['', ''];
    let next = [0, 2 ** 33];
    for (const part of end()) {
      expect(part.rows).toBeLessThanOrEqual(700);
      for (let row = 0; row < part.rows; row += 1) {
        const index = part.offsets[row]! < 2 ** 33 ? 0 : 1;
        expect(part.offsets[row]).toBe(next[index]);
        next = next.with(index, next[index]! + part.bytes[row]!);
        found[index] += textIn(new ColumnLines(part).lines(row, row + 1));
      }
    }
    expect(found).toEqual(bodies);
  });

  it('one after the other: the scanner counts the lines of each', () => {
    const { builder, end } = partsOf();
    const scanner = builder.scannerOf(sources[0]!.kernel);
    for (const lines of [10, 0, 30]) {
      const { inflater } = sources[0]!;
      inflater.begin();
      scanner.begin(1, MAX_LINE_BYTES, false);
      const body = bytesOf(usual(lines));
      const window = inflater.plain(body);
      expect(scanner.read(window.start, window.end, 0)).toBeUndefined();
      expect(scanner.lineCount).toBe(lines);
      expect(scanner.takeCounts().lines).toMatchObject({ read: lines, bytes: body.length });
    }
    expect(end()[0]!.rows).toBe(40);
  });

  it('in an envelope, or with lines over the limit, are deferred', () => {
    const { builder } = partsOf();
    expect(
      feed(builder, bytesOf(`{"a":1}\n{"a":"${'x'.repeat(90)}"}\n{"a":1}\n`), [1000], { maxLineBytes: 80 }),
    ).toEqual(['long']);
    const { kernel: source, inflater } = sources[0]!;
    const scanner = builder.scannerOf(source);
    scanner.begin(1, MAX_LINE_BYTES, true);
    inflater.begin();
    const window = inflater.plain(bytesOf('{"RayID":1}\n{"event":{"RayID":1}}\n{"RayID":2}\n'));
    expect(scanner.read(window.start, window.end, 0)).toMatchObject({ reason: 'no-field', start: window.start + 12 });
    expect(builder.rows).toBe(4);
  });
});

it('lines without columns are not added if there are to be none', () => {
  const body = '{"a":1}\n\n{"a":1,"a":2}\n{"\\u0061":1}\n{"EdgeStartTimestamp":"x"}\n{"a":2}\n{"a":3';
  const { builder, end } = partsOf({ hasWhole: false });
  expect(feed(builder, bytesOf(body))).toEqual(['not-plain', 'repeated-key', 'odd-key', 'odd-value']);
  expect(builder.add(bytesOf('null'), 0)).toBe(false);
  expect(builder.add(bytesOf('{}'), 0)).toBe(true);
  expect(rebuilt(end())).toBe('{"a":1}\n{"a":2}\n{}');
});

describe('a full part', () => {
  it('is taken in the middle of a window, at a number of rows and at a size', () => {
    const body = usual(20_000);
    for (const request of [{ rows: 1 }, { rows: 999 }, { bytes: 600_000 }]) {
      const lines = request.rows === 1 ? usual(300) : body;
      const parts = build(lines, [300_000], request);
      expect(parts.length).toBeGreaterThan(3);
      expect(rebuilt(parts)).toBe(lines);
    }
  });

  it('must be taken', () => {
    const { builder } = partsOf({ rows: 2, onFull: () => {} });
    const line = bytesOf('{"a":1}\n');
    builder.add(line, 0);
    builder.add(line, 8);
    expect(() => builder.add(line, 16)).toThrow('were not taken');
    expect(() => feed(builder, line)).toThrow('were not taken');
    expect(builder.take().rows).toBe(2);
  });

  it('has bounded memory for lines of any size', () => {
    const lines = Array.from({ length: 8 }, (_, at) => `{"a":"${String(at % 10).repeat(9_000_000 + at)}","b":${at}}\n`);
    const body = lines.join('');
    const parts = build(body, [1_000_000]);
    expect(parts.length).toBeGreaterThan(1);
    expect(Buffer.concat(parts.map((part) => new ColumnLines(part).lines(0, part.rows))).equals(bytesOf(body))).toBe(
      true,
    );
    expect(kernel.memory.buffer.byteLength).toBeLessThanOrEqual(128 * 2 ** 20);
    const { builder } = partsOf();
    expect(() => builder.add(Buffer.alloc(70_000_000, '{"a":1}'), 0)).toThrow(RangeError);
    builder.add(bytesOf('{}'), 0);
    expect(builder.take().rows).toBe(1);
  });
});
