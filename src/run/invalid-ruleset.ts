// The error of a ruleset that cannot be used, for every command that is given one.
import { HeadgateError, printPlural } from '../base/index.ts';
import type { RulesetReading } from '../custom-fields/index.ts';

/** The ruleset has problems. Carries the reading so that every problem can be shown. */
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
