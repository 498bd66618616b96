// What guards say about figures: against every way in which undecided lines could be decided, and against the definition, line by line.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERY, type FilterTotals, NONE, type SelectionText } from '../../../src/analysis/aggregates/index.ts';
import { beforeSampling, type MonthlyCost, PUSHES_ALL, type PushedShare } from '../../../src/analysis/cost/index.ts';
import {
  type Guard,
  type GuardedSource,
  guardAggregates,
  type JudgedFilter,
  judgeEstimate,
  judgeGuards,
  parseGuard,
  undecidableOnSample,
} from '../../../src/analysis/guard/index.ts';
import type { SelectedLines } from '../../../src/analysis/query/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import {
  compileCombination,
  type Filter,
  parseFilterJson,
  printFilterJson,
  VERDICT_NAMES,
} from '../../../src/language/filter/index.ts';
import { filterArbitrary, recordArbitrary } from '../../helpers/filter/arbitraries.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';

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
  return judgeGuards(set, [{ name: 'f', filter: undefined }], { totals: [found], span: SPAN })[0]!;
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
  ['kept <= 33.3333333%', totals(1, 2, 0), false, 'kept 1 of 3 lines (33.33333333 %)', 100 / 3],
  ['kept <= 0%', totals(1, 99_999_999, 0), false, 'kept 1 of 100,000,000 lines (0.000001 %)', 0.000001],
  ['kept > 66.7%', totals(2, 1, 0), false, 'kept 2 of 3 lines (66.67 %)', 200 / 3],
  ['kept <= 5%', totals(0, 0, 0), false, 'not judged: no line was read', null],
  ['undecided == 0', totals(0, 0, 0), false, 'not judged: no line was read', null],
  ['undecided == 5', totals(0, 0, 5), false, 'not judged: the filter leaves every line undecided (5)', null],
])('%s of %o', (text, found, holds, words, value) => {
  expect(judge(text, found)).toMatchObject({ job: 'f', kind: 'threshold', guard: text, holds, found: words, value });
});

/** A source whose job dropped lines: those that `f` keeps, those that it drops, or both. */
function lacking(what: 'kept' | 'dropped' | 'both', sampleRate = 1): GuardedSource {
  return {
    ...{ writtenBy: 'w', sampleRate, isEmpty: () => false },
    lacks: (lines) => {
      const isKept = lines === 'every';
      return what === 'both' || (what === 'kept') === isKept ? 'w dropped lines' : undefined;
    },
  };
}

function judgeIn(text: string, source: GuardedSource, found = totals(5, 95, 0)) {
  const set = { guards: [parseGuard(text)], undecidedOk: false };
  return judgeGuards(set, [{ name: 'f', filter: undefined }], { totals: [found], span: SPAN, source })[0]!;
}

/** `open`: the guard has no answer. */
const answerOf = ({ holds, value }: { holds: boolean; value: number | null }) =>
  value === null ? 'open' : holds ? 'holds' : 'broken';

describe('a source that lacks lines', () => {
  it.each<[guard: string, kept: string, dropped: string, both: string]>([
    // More lines may be kept, or dropped: a share depends on both.
    ['kept >= 5%', 'holds', 'open', 'open'],
    ['kept <= 5%', 'open', 'holds', 'open'],
    ['kept <= 4%', 'broken', 'open', 'open'],
    ['kept > 4', 'holds', 'holds', 'holds'],
    ['kept < 99', 'open', 'holds', 'open'],
    ['kept < 5', 'broken', 'broken', 'broken'],
    ['kept > 5', 'open', 'broken', 'open'],
    ['kept == 5', 'open', 'holds', 'open'],
    ['kept != 6', 'open', 'holds', 'open'],
    ['kept != 4', 'holds', 'holds', 'holds'],
    ['kept-bytes <= 1 GB/day', 'open', 'holds', 'open'],
    ['kept-bytes >= 1 B/day', 'holds', 'holds', 'holds'],
    ['pushed <= 50', 'open', 'holds', 'open'],
    ['dropped >= 50%', 'open', 'holds', 'open'],
    ['dropped <= 95%', 'holds', 'open', 'open'],
    ['dropped <= 95', 'holds', 'open', 'open'],
    ['dropped >= 95', 'holds', 'holds', 'holds'],
    ['undecided == 0', 'holds', 'holds', 'holds'],
  ])('%s', (text, ...answers) => {
    const found = (['kept', 'dropped', 'both'] as const).map((what) => judgeIn(text, lacking(what)));
    expect(found.map(answerOf)).toEqual(answers);
    for (const one of found) {
      if (answerOf(one) === 'open') expect(one.found).toContain('; w dropped lines, expected a source with every line');
    }
  });

  it('which break a never-guard', () => {
    const none = { lines: 0, bytes: 0, samples: [] };
    const set = { guards: [{ kind: 'never-drop', text: 'x', filter: undefined } as const], undecidedOk: false };
    const judged = (source: GuardedSource) =>
      judgeGuards(set, [{ name: 'f', filter: 'none' }], {
        ...{ totals: [totals(5, 95, 0)], linesOf: () => ({ kept: none, undecided: none }), span: undefined, source },
      })[0]!;
    expect(answerOf(judged({ ...lacking('both'), lacks: () => undefined }))).toBe('holds');
    expect(answerOf(judged(lacking('both')))).toBe('open');
    const sampled = judged({ ...lacking('both', 0.01), lacks: () => undefined });
    expect(answerOf(sampled)).toBe('open');
    expect(sampled.found).toContain('a sample of the lines (sample_rate 0.01 of w): up to ');
  });
});

describe('a sampled source', () => {
  const sampled = { ...lacking('both', 0.01), lacks: () => undefined };

  it.each<[guard: string, found: FilterTotals, answer: string]>([
    // 60 stored lines are about 6,000.
    ['kept <= 100', totals(60, 40, 0), 'broken'],
    ['kept <= 6000', totals(60, 40, 0), 'open'],
    ['kept <= 9000', totals(60, 40, 0), 'holds'],
    ['kept >= 4000', totals(60, 40, 0), 'holds'],
    ['kept-bytes <= 1 kB/day', totals(60, 40, 0), 'broken'],
    ['kept-bytes <= 90 kB/day', totals(60, 40, 0), 'open'],
    ['kept-bytes <= 10 MB/day', totals(60, 40, 0), 'holds'],
    ['kept <= 50%', totals(60, 40, 0), 'open'],
    ['kept <= 45%', totals(60, 40, 0), 'broken'],
    ['kept <= 75%', totals(60, 40, 0), 'holds'],
    // No stored line does not mean no line.
    ['kept == 0', totals(0, 100, 0), 'open'],
    ['kept-bytes <= 1 GB', totals(0, 100, 0), 'open'],
    ['kept <= 1000', totals(0, 100, 0), 'holds'],
    ['pushed <= 9000', totals(60, 40, 0), 'holds'],
    ['pushed <= 100', totals(60, 40, 0), 'broken'],
  ])('%s of %o: %s', (text, found, answer) => {
    const result = judgeIn(text, sampled, found);
    expect(answerOf(result)).toBe(answer);
    expect(result.found).toContain('before the sample_rate 0.01 of w');
  });

  it('a guard holds only if it holds for the lines before sampling', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom('<=', '>='),
        fc.nat(2000),
        (stored, operator, value) => {
          const { low, high } = beforeSampling(stored, 0.1);
          const { holds } = judgeIn(
            `kept ${operator} ${value + 1}`,
            { ...sampled, sampleRate: 0.1 },
            totals(stored, 0, 0),
          );
          const limit = value + 1;
          return !holds || (operator === '<=' ? high <= limit : low >= limit);
        },
      ),
    );
  });
});

describe('a job that pushes other lines than its filter keeps', () => {
  const judged = (text: string, push: PushedShare, replacesPush?: PushedShare) =>
    judgeGuards(
      { guards: [parseGuard(text)], undecidedOk: false },
      [{ name: 'f', filter: undefined, push, replacesPush }],
      { totals: [totals(5000, 5000, 0)], span: SPAN },
    )[0]!;
  const tenth = { ...PUSHES_ALL, sampleRate: 0.1 };
  const off = { ...PUSHES_ALL, enabled: false };

  it.each<[guard: string, push: PushedShare, holds: boolean, words: string]>([
    ['kept >= 5%', tenth, true, 'kept 5,000 of 10,000 lines (50.0 %); pushed 500 (95 % interval: '],
    ['kept >= 20%', tenth, true, '), with which the guard would not hold'],
    ['pushed >= 20%', tenth, false, 'pushed 500 (95 % interval: '],
    ['pushed <= 10%', tenth, true, 'pushed 500 (95 % interval: '],
    ['pushed == 0', off, true, 'pushed 0 of 10,000 lines (0.0 %)'],
    ['pushed >= 1', off, false, 'pushed 0 of 10,000 lines (0.0 %)'],
    ['kept >= 1', off, true, '; pushed 0 of 10,000 lines (0.0 %), with which the guard would not hold'],
    ['dropped <= 60%', tenth, true, '; not pushed 9,500 (95 % interval: 9,458 to 9,541) of 10,000 lines'],
    ['kept-bytes >= 10 kB/day', tenth, true, 'kB/day, with which the guard would not hold'],
    ['kept <= 90%', PUSHES_ALL, true, 'kept 5,000 of 10,000 lines (50.0 %)'],
  ])('%s of %o', (text, push, holds, words) => {
    const result = judged(text, push);
    expect(result.holds).toBe(holds);
    expect(result.found).toContain(words);
  });

  it.each<[guard: string, push: PushedShare, before: PushedShare, holds: boolean]>([
    ['kept >= 20%', tenth, PUSHES_ALL, false],
    ['kept >= 4%', tenth, PUSHES_ALL, true],
    ['kept >= 20%', tenth, tenth, true],
    ['kept >= 20%', off, PUSHES_ALL, false],
    ['kept >= 20%', off, off, true],
    ['kept >= 20%', PUSHES_ALL, tenth, true],
    ['dropped <= 60%', tenth, PUSHES_ALL, false],
  ])('%s of %o in place of %o', (text, push, before, holds) => {
    expect(judged(text, push, before).holds).toBe(holds);
  });

  describe('and replaces one with another sample_rate', () => {
    const none = { lines: 0, bytes: 0, samples: [] };
    const [one, half] = [PUSHES_ALL, { ...PUSHES_ALL, sampleRate: 0.5 }];
    const LINES = totals(10, 0, 0);
    const of = (guard: Guard, before: PushedShare, after: PushedShare, found = LINES, hidesPush = false) =>
      judgeGuards(
        { guards: [guard], undecidedOk: false },
        [{ name: 'f', filter: undefined, push: after, replaces: 'every', replacesPush: before, hidesPush }],
        { totals: [found], linesOf: () => ({ kept: none, undecided: none }), span: SPAN },
      )[0]!;

    it.each<[guard: string, lower: boolean, higher: boolean]>([
      ['newly-dropped <= 1%', false, true],
      ['newly-dropped-bytes < 1 GB/day', false, true],
      ['newly-kept <= 5', true, false],
      ['newly-kept-bytes == 0 B', true, false],
      ['undecided == 0', true, true],
    ])('%s', (text, lower, higher) => {
      const guard = parseGuard(text);
      const holds = [of(guard, one, half), of(guard, half, one), of(guard, half, half)].map((found) => found.holds);
      expect(holds).toEqual([lower, higher, true]);
    });

    it.each<[Guard['kind'], lower: boolean]>([
      ['never-drop', false],
      ['never-keep', true],
    ])('%s', (kind, lower) => {
      const guard = { kind, text: 'EdgeResponseStatus >= 500', filter: undefined } as Guard;
      expect([of(guard, one, half).holds, of(guard, half, one).holds]).toEqual([lower, true]);
    });

    it('a filter that certainly keeps no line loses none', () => {
      const guard = parseGuard('newly-dropped <= 1%');
      const holds = [totals(0, 10, 0), totals(0, 5, 5)].map((found) => of(guard, one, half, found).holds);
      expect(holds).toEqual([true, false]);
    });

    it('the figure names the reason, and hides the values on request', () => {
      const guard = parseGuard('newly-dropped <= 1%');
      expect([of(guard, one, half), of(guard, one, half, LINES, true)].map(({ found }) => found)).toEqual([
        'newly dropped 0 of 10 lines (0.0 %), by the filter; sample_rate changes from 1 to 0.5 and drops lines at random',
        'newly dropped 0 of 10 lines (0.0 %), by the filter; sample_rate is lower and drops lines at random',
      ]);
    });
  });

  it('whose bytes are not known has no answer for pushed-bytes', () => {
    const changed = { ...PUSHES_ALL, changesBytes: true };
    expect(answerOf(judged('pushed-bytes <= 1 GB', changed))).toBe('open');
    expect(judged('kept-bytes <= 1 GB', changed).found).toContain('; what the job pushes is not known');
  });
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
          const breaking = countedBy(guard, { name: 'f', filter });
          const verdictOf = (one: Filter | undefined): string =>
            one === undefined ? 'keep' : naiveVerdict(printFilterJson(one), record, dataset, nullAs);
          const [verdict, matches] = [verdictOf(filter), verdictOf(of)];
          const bad = kind === 'never-drop' ? 'drop' : 'keep';
          const isSafe = matches === 'drop' || (verdict !== bad && verdict !== 'undecided');
          const isBroken = matches === 'keep' && verdict === bad;
          expect(verdictOn(breaking, record, nullAs)).toBe(isSafe ? 'drop' : isBroken ? 'keep' : 'undecided');
        },
      ),
    );
  });

  it.each(['newly-kept', 'newly-dropped'] as const)('%s counts exactly the lines of its definition', (figure) => {
    fc.assert(
      fc.property(expression, expression, recordArbitrary, (before, after, record) => {
        const guard = parseGuard(`${figure} == 0`);
        const replaces = before ?? 'every';
        const counted = countedBy(guard, { name: 'f', filter: after, replaces });
        const verdictOf = (one: Filter | undefined): string =>
          one === undefined ? 'keep' : naiveVerdict(printFilterJson(one), record, dataset);
        const [kept, dropped] = figure === 'newly-kept' ? [after, before] : [before, after];
        const [mustKeep, mustDrop] = [verdictOf(kept), verdictOf(dropped)];
        const isNot = mustKeep === 'drop' || mustDrop === 'keep';
        const isSure = mustKeep === 'keep' && mustDrop === 'drop';
        expect(verdictOn(counted, record, 'unknown')).toBe(isNot ? 'drop' : isSure ? 'keep' : 'undecided');
      }),
    );
  });

  /** The lines that a guard counts. */
  function countedBy(guard: Guard, filter: JudgedFilter): SelectionText {
    const [verdicts] = guardAggregates({ guards: [guard], undecidedOk: false }, [filter]);
    if (verdicts?.kind !== 'verdicts') throw new Error('the guard counts no lines');
    return verdicts.of;
  }

  function verdictOn(
    selection: SelectionText,
    record: Parameters<typeof naiveVerdict>[1],
    nullAs: 'unknown' | 'zero',
  ): string {
    if (selection === EVERY) return 'keep';
    if (selection === NONE) return 'drop';
    const source = { get: (name: string) => record.get(name) };
    return VERDICT_NAMES[compileCombination(parseFilterJson(selection, dataset), dataset, { nullAs }).verdict(source)];
  }

  const sample = (offset: number) => ({ object: 'a', offset, line: '{}' });
  const lines = (count: number, first: number) => ({
    ...{ lines: count, bytes: count * 10 },
    samples: Array.from({ length: Math.min(count, 5) }, (_, index) => sample(first + index)),
  });
  const counted = (kept: number, undecided: number): SelectedLines => ({
    kept: lines(kept, 0),
    undecided: lines(undecided, 100),
  });

  it.each([
    ['never-drop', counted(0, 0), false, true, 'drops none of 10 lines', []],
    ['never-drop', counted(2, 0), false, false, 'drops 2 lines (20 B)', [0, 1]],
    ['never-keep', counted(1, 0), true, false, 'keeps 1 line (10 B)', [0]],
    [
      'never-keep',
      counted(0, 2),
      false,
      false,
      'keeps none of 10 lines, may keep 2 lines for which the guard itself is undecided',
      [100, 101],
    ],
    [
      'never-keep',
      counted(0, 2),
      true,
      true,
      'keeps none of 10 lines, may keep 2 lines for which the guard itself is undecided (allowed)',
      [],
    ],
    [
      'never-drop',
      counted(4, 3),
      false,
      false,
      'drops 4 lines (40 B), may drop 3 lines for which the guard itself is undecided',
      [0, 1, 2, 3, 100],
    ],
  ] as const)('%s %o', (kind, count, undecidedOk, holds, found, offsets) => {
    const set = { guards: [{ kind, text: 'x == 1', filter: undefined }], undecidedOk };
    const figures = { totals: [totals(5, 5, 0)], linesOf: () => count, span: undefined };
    const [result] = judgeGuards(set, [{ name: 'f', filter: undefined }], figures);
    expect(result).toMatchObject({ job: 'f', kind, guard: 'x == 1', holds, found, value: count.kept.lines });
    expect(result!.lines!.map(({ offset }) => offset)).toEqual(offsets);
  });

  it('of a filter that leaves lines undecided', () => {
    const set = { guards: [{ kind: 'never-drop' as const, text: 'x == 1', filter: undefined }], undecidedOk: false };
    const figures = { totals: [totals(5, 3, 2)], linesOf: () => counted(0, 2), span: undefined };
    const [result] = judgeGuards(set, [{ name: 'f', filter: undefined }], figures);
    expect(result!.found).toBe('drops none of 10 lines, may drop 2 undecided lines');
  });

  it('of one line that it keeps', () => {
    const set = { guards: [{ kind: 'never-drop', text: 'x', filter: undefined } as const], undecidedOk: false };
    const figures = { totals: [totals(1, 0, 0)], linesOf: () => counted(0, 0), span: undefined };
    expect(judgeGuards(set, [{ name: 'f', filter: undefined }], figures)[0]!.found).toBe('drops 0 of 1 line');
  });

  it('none holds without a line', () => {
    const set = { guards: [{ kind: 'never-drop', text: 'x', filter: undefined } as const], undecidedOk: false };
    const figures = { totals: [totals(0, 0, 0)], linesOf: () => counted(0, 0), span: undefined };
    expect(judgeGuards(set, [{ name: 'f', filter: undefined }], figures)).toMatchObject([
      { holds: false, found: 'not judged: no line was read' },
    ]);
  });
});

describe('newly kept and dropped lines', () => {
  const count = (lines: number) => ({ lines, bytes: lines * 10, samples: [] });
  it.each([
    ['newly-dropped <= 2%', 2, 0, true, 'newly dropped 2 of 100 lines (2.0 %)', 2],
    [
      'newly-dropped <= 2%',
      2,
      1,
      false,
      'newly dropped 2 to 3 of 100 lines (2.0 to 3.0 %), because 1 line is undecided',
      3,
    ],
    ['newly-kept == 0', 0, 0, true, 'newly kept 0 of 100 lines (0.0 %)', 0],
    [
      'newly-kept-bytes < 15 B/day',
      3,
      0,
      false,
      'newly kept 30 B in 2 days (1970-01-01T00:00:00Z to 1970-01-03T00:00:00Z): 15 B/day',
      15,
    ],
  ])('%s of %i and %i', (text, lines, undecided, holds, found, value) => {
    const set = { guards: [parseGuard(text)], undecidedOk: false };
    const [result] = judgeGuards(set, [{ name: 'f', filter: undefined, replaces: 'every' }], {
      ...{
        totals: [totals(60, 40, 0)],
        linesOf: () => ({ kept: count(lines), undecided: count(undecided) }),
        span: SPAN,
      },
    });
    expect(result).toMatchObject({ guard: text, holds, found, value, undecided, lines: [] });
  });
});

it('a rate has the decimals that the comparison needs', () => {
  const set = { guards: [parseGuard('kept-bytes <= 3 B/day')], undecidedOk: false };
  const span = { since: 0n, until: BigInt(3 * DAY_MS) * 1_000_000n, ms: 3 * DAY_MS };
  const figures = { totals: [totals(1, 0, 0)], span };
  const [result] = judgeGuards(set, [{ name: 'f', filter: undefined }], figures);
  expect(result).toMatchObject({ holds: false, found: expect.stringMatching(/: 3\.3 B\/day$/) });
});

it.each([
  [90, '90 seconds'],
  [2100, '35 minutes'],
  [60, '1 minute'],
  [5400, '1.5 hours'],
])('a span of %i seconds is %s', (seconds, printed) => {
  const set = { guards: [parseGuard('kept-bytes <= 3 B/day')], undecidedOk: false };
  const span = { since: 0n, until: BigInt(seconds) * 1_000_000_000n, ms: seconds * 1000 };
  const figures = { totals: [totals(1, 0, 0)], span };
  const [result] = judgeGuards(set, [{ name: 'f', filter: undefined }], figures);
  expect(result!.found).toContain(` in ${printed} (`);
});

it('a printed percentage is on the same side of the threshold as the exact one', () => {
  fc.assert(
    fc.property(
      fc.nat(3000),
      fc.nat(3000),
      fc.integer({ min: 0, max: 6 }),
      fc.boolean(),
      (kept, dropped, decimals, isNear) => {
        fc.pre(kept + dropped > 0);
        const percent = (kept * 100) / (kept + dropped);
        const limit = isNear ? percent.toFixed(decimals) : '50';
        fc.pre(Number(limit) > 0 && Number(limit) < 100);
        const { holds, found } = judge(`kept <= ${limit}%`, totals(kept, dropped, 0));
        expect(Number(/\(([\d.]+) %\)/.exec(found)![1]) <= Number(limit)).toBe(holds);
      },
    ),
  );
});

describe('rates leave out the lines of other times', () => {
  it.each([
    ['kept-bytes <= 10 B/day', true, 10],
    ['kept-bytes <= 40 B', true, 40],
    ['kept-bytes < 40 B', false, 40],
  ])('%s', (text, holds, value) => {
    const set = { guards: [parseGuard(text)], undecidedOk: false };
    const figures = { totals: [totals(4, 6, 0)], totalsInSpan: [totals(2, 6, 0)], span: SPAN };
    expect(judgeGuards(set, [{ name: 'f', filter: undefined }], figures)).toMatchObject([{ holds, value }]);
  });
});

describe('money', () => {
  const estimated = (value: number, error = 0) => ({ value, low: value - error, high: value + error });
  const costs = (...amounts: (ReturnType<typeof estimated> | null)[]): MonthlyCost[] =>
    amounts.map((amount, index) => ({ price: ['s3', 'r2'][index]!, currency: index === 0 ? '$' : 'EUR', amount }));
  const judgeCosts = (
    text: string,
    after: MonthlyCost[],
    {
      found = totals(50, 50, 0),
      before,
      all = costs(estimated(100), estimated(200)).slice(0, after.length),
      undecided = after.map((one) => ({ ...one, amount: estimated(0) })),
      undecidedOk = false,
      source,
    }: {
      found?: FilterTotals;
      before?: MonthlyCost[];
      all?: MonthlyCost[];
      undecided?: MonthlyCost[];
      undecidedOk?: boolean;
      source?: GuardedSource;
    } = {},
  ) => {
    const figures = { totals: [found], span: undefined };
    const set = { guards: [parseGuard(text)], undecidedOk };
    const costsOf = (kept: MonthlyCost[]) => ({
      kept,
      undecided: { lines: found.undecided.lines, costs: undecided },
    });
    return judgeGuards(set, [{ name: 'f', filter: undefined }], {
      ...{ ...figures, source },
      costs: { filters: [costsOf(after)], all, before: before && { kept: before } },
    })[0]!;
  };

  it.each<[guard: string, kept: MonthlyCost[], answer: string, ofEvery: string]>([
    ['cost <= 40/month', costs(estimated(39, 2)), 'open', 'broken'],
    ['cost >= 38/month', costs(estimated(39, 2)), 'open', 'broken'],
    ['cost == 39/month', costs(estimated(39, 2)), 'open', 'broken'],
    ['saves >= 60%', costs(estimated(39, 2)), 'open', 'broken'],
    ['cost <= 36/month', costs(estimated(39, 2)), 'broken', 'broken'],
    ['cost <= 41/month', costs(estimated(39, 2)), 'holds', 'holds'],
    // One price breaks the guard, whatever the other one does.
    ['cost <= 40/month', costs(estimated(39, 2), estimated(50)), 'broken', 'broken'],
    ['cost <= 40/month', costs(estimated(39, 2), estimated(30)), 'open', 'broken'],
  ])('of a sampled source: %s', (text, after, answer, ofEvery) => {
    const source = { ...lacking('both', 0.01), lacks: () => undefined };
    const found = judgeCosts(text, after, { source });
    expect([answerOf(found), answerOf(judgeCosts(text, after))]).toEqual([answer, ofEvery]);
    if (answer === 'open') expect(found.found).toContain('a sample of the lines (sample_rate 0.01 of w), expected');
  });

  it.each([
    ['cost <= 40/month', costs(estimated(40)), true, 'costs $40.00/month', 40],
    ['cost < 40/month', costs(estimated(40)), false, 'costs $40.00/month', 40],
    ['cost <= 40/month', costs(estimated(39, 2)), false, 'costs $39.00/month (95 % interval: $37.00 to $41.00)', 41],
    ['cost <= 41/month', costs(estimated(39, 2)), true, 'costs $39.00/month (95 % interval: $37.00 to $41.00)', 41],
    ['cost <= 40/month', costs(estimated(40.0001)), false, 'costs $40.0001/month', 40.0001],
    ['cost <= 1878.26/month', costs(estimated(1878.2609)), false, 'costs $1,878.261/month', 1878.2609],
    ['cost == 1878.26/month', costs(estimated(1878.2609)), false, 'costs $1,878.261/month', 1878.2609],
    ['cost > 1878.26/month', costs(estimated(1878.2599)), false, 'costs $1,878.2599/month', 1878.2599],
    ['cost <= 1878/month', costs(estimated(1878.0004)), false, 'costs $1,878.0004/month', 1878.0004],
    ['cost <= 1878.4/month', costs(estimated(1878.26)), true, 'costs $1,878.26/month', 1878.26],
    ['saves >= 61.00001%', costs(estimated(39)), false, 'saves 61 %', 61],
    ['saves >= 60%', costs(estimated(40)), true, 'saves 60 %', 60],
    ['saves <= 96.875%', costs(estimated(3.125)), true, 'saves 96.875 %', 96.875],
    ['saves >= 60%', costs(estimated(39, 2)), false, 'saves 61 % (95 % interval: 59 to 63)', 59],
    [
      'saves >= 60%',
      costs(estimated(108.835, 46.665)),
      false,
      'saves −8.835 % (95 % interval: −55.50 to 37.83)',
      -55.5,
    ],
    ['saves >= 60/month', costs(estimated(40)), true, 'saves $60.00/month', 60],
    ['cost <= 0.01/month', costs(estimated(0.004)), true, 'costs <$0.01/month', 0.004],
    ['cost <= 0.005/month', costs(estimated(0.004)), true, 'costs $0.004/month', 0.004],
    ['saves >= 0%', costs(estimated(120)), false, 'saves −20 %', -20],
    [
      'cost <= 40/month',
      costs(estimated(30), estimated(50)),
      false,
      's3: costs $30.00/month; r2: costs 50.00 EUR/month',
      50,
    ],
    [
      'cost <= 50/month',
      costs(estimated(30), estimated(50)),
      true,
      's3: costs $30.00/month; r2: costs 50.00 EUR/month',
      30,
    ],
    ['cost[s3] <= 40/month', costs(estimated(30), estimated(50)), true, 's3: costs $30.00/month', 30],
    ['cost[s3] <= 40/month', costs(estimated(30), null), true, 's3: costs $30.00/month', 30],
  ])('%s of %o', (text, after, holds, found, value) => {
    expect(judgeCosts(text, after)).toMatchObject({ kind: 'threshold', guard: text, holds, found, value });
  });

  it.each([
    ['cost <= 40/month', costs(null), {}],
    ['saves >= 0%', costs(null), {}],
    ['cost <= 400/month', costs(estimated(30), null), {}],
    ['cost[r2] <= 400/month', costs(estimated(30), null), {}],
    ['saves >= 0%', costs(estimated(30)), { before: costs(null) }],
  ])('%s of %o has no answer', (text, after, figures) => {
    expect(judgeCosts(text, after, figures)).toMatchObject({
      ...{ guard: text, holds: false, value: null },
      found: expect.stringContaining(
        'not judged: found no size of what the filter stores or its job writes for the price "',
      ),
    });
  });

  it('undecided lines may cost as much as if they were kept', () => {
    const figures = { found: totals(40, 50, 10), undecided: costs(estimated(8, 2)) };
    expect(judgeCosts('cost <= 50/month', costs(estimated(40)), figures)).toMatchObject({
      ...{ holds: true, found: 'costs $40.00/month (95 % interval and undecided lines: $40.00 to $50.00)' },
    });
    expect(judgeCosts('cost < 50/month', costs(estimated(40)), figures).holds).toBe(false);
    expect(judgeCosts('cost < 50/month', costs(estimated(40)), { ...figures, undecidedOk: true }).holds).toBe(true);
    expect(judgeCosts('saves > 50%', costs(estimated(40)), figures).holds).toBe(false);
    expect(judgeCosts('saves >= 50%', costs(estimated(40)), figures).holds).toBe(true);
  });

  it.each([
    ['undecided lines alone', [80, 40], [8, 4], 'saves 50 % (95 % interval and undecided lines: 40 to 50)'],
    ['the destination alone', [80, 100], [0, 0], 'saves 50 to 80 %, depending on the kind of the destination'],
    ['both', [80, 100], [8, 4], 'saves 40 to 80 %, depending on undecided lines and on the kind of the destination'],
  ])('the remark names what makes the range: %s', (_, before, undecided, found) => {
    const cased = ([external, internal]: number[]): MonthlyCost[] => [
      {
        ...{ price: 's3', currency: '$', amount: estimated(external!) },
        cases: [
          { destination: 'external', amount: estimated(external!) },
          { destination: 'internal', amount: estimated(internal!) },
        ],
      },
    ];
    const figures = { found: totals(40, 50, 10), before: cased(before), undecided: cased(undecided) };
    expect(judgeCosts('saves >= 10%', cased([40, 20]), figures)).toMatchObject({ holds: true, found });
  });

  it('a guard has no answer if the cost of undecided lines is not known', () => {
    const figures = { found: totals(40, 50, 10), undecided: costs(null) };
    expect(judgeCosts('cost <= 400/month', costs(estimated(30)), figures)).toMatchObject({
      ...{ holds: false, value: null },
      found:
        'not judged: found 10 undecided lines, whose size as written is not measured, expected none with the price "s3"; use a guard on another price, or --undecided-ok',
    });
    expect(judgeCosts('cost <= 400/month', costs(estimated(30)), { ...figures, undecidedOk: true }).holds).toBe(true);
  });

  it('an old filter is what a new one saves from', () => {
    expect(judgeCosts('saves >= 20%', costs(estimated(40)), { before: costs(estimated(50)) })).toMatchObject({
      ...{ holds: true, found: 'saves 20 %' },
    });
    expect(judgeCosts('saves >= 20%', costs(estimated(0)), { before: costs(estimated(0)) })).toMatchObject({
      ...{ holds: false, found: 'nothing to save: the lines before cost nothing' },
    });
  });

  it('a filter that costs nothing saves as much as the table prints', () => {
    expect(judgeCosts('saves <= 0.01/month', costs(estimated(0)), { before: costs(estimated(0.004)) }).found).toBe(
      'saves $0/month',
    );
  });

  it('no guard holds without a verdict', () => {
    expect(judgeCosts('cost <= 40/month', costs(estimated(0)), { found: totals(0, 0, 5) })).toMatchObject({
      ...{ holds: false, found: 'not judged: the filter leaves every line undecided (5)' },
    });
  });
});

describe('estimated shares', () => {
  const share = (value: number, error = 0.02) => ({ share: value, low: value - error, high: value + error });
  const shares = (kept: number, dropped: number, undecided: number, error?: number) => {
    const of = (value: number) => ({ lines: share(value, error), bytes: share(value / 2, error) });
    const none = { lines: share(0, 0), bytes: share(0, 0) };
    return { kept: of(kept), dropped: of(dropped), undecided: undecided === 0 ? none : of(undecided) };
  };
  const judged = (text: string, of: ReturnType<typeof shares>, undecidedOk = false) =>
    judgeEstimate({ guards: [parseGuard(text)], undecidedOk }, 'f', of, 0.95)[0]!;

  it.each([
    ['kept >= 8%', shares(0.1, 0.9, 0), true, 'kept 10.00 % of lines (95 % interval: 8.00 to 12.00 %)', 8],
    ['kept >= 9%', shares(0.1, 0.9, 0), false, 'kept 10.00 % of lines (95 % interval: 8.00 to 12.00 %)', 8],
    ['kept < 12%', shares(0.1, 0.9, 0), false, 'kept 10.00 % of lines (95 % interval: 8.00 to 12.00 %)', 12],
    ['kept-bytes <= 7%', shares(0.1, 0.9, 0), true, 'kept 5.00 % of bytes (95 % interval: 3.00 to 7.00 %)', 7],
    [
      'kept <= 20%',
      shares(0.1, 0.75, 0.15),
      false,
      'kept 10.00 % of lines (95 % interval: 8.00 to 12.00 %; up to 27.00 % with undecided lines)',
      27,
    ],
    ['dropped >= 70%', shares(0.1, 0.75, 0.15), true, 'dropped 75.00 % of lines', 73],
    ['undecided <= 17%', shares(0.1, 0.75, 0.15), true, 'undecided 15.00 % of lines', 17],
    ['kept <= 50%', shares(0, 0, 1, 0), false, 'the filter leaves every line undecided', 100],
  ])('%s of %o', (text, of, holds, found, value) => {
    const result = judged(text, of);
    expect(result).toMatchObject({ job: 'f', kind: 'threshold', guard: text, holds });
    expect(result.found).toContain(found);
    expect(result.value).toBeCloseTo(value, 9);
  });

  it('undecided lines are ignored on request', () => {
    expect(judged('kept <= 20%', shares(0.1, 0.75, 0.15), true).holds).toBe(true);
  });

  it('holds only if it holds for every value of the interval', () => {
    const thresholds = fc.tuple(fc.constantFrom('<', '<=', '>', '>=', '=='), fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(
        thresholds,
        fc.integer({ min: 10, max: 90 }),
        fc.integer({ min: 0, max: 9 }),
        ([operator, value], at, by) => {
          const one = { share: at / 100, low: (at - by) / 100, high: (at + by) / 100 };
          const none = { lines: share(0, 0), bytes: share(0, 0) };
          const of = { kept: { lines: one, bytes: one }, dropped: none, undecided: none };
          const order = (percent: number): boolean => {
            const results = {
              '<': percent < value,
              '<=': percent <= value,
              '>': percent > value,
              '>=': percent >= value,
            };
            return { ...results, '==': percent === value }[operator]!;
          };
          const all = Array.from({ length: 2 * by + 1 }, (_, index) => at - by + index);
          expect(judged(`kept ${operator} ${value}%`, of).holds).toBe(all.every(order));
        },
      ),
    );
  });

  it.each([
    ['kept >= 5%', undefined],
    ['kept >= 5', 'kept >= 5'],
    ['kept-bytes <= 1 GB/day', 'kept-bytes <= 1 GB/day'],
    ['newly-kept <= 1%', 'newly-kept <= 1%'],
    ['saves >= 1%', 'saves >= 1%'],
  ])('%s: undecidable on a sample is %s', (text, found) => {
    expect(undecidableOnSample({ guards: [parseGuard(text)], undecidedOk: false })?.text).toBe(found);
  });
});
