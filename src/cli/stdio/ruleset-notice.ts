// Prints the warnings of rulesets on standard error. Loads no filters: every command that takes --ruleset loads it, for the help as well.
import type { RulesetReading } from '../../custom-fields/index.ts';
import { renderRulesetProblems } from '../../render/index.ts';
import { type OutputSettings, printLines, styleOf } from './output.ts';

/** Prints the warnings of a valid ruleset. */
export function noticeRuleset(reading: RulesetReading, flags: Pick<OutputSettings, 'quiet' | 'color'>): void {
  if (reading.warnings.length === 0) return;
  printLines(renderRulesetProblems(reading, styleOf({ color: flags.color }, process.stderr)), flags);
}
