// Reads the custom-fields ruleset of a request, and its error.
import { HeadgateError, printPlural } from '../../base/index.ts';
import type { LimitsName, Ruleset, RulesetReading, RulesetReadingOptions } from '../../language/custom-fields/index.ts';
import { type ReadStdin, readArgumentFile } from './argument-text.ts';

/** The ruleset has problems. Contains the reading, so that the program can show every problem. */
export class InvalidRulesetError extends HeadgateError {
  readonly reading: RulesetReading;

  constructor(reading: RulesetReading) {
    const { length } = reading.problems;
    const found = `found ${printPlural(length, 'problem')}`;
    super(
      'ruleset-invalid',
      `cannot use the ruleset in ${reading.origin}: ${found}, expected none; nothing was read or changed`,
      {
        kind: 'negative',
      },
    );
    this.reading = reading;
  }
}

/**
 * Reads a ruleset.
 * @param path of its file, or `-`
 * @throws InvalidRulesetError; HeadgateError where the text cannot be read
 */
export async function readRulesetArgument(
  path: string,
  limits: LimitsName,
  stdin: ReadStdin,
  options: RulesetReadingOptions = {},
): Promise<{ ruleset: Ruleset; reading: RulesetReading; text: string }> {
  const text = path === '-' ? await stdin() : await readArgumentFile(path, 'ruleset file');
  // Loaded here, because every command loads the error.
  const { LIMITS, readRuleset } = await import('../../language/custom-fields/index.ts');
  const reading = readRuleset(text, path === '-' ? 'standard input' : path, LIMITS[limits], options);
  if (reading.ruleset === undefined) throw new InvalidRulesetError(reading);
  return { ruleset: reading.ruleset, reading, text };
}
