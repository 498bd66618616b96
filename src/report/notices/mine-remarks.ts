// Describes a mined suite in sentences: its size, what it covers, what the source cannot cover, and what was masked.
import { printable, printCount, printPlural } from '../../base/index.ts';
import type { MineResult } from '../../verbs/index.ts';
import { shorten } from '../columns.ts';
import { present } from '../page/page.ts';

/** Maximum length of a condition in a sentence. Characters. Our own choice. */
const CONDITION_COLUMNS = 160;
/** Outcomes without a line that are named. Our own choice. */
const MISSING_SHOWN = 12;

/** Describes a mined suite, one sentence each. */
export function mineRemarks(result: MineResult): string[] {
  const { cases, lines, coverage, boundaries, changes, masked, weakened, tooLong, partial } = result;
  const missing = coverage.conditions.flatMap((one) => one.missing.map(({ goal }) => ({ ...one, goal })));
  return present(
    partial && 'PARTIAL: interrupted; mined from the lines read so far',
    `${printPlural(cases, 'case')} from ${printPlural(lines.read, 'line')}: ${printCount(coverage.covered)} of ${printCount(coverage.goals)} outcomes of conditions, ${printCount(boundaries.covered)} of ${printCount(boundaries.reachable)} boundaries met, ${printCount(changes.covered)} of ${printPlural(changes.reachable, 'change')} of the filter that any line detects`,
    ...missing
      .slice(0, MISSING_SHOWN)
      .map(
        ({ text, goal }) =>
          `not covered: no line of the suite has ${shorten(printable(text), CONDITION_COLUMNS)} ${goal === 'sole-blocker' ? 'as its sole blocker' : goal}`,
      ),
    missing.length > MISSING_SHOWN &&
      `not covered: ${printPlural(missing.length - MISSING_SHOWN, 'more outcome')} of conditions`,
    changes.all > changes.reachable &&
      `${printPlural(changes.all - changes.reachable, 'change')} of the filter would change no verdict in the source`,
    masked.length > 0 &&
      `masked: ${masked.map(({ field, values }) => `${field} (${printPlural(values, 'value')})`).join(', ')}; --mask none masks nothing`,
    weakened > 0 &&
      `${printPlural(weakened, 'masked value')} no longer as near to a boundary of the filter as the original`,
    tooLong > 0 && `excluded from the suite: ${printPlural(tooLong, 'line')} over 256 KiB`,
  );
}

/** Describes what makes a mined suite useless as a test: no line that the filter keeps, or none that it drops. */
export function mineWarnings({ missingVerdicts, lines }: MineResult): string[] {
  return missingVerdicts.map(
    (verdict) =>
      `the filter ${verdict}s none of ${printPlural(lines.read, 'line')}: no case expects "${verdict}"; mine a source with such a line, or add a case by hand`,
  );
}
