// The kernel marks the texts of a column that contain another one: those that JavaScript finds.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { compileKernelOnce, markTexts } from '../../../src/input/kernel/index.ts';

beforeAll(async () => {
  await compileKernelOnce();
});

/** @returns by text whether it is marked; undefined without the kernel */
function marked(texts: readonly string[], searched: string): boolean[] | undefined {
  let end = 0;
  const ends = Uint32Array.from(texts, (text) => {
    end += Buffer.byteLength(text);
    return end;
  });
  const marks = new Uint8Array(texts.length + 1);
  if (!markTexts(Buffer.from(texts.join('')), ends, Buffer.from(searched), marks)) return undefined;
  return [...marks.subarray(1)].map(Boolean);
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '"'), maxLength: 40 });

it('finds what JavaScript finds', () => {
  const searches = fc.tuple(
    fc.array(letters, { maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('a', 'b', '"'), minLength: 1, maxLength: 20 }),
  );
  fc.assert(
    fc.property(searches, ([texts, searched]) => {
      expect(marked(texts, searched)).toEqual(texts.map((text) => text.includes(searched)));
    }),
    { numRuns: 2000 },
  );
});

it('finds texts in all parts of a column that does not fit into its memory', () => {
  const texts = Array.from({ length: 300_000 }, (_, number) => `"${number.toString(16)}"`);
  for (const searched of ['ff', '"1', '9"', '"4567"', '""'])
    expect(marked(texts, searched)).toEqual(texts.map((text) => text.includes(searched)));
});

it.each([
  ['as long as its memory', 512 * 1024, true],
  ['longer', 512 * 1024 + 1, false],
])('searches a text that is %s, or leaves it', (_, bytes, isSearched) => {
  const texts = ['"a"', `"${'b'.repeat(bytes - 2)}c`, '"c"'];
  expect(marked(texts, 'bc')).toEqual(isSearched ? [false, true, false] : undefined);
});

it('leaves the search to JavaScript if the kernel is off', () => {
  process.env.HEADGATE_KERNEL = 'off';
  try {
    expect(marked(['"a"'], 'a')).toBeUndefined();
  } finally {
    delete process.env.HEADGATE_KERNEL;
  }
});
