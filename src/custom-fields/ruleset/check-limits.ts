// Checks the arrays, the keys and the number of fields of a rule against one set of limits.
import { printCount, printPlural } from '../../base/index.ts';
import { type CustomFieldLimits, LIMITS } from '../limits.ts';
import { type ConfiguredField, loggedKeyOf } from './ruleset.ts';
import { pathTo, type RulesetProblem } from './ruleset-problem.ts';

/** Checks a rule. @param path of its action_parameters */
export function checkLimits(
  fields: readonly ConfiguredField[],
  limits: CustomFieldLimits,
  path: string,
): RulesetProblem[] {
  const byArray = Map.groupBy(fields, ({ array }) => array);
  const { fieldsInAll, fieldsPerArray } = limits;
  const problems: RulesetProblem[] = [];
  for (const [array, { length }] of byArray) {
    if (!limits.arrays.includes(array)) {
      const message = `found ${array}, expected one of ${limits.arrays.join(', ')}: the ${limits.name} limits have no such array; use --limits ${LIMITS.current.name}`;
      problems.push({ code: 'newer-array', path: pathTo(path, array), message });
    }
    if (fieldsPerArray !== undefined && length > fieldsPerArray) {
      const message = `found ${printPlural(length, 'field')}, expected at most ${fieldsPerArray} in one array; remove ${printCount(length - fieldsPerArray)}`;
      problems.push({ code: 'too-many-fields', path: pathTo(path, array), message });
    }
  }
  if (fieldsInAll !== undefined && fields.length > fieldsInAll) {
    const message = `found ${printPlural(fields.length, 'field')} in all arrays combined, expected at most ${fieldsInAll} under the ${limits.name} limits; remove ${printCount(fields.length - fieldsInAll)}`;
    problems.push({ code: 'too-many-fields', path, message });
  }
  if (limits.allowsDuplicates) return problems;
  for (const field of fields.filter(
    (field) => field.preserveDuplicates && loggedKeyOf(field.array) === 'ResponseHeaders',
  )) {
    const message = `found preserve_duplicates, expected none: under the ${limits.name} limits the platform logs only the first value; remove it, or use --limits ${LIMITS.current.name}`;
    problems.push({ code: 'newer-key', path: pathTo(field.path, 'preserve_duplicates'), message });
  }
  return problems;
}
