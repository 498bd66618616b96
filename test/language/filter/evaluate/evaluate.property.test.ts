// Properties of evaluation over random filters and records: every function that returns a verdict agrees with an independent
// evaluator, and flipping one condition confirms the sole blockers and sole keepers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CompiledFilter,
  canonicalFilter,
  compileFilter,
  DROP,
  type Explanation,
  explainFilter,
  FALSE,
  KEEP,
  mergeEquals,
  printFilterJson,
  reasonOfVerdict,
  TRUE,
  UNDECIDED,
  VERDICT_NAMES,
  VERDICT_REASONS,
} from '../../../../src/language/filter/index.ts';
import { ARBITRARY_DATASET, filterArbitrary, recordArbitrary } from '../../../helpers/filter/arbitraries.ts';
import { naiveDecisive, naiveVerdict } from '../../../helpers/filter/naive-evaluator.ts';
import { coveredCases, randomRuns } from '../../../helpers/random-runs.ts';

const RUNS = { numRuns: randomRuns(1500) };
const nullAs = fc.constantFrom('unknown' as const, 'zero' as const);
const VERDICT_OF_TRUTH = { true: 'keep', false: 'drop', unknown: 'undecided' } as const;

function outcomesOf(compiled: CompiledFilter, record: Parameters<CompiledFilter['verdict']>[0]): Uint8Array {
  const outcomes = new Uint8Array(compiled.conditions.length);
  compiled.evaluate(record, outcomes);
  return outcomes;
}

describe('random filters and records', () => {
  it('verdict, evaluate, verdictOf, explain and the naive evaluator agree', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(filterArbitrary, recordArbitrary, nullAs, (filter, record, mode) => {
        const compiled = compileFilter(filter, ARBITRARY_DATASET, { nullAs: mode });
        const expected = naiveVerdict(printFilterJson(filter), record, ARBITRARY_DATASET, mode);
        const outcomes = outcomesOf(compiled, record);
        seen.add(expected);
        expect(VERDICT_NAMES[compiled.verdict(record)]).toBe(expected);
        expect(VERDICT_NAMES[compiled.evaluate(record, outcomes)]).toBe(expected);
        expect(VERDICT_NAMES[compiled.verdictOf(outcomes)]).toBe(expected);
        expect(VERDICT_OF_TRUTH[explainFilter(compiled, record).truth]).toBe(expected);
      }),
      RUNS,
    );
    expect([...seen].sort()).toEqual(['drop', 'keep', 'undecided']);
  });

  it('every single condition agrees with the naive evaluator', () => {
    fc.assert(
      fc.property(filterArbitrary, recordArbitrary, nullAs, (filter, record, mode) => {
        for (const { condition, test } of compileFilter(filter, ARBITRARY_DATASET, { nullAs: mode }).conditions) {
          const outcome = test(record);
          const found = outcome === TRUE ? 'keep' : outcome === FALSE ? 'drop' : 'undecided';
          expect(found).toBe(naiveVerdict(printFilterJson({ where: condition }), record, ARBITRARY_DATASET, mode));
        }
      }),
      RUNS,
    );
  });

  it('the sole blockers and sole keepers are the conditions that turn the verdict into its opposite when flipped alone', () => {
    const counts = [0, 0, 0];
    fc.assert(
      fc.property(filterArbitrary, recordArbitrary, nullAs, (filter, record, mode) => {
        const compiled = compileFilter(filter, ARBITRARY_DATASET, { nullAs: mode });
        const outcomes = outcomesOf(compiled, record);
        const verdict = compiled.verdictOf(outcomes);
        const visited: number[] = [];
        compiled.forEachDecisive(verdict, outcomes, (index) => visited.push(index));
        const expected = naiveDecisive(printFilterJson(filter), record, ARBITRARY_DATASET, mode);
        counts[verdict]! += expected.length;
        expect(visited).toEqual(expected);
        const paths = expected.map((index) => compiled.conditions[index]!.path);
        const explanation = explainFilter(compiled, record);
        expect(pathsOf('isSoleBlocker', explanation)).toEqual(verdict === DROP ? paths : []);
        expect(pathsOf('isSoleKeeper', explanation)).toEqual(verdict === KEEP ? paths : []);
      }),
      RUNS,
    );
    expect(Math.min(counts[DROP]!, counts[KEEP]!)).toBeGreaterThan(coveredCases(50));
    expect(counts[UNDECIDED]).toBe(0);
  });

  it('each verdict has one reason, which the other functions confirm', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(filterArbitrary, recordArbitrary, (filter, record) => {
        const compiled = compileFilter(filter, ARBITRARY_DATASET);
        const { conditions } = compiled;
        const outcomes = outcomesOf(compiled, record);
        const verdict = compiled.verdictOf(outcomes);
        const { code, path, field } = reasonOfVerdict(compiled, verdict, outcomes);
        seen.add(code);
        const blockers = pathsOf('isSoleBlocker', explainFilter(compiled, record));
        if (verdict === KEEP) expect(code).toBe('kept');
        else if (verdict === DROP) {
          expect(code).toBe(['several-blockers', 'sole-blocker'][blockers.length] ?? 'no-alternative');
          expect(path).toBe(code === 'sole-blocker' ? blockers[0] : undefined);
        } else if (field === undefined) {
          expect(code).toBe('several-unknown');
          const unknown = conditions.filter(({ index }) => outcomes[index]! > TRUE);
          expect(new Set(unknown.map((one) => one.field)).size).toBeGreaterThan(1);
        } else {
          // The field alone leaves the verdict open: either truth of its conditions decides it.
          for (const truth of [TRUE, FALSE]) {
            const decided = outcomes.slice();
            for (const one of conditions)
              if (one.field === field && outcomes[one.index]! > TRUE) decided[one.index] = truth;
            expect(compiled.verdictOf(decided)).not.toBe(UNDECIDED);
          }
          const value = record.get(field);
          expect(code).toBe(value === undefined ? 'field-missing' : value === null ? 'field-null' : 'field-mismatch');
        }
      }),
      RUNS,
    );
    expect([...seen].sort()).toEqual([...VERDICT_REASONS].sort());
  });

  it('the canonical form and merged lists keep the verdict', () => {
    fc.assert(
      fc.property(filterArbitrary, recordArbitrary, nullAs, (filter, record, mode) => {
        const expected = compileFilter(filter, ARBITRARY_DATASET, { nullAs: mode }).verdict(record);
        for (const same of [canonicalFilter(filter), mergeEquals(filter, ARBITRARY_DATASET).filter]) {
          expect(compileFilter(same, ARBITRARY_DATASET, { nullAs: mode }).verdict(record)).toBe(expected);
        }
      }),
      RUNS,
    );
  });
});

function pathsOf(mark: 'isSoleBlocker' | 'isSoleKeeper', node: Explanation): string[] {
  if (node.kind === 'condition') return node[mark] ? [node.path] : [];
  return node.children.flatMap((child) => pathsOf(mark, child));
}
