// The headline of a comparison: one number if every line is decided, else a range that contains every answer of undecided lines.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keptChange, printChange, printGrowth } from '../../../../src/report/page/compare/kept-change.ts';
import { compareReport, jobReport } from '../../../helpers/report/reports.ts';

type Verdict = 'keep' | 'drop' | 'undecided';

/** A report of lines, each with the verdicts of both filters. */
function reportOf(lines: readonly (readonly [Verdict, Verdict])[]) {
  const count = (test: (line: readonly [Verdict, Verdict]) => boolean) => ({
    lines: lines.filter(test).length,
    bytes: 0,
  });
  const job = (name: string, of: 0 | 1) => ({
    ...{ ...jobReport(name), named: true },
    kept: count((line) => line[of] === 'keep'),
    undecided: count((line) => line[of] === 'undecided'),
  });
  const report = compareReport('after');
  const [comparison] = report.comparisons;
  return {
    report: { ...report, jobs: [job('before', 0), job('after', 1)] },
    comparison: {
      ...comparison!,
      onlyBefore: { ...comparison!.onlyBefore, ...count(([from, to]) => from === 'keep' && to === 'drop') },
      onlyAfter: { ...comparison!.onlyAfter, ...count(([from, to]) => from === 'drop' && to === 'keep') },
      undecided: count((line) => line.includes('undecided')),
    },
  };
}

it.each<[text: string, growth: string, lines: [Verdict, Verdict, number][]]>([
  [
    'keeps 2 lines fewer',
    '−50.0 %',
    [
      ['keep', 'drop', 2],
      ['keep', 'keep', 2],
    ],
  ],
  [
    'keeps 1 line more',
    '+100.0 %',
    [
      ['drop', 'keep', 1],
      ['keep', 'keep', 1],
    ],
  ],
  [
    'keeps as many lines, but others',
    '',
    [
      ['drop', 'keep', 1],
      ['keep', 'drop', 1],
    ],
  ],
  [
    'keeps between 3 lines fewer and 2 more',
    '−75.0 % to +50.0 %',
    [
      ['keep', 'undecided', 3],
      ['keep', 'keep', 1],
      ['drop', 'undecided', 2],
    ],
  ],
  [
    'keeps 1 to 3 lines fewer',
    '−100.0 % to −33.3 %',
    [
      ['keep', 'drop', 1],
      ['keep', 'undecided', 2],
    ],
  ],
  [
    'keeps up to 2 lines more',
    '+0.0 % to +200.0 %',
    [
      ['keep', 'keep', 1],
      ['drop', 'undecided', 2],
    ],
  ],
  [
    'keeps 1 to 3 lines fewer',
    '−100.0 %',
    [
      ['keep', 'drop', 1],
      ['undecided', 'drop', 2],
    ],
  ],
  [
    'keeps 20 lines more',
    '21 times as many',
    [
      ['drop', 'keep', 20],
      ['keep', 'keep', 1],
    ],
  ],
])('%s', (text, growth, given) => {
  const { report, comparison } = reportOf(
    given.flatMap(([from, to, count]) => Array.from({ length: count }, () => [from, to] as const)),
  );
  const change = keptChange(comparison, report);
  expect([printChange(change), printGrowth(change, report).replace(/^0\.0/, '+0.0')]).toEqual([text, growth]);
});

it('contains the change for every way to decide the undecided lines', () => {
  const verdict = fc.constantFrom<Verdict>('keep', 'drop', 'undecided');
  const answer = fc.tuple(fc.boolean(), fc.boolean());
  fc.assert(
    fc.property(fc.array(fc.tuple(verdict, verdict, answer), { maxLength: 12 }), (lines) => {
      const { report, comparison } = reportOf(lines.map(([from, to]) => [from, to]));
      const { low, high } = keptChange(comparison, report);
      const kept = (of: 0 | 1): number =>
        lines.filter((line) => line[of] === 'keep' || (line[of] === 'undecided' && line[2][of])).length;
      expect(kept(1) - kept(0)).toBeGreaterThanOrEqual(low);
      expect(kept(1) - kept(0)).toBeLessThanOrEqual(high);
    }),
  );
});
