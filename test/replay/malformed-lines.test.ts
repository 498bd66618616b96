// Problems of malformed lines: all are counted, the first of each reason by object and offset have a place, for any order of objects.
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../src/dataset/index.ts';
import { Replay } from '../../src/replay/index.ts';
import { PROBLEMS_PER_CODE } from '../../src/scan/index.ts';
import { sourceTotal } from '../helpers/source-total.ts';

const FAULTS: readonly [line: string, code: string, message: string][] = [
  ['x', 'invalid-json', 'cannot parse the line: found "x" after 0 bytes, expected a value'],
  ['[]', 'not-object', 'cannot parse the line: found an array, expected one JSON object'],
  ['\xff', 'invalid-utf8', 'cannot parse the line: found the byte 0xff after 0 bytes, expected UTF-8'],
];

describe.each(FAULTS)('%s', (line, code, message) => {
  it.each([[['a', 'b']], [['b', 'a']]])('objects in the order %j', (names) => {
    const replay = new Replay({
      dataset: getDataset('http_requests'),
      jobs: [],
      range: {},
      samples: 0,
      detail: 'full',
    });
    const text = `{"RayID":"1"}\n${line}\n`;
    for (const name of names) {
      const reader = replay.openObject(name, { input: 'ndjson' });
      reader.push(Buffer.from(text.repeat(name === 'a' ? 15 : 30), 'latin1'));
      reader.end();
      reader.close();
    }
    const { problems, problemCounts, lines } = replay.toReport(sourceTotal(2), false);
    expect(lines).toMatchObject({ read: 45, malformed: 45, bytes: 45 * text.length });
    expect(problemCounts).toEqual({ [code]: 45 });
    const place = (object: string) => (index: number) => ({
      ...{ code, object, message },
      offset: index * text.length + text.indexOf('\n') + 1,
    });
    const numbers = Array.from({ length: 15 }, (_, index) => index);
    const wanted = [...numbers.map(place('a')), ...numbers.map(place('b'))];
    expect(problems).toEqual(wanted.slice(0, PROBLEMS_PER_CODE));
  });
});
