// Goals as users write them, and what an error names.
import { describe, expect, it } from 'vitest';
import { parseGoal } from '../../../src/verbs/suggest/parse-goal.ts';

it.each([
  ['50 %', { kind: 'dropped', share: 0.5 }],
  ['50%', { kind: 'dropped', share: 0.5 }],
  [' 12.5 % ', { kind: 'dropped', share: 0.125 }],
  ['20 GB/day', { kind: 'bytes-per-day', most: 20e9 }],
  ['1_000 MB / day', { kind: 'bytes-per-day', most: 1e9 }],
  ['2 GiB/month', { kind: 'bytes-per-month', most: 2 ** 31 }],
  ['5/month', { kind: 'money', most: 5 }],
])('%s', (text, goal) => expect(parseGoal(text)).toEqual({ text: text.trim(), ...goal }));

describe('a wrong goal', () => {
  it.each([
    ['', /column 1: found the end of the goal, expected a goal such as 50 %/],
    [
      '50',
      /column 3: found the end of the goal, expected %, bytes such as GB\/day or GB\/month, or \/month for money; write 50 %$/,
    ],
    ['0 %', /found 0 %, expected a share above 0 % and below 100 %/],
    ['100 %', /found 100 %, expected a share above 0 % and below 100 %/],
    ['0/month', /column 1: found 0, expected an amount above 0 that may remain/],
    ['5 $/month', /column 3: found "\$\/month", expected .*\/month for money/],
    ['5 €/month', /found "€\/month", expected .*; write 5\/month$/],
    ['0.1/mo', /found "\/mo", expected .*; write 0.1\/month$/],
    ['0.5', /; write 50 % or 0.5 %$/],
    ['5 §', /column 3: found "§", expected .*money$/],
    ['€5', /column 1: found "€5", expected a goal such as/],
    ['-5 %', /column 1: found "-5"/],
    ['20 GIB/day', /; write 20 GiB\/day or 20 GiB\/month$/],
    ['20 GB', /column 4: found "GB", expected .*GB\/day/],
    ['20 gb/day', /column 4: found "gb\/day", expected .*; write 20 GB\/day or 20 GB\/month$/],
    ['20 GB', /column 4: found "GB", expected .*; write 20 GB\/day or 20 GB\/month$/],
    ['5/day', /column 2: found "\/day", expected .*\/month for money/],
    ['5 USD/month', /column 3: found "USD\/month", expected .*; write 5\/month$/],
    ['50 % of all', /expected the end of the goal/],
    ['1,5 %', /column 1: found "1,5"/],
  ])('%j', (text, message) => expect(() => parseGoal(text)).toThrow(message));
});
