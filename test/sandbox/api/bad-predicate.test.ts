// The reason why a filter is rejected, for filters of any shape.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { readFilter } from '../../../src/language/filter/index.ts';
import { badPredicate } from '../../../src/sandbox/api/logpush/check-job.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const requests = getDataset('http_requests');
const key = fc.constantFrom(
  'RayID',
  'EdgeResponseStatus',
  'CacheReserveUsed',
  'BotTags',
  'BotDetectionIDs',
  'Cookies',
  'No',
);
const operator = fc.constantFrom('eq', '!eq', 'lt', 'in', '!in', 'contains', 'startsWith', 'neq');
const scalar = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.string({ maxLength: 4 }),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.constantFrom('200', '-1', '007', '18446744073709551616', {}, 2 ** 60),
);
const { node } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.record({ key, operator, value }, { requiredKeys: ['key'] }),
    fc.record({ and: fc.array(tie('node'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('node'), { maxLength: 3 }), where: tie('node') }, { requiredKeys: ['or'] }),
    fc.jsonValue({ maxDepth: 2 }),
  ),
}));
const filter = fc.tuple(fc.record({ where: node }), fc.nat(2)).map(([tree, turns]) => {
  let text = JSON.stringify(tree);
  // Encoded once more, as some clients do.
  for (let turn = 1; turn < turns; turn += 1) text = JSON.stringify(text);
  return text;
});

it('rejects what src/language/filter rejects, and integers that the platform cannot decode', () => {
  fc.assert(
    fc.property(filter, (text) => {
      const { problems } = readFilter(text, requests, { source: 'job' });
      const isWrong = problems.some(
        ({ severity, code }) => severity === 'error' || code === 'negative-integer' || code === 'large-integer',
      );
      const reason = badPredicate(text, requests);
      if (isWrong) expect(reason).toMatch(/^bad predicate: ./s);
      else expect(reason).toBeUndefined();
    }),
    { numRuns: randomRuns(400) },
  );
});

it.each([
  ['EdgeResponseStatus', 'in', ['200', '-1'], '"[\\"200\\",\\"-1\\"]", supported kinds: []uint64'],
  ['EdgeResponseStatus', 'in', ['18446744073709551616'], '"[\\"18446744073709551616\\"]", supported kinds: []uint64'],
  ['EdgeResponseStatus', 'lt', '007', '"\\"007\\"", supported kinds: uint64'],
  ['EdgeResponseStatus', 'eq', 'a'.repeat(1000), `"\\"${'a'.repeat(199)}…", supported kinds: uint64`],
  ['EdgeResponseCompressionRatio', 'lt', 'a', '"\\"a\\"", supported kinds: float64'],
])('%s %s %j', (name, word, wrong, expected) => {
  const tree = { where: { or: [{ and: [{ key: name, operator: word, value: wrong }] }] } };
  for (const text of [JSON.stringify(tree), JSON.stringify(JSON.stringify(tree))]) {
    expect(badPredicate(text, requests)).toBe(`bad predicate: failed to decode value ${expected}`);
  }
});
