// An arbitrary that is present in only some tries, less often than with fc.option.
import fc from 'fast-check';

/** @param oneIn one try in so many has a value */
export function sometimes<One>(oneIn: number, one: fc.Arbitrary<One>): fc.Arbitrary<One | undefined> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });
}
