// A mined suite against the whole source: it passes, covers what the source can cover, and catches every mutant of the filter that
// changes any verdict of the source.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FilterGoals, MinePass, mineSuiteFrom, sumMineFigures } from '../../../src/analysis/mine/index.ts';
import { readSuite, runCases } from '../../../src/analysis/suite/index.ts';
import { Decimal, type JsonObject, printJson, type Value } from '../../../src/base/index.ts';
import type { Dataset } from '../../../src/language/dataset/index.ts';
import {
  type Condition,
  canonicalFilter,
  compileFilter,
  DROP,
  FALSE,
  type Filter,
  listOf,
  type Node,
  OPERATORS,
  operatorsFor,
  readFilter,
  type Scalar,
  TRUE,
} from '../../../src/language/filter/index.ts';
import {
  ARBITRARY_DATASET,
  ARBITRARY_FIELDS,
  filterArbitrary,
  typedValueArbitrary,
} from '../../helpers/filter/arbitraries.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { linesOf, storedObjects } from '../../helpers/stored-samples.ts';

// Mutants of a filter, independent of those that mining looks for: each operator becomes each other operator that is valid for the
// type, each value moves by one or loses, gains and changes a character, each `and` becomes `or` and the reverse.
/** All mutants; some mean the same as the filter. */
function mutantsOf({ where }: Filter, dataset: Dataset): Filter[] {
  return mutantNodes(where, dataset).map((node) => ({ where: node }));
}

function mutantNodes(node: Node, dataset: Dataset): Node[] {
  if (node.kind === 'condition') return mutantConditions(node, dataset);
  const { kind, children } = node;
  return [
    ...(children.length > 1 ? [{ kind: kind === 'and' ? ('or' as const) : ('and' as const), children }] : []),
    ...children.flatMap((child, index) =>
      mutantNodes(child, dataset).map((mutant): Node => ({ kind, children: children.with(index, mutant) })),
    ),
  ];
}

function mutantConditions(node: Condition, dataset: Dataset): Condition[] {
  const { type } = dataset.fields.get(node.key)!;
  const values = listOf(node);
  const operators = operatorsFor(type)
    .filter((operator) => operator !== node.operator)
    .map((operator) => ({
      ...node,
      operator,
      value: OPERATORS[operator].argument === 'list' ? values : values[0]!,
    }));
  const moved = values.flatMap((value, index) =>
    movedValues(value).map((other) => ({
      ...node,
      value: OPERATORS[node.operator].argument === 'list' ? values.with(index, other) : other,
    })),
  );
  return [...operators, ...moved];
}

function movedValues(value: Scalar): Scalar[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return Number.isSafeInteger(value + 1) ? [value + 1, value - 1] : [];
  if (typeof value === 'bigint') return [value + 1n, value - 1n].filter((one) => one > 2n ** 53n || one < -(2n ** 53n));
  if (value instanceof Decimal) return [];
  if (/^-?[1-9][0-9]{0,14}$/.test(value)) return [String(Number(value) + 1), String(Number(value) - 1)];
  if (/^\d{4}-/.test(value)) return [];
  return value === '' ? ['\u0001'] : [value.slice(0, -1), `${value}\u0001`, `${value.slice(0, -1)}\u0001`];
}

type NullAs = 'unknown' | 'zero';

/** Mines objects, each with a pass of its own if `isSplit`, as threads do. */
function mine(objects: readonly string[], filter: Filter, nullAs: NullAs, masked: readonly string[], isSplit = false) {
  const compiled = compileFilter(filter, ARBITRARY_DATASET, { nullAs });
  const options = { dataset: ARBITRARY_DATASET, filter: compiled, nullAs, range: {}, fields: new Set(compiled.fields) };
  const read = (pass: MinePass, name: string): void => {
    const scan = pass.openObject(name, { input: 'ndjson' });
    scan.push(Buffer.from(objects[Number(name)]!));
    scan.end();
    scan.close();
  };
  const names = objects.map((_, index) => String(index));
  const passes = isSplit ? names.toReversed().map(() => new MinePass(options)) : [new MinePass(options)];
  for (const [index, name] of (isSplit ? names.toReversed() : names).entries()) {
    read(passes[isSplit ? index : 0]!, name);
  }
  const figures = sumMineFigures(
    passes.map((pass) => pass.toFigures()),
    new FilterGoals(compiled, nullAs).goals.length,
  );
  return mineSuiteFrom(figures.candidates, { filter: compiled, nullAs, masked, limit: undefined });
}

/** Runs a suite with a filter. */
function run(text: string, filter: Filter, nullAs: NullAs) {
  const { suite, problems } = readSuite(text);
  if (suite === undefined) throw new Error(JSON.stringify(problems));
  const cases = suite.cases.map((one) => {
    if (one.line.kind !== 'line') throw new Error('found a case without its line');
    return { ...one, record: one.line.record };
  });
  const compiled = compileFilter(filter, ARBITRARY_DATASET, { nullAs });
  return runCases(cases, { name: 'mined', dataset: ARBITRARY_DATASET, nullAs, filter: compiled });
}

/** The boundaries to which a line of the suite is as near as the nearest one of the source. */
function boundariesIn(text: string, records: readonly JsonObject[], filter: Filter): number {
  const goals = new FilterGoals(compileFilter(filter, ARBITRARY_DATASET, { nullAs: 'unknown' }), 'unknown');
  const nearest = (some: readonly JsonObject[], goal: number): number =>
    Math.min(
      ...some.flatMap((record) => goals.evaluate(record).met.flatMap((one) => (one.goal === goal ? one.distance : []))),
    );
  const cases = readSuite(text).suite!.cases.flatMap(({ line }) => (line.kind === 'line' ? line.record : []));
  return goals.goals.filter(
    ({ kind }, goal) =>
      kind === 'boundary' &&
      nearest(records, goal) !== Number.POSITIVE_INFINITY &&
      nearest(cases, goal) <= nearest(records, goal),
  ).length;
}

/** The outcomes of conditions that the source shows. */
function outcomesIn(records: readonly JsonObject[], filter: Filter, nullAs: NullAs): number {
  const compiled = compileFilter(filter, ARBITRARY_DATASET, { nullAs });
  const outcomes = new Uint8Array(compiled.conditions.length);
  const seen = new Set<string>();
  for (const record of records) {
    const verdict = compiled.evaluate(record, outcomes);
    for (const [index, outcome] of outcomes.entries())
      if (outcome === TRUE || outcome === FALSE) seen.add(`${index} ${outcome}`);
    if (verdict === DROP) compiled.forEachDecisive(DROP, outcomes, (index) => seen.add(`${index} sole`));
  }
  return seen.size;
}

/** Mutants that the suite does not catch although they change a verdict of the source. */
function escaped(text: string, records: readonly JsonObject[], filter: Filter, nullAs: NullAs, dataset: Dataset) {
  const own = compileFilter(filter, dataset, { nullAs });
  const verdicts = records.map((record) => own.verdict(record));
  let caught = 0;
  const missed: string[] = [];
  for (const mutant of mutantsOf(filter, dataset)) {
    let compiled: ReturnType<typeof compileFilter>;
    try {
      compiled = compileFilter(mutant, dataset, { nullAs });
    } catch {
      // The value is not valid for the type: this mutant does not compile.
      continue;
    }
    if (run(text, mutant, nullAs).failed > 0) caught += 1;
    else if (records.some((record, index) => compiled.verdict(record) !== verdicts[index])) {
      missed.push(compiled.conditions.map((one) => one.text).join(' | '));
    }
  }
  return { caught, missed };
}

const recordArbitrary: fc.Arbitrary<JsonObject> = fc
  .tuple(
    ...ARBITRARY_FIELDS.map((name) =>
      fc.oneof(
        { weight: 8, arbitrary: typedValueArbitrary(ARBITRARY_DATASET.fields.get(name)!.type) },
        { weight: 1, arbitrary: fc.constantFrom<(Value | undefined)[]>(null, undefined) },
      ),
    ),
  )
  .map(
    (values) =>
      new Map(values.flatMap((value, index) => (value === undefined ? [] : [[ARBITRARY_FIELDS[index]!, value]]))),
  );

describe('random filters and lines', () => {
  it('the suite passes, covers what the source can, catches mutants, and does not depend on the order of objects', () => {
    fc.assert(
      fc.property(
        filterArbitrary.map(canonicalFilter),
        fc.array(fc.array(recordArbitrary, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom<NullAs>('unknown', 'zero'),
        (filter, groups, nullAs) => {
          const objects = groups.map((records) => `${records.map(printJson).join('\n')}\n`);
          const mined = mine(objects, filter, nullAs, []);
          expect(mine(objects, filter, nullAs, [], true).text).toBe(mined.text);
          const result = run(mined.text, filter, nullAs);
          expect(result.failed).toBe(0);
          expect(result.coverage).toEqual(mined.coverage);
          const records = groups.flat();
          expect(mined.coverage.covered).toBe(outcomesIn(records, filter, nullAs));
          expect(mined.cases).toBeLessThanOrEqual(records.length);
          expect(mined.changes.covered).toBe(mined.changes.reachable);
          expect(escaped(mined.text, records, filter, nullAs, ARBITRARY_DATASET).missed).toEqual([]);
        },
      ),
      { numRuns: randomRuns(25) },
    );
  });

  it('masks keep verdicts and coverage', () => {
    fc.assert(
      fc.property(
        filterArbitrary.map(canonicalFilter),
        fc.array(recordArbitrary, { minLength: 1, maxLength: 20 }),
        (filter, records) => {
          const objects = [`${records.map(printJson).join('\n')}\n`];
          const plain = mine(objects, filter, 'unknown', []);
          let masked: typeof plain;
          try {
            masked = mine(objects, filter, 'unknown', ['ClientRequestHost', 'ClientCountry', 'BotScore', 'BotTags']);
          } catch (error) {
            expect(error).toMatchObject({ code: 'mask-changes-outcome' });
            return;
          }
          const result = run(masked.text, filter, 'unknown');
          expect(result.failed).toBe(0);
          expect(masked.coverage).toEqual(plain.coverage);
          expect(masked.boundaries).toEqual({
            ...plain.boundaries,
            covered: boundariesIn(masked.text, records, filter),
          });
          expect(result.cases.map(({ expected }) => expected)).toEqual(
            run(plain.text, filter, 'unknown').cases.map(({ expected }) => expected),
          );
        },
      ),
      { numRuns: randomRuns(25) },
    );
  });
});

it('a boundary that no pseudonym is near to is not covered', () => {
  const filter = canonicalFilter(readFilter('BotScore < 4000 and BotTags contains "a"', ARBITRARY_DATASET).filter!);
  const objects = ['{"BotScore":3999,"BotTags":["a"]}\n{"BotScore":4001,"BotTags":["a"]}\n'];
  expect(mine(objects, filter, 'unknown', []).boundaries).toMatchObject({ covered: 2, reachable: 2 });
  expect(mine(objects, filter, 'unknown', ['BotScore']).boundaries).toMatchObject({ covered: 0, reachable: 2 });
});

describe('the samples', () => {
  const objects = storedObjects('all-requests', '20261102')
    .slice(0, 12)
    .map(({ text }) => text);
  const records = objects.flatMap((text) => linesOf(text).map((line) => parse(line)));

  it.each([
    'EdgeResponseStatus >= 500',
    'ClientRequestMethod == "POST" and starts_with(ClientRequestPath, "/api/login") and (EdgeResponseStatus in {401 403 429} or SecurityActions contains "log")',
    'not (CacheCacheStatus in {"hit" "revalidated"}) and OriginResponseDurationMs >= 200 or ClientCountry != "de" and BotScore < 30',
    '(ClientRequestUserAgent contains "bot" or ends_with(ClientRequestPath, ".js")) and not starts_with(ClientIP, "203.0.113.")',
  ])('mutants of %s', (text) => {
    const { filter } = readFilter(text, ARBITRARY_DATASET);
    const own = canonicalFilter(filter!);
    const mined = mine(objects, own, 'unknown', ['ClientIP', 'ClientRequestUserAgent']);
    expect(run(mined.text, own, 'unknown').failed).toBe(0);
    expect(mined.coverage.covered).toBe(outcomesIn(records, own, 'unknown'));
    const { caught, missed } = escaped(mined.text, records, own, 'unknown', ARBITRARY_DATASET);
    expect(missed).toEqual([]);
    expect(caught).toBeGreaterThan(0);
    expect(mined.cases).toBeLessThan(25);
  });
});

function parse(line: string): JsonObject {
  const { suite } = readSuite(`{"cases":[{"line":${line},"expect":"keep"}]}`);
  const found = suite!.cases[0]!.line;
  return found.kind === 'line' ? found.record : new Map();
}
