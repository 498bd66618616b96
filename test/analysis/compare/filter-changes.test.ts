// The edits between two filters by meaning: rows of what is found, and properties of reverting them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignSelections, placesIn, selectionOf } from '../../../src/analysis/compare/align-selections.ts';
import { MAX_EDITS } from '../../../src/analysis/compare/filter-changes.ts';
import { filterEdits } from '../../../src/analysis/compare/index.ts';
import type { Dataset } from '../../../src/language/dataset/index.ts';
import {
  type Filter,
  type Node,
  parseExpression,
  printExpression,
  printFilterJson,
  type Selection,
} from '../../../src/language/filter/index.ts';
import { ARBITRARY_DATASET, filterArbitrary, recordArbitrary } from '../../helpers/filter/arbitraries.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';

// Reverts several edits of a filter at once: a comparison reverts each alone.
/** Returns the new filter with some edits reverted, by their indexes among those that `filterEdits` returns. */
function withoutEdits(from: Selection, to: Selection, dataset: Dataset, reverted: readonly number[]): Selection {
  const root = alignSelections(from, to, dataset);
  if (root === undefined) return reverted.length === 0 ? to : from;
  const places = placesIn(root, undefined);
  return selectionOf(root, new Set(reverted.map((index) => places[index]!.edit)));
}

const edits = (from: Selection, to: Selection) => filterEdits(from, to, ARBITRARY_DATASET);
const selection = (text: string): Selection =>
  text === 'all' ? 'every' : text === 'none' ? 'none' : parseExpression(text);
const textOf = (one: Selection): string => (typeof one === 'object' ? printExpression(one) : one);

/** `+` added, `-` removed, `~` changed, as in the report. */
function summary(from: string, to: string): string[] {
  return edits(selection(from), selection(to)).map(({ change: { kind, from: before, to: after, values } }) => {
    if (values !== null) return `~ ${after} [+${values.added.join(' ')}] [-${values.removed.join(' ')}]`;
    if (kind === 'added') return `+ ${after}`;
    return kind === 'removed' ? `- ${before}` : `~ ${before} -> ${after}`;
  });
}

it.each([
  [MAX_EDITS, MAX_EDITS],
  [MAX_EDITS + 1, 1],
])('%i new conditions are %i edits', (added, count) => {
  const numbers = Array.from({ length: added }, (_, at) => at);
  const to = selection(['ClientCountry == "de"', ...numbers.map((at) => `BotScore != ${at}`)].join(' and '));
  const found = edits(selection('ClientCountry == "de"'), to);
  expect(found.length).toBe(count);
  expect(found.every(({ effect }) => effect === 'narrows')).toBe(count > 1);
  expect(edits('every', to).length).toBe(1);
});

describe('finds', () => {
  it.each<[name: string, from: string, to: string, found: string[]]>([
    ['nothing in equal filters', 'BotScore < 30', 'BotScore < 30', []],
    [
      'nothing in another order',
      'BotScore < 30 and ClientCountry == "de"',
      'ClientCountry == "de" and BotScore < 30',
      [],
    ],
    ['nothing in another order of values', 'ClientCountry in {"de" "at"}', 'ClientCountry in {"at" "de"}', []],
    ['nothing in repeated values and conditions', 'BotScore == 1', 'BotScore in {1 1} and BotScore == 1', []],
    ['nothing in another spelling of a number', 'BotScore in {1 2}', 'BotScore in {"2" "1"}', []],
    ['an added condition', 'BotScore < 30', 'BotScore < 30 and ClientCountry == "de"', ['+ ClientCountry == "de"']],
    ['a removed condition', 'BotScore < 30 and ClientCountry == "de"', 'ClientCountry == "de"', ['- BotScore < 30']],
    [
      'an added alternative',
      'BotScore < 30',
      'EdgeResponseStatus == 500 or BotScore < 30',
      ['+ EdgeResponseStatus == 500'],
    ],
    [
      'a changed value',
      'EdgeResponseStatus >= 500',
      'EdgeResponseStatus >= 400',
      ['~ EdgeResponseStatus >= 500 -> EdgeResponseStatus >= 400'],
    ],
    [
      'a changed operator',
      'BotScore < 30 and ClientCountry == "de"',
      'BotScore >= 30 and ClientCountry == "de"',
      ['~ BotScore < 30 -> BotScore >= 30'],
    ],
    [
      'values of a list',
      'ClientCountry in {"de" "at"}',
      'ClientCountry in {"at" "ch" "fr"}',
      ['~ ClientCountry in {"at" "ch" "fr"} [+"ch" "fr"] [-"de"]'],
    ],
    [
      'a value that becomes a list',
      'ClientCountry == "de"',
      'ClientCountry in {"at" "de"}',
      ['~ ClientCountry in {"at" "de"} [+"at"] [-]'],
    ],
    [
      'a negation',
      'ClientCountry == "de"',
      'ClientCountry != "de"',
      ['~ ClientCountry == "de" -> ClientCountry != "de"'],
    ],
    [
      'a replaced filter',
      'ClientCountry == "de" and BotScore < 5',
      'EdgeResponseStatus == 1 or CacheReserveUsed == true',
      ['~ ClientCountry == "de" and BotScore < 5 -> EdgeResponseStatus == 1 or CacheReserveUsed == true'],
    ],
    [
      'an edit inside a group',
      'BotScore < 30 and (ClientCountry == "de" or EdgeResponseStatus == 500)',
      '(EdgeResponseStatus == 500 or ClientCountry == "at" or CacheReserveUsed == true) and BotScore < 30',
      ['~ ClientCountry == "de" -> ClientCountry == "at"', '+ CacheReserveUsed == true'],
    ],
    [
      'a condition that becomes a group',
      'BotScore < 30 and ClientCountry == "de"',
      'BotScore < 30 and (ClientCountry == "de" or EdgeResponseStatus == 500)',
      ['+ EdgeResponseStatus == 500'],
    ],
    [
      'two parts of equal fields',
      'starts_with(ClientRequestHost, "a") and starts_with(ClientRequestHost, "b")',
      'starts_with(ClientRequestHost, "b") and starts_with(ClientRequestHost, "c")',
      ['~ starts_with(ClientRequestHost, "a") -> starts_with(ClientRequestHost, "c")'],
    ],
    [
      'each condition of a first filter',
      'all',
      'BotScore < 30 and ClientCountry == "de"',
      ['+ BotScore < 30', '+ ClientCountry == "de"'],
    ],
    [
      'each condition of a last filter',
      'BotScore < 30 and ClientCountry == "de"',
      'all',
      ['- BotScore < 30', '- ClientCountry == "de"'],
    ],
    [
      'a new job as a whole',
      'none',
      'BotScore < 30 and ClientCountry == "de"',
      ['+ BotScore < 30 and ClientCountry == "de"'],
    ],
    [
      'each alternative of a new job',
      'none',
      'BotScore < 30 or ClientCountry == "de"',
      ['+ BotScore < 30', '+ ClientCountry == "de"'],
    ],
    ['a new job without a filter', 'none', 'all', ['~ none -> all']],
    ['nothing between two times all', 'all', 'all', []],
  ])('%s', (_, from, to, found) => {
    expect(summary(from, to)).toEqual(found);
  });
});

it.each([
  [
    'BotScore < 30 and ClientCountry == "de"',
    'BotScore < 20 and EdgeResponseStatus == 500',
    [
      'EdgeResponseStatus == 500 and BotScore < 30',
      'BotScore < 20',
      'BotScore < 20 and EdgeResponseStatus == 500 and ClientCountry == "de"',
    ],
  ],
  ['all', 'BotScore < 30 and ClientCountry == "de"', ['ClientCountry == "de"', 'BotScore < 30']],
  ['none', 'BotScore < 30', ['none']],
  ['BotScore < 30', 'all', ['BotScore < 30']],
])('reverts edits of %s → %s', (from, to, reverted) => {
  const found = edits(selection(from), selection(to)).map((edit) => textOf(edit.reverted));
  expect(found.map((text) => text.split(' and ').sort())).toEqual(
    expect.arrayContaining(reverted.map((text) => text.split(' and ').sort())),
  );
  expect(found).toHaveLength(reverted.length);
});

it('paths name the parts in the filters as they were written', () => {
  const [edit] = edits(
    {
      where: {
        kind: 'and',
        children: [{ kind: 'and', children: [condition('BotScore', 5), condition('ClientASN', 1)] }],
      },
    },
    { where: { kind: 'and', children: [condition('ClientASN', 1), condition('BotScore', 6)] } },
  );
  expect(edit!.change).toMatchObject({ fromPath: 'where.and[0].and[0]', toPath: 'where.and[1]' });
});

function condition(key: string, value: number): Node {
  return { kind: 'condition', key, operator: 'eq', value };
}

/** The same filter with the children of each group, and the values of each list, in reverse order. */
function reversed(node: Node): Node {
  if (node.kind !== 'condition') return { ...node, children: node.children.map(reversed).reverse() };
  return { ...node, value: Array.isArray(node.value) ? [...node.value].reverse() : node.value };
}

const verdict = (one: Selection, record: Parameters<typeof naiveVerdict>[1]): string =>
  typeof one === 'object' ? naiveVerdict(printFilterJson(one), record) : one === 'every' ? 'keep' : 'drop';
const anySelection: fc.Arbitrary<Selection> = fc.oneof(
  { weight: 10, arbitrary: filterArbitrary },
  { weight: 1, arbitrary: fc.constantFrom<Selection>('every', 'none') },
);

it('a filter in another order has no edits, and the edits to it are the same', () => {
  fc.assert(
    fc.property(filterArbitrary, filterArbitrary, (from, to) => {
      const other: Filter = { where: reversed(to.where) };
      expect(edits(to, other)).toEqual([]);
      const texts = (one: Filter) =>
        edits(from, one)
          .map(({ change }) => change.kind)
          .sort();
      expect(texts(other)).toEqual(texts(to));
    }),
  );
});

it('without any edit it is the new filter, without all of them the old one', () => {
  fc.assert(
    fc.property(anySelection, anySelection, fc.array(recordArbitrary, { maxLength: 6 }), (from, to, records) => {
      const all = edits(from, to).map((_, index) => index);
      const [old, now] = [all, []].map((some) => withoutEdits(from, to, ARBITRARY_DATASET, some));
      expect(edits(from, old!)).toEqual([]);
      expect(edits(to, now!)).toEqual([]);
      for (const record of records) {
        expect([verdict(old!, record), verdict(now!, record)]).toEqual([verdict(from, record), verdict(to, record)]);
      }
    }),
  );
});

it('an edit that only widens or only narrows a filter is responsible for lines of one kind', () => {
  fc.assert(
    fc.property(anySelection, anySelection, fc.array(recordArbitrary, { maxLength: 6 }), (from, to, records) => {
      for (const { reverted, effect } of edits(from, to)) {
        for (const record of records) {
          const [without, withEdit] = [verdict(reverted, record), verdict(to, record)];
          if (effect === 'widens') expect([without, withEdit]).not.toEqual(['keep', 'drop']);
          if (effect === 'narrows') expect([without, withEdit]).not.toEqual(['drop', 'keep']);
        }
      }
    }),
  );
});
