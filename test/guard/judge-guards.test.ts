// What guards say about figures: against every way in which undecided lines could be decided, and against the definition, line by line.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getDataset } from '../../src/dataset/index.ts';
import { compileCombination, type Filter, printFilterJson, VERDICT_NAMES } from '../../src/filter/index.ts';
import { guardedLines, type Guard, judgeGuards, parseGuard } from '../../src/guard/index.ts';
import type { ExtraCount, FilterTotals } from '../../src/replay/index.ts';
import { filterArbitrary, recordArbitrary } from '../helpers/filter/arbitraries.ts';
import { naiveVerdict } from '../helpers/filter/naive-evaluator.ts';

const dataset = getDataset('http_requests');
const DAY_MS = 86_400_000;
const SPAN = { since: 0n, until: BigInt(2 * DAY_MS) * 1_000_000n, ms: 2 * DAY_MS };

/** Lines of ten bytes. */
function totals(kept: number, dropped: number, undecided: number): FilterTotals {
  const of = (lines: number) => ({ lines, bytes: lines * 10 });
  return { kept: of(kept), dropped: of(dropped), undecided: of(undecided) };
}

function judge(text: string, found: FilterTotals, undecidedOk = false) {
  const set = { guards: [parseGuard(text)], undecidedOk };
  return judgeGuards(set, [{ name: 'f', filter: undefined }], { totals: [found], extra: [], span: SPAN })[0]!;
}

it.each([
  ['kept >= 5%', totals(5, 95, 0), true, 'kept 5 of 100 lines (5.0 %)', 5],
  ['kept > 5%', totals(5, 95, 0), false, 'kept 5 of 100 lines (5.0 %)', 5],
  ['kept >= 5%', totals(499, 9501, 0), false, 'kept 499 of 10,000 lines (4.99 %)', 4.99],
  ['kept == 7%', totals(7, 93, 0), true, 'kept 7 of 100 lines (7.0 %)', 7],
  ['kept <= 1.1%', totals(33, 2967, 0), true, 'kept 33 of 3,000 lines (1.1 %)', 1.1],
  [
    'kept >= 5%',
    totals(5, 85, 10),
    true,
    'kept 5 to 15 of 100 lines (5.0 to 15.0 %), because 10 lines are undecided',
    5,
  ],
  ['kept <= 5%', totals(5, 94, 1), false, 'kept 5 to 6 of 100 lines (5.0 to 6.0 %), because 1 line is undecided', 6],
  ['kept == 5', totals(5, 94, 1), false, 'kept 5 to 6 of 100 lines (5.0 to 6.0 %), because 1 line is undecided', 6],
  ['kept != 6', totals(5, 94, 1), false, 'kept 5 to 6 of 100 lines (5.0 to 6.0 %), because 1 line is undecided', 5],
  [
    'dropped < 100 lines',
    totals(0, 99, 1),
    false,
    'dropped 99 to 100 of 100 lines (99.0 to 100.0 %), because 1 line is undecided',
    100,
  ],
  ['undecided == 0', totals(1, 0, 0), true, 'undecided 0 of 1 line (0.0 %)', 0],
  ['undecided <= 1%', totals(90, 8, 2), false, 'undecided 2 of 100 lines (2.0 %)', 2],
  ['kept-bytes <= 40%', totals(4, 6, 0), true, 'kept 40 B of 100 B (40.0 %)', 40],
  ['kept-bytes <= 39 B', totals(4, 6, 0), false, 'kept 40 B of 100 B (40.0 %)', 40],
  ['kept-bytes <= 1 MB', totals(100_040, 299_960, 0), false, 'kept 1,000,400 B of 4.00 MB (25.0 %)', 1_000_400],
  [
    'kept-bytes < 500 kB/day',
    totals(100_040, 0, 0),
    false,
    'kept 1.00 MB in 2 days (1970-01-01T00:00:00Z to 1970-01-03T00:00:00Z): 500,200 B/day',
    500_200,
  ],
  [
    'kept-bytes <= 20 B/day',
    totals(4, 6, 0),
    true,
    'kept 40 B in 2 days (1970-01-01T00:00:00Z to 1970-01-03T00:00:00Z): 20 B/day',
    20,
  ],
  [
    'kept-bytes < 20 B/day',
    totals(4, 6, 0),
    false,
    'kept 40 B in 2 days (1970-01-01T00:00:00Z to 1970-01-03T00:00:00Z): 20 B/day',
    20,
  ],
  [
    'kept-bytes <= 600 B/month',
    totals(4, 5, 1),
    false,
    'kept 40 B to 50 B in 2 days (1970-01-01T00:00:00Z to 1970-01-03T00:00:00Z): 600 B to 750 B/month, because 1 line is undecided',
    750,
  ],
  ['kept <= 5%', totals(0, 0, 0), false, 'no line was read', 0],
  ['undecided == 0', totals(0, 0, 0), false, 'no line was read', 0],
  ['undecided == 5', totals(0, 0, 5), false, 'the filter leaves every line undecided (5)', 5],
])('%s of %o', (text, found, holds, words, value) => {
  expect(judge(text, found)).toMatchObject({ job: 'f', kind: 'threshold', guard: text, holds, found: words, value });
});

it('undecided lines are ignored on request', () => {
  expect(judge('kept <= 5%', totals(5, 94, 1), true)).toMatchObject({
    holds: true,
    found: 'kept 5 of 100 lines (5.0 %)',
  });
  expect(judge('undecided == 0', totals(5, 94, 1), true).holds).toBe(false);
});

it('a threshold holds if it holds however undecided lines are decided', () => {
  const threshold = fc.record({
    figure: fc.constantFrom('kept', 'dropped'),
    operator: fc.constantFrom('<', '<=', '>', '>=', '==', '!='),
    value: fc.integer({ min: 1, max: 9 }),
    unit: fc.constantFrom('', '0%'),
  });
  const counts = fc.tuple(fc.nat(10), fc.nat(10), fc.nat(3)).filter(([kept, dropped]) => kept + dropped > 0);
  fc.assert(
    fc.property(threshold, counts, ({ figure, operator, value, unit }, [kept, dropped, undecided]) => {
      const read = kept + dropped + undecided;
      const least = figure === 'kept' ? kept : dropped;
      const possible = Array.from({ length: undecided + 1 }, (_, more) => least + more);
      // In tenths of a percent of all lines, which are integers.
      const isTrue = (lines: number): boolean => {
        const [left, right] = unit === '' ? [lines, value] : [lines * 10, value * read];
        const order = { '<': left < right, '<=': left <= right, '>': left > right, '>=': left >= right };
        return { ...order, '==': left === right, '!=': left !== right }[operator]!;
      };
      const holds = judge(`${figure} ${operator} ${value}${unit}`, totals(kept, dropped, undecided)).holds;
      // A percentage between two counts excludes no count, but is not equal to all of them.
      if (operator === '!=' && unit !== '') expect(holds).toBe(holds && possible.every(isTrue));
      else expect(holds).toBe(possible.every(isTrue));
    }),
  );
});

describe('never-guards', () => {
  const expression = fc.oneof(
    { weight: 9, arbitrary: filterArbitrary },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );

  it.each(['never-drop', 'never-keep'] as const)('%s breaks on exactly the lines of its definition', (kind) => {
    fc.assert(
      fc.property(
        expression,
        expression,
        recordArbitrary,
        fc.constantFrom('unknown', 'zero'),
        (filter, of, record, nullAs) => {
          const guard: Guard = { kind, text: '', filter: of };
          const [breaker] = guardedLines({ guards: [guard], undecidedOk: false }, [{ name: 'f', filter }]);
          const verdictOf = (one: Filter | undefined): string =>
            one === undefined ? 'keep' : naiveVerdict(printFilterJson(one), record, dataset, nullAs);
          const [verdict, matches] = [verdictOf(filter), verdictOf(of)];
          const bad = kind === 'never-drop' ? 'drop' : 'keep';
          const isSafe = matches === 'drop' || (verdict !== bad && verdict !== 'undecided');
          const isBroken = matches === 'keep' && verdict === bad;
          expect(verdictOn(breaker!.selection, record, nullAs)).toBe(isSafe ? 'drop' : isBroken ? 'keep' : 'undecided');
        },
      ),
    );
  });

  function verdictOn(
    selection: Filter | 'every' | 'none',
    record: Parameters<typeof naiveVerdict>[1],
    nullAs: 'unknown' | 'zero',
  ): string {
    if (selection === 'every') return 'keep';
    if (selection === 'none') return 'drop';
    const source = { get: (name: string) => record.get(name) };
    return VERDICT_NAMES[compileCombination(selection, dataset, { nullAs }).verdict(source)];
  }

  const sample = (offset: number) => ({ object: 'a', offset, line: '{}' });
  const lines = (count: number, first: number) => ({
    ...{ lines: count, bytes: count * 10 },
    samples: Array.from({ length: Math.min(count, 5) }, (_, index) => sample(first + index)),
  });
  const extra = (kept: number, undecided: number): ExtraCount => ({
    kept: lines(kept, 0),
    undecided: lines(undecided, 100),
  });

  it.each([
    ['never-drop', extra(0, 0), false, true, 'drops none of 10 lines', []],
    ['never-drop', extra(2, 0), false, false, 'drops 2 lines (20 B)', [0, 1]],
    ['never-keep', extra(1, 0), true, false, 'keeps 1 line (10 B)', [0]],
    ['never-keep', extra(0, 2), false, false, 'keeps none of 10 lines, may keep 2 undecided lines', [100, 101]],
    ['never-keep', extra(0, 2), true, true, 'keeps none of 10 lines, may keep 2 undecided lines (allowed)', []],
    ['never-drop', extra(4, 3), false, false, 'drops 4 lines (40 B), may drop 3 undecided lines', [0, 1, 2, 3, 100]],
  ] as const)('%s %o', (kind, count, undecidedOk, holds, found, offsets) => {
    const set = { guards: [{ kind, text: 'x == 1', filter: undefined }], undecidedOk };
    const figures = { totals: [totals(5, 5, 0)], extra: [count], span: undefined };
    const [result] = judgeGuards(set, [{ name: 'f', filter: undefined }], figures);
    expect(result).toMatchObject({ job: 'f', kind, guard: 'x == 1', holds, found, value: count.kept.lines });
    expect(result!.lines!.map(({ offset }) => offset)).toEqual(offsets);
  });

  it('none holds without a line', () => {
    const set = { guards: [{ kind: 'never-drop', text: 'x', filter: undefined } as const], undecidedOk: false };
    const figures = { totals: [totals(0, 0, 0)], extra: [extra(0, 0)], span: undefined };
    expect(judgeGuards(set, [{ name: 'f', filter: undefined }], figures)).toMatchObject([
      { holds: false, found: 'no line was read' },
    ]);
  });
});
