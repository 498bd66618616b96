// Random filters that match the lines of hostile-lines.ts at their borders, and replays with them.
import fc from 'fast-check';
import type { FieldType } from '../../../src/language/dataset/index.ts';
import {
  complementOf,
  decidedBy,
  type Filter,
  intersectionOf,
  type Node,
  OPERATORS,
  operatorsFor,
  type Scalar,
  type Selection,
  selectionOf,
  unionOf,
} from '../../../src/language/filter/index.ts';
import { ARBITRARY_DATASET, ARBITRARY_FIELDS, scalarArbitrary } from '../../helpers/filter/arbitraries.ts';
import type { ReplayCase } from '../../helpers/kernel/both-ways.ts';
import { plainText } from './hostile-values.ts';

const USUAL_INTEGERS: readonly Scalar[] = [29, 30, 500];
const INTEGERS: readonly Scalar[] = [
  ...[0, 1, -1, 200, 404, 2n ** 53n, 2n ** 53n + 1n, 1700000000002000001n, 999999999999999999n],
  ...[2n ** 63n - 1n, 2n ** 63n - 2n, -(2n ** 63n), -(2n ** 63n) + 1n],
];
const USUAL_TIMES: readonly Scalar[] = ['2023-11-14T22:13:20Z', '2023-11-14T22:13:20.123Z', 1700000000000000001n];
const TIMES: readonly Scalar[] = [
  ...['2023-11-14T22:13:20.123456789Z', '2024-02-29T00:00:00Z', '1970-01-01T00:00:00Z', '1969-12-31T23:59:59Z'],
  ...['2261-12-31T23:59:59.999999999Z', '2000-02-29T23:59:59Z', 1700000000000n, 9223372036, 9223372036854n, -1, 0],
];

/** Values that the kernel can hold: with any other it declines the request. */
function sharpScalar(type: FieldType): fc.Arbitrary<Scalar> {
  if (type === 'string' || type === 'array[string]') return fc.oneof(fc.constantFrom('de', 'a', 'DE'), plainText);
  if (type === 'int' || type === 'array[int]') return usually(USUAL_INTEGERS, INTEGERS);
  return type === 'timestamp' ? usually(USUAL_TIMES, TIMES) : scalarArbitrary(type);
}

function usually(usual: readonly Scalar[], others: readonly Scalar[]): fc.Arbitrary<Scalar> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const condition: fc.Arbitrary<Node> = fc.oneof(
  ...ARBITRARY_FIELDS.map((key) => {
    const { type } = ARBITRARY_DATASET.fields.get(key)!;
    const value = fc.oneof(
      { weight: 30, arbitrary: sharpScalar(type) },
      { weight: type === 'string' ? 10 : 1, arbitrary: scalarArbitrary(type) },
    );
    return fc.oneof(
      ...operatorsFor(type).map((operator) =>
        (OPERATORS[operator].argument === 'list' ? fc.array(value, { minLength: 1, maxLength: 5 }) : value).map(
          (wanted): Node => ({ kind: 'condition', key, operator, value: wanted }),
        ),
      ),
    );
  }),
);

/** A valid filter, usually one that the kernel can hold. */
export const sharpFilter: fc.Arbitrary<Filter> = fc
  .letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 3, arbitrary: condition },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          children: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
        }),
      },
    ),
  }))
  .node.map((where) => ({ where }));

const SECOND = 1_000_000_000n;
const instant = fc.constantFrom(
  ...[0n, -1n, 1n, 1700000000n * SECOND, 1700000000n * SECOND + 1n, 1700000000n * SECOND + 123_456_789n],
  ...[-(10n ** 20n), 10n ** 20n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), 9223372036n * SECOND, 253402300799n * SECOND],
);
const range = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ since: instant }) },
  { weight: 1, arbitrary: fc.record({ until: instant }) },
  { weight: 1, arbitrary: fc.record({ since: instant, until: instant }) },
);

const filters = fc
  .tuple(
    fc.array(fc.oneof({ weight: 8, arbitrary: sharpFilter }, { weight: 1, arbitrary: fc.constant(undefined) }), {
      maxLength: 4,
    }),
    fc.oneof({ weight: 30, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(8, 11, 16, 33, 50) }),
  )
  .map(([some, times]) => Array.from({ length: times }, () => some).flat());

/** Selections that are no jobs, as guards ask for them: combinations, and filters of other fields. */
const selected = fc.array(
  fc.record({
    filter: fc.oneof(
      { weight: 4, arbitrary: sharpFilter },
      { weight: 4, arbitrary: fc.tuple(sharpFilter, sharpFilter).map(([a, b]) => withoutFirst(a, b)) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
    samples: fc.nat({ max: 2 }),
    valueLines: fc.nat({ max: 3 }),
  }),
  { maxLength: 2 },
);

/** Combinations of the filters of two jobs, as comparisons add them. */
const combinations = fc.array(
  fc.record({
    jobs: fc.tuple(fc.nat(), fc.nat()),
    combine: fc.constantFrom(
      (a: Selection, b: Selection) => intersectionOf(a, complementOf(b)),
      (a: Selection, b: Selection) => intersectionOf(complementOf(a), complementOf(b)),
      (a: Selection, b: Selection) => unionOf(a, b),
      (a: Selection, b: Selection) => decidedBy(intersectionOf(a, b)),
    ),
    samples: fc.nat({ max: 2 }),
  }),
  { maxLength: 2 },
);

function withoutFirst(a: Filter, b: Filter): Filter {
  return intersectionOf(complementOf(a), b) as Filter;
}

/** The options of a replay: up to four jobs, rarely up to 200, and up to four selections that are no jobs. */
export const replayCase: fc.Arbitrary<ReplayCase> = fc
  .record({
    filters,
    selected,
    combinations,
    nullAs: fc.constantFrom('unknown', 'zero'),
    range,
    samples: fc.nat({ max: 3 }),
    detail: fc.constantFrom('full', 'full', 'no-fields', 'counts'),
  })
  .map(({ combinations: some, ...replay }): ReplayCase => {
    const combined = some.flatMap(({ jobs, combine, samples }) => {
      const [a, b] = jobs.map((job) => selectionOf(replay.filters[job % replay.filters.length]));
      const selection = combine(a!, b!);
      return selection === 'none' ? [] : [{ filter: selection === 'every' ? undefined : selection, samples }];
    });
    return { ...replay, selected: [...replay.selected, ...combined] };
  });
