// The address has the whole state of the page, and only that.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFragment, writeFragment } from '../../../src/page/app/page-fragment.ts';
import { EFFECTS } from '../../../src/page/question-schemas.ts';

const texts = new Map<string, string>();
const stored = {
  keep: (text: string) => {
    texts.set(String(texts.size), text);
    return String(texts.size - 1);
  },
  find: (name: string) => texts.get(name) ?? '',
};
const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((one) => one.isWellFormed());
const time = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((one) => one.toISOString());
const stateArbitrary = fc.record(
  {
    from: text,
    to: text,
    guards: fc.array(text),
    neverDrop: fc.array(text),
    prices: fc.array(text),
    since: time,
    until: time,
  },
  { requiredKeys: ['from', 'to', 'guards', 'neverDrop', 'prices'] },
);
const viewArbitrary = fc.record({
  field: text,
  search: text,
  effect: fc.constantFrom(...EFFECTS),
  condition: text,
  breaks: text,
  columns: fc.array(fc.stringMatching(/^\w+$/)),
  goal: text,
  promise: text,
  sql: text,
  line: text,
  clock: fc.constantFrom('utc' as const, 'local' as const),
});

describe('the fragment of the address', () => {
  it('brings the state and the view back', () => {
    fc.assert(
      fc.property(stateArbitrary, viewArbitrary, (state, view) => {
        expect(readFragment(writeFragment(state, view, stored), stored)).toEqual({ state, view });
      }),
    );
  });

  it('has no state at the start, and ignores what it does not know', () => {
    expect(readFragment('', stored).state).toBeNull();
    for (const since of ['7d', '12', 'now', '2026-02-30', '2026-11-01T25:00Z'])
      expect([since, readFragment(`to=&since=${since}`, stored).state]).toMatchObject([since, { since: undefined }]);
    expect(readFragment('effect=none&clock=moon&x=1', stored).view).toMatchObject({ effect: 'all', clock: 'utc' });
  });
});
