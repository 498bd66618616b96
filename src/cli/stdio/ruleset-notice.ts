// Prints warnings about rulesets on standard error. Loads neither guards nor filters: the help of a command needs it.
import type { RulesetReading } from '../../language/custom-fields/index.ts';
import { renderRulesetProblems } from '../../report/index.ts';
import type { OutputFlags } from '../flags/output-flags.ts';
import { printLines, styleOf } from './output.ts';

/** Prints the warnings of a valid ruleset. */
export function noticeRuleset(reading: RulesetReading, flags: Pick<OutputFlags, 'quiet' | 'color'>): void {
  if (reading.warnings.length === 0) return;
  printLines(renderRulesetProblems(reading, styleOf({ color: flags.color }, process.stderr)), flags);
}
