// Colored text at a width: the codes do not count, blanks are kept where it fits, and no line is longer.
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { type PaintedPart, wrapPainted } from '../../../../src/report/text/compare/wrap-painted.ts';

const SENTENCE: PaintedPart[] = [['to-1', 'bold'], [' keeps ('], ['12', 'red'], ['): 3 newly  dropped'], ['']];

it.each<[name: string, parts: PaintedPart[], width: number, lines: string[]]>([
  ['fits', SENTENCE, 33, ['to-1 keeps (12): 3 newly  dropped']],
  ['wraps at blanks', SENTENCE, 26, ['to-1 keeps (12): 3 newly', '  dropped']],
  ['keeps pieces of a word together', SENTENCE, 16, ['to-1 keeps (12): 3', '  newly dropped']],
  [
    'breaks a long word',
    [['x'.repeat(45), 'red'], [' end']],
    22,
    ['x'.repeat(20), `  ${'x'.repeat(20)}`, '  xxxxx end'],
  ],
])('%s', (_name, parts, width, lines) => {
  const shown = wrapPainted(parts, { color: true, width });
  expect(shown.map((line) => stripVTControlCharacters(line))).toEqual(lines);
  expect(wrapPainted(parts, { color: false, width })).toEqual(lines);
});
