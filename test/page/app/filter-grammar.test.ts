// The editor's grammar and headgate's parser read the same language: what headgate accepts has no error in the editor's tree.
import { IterMode } from '@lezer/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printExpression, printFilterJson } from '../../../src/language/filter/index.ts';
import { filterArbitrary } from '../../helpers/filter/arbitraries.ts';
import { parseFilterText } from './parse-filter.ts';

/** Names of the nodes with an error, and where it is. */
function errors(text: string): string[] {
  const found: string[] = [];
  parseFilterText(text).iterate({
    enter: (node) => {
      if (node.type.isError) found.push(`${node.from}: ${text.slice(node.from, node.from + 20)}`);
    },
  });
  return found;
}

describe('the grammar of the editor', () => {
  it('has no error in an expression that headgate prints', () => {
    fc.assert(
      fc.property(filterArbitrary, (filter) => {
        const text = printExpression(filter);
        expect([text, errors(text)]).toEqual([text, []]);
      }),
    );
  });

  it('has no error in the JSON of a filter', () => {
    fc.assert(
      fc.property(filterArbitrary, (filter) => {
        const text = printFilterJson(filter);
        expect([text, errors(text)]).toEqual([text, []]);
      }),
    );
  });

  it.each([
    'not (a or b) && !c',
    'ClientRequestPath starts_with "/api"',
    'ends_with(ClientRequestPath, ".css")',
    'EdgeResponseStatus in {200, 201 202,}',
    'CacheReserveUsed',
    '[{"id": 1, "filter": "{\\"where\\":null}", "enabled": true}]',
    '',
  ])('reads %s', (text) => {
    expect(errors(text)).toEqual([]);
  });

  it.each(['and', 'or'])('is no deeper than a balanced tree for 10,000 conditions with %s', (operator) => {
    let deepest = 0;
    let depth = 0;
    parseFilterText(Array(10_000).fill('a == 1').join(` ${operator} `)).iterate({
      mode: IterMode.IncludeAnonymous,
      enter: () => {
        depth++;
        deepest = Math.max(deepest, depth);
      },
      leave: () => {
        depth--;
      },
    });
    expect(deepest).toBeLessThan(30);
  });

  it.each(['a ==', 'and', 'a == 1 b == 2', '{"where":', '(a == 1', 'a in {1'])('has an error in %s', (text) => {
    expect(errors(text)).not.toEqual([]);
  });
});
