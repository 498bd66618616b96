// Totals add up: the sum is the same for any order of objects, any distribution over threads, and any chunks.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generateLines } from '../../../samples/generator/index.ts';
import type { ValidationTotals } from '../../../src/analysis/validate/index.ts';
import { repeatFindings } from '../../../src/analysis/validate/repeats/repeat-findings.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { countsOf, type Held, RULESET, readInto, sampleJob, validationFor } from '../../helpers/validate/checked.ts';

const { outputOptions: options, filter } = sampleJob('all-requests');
const good = [...generateLines({ count: 60, seed: 9, scale: 50 })];
const BAD = [
  '\n',
  '{"RayID":\n',
  '{}\n',
  good[0]!.replace('"BotScore"', '"WAFAttackScore"'),
  good[1]!.replace(/"Cookies":\{/, '"Cookies":{"nobody":"1",'),
  good[2]!.replace('"ClientRequestPath":"/', '"ClientRequestPath":"/healthz","x":"/'),
  good[3]!.replace(/"EdgeResponseStatus":\d+/, '"EdgeResponseStatus":"200"'),
];
const line = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...good) }, fc.constantFrom(...BAD));
const objects = fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 5 });
const nameOf = (index: number): string => `20261101/20261101T000000Z_20261101T00000${index}Z_aa.log`;

/** The sum of the results of threads, with IDs as reported. */
function sumOf(held: Held, all: readonly ValidationTotals[]): unknown {
  const validation = validationFor(held);
  for (const one of all) validation.add(one);
  const { ids, ...figures } = validation.toTotals();
  return { ...figures, repeats: repeatFindings(ids, 'RayID') };
}

it('whatever the order, the threads and the chunks', () => {
  fc.assert(
    fc.property(
      objects,
      fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }),
      fc.integer({ min: 1, max: 5000 }),
      (all, threads, pieces) => {
        const held = { options, filter, ruleset: RULESET };
        const texts = all.map((lines) => Buffer.from(lines.join('')));
        const one = validationFor(held);
        for (const [index, bytes] of texts.entries()) readInto(one, nameOf(index), bytes);
        const shares = [0, 1, 2].map((share) => {
          const validation = validationFor(held);
          for (const [index, bytes] of [...texts.entries()].reverse()) {
            if (threads[index] === share) readInto(validation, nameOf(index), bytes, pieces);
          }
          return validation.toTotals();
        });
        expect(sumOf(held, shares.toReversed())).toEqual(sumOf(held, [one.toTotals()]));
      },
    ),
    { numRuns: randomRuns(60) },
  );
});

it('no lines are the zero of it', () => {
  const held = { options, filter, ruleset: RULESET };
  const validation = validationFor(held);
  readInto(validation, nameOf(0), Buffer.from(BAD.join('')));
  const some = validation.toTotals();
  const none = validationFor({ options, filter }).toTotals();
  expect(sumOf(held, [none, some, none])).toEqual(sumOf(held, [some]));
  expect(countsOf(some)).toMatchObject({ blank: 1, malformed: 1, type: 1, 'custom-unknown': 1 });
});

it('an object that is not available and one that is damaged have different findings', () => {
  const validation = validationFor({ options });
  const problem = { code: 'object-gone', offset: 0, message: 'it is no longer there', isUnavailable: true };
  validation.openObject('a', { input: 'ndjson' }).problem(problem);
  const damaged = validation.openObject('b', { input: 'ndjson' });
  damaged.push(Buffer.from(good[0]!.slice(0, 50)));
  damaged.problem({ code: 'gzip-truncated', offset: 50, message: 'it ends within a member' });
  damaged.end(true);
  const { findings, lines } = validation.toTotals();
  expect(findings.filter(({ code }) => code !== 'object-name')).toMatchObject([
    { code: 'object-unreadable', count: 1, places: [{ object: 'a', offset: 0 }] },
    { code: 'object-damaged', count: 1, places: [{ object: 'b', offset: 50, message: 'it ends within a member' }] },
  ]);
  expect(lines).toMatchObject({ read: 0, malformed: 0 });
});
