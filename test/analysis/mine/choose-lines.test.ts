// The choice of lines: all goals, few lines, the same for any order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseLines } from '../../../src/analysis/mine/choose-lines.ts';
import type { Goal } from '../../../src/analysis/mine/goals.ts';
import { LineSelection } from '../../../src/analysis/mine/line-selection.ts';
import type { MinedLine } from '../../../src/analysis/mine/mined-line.ts';

const GOALS = 6;
const goals = Array.from({ length: GOALS }, (_, index): Goal => ({ kind: 'change', text: String(index) }));

/** A line that meets goals exactly. */
const line = (offset: number, ...met: number[]): MinedLine => ({
  ...{ object: 'a', offset, hash: offset, json: '{}' },
  met: met.map((goal) => ({ goal, distance: 0 })),
});

it.each<[string, MinedLine[], number[]]>([
  ['one line for all', [line(1, 0), line(2, 0, 1, 2), line(3, 1)], [2]],
  ['the smallest hash of equal lines', [line(7, 0, 1), line(5, 0, 1), line(6, 0, 1)], [5]],
  ['superfluous lines are dropped', [line(1, 0, 1, 2, 3), line(2, 0, 1, 4), line(3, 2, 3, 5)], [2, 3]],
  ['nothing', [], []],
])('%s', (_, lines, expected) => {
  expect(chooseLines(lines, goals).lines.map((one) => one.line.offset)).toEqual(expected);
});

it('only the nearest line meets a goal with a distance', () => {
  const near = { ...line(9), met: [{ goal: 0, distance: 1 }] };
  const far = { ...line(1), met: [{ goal: 0, distance: 2 }] };
  expect(chooseLines([far, near], goals).lines.map((one) => one.line.offset)).toEqual([9]);
});

it('a selection in parts is that of the whole, and the choice meets all that any line meets', () => {
  const met = fc.uniqueArray(fc.record({ goal: fc.nat(GOALS - 1), distance: fc.nat(2) }), {
    selector: ({ goal }) => goal,
    maxLength: GOALS,
  });
  fc.assert(
    fc.property(
      fc.array(met, { maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      (all, sides) => {
        const lines = all.map((one, index): MinedLine => ({ ...line(index), hash: (index * 7919) % 31, met: one }));
        const select = (some: readonly MinedLine[]): MinedLine[] => {
          const selection = new LineSelection(GOALS);
          for (const { json, ...place } of some) selection.offer(place, () => json);
          return selection.toLines();
        };
        const whole = select(lines);
        const merged = new LineSelection(GOALS);
        merged.addAll(select(lines.filter((_, index) => sides[index]).toReversed()));
        merged.addAll(select(lines.filter((_, index) => !sides[index])));
        expect(merged.toLines()).toEqual(whole);
        const choice = chooseLines(whole, goals);
        const wanted = new Set(all.flat().map(({ goal }) => goal));
        expect(new Set(choice.lines.flatMap(({ reasons }) => reasons))).toEqual(wanted);
        expect(new Set(choice.reachable.keys())).toEqual(wanted);
        expect(choice.lines.length).toBeLessThanOrEqual(wanted.size);
      },
    ),
  );
});
