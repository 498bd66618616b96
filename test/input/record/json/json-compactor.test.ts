// An element that is available as a whole is not tokenized, and must give the same findings as its tokens. Bytes that arrive one at a
// time never form a whole element, so their tokens are read.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '../../../helpers/random-runs.ts';
import { type CollectOptions, collect } from '../../../helpers/record/collect.ts';
import { jsonObject, jsonValue } from '../../../properties/json-text.ts';

/** Wrappers of elements, with their records paths. */
const SHAPES: readonly [before: string, after: string, options: CollectOptions][] = [
  ['[', ']', { input: 'json' }],
  ['{"none": [], "events": [', '], "other": {"a": [{}]}}', { input: 'json' }],
  ['{"log": {"a": {}, "entries": [ ', '], "b": {"entries": [{}]}}}', { input: 'json', records: 'log.entries[]' }],
  ['{"log": {"entries": [', ']}}', { input: 'json', records: 'log.entries' }],
  ['[{"info": [', ']}, {"info": {"a": [{}]}}]', { input: 'json', records: '[].info' }],
];

const element = fc.oneof({ weight: 5, arbitrary: jsonObject }, { weight: 1, arbitrary: jsonValue });

/** A document, intact or with one byte changed or removed. */
const document = fc
  .record({
    shape: fc.constantFrom(...SHAPES),
    elements: fc.array(element, { maxLength: 6 }),
    between: fc.constantFrom(',', ', ', ',\n  ', ' ,'),
    edit: fc.option(
      fc.record({ at: fc.nat(), byte: fc.option(fc.constantFrom(...Buffer.from('{}[]",:\\ 0eu\n\xff'))) }),
    ),
  })
  .map(({ shape: [before, after, options], elements, between, edit }) => {
    const bytes = Buffer.from(`${before}${elements.join(between)}${after}\n`);
    if (edit === null) return { bytes, options };
    const at = edit.at % bytes.length;
    const middle = edit.byte === null ? [] : [edit.byte];
    return { bytes: Buffer.concat([bytes.subarray(0, at), Buffer.from(middle), bytes.subarray(at + 1)]), options };
  });

it.each(['[t\\ue,{"":0e0 }]', '[nul,{"":true} \v]', '[t,{}]', '[t,{"a":"éééé"},{}]', `[t,{"a":"${'é'.repeat(40)}"}]`])(
  'text before an element gives the same error: %s',
  (text) => {
    const cuts = Array.from({ length: Buffer.byteLength(text) - 1 }, (_, index) => index + 1);
    expect(collect(text, { input: 'json' })).toEqual(collect(text, { input: 'json' }, cuts));
  },
);

it('gives the same findings as the tokens', () => {
  fc.assert(
    fc.property(document, fc.constantFrom(20, 1000), ({ bytes, options }, maxLineBytes) => {
      const one = { ...options, maxLineBytes };
      const cuts = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
      const [found, wanted] = [collect(bytes, one), collect(bytes, one, cuts)];
      if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
    }),
    { numRuns: randomRuns(500) },
  );
});
