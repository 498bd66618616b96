// Printed money of guards: on the same side of the threshold as the exact figure, and like the table of costs.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exactly, moneyFormat, printMoney } from '../../../src/analysis/cost/index.ts';
import { judgeGuards, parseGuard } from '../../../src/analysis/guard/index.ts';
import { printSaving } from '../../../src/report/page/cost-section.ts';

const NONE = { lines: 0, bytes: 0 };
const LINES = { lines: 1, bytes: 1 };
const costing = (value: number) => ({ price: 'price', currency: '$', amount: exactly(value) });

/** Binary fractions: their differences are exact. */
const amounts = fc.oneof(
  fc.nat(640_000).map((steps) => steps / 64),
  fc.nat(2048).map((steps) => steps / 2048),
);

function judge(text: string, all: number, mine: number) {
  const set = { guards: [parseGuard(text)], undecidedOk: false };
  const filters = [{ name: 'f', filter: undefined }];
  return judgeGuards(set, filters, {
    ...{ totals: [{ kept: LINES, dropped: LINES, undecided: NONE }], span: undefined },
    costs: { filters: [{ kept: [costing(mine)] }], all: [costing(all)] },
  })[0]!;
}

/** `<$0.01` is a figure between 0 and 0.01. */
function numberOf(found: string): number {
  const [, less, sign, digits] = /(<?)(−?)\$?([\d,.]+)/.exec(found)!;
  const number = Number(digits!.replaceAll(',', ''));
  return less === '<' ? number / 1000 : sign === '−' ? -number : number;
}

it('a printed figure of money is on the same side of the threshold as the exact one', () => {
  fc.assert(
    fc.property(
      ...([amounts, amounts, fc.constantFrom('cost', 'saves', 'saves %'), fc.integer({ min: 0, max: 6 })] as const),
      fc.constantFrom('<=', '<', '>=', '>', '=='),
      (all, mine, kind, decimals, operator) => {
        fc.pre(all > 0);
        const saved = kind === 'saves %' ? (1 - mine / all) * 100 : all - mine;
        const exact = kind === 'cost' ? mine : saved;
        const limit = Math.abs(exact).toFixed(decimals);
        fc.pre(Number(limit) > 0 && (kind !== 'saves %' || Number(limit) < 100));
        const [figure, unit] = kind === 'saves %' ? ['saves', '%'] : [kind, '/month'];
        const { holds, found } = judge(`${figure} ${operator} ${limit}${unit}`, all, mine);
        const [shown, threshold] = [numberOf(found), Number(limit)];
        const holdsAsShown = {
          '<=': shown <= threshold,
          '<': shown < threshold,
          '>=': shown >= threshold,
          '>': shown > threshold,
          '==': shown === threshold,
        }[operator];
        expect([found, holdsAsShown]).toEqual([found, holds]);
      },
    ),
  );
});

it('guards print the amounts of the table', () => {
  fc.assert(
    fc.property(amounts, amounts, (all, mine) => {
      const format = moneyFormat([costing(all), costing(mine)]);
      expect(judge('cost <= 1000000/month', all, mine).found).toBe(`costs ${printMoney(mine, format)}/month`);
      const table = printSaving(costing(mine), costing(all), format).replace(/none: costs (.*) more/, '−$1');
      expect(judge('saves <= 1000000/month', all, mine).found).toBe(`saves ${table}/month`);
    }),
  );
});
