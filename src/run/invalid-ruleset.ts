// The error of an invalid ruleset, for every command that takes one.
import { HeadgateError, printPlural } from '../base/index.ts';
import type { RulesetReading } from '../custom-fields/index.ts';

/** The ruleset has problems. Contains the reading, so that the program can show every problem. */
export class InvalidRulesetError extends HeadgateError {
  readonly reading: RulesetReading;

  constructor(reading: RulesetReading) {
    const { length } = reading.problems;
    const found = `found ${printPlural(length, 'problem')}`;
    super('ruleset-invalid', `cannot use the ruleset in ${reading.origin}: ${found}, expected none; nothing was read`, {
      kind: 'negative',
    });
    this.reading = reading;
  }
}
