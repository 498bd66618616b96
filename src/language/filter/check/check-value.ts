// Checks the value of a condition against the type of its field and its operator. Reports problems, and corrects nothing.
import { compareNumbers, printJson, typeName, type Value } from '../../../base/index.ts';
import { MAX_PLATFORM_INTEGER } from '../limits.ts';
import { OPERATORS, type Operator } from '../operator.ts';
import type { ProblemList } from '../problem-list.ts';
import { quote, writeAdvice } from '../quote.ts';
import { correctedValue } from '../repair/repair-value.ts';
import { correctedScalar, EXPECTED_SCALAR, isLooseInteger, isOfType, readInteger, type ScalarType } from '../scalar.ts';

/** A value, with the operator and the field type that it must match. */
export interface TypedValue {
  readonly operator: Operator;
  readonly type: ScalarType;
  readonly value: Value;
}

/** Reports every error and warning about a value. */
export function checkValue({ operator, type, value }: TypedValue, path: string, problems: ProblemList): void {
  if (OPERATORS[operator].argument === 'list') {
    if (!Array.isArray(value)) reportNoList({ operator, type, value }, path, problems);
    else if (value.length === 0) {
      problems.add('empty-list', path, { found: '[]', expected: `at least one value for ${quote(operator)}` });
    } else for (const [index, element] of value.entries()) checkScalar(element, type, `${path}[${index}]`, problems);
  } else if (Array.isArray(value) || value instanceof Map || value === null) {
    reportNoScalar({ operator, type, value }, path, problems);
  } else checkScalar(value, type, path, problems);
}

function reportNoList({ operator, type, value }: TypedValue, path: string, problems: ProblemList): void {
  const corrected = correctedValue(operator, type, value);
  problems.add('list-expected', path, {
    found: `${quote(value)} for ${quote(operator)}`,
    expected: `an array, each element ${EXPECTED_SCALAR[type]}`,
    fix: corrected === undefined ? undefined : writeAdvice(printJson(corrected.value)),
  });
}

function reportNoScalar({ operator, type, value }: TypedValue, path: string, problems: ProblemList): void {
  const corrected = correctedValue(operator, type, value);
  const advice =
    corrected === undefined
      ? undefined
      : corrected.operator === operator
        ? writeAdvice(printJson(corrected.value))
        : `use the operator ${quote(corrected.operator)} with this array`;
  const several = Array.isArray(value) && value.length > 1 ? 'write one condition per value in an "or"' : undefined;
  problems.add('scalar-expected', path, {
    found: `${quote(value)} for ${quote(operator)}`,
    expected: EXPECTED_SCALAR[type],
    fix: advice ?? several,
  });
}

/** The fix for a comparison with true or false: an expression that is only a field name means such a comparison. */
const BARE_FIELD =
  'compare the field with a value of its type; a field name alone means == true, which only bool fields support';

function checkScalar(value: Value, type: ScalarType, path: string, problems: ProblemList): void {
  if (isOfType(value, type)) {
    warnAboutScalar(value, type, path, problems);
    return;
  }
  const corrected = correctedScalar(value, type);
  const isForm = type === 'int' && isLooseInteger(value);
  const quoted =
    type === 'string' && typeName(value).match(/integer|decimal|boolean/) ? `"${quote(value)}"` : undefined;
  problems.add(isForm ? 'integer-form' : 'value-type', path, {
    found: quote(value),
    expected: isForm ? 'an integer without leading zeros, fraction or exponent' : EXPECTED_SCALAR[type],
    fix:
      typeof value === 'boolean'
        ? BARE_FIELD
        : corrected === undefined
          ? quoted && `write ${quoted}`
          : writeAdvice(printJson(corrected)),
  });
}

function warnAboutScalar(value: Value, type: ScalarType, path: string, problems: ProblemList): void {
  if (type === 'bool' && typeof value === 'string') {
    problems.add('bool-as-text', path, { found: quote(value), expected: EXPECTED_SCALAR.bool, fix: `write ${value}` });
  }
  const integer = type === 'int' ? readInteger(value) : undefined;
  if (integer !== undefined && compareNumbers(integer, 0) < 0) {
    problems.add('negative-integer', path, {
      found: `${quote(value)}; the platform is known to accept only unsigned integers`,
    });
  }
  if (integer !== undefined && compareNumbers(integer, MAX_PLATFORM_INTEGER) > 0) {
    problems.add('large-integer', path, {
      found: `${quote(value)}; the platform is known to accept at most ${MAX_PLATFORM_INTEGER}`,
    });
  }
}
