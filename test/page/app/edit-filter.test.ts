// Clicks on values change the text of a filter: as few characters as possible, and a filter that says what the click said.
import { describe, expect, it } from 'vitest';
import { conditionsOf, type EditKind, withCondition } from '../../../src/page/app/edit-filter.ts';
import { parseFilterText } from './parse-filter.ts';

function edited(text: string, condition: string, kind: EditKind = 'toggle'): string {
  let result = text;
  const edits = withCondition(text, condition, parseFilterText, kind);
  for (const { from, to, insert } of edits.toSorted((a, b) => b.from - a.from || b.to - a.to))
    result = result.slice(0, from) + insert + result.slice(to);
  return result;
}

/** Text, clicked condition, result. */
const CLICKS: [string, string, string][] = [
  ['', 'F == "x"', 'F == "x"'],
  ['  \n', 'F == "x"', 'F == "x"'],
  ['G == 1', 'F == "x"', 'G == 1 and F == "x"'],
  ['G == 1 or H', 'F == "x"', '(G == 1 or H) and F == "x"'],
  [' G == 1 or H\n', 'F == "x"', '(G == 1 or H) and F == "x"'],
  ['not (G == 1 or H)', 'F == "x"', 'not (G == 1 or H) and F == "x"'],
  // A second value of a field is another alternative, not a contradiction.
  ['F == "x"', 'F == "y"', 'F in {"x" "y"}'],
  ['G and F in {"x" "y"} and H', 'F == "z"', 'G and F in {"x" "y" "z"} and H'],
  ['F != 1', 'F != 2', 'not F in {1 2}'],
  ['not F in {1 2}', 'F != 3', 'not F in {1 2 3}'],
  // The second click takes out what the first one added.
  ['F == "x"', 'F == "x"', ''],
  ['F == "x" and G', 'F == "x"', 'G'],
  ['G and F == "x"', 'F == "x"', 'G'],
  ['G and F == "x" and H', 'F eq "x"', 'G and H'],
  ['F in {"x" "y"}', 'F == "x"', 'F == "y"'],
  ['not F in {1 2 3}', 'F != 2', 'not F in {1 3}'],
  ['G and not F contains "x"', 'not F contains  "x"', 'G'],
  // What was excluded is required, and the other way round.
  ['F != "x"', 'F == "x"', 'F == "x"'],
  ['G and F != "x"', 'F == "x"', 'G and F == "x"'],
  ['G and not F in {1 2}', 'F == 1', 'G and F != 2 and F == 1'],
  ['F in {1 2} and G', 'F != 1', 'F == 2 and G and F != 1'],
  // A condition within an alternative is left alone.
  ['(F == 1 or G)', 'F == 2', '(F == 1 or G) and F == 2'],
  ['F contains "a"', 'F contains "b"', 'F contains "a" and F contains "b"'],
];

describe('a click on a value', () => {
  it.each(CLICKS)('%j and %j give %j', (text, condition, result) => {
    expect(edited(text, condition)).toBe(result);
  });

  it('keeps only the value with Ctrl', () => {
    expect(edited('G and F in {1 2}', 'F == 3', 'only')).toBe('G and F == 3');
    expect(edited('G', 'F == 3', 'only')).toBe('G and F == 3');
  });

  it.each(CLICKS.filter(([text]) => text.trim() !== ''))('%j has %j after it, or had it before', (text, condition) => {
    const has = (one: string): boolean => conditionsOf(one, parseFilterText)(condition);
    expect(has(edited(text, condition))).toBe(!has(text));
  });
});
