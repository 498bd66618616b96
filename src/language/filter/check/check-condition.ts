// Checks one condition against the dataset: the field, the operator for its type, the value. Reports problems, and corrects nothing.
import { compareNumbers, enumerate, printJson, typeName, type Value } from '../../../base/index.ts';
import { type Dataset, datasetsWithField, type Field, fieldInOtherCase, nearestField } from '../../dataset/index.ts';
import { MAX_PLATFORM_INTEGER } from '../limits.ts';
import { joinPath } from '../node.ts';
import { OPERATORS, type Operator, operatorName, operatorsFor, type WrittenForm } from '../operator.ts';
import type { ProblemList } from '../problem-list.ts';
import { quote, writeAdvice } from '../quote.ts';
import { correctedValue } from '../repair/repair-value.ts';
import {
  correctedScalar,
  EXPECTED_SCALAR,
  isLooseInteger,
  isOfType,
  readInteger,
  type ScalarType,
  scalarType,
} from '../scalar.ts';

/** A value, with the operator and the field type that it must match. */
interface TypedValue {
  readonly operator: Operator;
  readonly type: ScalarType;
  readonly value: Value;
}

/** The fix for a comparison with true or false: an expression that is only a field name means such a comparison. */
const BARE_FIELD =
  'compare the field with a value of its type; a field name alone means == true, which only bool fields support';

/** Maximum number of datasets in one message. */
const MAX_NAMED_DATASETS = 5;

/** The state of a check of one filter. */
export interface FilterCheck {
  readonly dataset: Dataset;
  readonly problems: ProblemList;
  /** Of the text that is checked: problems name operators as it does. */
  readonly form: WrittenForm;
  /** Maximum nesting of groups. Levels. */
  readonly maxDepth: number;
  /** Field names that the dataset lacks. */
  readonly unknownFields: Set<string>;
  /** Whether the dataset has any field of the filter. */
  hasKnownField: boolean;
  /** Number of conditions so far, including invalid ones. */
  operators: number;
}

/** The parsed parts of a condition: the operator is undefined when its name has no meaning. */
interface ReadCondition {
  readonly key: string;
  readonly operator: Operator | undefined;
  readonly value: Value | undefined;
}

/** Reports every problem of a condition whose parts have a valid shape. */
export function checkCondition({ key, operator, value }: ReadCondition, path: string, check: FilterCheck): void {
  const field = check.dataset.fields.get(key);
  if (field === undefined) reportUnknownField(key, joinPath(path, 'key'), check);
  else check.hasKnownField = true;
  const meant = field ?? fieldInOtherCase(check.dataset, key);
  if (meant === undefined || !isFilterable(meant, joinPath(path, 'key'), check)) return;
  if (field !== undefined) warnAboutField(field, joinPath(path, 'key'), check);
  if (operator === undefined) return;
  if (!OPERATORS[operator].types.includes(meant.type)) {
    reportOperator(meant, operator, joinPath(path, 'operator'), check);
    return;
  }
  const type = scalarType(meant.type);
  if (value !== undefined && type !== undefined)
    checkValue({ operator, type, value }, joinPath(path, 'value'), check.problems);
}

function reportUnknownField(key: string, path: string, { dataset, problems, unknownFields }: FilterCheck): void {
  unknownFields.add(key);
  problems.add('unknown-field', path, () => {
    const near = nearestField(key, dataset);
    const elsewhere = datasetsWithField(key).filter((name) => name !== dataset.name);
    const named = elsewhere.slice(0, MAX_NAMED_DATASETS).join(', ');
    const more = elsewhere.length > MAX_NAMED_DATASETS ? ` and ${elsewhere.length - MAX_NAMED_DATASETS} more` : '';
    const advice = [near && `write ${near}`, named && `the field belongs to ${named}${more}`]
      .filter(Boolean)
      .join('; ');
    return {
      found: quote(key),
      expected: `a field of ${dataset.name}`,
      fix: advice === '' ? undefined : advice,
    };
  });
}

function isFilterable(field: Field, path: string, { dataset, problems }: FilterCheck): boolean {
  if (field.type === 'object' || field.type === 'array[object]') {
    problems.add('unfilterable-type', path, {
      found: `${field.name} of type ${field.type}`,
      expected: 'a string, int, bool or array field',
    });
  } else if (field.type === 'unknown') {
    problems.add('unknown-type', path, {
      found: `${field.name}, whose type is not documented`,
      expected: 'a field of known type',
    });
  } else if (field.unfilterable) {
    problems.add('unfilterable-field', path, {
      found: `${field.name}, which the platform rejects in filters`,
      expected: `a filterable field of ${dataset.name}`,
      fix: `to list them, run headgate fields list ${dataset.name}`,
    });
  } else return true;
  return false;
}

function warnAboutField(field: Field, path: string, { problems }: FilterCheck): void {
  const { name, type, removed, deprecated } = field;
  if (removed !== undefined) {
    const when = removed.date === undefined ? 'no longer documented' : `removed on ${removed.date}`;
    const fix = removed.replacedBy === undefined ? undefined : `write ${removed.replacedBy}`;
    problems.add('removed-field', path, { found: `${name}, ${when}`, fix });
  }
  if (deprecated) {
    problems.add('deprecated-field', path, { found: `${name}, which is still pushed but due to be removed` });
  }
  if (type === 'float' || type === 'timestamp') {
    problems.add(`${type}-field`, path, {
      found: `${name} of type ${type}; the platform does not document filtering of such fields`,
    });
  }
}

function reportOperator(field: Field, operator: Operator, path: string, { problems, form }: FilterCheck): void {
  const isArray = field.type.startsWith('array');
  const contains = OPERATORS[operator].isNegated ? '!contains' : 'contains';
  problems.add('operator-type', path, {
    found: `${quote(operatorName(operator, form))} for ${field.name} of type ${field.type}`,
    expected: enumerate([...new Set(operatorsFor(field.type).map((one) => operatorName(one, form)))]),
    fix:
      isArray && (operator.endsWith('eq') || operator.endsWith('in'))
        ? `write ${quote(operatorName(contains, form))}`
        : undefined,
  });
}

/** Reports every error and warning about a value. */
function checkValue({ operator, type, value }: TypedValue, path: string, problems: ProblemList): void {
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
