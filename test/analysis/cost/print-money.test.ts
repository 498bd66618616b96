// The form of amounts: the same decimals for a price, and columns that subtract.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  moneyFormat,
  printedDifference,
  printMoney,
  printMoneyChange,
  printMoneyRange,
} from '../../../src/analysis/cost/index.ts';

const costs = (currency: string | null, ...values: (number | null)[]) =>
  values.map((value) => ({
    price: 'price',
    currency,
    amount: value === null ? null : { value, low: value, high: value },
  }));

it.each([
  ['all lines cost 1 or more', costs('$', 250, 0.003), ['$250.00', '<$0.01']],
  ['all lines cost less than 1', costs('$', 0.66623, 0.00944), ['$0.6662', '$0.0094']],
  ['a currency in letters', costs('USD', 0.001193, 0.000137), ['0.001193 USD', '0.000137 USD']],
  ['no currency', costs(null, 1234.5, 0), ['1,234.50', '0']],
  ['all lines cost nothing', costs('€', 0, 0), ['€0', '€0']],
  ['the cost of all lines is not known', costs('$', null, 0.5), ['$0.5000']],
  ['an absurd price', costs(null, 2.6648138999999974e23), ['266,481,389,999,999,739,232,256.00']],
])('%s', (_, given, printed) => {
  const format = moneyFormat(given);
  expect(given.flatMap(({ amount }) => (amount === null ? [] : [printMoney(amount.value, format)]))).toEqual(printed);
});

it('prints changes with a sign, and intervals with one currency in letters', () => {
  const [dollars, euros] = [
    { currency: '$', decimals: 2 },
    { currency: 'EUR', decimals: 2 },
  ];
  expect([1.2, -1.2, 0, -0.001].map((change) => printMoneyChange(change, dollars))).toEqual([
    '+$1.20',
    '−$1.20',
    '$0',
    '$0',
  ]);
  const amount = { value: 12, low: 11, high: 13 };
  expect(printMoneyRange(amount, dollars)).toBe('$11.00 to $13.00');
  expect(printMoneyRange(amount, euros)).toBe('11.00 to 13.00 EUR');
  expect(printMoneyRange({ value: 1, low: 1, high: 1 }, euros)).toBe('');
});

it('prints differences that are those of the printed amounts', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 1e6, noNaN: true }), (a, b) => {
      const format = moneyFormat(costs(null, Math.max(a, b)));
      const number = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-'));
      const shown = number(printMoneyChange(printedDifference(a, b, format), format));
      const [first, second] = [a, b].map((value) => Number(value.toFixed(format.decimals)));
      expect(shown).toBeCloseTo(first! - second!, 6);
    }),
  );
});
