// sample_rate: the documented hash, the share of lines that it keeps, and that a higher rate keeps no fewer.
import { expect, it } from 'vitest';
import { isSampled, lineSampleHash } from '../../../src/language/output/index.ts';

// The authors' test vectors of FNV-1a ("" 811c9dc5, "a" e40c292c, "foobar" bf9cf968), followed by fmix32.
it.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('hash of %j', (text, fnv) => {
  let mixed = fnv ^ (fnv >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  expect(lineSampleHash(Buffer.from(text))).toBe((mixed ^ (mixed >>> 16)) >>> 0);
});

it('hash of {} as documented', () => {
  expect(lineSampleHash(Buffer.from('{}'))).toBe(1_073_329_004);
});

it.each([0.001, 0.01, 0.1, 0.5, 0.9])('a rate of %d keeps about that share', (rate) => {
  const lines = Array.from({ length: 20_000 }, (_, index) => Buffer.from(`{"RayID":"a536a5e1ebc${index}"}`));
  const kept = lines.filter((line) => isSampled(line, rate));
  const deviation = Math.sqrt(lines.length * rate * (1 - rate));
  expect(Math.abs(kept.length - lines.length * rate)).toBeLessThan(4 * deviation);
  for (const line of kept) expect(isSampled(line, Math.min(1, rate * 1.5))).toBe(true);
  expect(lines.every((line) => isSampled(line, 1))).toBe(true);
});
