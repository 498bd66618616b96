// What a person types as a time, and what is no time.
import { expect, it } from 'vitest';
import { timeOfInput } from '../../../src/page/app/figures.ts';

it.each([
  ['2026-11-01 08:00', '2026-11-01T08:00:00Z'],
  ['2026-11-01', '2026-11-01T00:00:00Z'],
  [' 2026-11-01T08:00:30 ', '2026-11-01T08:00:30Z'],
  ['2026-11-01T08:00:00.5Z', '2026-11-01T08:00:00.500Z'],
  ['2026-11-01 10:00 +02:00', '2026-11-01T08:00:00Z'],
  ['2024-02-29', '2024-02-29T00:00:00Z'],
  ['', undefined],
  ['12', null],
  ['7d', null],
  ['November 2026', null],
  ['2026-02-30', null],
  ['2026-11-01 24:61', null],
])('%j is the time %j', (typed, time) => {
  expect(timeOfInput(typed, 'utc')).toBe(time);
});
