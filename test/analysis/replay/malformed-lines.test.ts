// Problems of malformed lines: all are counted, the first of each reason by object and offset have a place, for any order of objects.
import { describe, expect, it } from 'vitest';
import { PROBLEMS_PER_CODE } from '../../../src/input/scan/index.ts';
import { ReplayPass } from '../../helpers/replay/replay-pass.ts';

const FAULTS: readonly [line: string, code: string, message: string][] = [
  ['x', 'invalid-json', 'cannot parse the line: found "x" after 0 bytes, expected a value'],
  ['[]', 'not-object', 'cannot parse the line: found an array, expected one JSON object'],
  ['\xff', 'invalid-utf8', 'cannot parse the line: found the byte 0xff after 0 bytes, expected UTF-8'],
];

describe.each(FAULTS)('%s', (line, code, message) => {
  it.each([[['a', 'b']], [['b', 'a']]])('objects in the order %j', (names) => {
    const replay = new ReplayPass();
    const text = `{"RayID":"1"}\n${line}\n`;
    for (const name of names) replay.read(name, Buffer.from(text.repeat(name === 'a' ? 15 : 30), 'latin1'));
    const { problems, problemCounts, lines } = replay.report(2);
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
