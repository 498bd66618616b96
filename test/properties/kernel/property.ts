// A property that both `npm test` and `npm run fuzz` check: its random input, and its condition.
import fc from 'fast-check';

/** A property with its name and its number of runs. */
export interface Property {
  name: string;
  /** Runs within `npm test`, and in one round of `npm run fuzz`. */
  runs: number;
  check(parameters: { seed: number; numRuns: number }): Promise<PropertyResult>;
}

/** The result of a property. */
export interface PropertyResult {
  failed: boolean;
  /** The smallest counterexample and its error; empty if the property holds. */
  message: string;
}

/** @param holds throws if the property does not hold */
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
