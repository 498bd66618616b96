// A property that both `npm test` and `npm run fuzz` check: what is random in it, and what must hold.
import fc from 'fast-check';

/** A property with its name and how often it is tried at a time. */
export interface Property {
  name: string;
  /** Tries within `npm test`, and of one round of `npm run fuzz`. */
  runs: number;
  check(parameters: { seed: number; numRuns: number }): Promise<PropertyResult>;
}

/** What came of it. */
export interface PropertyResult {
  failed: boolean;
  /** The smallest counterexample and what was wrong with it; empty where nothing failed. */
  message: string;
}

/** @param holds throws where the property does not hold */
export function propertyOf<Input>(
  name: string,
  runs: number,
  input: fc.Arbitrary<Input>,
  holds: (input: Input) => Promise<void> | void,
): Property {
  const property = fc.asyncProperty(input, async (one) => holds(one));
  return {
    name,
    runs,
    async check(parameters) {
      const details = await fc.check(property, parameters);
      const message = details.failed
        ? `${await fc.asyncDefaultReportMessage(details)}\n${(details.errorInstance as Error).stack}`
        : '';
      return { failed: details.failed, message };
    },
  };
}
