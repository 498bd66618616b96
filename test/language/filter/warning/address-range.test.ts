// The conditions suggested in place of a range match exactly the addresses of the range.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordFrom } from '../../../../src/base/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import { compileFilter, KEEP, readFilter } from '../../../../src/language/filter/index.ts';
import { coveredCases, randomRuns } from '../../../helpers/random-runs.ts';

const DATASET = getDataset('http_requests');

/** The suggested expression; undefined when the fix has no expression. */
function adviceFor(expression: string): string | undefined {
  const [problem] = readFilter(expression, DATASET).problems;
  expect(problem).toMatchObject({ severity: 'warning', code: 'address-range' });
  return /^write (.*?)(?:, which matches addresses in their shortest notation)?$/.exec(problem!.fix!)?.[1];
}

function keeps(expression: string, address: string): boolean {
  const { filter } = readFilter(expression, DATASET);
  return compileFilter(filter!, DATASET).verdict(recordFrom({ ClientIP: address })) === KEEP;
}

const dotted = (bits: number): string => [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
const address = fc.integer({ min: 0, max: 0xffffffff });

it('IPv4 ranges', () => {
  let advised = 0;
  fc.assert(
    fc.property(address, fc.integer({ min: 1, max: 32 }), address, fc.boolean(), (base, length, other, isNegated) => {
      const mask = length === 0 ? 0 : -1 << (32 - length);
      const expression = `ClientIP ${isNegated ? '!=' : '=='} "${dotted(base)}/${length}"`;
      const advice = adviceFor(expression);
      if (advice === undefined) return;
      advised += 1;
      // Addresses inside the range, at its bounds, and anywhere.
      const first = base & mask;
      const last = first | ~mask;
      for (const one of [base, first, last, first - 1, last + 1, first | (other & ~mask), other]) {
        const isWithin = ((one ^ base) & mask) === 0;
        expect(keeps(advice, dotted(one)), `${advice} on ${dotted(one)}`).toBe(isWithin !== isNegated);
      }
    }),
    { numRuns: randomRuns(300) },
  );
  expect(advised).toBeGreaterThan(coveredCases(50));
});

it('IPv6 ranges, for addresses in their shortest notation', () => {
  let advised = 0;
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 8, maxLength: 8 }),
      fc.integer({ min: 1, max: 127 }),
      group,
      (groups, length, other) => {
        const text = (all: readonly number[]): string => all.map((one) => one.toString(16)).join(':');
        const advice = adviceFor(`ClientIP == "${text(groups)}/${length}"`);
        if (advice === undefined) return;
        advised += 1;
        const at = Math.floor((length - 1) / 16);
        const free = (at + 1) * 16 - length;
        const within = groups.map((one, index) =>
          index < at ? one : index === at ? ((one >> free) << free) | (other & (2 ** free - 1)) : other,
        );
        expect(keeps(advice, shortest(text(within)))).toBe(true);
        const outside = groups.map((one, index) => (index === at ? one ^ (1 << free) : one));
        expect(keeps(advice, shortest(text(outside)))).toBe(false);
      },
    ),
    { numRuns: randomRuns(300) },
  );
  expect(advised).toBeGreaterThan(coveredCases(10));
});

/** The notation of the URL standard for hosts, RFC 5952. */
function shortest(text: string): string {
  return new URL(`http://[${text}]/`).hostname.slice(1, -1);
}
