// Warns about values in upper case for fields that lines contain in lower case: filters compare text exactly.
import { enumerate } from '../../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import { type Condition, joinPath, listOf } from '../node.ts';
import { OPERATORS } from '../operator.ts';
import type { ProblemList } from '../problem-list.ts';
import { quote } from '../quote.ts';

/** Fields in lower case, by dataset. docs/platform.md, "Filters". */
const LOWER_CASE_FIELDS: Readonly<Record<string, readonly string[]>> = { http_requests: ['ClientCountry'] };
/** Maximum number of values quoted in one warning. */
const MAX_QUOTED_VALUES = 3;

/** Warns about the values of one condition. */
export function warnAboutCase(condition: Condition, path: string, dataset: Dataset, problems: ProblemList): void {
  const { key, operator } = condition;
  if (LOWER_CASE_FIELDS[dataset.name]?.includes(key) !== true) return;
  const texts = listOf(condition).filter((value) => typeof value === 'string');
  const wrong = texts.filter((text) => text !== text.toLowerCase());
  if (wrong.length === 0) return;
  const isWhole = wrong.length === texts.length;
  // Never a certainty: logs of other writers, and older ones, contain other values.
  const always = OPERATORS[operator].isNegated ? 'always' : 'never';
  const shown = wrong.slice(0, MAX_QUOTED_VALUES);
  problems.add('upper-case', joinPath(path, 'value'), {
    failed: isWhole ? `condition that is probably ${always} true` : undefined,
    found: `${enumerate(shown.map(quote), 'and')} for ${key}`,
    expected: 'lower case, as the platform pushes it',
    fix: `write ${enumerate(
      shown.map((text) => quote(text.toLowerCase())),
      'and',
    )}`,
  });
}
