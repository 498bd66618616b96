// Which guards a change of sample_rate breaks, although they hold for the filter: docs/semantics.md, "Guards".
import { expect, it } from 'vitest';
import type { GuardResult } from '../../../src/guard/index.ts';
import { guardsOfSampled, sampleRateChange } from '../../../src/task/compare/guards-of-sampled.ts';

const LINES = { lines: 10, bytes: 100 };
const NONE = { lines: 0, bytes: 0 };
const guard = (text: string, kind: GuardResult['kind'] = 'threshold', holds = true): GuardResult => ({
  ...{ kind, guard: text, job: 'errors', holds, found: 'newly dropped 0 of 10 lines (0 %)', value: 0 },
});
const holds = (one: GuardResult, before: number, after: number, kept = LINES, undecided = NONE): boolean => {
  const rates = { before, after };
  return guardsOfSampled([one], sampleRateChange(rates), { kept, undecided }, rates)[0]!.holds;
};

it.each<[guard: string, lower: boolean, higher: boolean]>([
  ['newly-dropped <= 1%', false, true],
  ['newly-dropped-bytes < 1 GB/day', false, true],
  ['newly-dropped >= 1', true, false],
  ['dropped == 0', false, true],
  ['kept >= 1%', false, true],
  ['kept <= 90%', true, true],
  ['kept-bytes > 1 kB', false, true],
  ['newly-kept >= 5', false, true],
  ['newly-kept <= 5', true, false],
  ['newly-kept-bytes == 0 B', false, false],
  ['undecided == 0', true, true],
  ['cost <= 5/month', true, true],
  ['saves >= 5%', true, true],
])('%s', (text, lower, higher) => {
  expect([holds(guard(text), 1, 0.5), holds(guard(text), 0.5, 1), holds(guard(text), 0.5, 0.5)]).toEqual([
    lower,
    higher,
    true,
  ]);
});

it.each<[GuardResult['kind'], lower: boolean]>([
  ['never-drop', false],
  ['never-keep', true],
])('%s', (kind, lower) => {
  const one = guard('EdgeResponseStatus >= 500', kind);
  expect([holds(one, 1, 0.5), holds(one, 0.5, 1)]).toEqual([lower, true]);
});

it('a filter that certainly keeps no line loses none', () => {
  const one = guard('newly-dropped <= 1%');
  expect([holds(one, 1, 0.5, NONE), holds(one, 1, 0.5, NONE, LINES)]).toEqual([true, false]);
});

it('the figure names the reason, and a guard that the filter breaks stays as it is', () => {
  const rates = { before: 1, after: 0.5 };
  const totals = { kept: LINES, undecided: NONE };
  const broken = guard('newly-dropped <= 1%', 'threshold', false);
  const found = guardsOfSampled([guard('newly-dropped <= 1%'), broken], 'lower', totals, rates);
  expect(found.map((one) => one.found)).toEqual([
    'newly dropped 0 of 10 lines (0 %), by the filter; sample_rate changes from 1 to 0.5 and drops lines at random',
    'newly dropped 0 of 10 lines (0 %)',
  ]);
});
