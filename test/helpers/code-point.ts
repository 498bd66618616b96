// Any character, for `fc.string({ unit: codePoint })`. Not `unit: 'binary'`, which lists all code points first: that takes a second.
import fc from 'fast-check';

/** A code point without surrogates; every third one is ASCII. */
export const codePoint: fc.Arbitrary<string> = fc
  .oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(
    (point) => String.fromCodePoint(point),
    (text) => (text as string).codePointAt(0)!,
  );
