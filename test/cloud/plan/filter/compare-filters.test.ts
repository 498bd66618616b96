// The difference of two filters as a tree: rows that a user reads, and that each side of the tree is the filter itself.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFilters, type FilterNodeChange, filterKey } from '../../../../src/cloud/plan/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import { type Filter, type Node, parseExpression, printExpression } from '../../../../src/language/filter/index.ts';
import { ARBITRARY_DATASET, filterArbitrary } from '../../../helpers/filter/arbitraries.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';

const dataset = getDataset('http_requests');

/** One line for each node: its sign, its path and its text. */
function linesOf(node: FilterNodeChange, depth = 0): string[] {
  const { kind, path, text, from, children = [] } = node;
  const sign = { same: ' ', add: '+', remove: '-', change: '~' }[kind];
  const line = `${sign}${'  '.repeat(depth)} ${from === undefined ? '' : `${from} → `}${text} @ ${path}`;
  return [line, ...children.flatMap((child) => linesOf(child, depth + 1))];
}

const compare = (from: string, to: string): FilterNodeChange =>
  compareFilters(parseExpression(from), parseExpression(to), dataset);

describe('rows', () => {
  it.each([
    ['the same', 'BotScore < 30', 'BotScore < 30', ['  BotScore < 30 @ where']],
    ['a value', 'BotScore < 30', 'BotScore < 40', ['~ BotScore < 30 → BotScore < 40 @ where']],
    [
      'another condition',
      'BotScore < 30',
      'ClientCountry == "de"',
      ['~ BotScore < 30 → ClientCountry == "de" @ where'],
    ],
    [
      'one more',
      'BotScore < 30',
      'ClientCountry == "de" and BotScore < 30',
      ['  and @ where', '+   ClientCountry == "de" @ where.and[0]', '    BotScore < 30 @ where.and[1]'],
    ],
    [
      'one less',
      'BotScore < 30 and ClientCountry == "de"',
      'BotScore < 30',
      ['  and @ where', '    BotScore < 30 @ where', '-   ClientCountry == "de" @ where.and[1]'],
    ],
    [
      'changed, added and removed in another order',
      'BotScore < 30 and ClientCountry == "de" and RayID != "a"',
      'RayID != "a" and EdgeResponseStatus >= 500 and BotScore < 20',
      [
        '  and @ where',
        '    RayID != "a" @ where.and[0]',
        '+   EdgeResponseStatus >= 500 @ where.and[1]',
        '~   BotScore < 30 → BotScore < 20 @ where.and[2]',
        '-   ClientCountry == "de" @ where.and[1]',
      ],
    ],
    [
      'or in place of and',
      'BotScore < 30 and ClientCountry == "de"',
      'BotScore < 30 or ClientCountry == "de"',
      ['~ and → or @ where', '    BotScore < 30 @ where.or[0]', '    ClientCountry == "de" @ where.or[1]'],
    ],
    [
      'a group around',
      'BotScore < 30 or RayID == "a"',
      '(RayID == "a" or BotScore < 30) and ClientCountry == "de"',
      [
        '  and @ where',
        '    or @ where.and[0]',
        '      RayID == "a" @ where.and[0].or[0]',
        '      BotScore < 30 @ where.and[0].or[1]',
        '+   ClientCountry == "de" @ where.and[1]',
      ],
    ],
    [
      'a group without its parent',
      '(RayID == "a" or BotScore < 30) and ClientCountry == "de"',
      'BotScore < 30 or RayID == "a"',
      [
        '  and @ where',
        '    or @ where',
        '      BotScore < 30 @ where.or[0]',
        '      RayID == "a" @ where.or[1]',
        '-   ClientCountry == "de" @ where.and[1]',
      ],
    ],
    [
      'groups by what they have in common',
      '(BotScore < 30 or RayID == "a") and (EdgeResponseStatus == 500 or ClientCountry == "de")',
      '(EdgeResponseStatus == 500 or ClientCountry == "fr") and (BotScore < 30 or RayID == "a" or ClientIP == "b")',
      [
        '  and @ where',
        '    or @ where.and[0]',
        '      EdgeResponseStatus == 500 @ where.and[0].or[0]',
        '~     ClientCountry == "de" → ClientCountry == "fr" @ where.and[0].or[1]',
        '    or @ where.and[1]',
        '      BotScore < 30 @ where.and[1].or[0]',
        '      RayID == "a" @ where.and[1].or[1]',
        '+     ClientIP == "b" @ where.and[1].or[2]',
      ],
    ],
    [
      'a condition that became a group',
      'BotScore < 30 and RayID == "a"',
      'BotScore < 30 and (RayID == "a" or ClientIP == "b")',
      [
        '  and @ where',
        '    BotScore < 30 @ where.and[0]',
        '    or @ where.and[1]',
        '      RayID == "a" @ where.and[1].or[0]',
        '+     ClientIP == "b" @ where.and[1].or[1]',
      ],
    ],
    [
      'a list',
      'EdgeResponseStatus in {500 502}',
      'EdgeResponseStatus in {500 503}',
      ['~ EdgeResponseStatus in {500 502} → EdgeResponseStatus in {500 503} @ where'],
    ],
  ])('%s', (_, from, to, lines) => {
    expect(linesOf(compare(from, to))).toEqual(lines);
  });
});

/** Reads one side of the tree: undefined if nothing is left. */
function sideOf(node: FilterNodeChange, side: 'old' | 'new'): Node | undefined {
  if (node.kind === (side === 'old' ? 'add' : 'remove')) return undefined;
  const text = side === 'old' ? (node.from ?? node.text) : node.text;
  if (node.children === undefined) return parseExpression(text).where;
  const children = node.children.flatMap((child) => sideOf(child, side) ?? []);
  return children.length === 0 ? undefined : { kind: text as 'and' | 'or', children };
}

/** The filter with a few conditions removed, repeated or replaced, so that much of it stays. */
function edited({ where }: Filter, other: Filter, seed: number): Filter {
  let state = seed;
  const next = (): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % 6;
  };
  const edit = (node: Node): Node => {
    if (node.kind === 'condition') return next() === 0 ? other.where : node;
    const kind = next() === 0 ? (node.kind === 'and' ? 'or' : 'and') : node.kind;
    const kept = node.children.filter((_, index) => index === 0 || next() !== 0);
    return { kind, children: kept.map(edit).toReversed() };
  };
  return { where: edit(where) };
}

const pair = fc.oneof(
  fc.tuple(filterArbitrary, filterArbitrary),
  fc.tuple(filterArbitrary, filterArbitrary, fc.nat()).map(([a, b, seed]) => [a, edited(a, b, seed)] as const),
);

it('each side of the tree means the filter itself', () => {
  fc.assert(
    fc.property(pair, ([from, to]) => {
      const tree = compareFilters(from, to, ARBITRARY_DATASET);
      for (const [side, filter] of [
        ['old', from],
        ['new', to],
      ] as const) {
        const read = sideOf(tree, side);
        expect(read && filterKey({ where: read }, ARBITRARY_DATASET), printExpression(filter)).toBe(
          filterKey(filter, ARBITRARY_DATASET),
        );
      }
      const isSame = filterKey(from, ARBITRARY_DATASET) === filterKey(to, ARBITRARY_DATASET);
      expect(linesOf(tree).every((line) => line.startsWith(' '))).toBe(isSame);
    }),
    { numRuns: randomRuns(1000) },
  );
});

it('the paths of new nodes lead to them, those of removed nodes into the old filter', () => {
  const nodeAt = ({ where }: Filter, path: string): Node =>
    [...path.matchAll(/\[(\d+)\]/g)].reduce<Node>(
      (node, [, index]) => (node.kind === 'condition' ? node : node.children[Number(index)]!),
      where,
    );
  const check = (node: FilterNodeChange, from: Filter, to: Filter): void => {
    if (node.children === undefined) {
      const found = nodeAt(node.kind === 'remove' ? from : to, node.path);
      const alone = found.kind === 'condition' ? found : undefined;
      expect(alone && printExpression({ where: alone })).toBe(node.text);
    }
    for (const child of node.children ?? []) check(child, from, to);
  };
  fc.assert(
    fc.property(pair, ([from, to]) => check(compareFilters(from, to, ARBITRARY_DATASET), from, to)),
    { numRuns: randomRuns(300) },
  );
});
