// Writes compiled conditions to the kernel as tests and operands. Declines a condition that the kernel cannot test; decides no line.
import { type FieldSource, printJson } from '../../base/index.ts';
import { type FieldType, instantOf } from '../../language/dataset/index.ts';
import {
  ABSENT,
  type CompiledCondition,
  FALSE,
  listOf,
  MISMATCH,
  NULL,
  OPERATORS,
  type Outcome,
  type PositiveOperator,
  type Scalar,
  TRUE,
} from '../../language/filter/index.ts';
import * as abi from './abi.ts';
import { clamped } from './kernel-time.ts';
import type { Kernel } from './load-kernel.ts';
import { putText, writeSlot } from './write-slot.ts';

/**
 * The kernel's test for each operator on one type of field. `defer`: the kernel does not test it, so every line of a run with such a
 * condition goes to the compiled filter.
 */
export type OperatorTests = Readonly<Record<PositiveOperator, number | 'defer'>>;

/** How the kernel tests the conditions on one type of field. */
interface TypeTests {
  tests: OperatorTests;
  /** Writes the values that the test compares with. @returns whether the kernel can store them */
  writeOperands: (kernel: Kernel, values: readonly Scalar[], hasHints: boolean) => boolean;
}

/** The kernel's test for each operator, unless the table below has another one. */
const NO_TESTS: OperatorTests = {
  eq: 'defer',
  lt: 'defer',
  leq: 'defer',
  gt: 'defer',
  geq: 'defer',
  startsWith: 'defer',
  endsWith: 'defer',
  contains: 'defer',
  in: 'defer',
};

/** How the kernel tests conditions, by type of field. `defer`: it tests none on fields of this type. */
export const CONDITION_TESTS: Readonly<Record<FieldType, TypeTests | 'defer'>> = {
  string: {
    tests: {
      ...NO_TESTS,
      eq: abi.TEXT_EQ,
      in: abi.TEXT_IN,
      startsWith: abi.TEXT_STARTS_WITH,
      endsWith: abi.TEXT_ENDS_WITH,
      contains: abi.TEXT_CONTAINS,
    },
    writeOperands: (kernel, values, hasHints) => writeTexts(kernel, values.map(String), hasHints),
  },
  int: {
    tests: { ...orderTests(abi.INTEGER), in: abi.INTEGER + abi.ORDER_IN },
    writeOperands: (kernel, values) => values.every((value) => writeInteger(kernel, integerIn(value))),
  },
  timestamp: {
    tests: orderTests(abi.INSTANT),
    writeOperands: (kernel, values) => values.every((value) => writeInstant(kernel, value)),
  },
  float: {
    tests: {
      ...NO_TESTS,
      eq: abi.FLOAT,
      lt: abi.FLOAT,
      leq: abi.FLOAT,
      gt: abi.FLOAT,
      geq: abi.FLOAT,
    },
    writeOperands: () => true,
  },
  bool: {
    tests: { ...NO_TESTS, eq: abi.BOOL_EQ },
    writeOperands: (kernel, [value]) => writeInteger(kernel, String(value) === 'true' ? 1n : 0n),
  },
  'array[string]': {
    tests: { ...NO_TESTS, contains: abi.ARRAY_HAS_TEXT },
    writeOperands: (kernel, [value], hasHints) => writeTexts(kernel, [String(value)], hasHints),
  },
  'array[int]': {
    tests: { ...NO_TESTS, contains: abi.ARRAY_HAS_INTEGER },
    writeOperands: (kernel, values) => values.every((value) => writeInteger(kernel, integerIn(value))),
  },
  'array[object]': 'defer',
  object: 'defer',
  unknown: 'defer',
};

/** The kernel stores outcomes by the numbers of src/language/filter: another number there does not compile here. */
const OUTCOMES: { readonly [O in Outcome]: O } = {
  [FALSE]: abi.FALSE,
  [TRUE]: abi.TRUE,
  [ABSENT]: abi.ABSENT,
  [NULL]: abi.NULL,
  [MISMATCH]: abi.MISMATCH,
};

const NULL_SOURCE: FieldSource = { get: () => null };

/** The conditions of a request so far. */
export interface WrittenConditions {
  /** Whether texts are also written in lower case, as src/language/filter/evaluate/hint.ts compares them. */
  readonly hasHints: boolean;
  /** By condition: the first one with the same test, and whether it is negated. Conditions that differ in negation alone are tested once. */
  readonly tests: { first: number; isNegated: boolean }[];
  /** Number of the first condition with each test. */
  readonly first: Map<string, number>;
}

/**
 * Adds a condition to the job that was begun last.
 * @param key the key of the field in a line
 * @returns false if the kernel cannot test it
 */
export function writeCondition(
  kernel: Kernel,
  { condition, type, test }: CompiledCondition,
  key: string,
  written: WrittenConditions,
): boolean {
  const { positive, isNegated } = OPERATORS[condition.operator];
  const typeTests = CONDITION_TESTS[type];
  if (typeTests === 'defer') return false;
  const number = typeTests.tests[positive];
  // An operator that the table lacks cannot be compiled, but it can be added at runtime.
  if (typeof number !== 'number') return false;
  const slot = writeSlot(kernel, key);
  if (slot < 0) return false;
  const onNull = OUTCOMES[test(NULL_SOURCE)];
  const negated = isNegated ? 1 : 0;
  const values = listOf(condition);
  // The outcome on null of the condition without its negation, which exchanges true and false.
  const positiveOnNull = onNull === abi.TRUE || onNull === abi.FALSE ? onNull ^ negated : onNull;
  const testKey = [type, slot, number, positiveOnNull, ...values.map((value) => printJson(value))].join(' ');
  const first = written.first.get(testKey);
  const own = written.tests.length;
  written.tests.push({ first: first ?? own, isNegated });
  if (first !== undefined) return kernel.addEqualCondition(first, negated, onNull) !== 0;
  written.first.set(testKey, own);
  return (
    kernel.addCondition(slot, number, negated, onNull) !== 0 &&
    typeTests.writeOperands(kernel, values, written.hasHints)
  );
}

function orderTests(first: number): OperatorTests {
  return {
    ...NO_TESTS,
    eq: first + abi.ORDER_EQ,
    lt: first + abi.ORDER_LT,
    leq: first + abi.ORDER_LEQ,
    gt: first + abi.ORDER_GT,
    geq: first + abi.ORDER_GEQ,
  };
}

function integerIn(value: Scalar): bigint {
  return BigInt(typeof value === 'string' ? value : printJson(value));
}

function writeInstant(kernel: Kernel, value: Scalar): boolean {
  const instant = instantOf(value);
  return instant !== undefined && writeInteger(kernel, instant);
}

function writeInteger(kernel: Kernel, value: bigint): boolean {
  return value === clamped(value) && kernel.addInteger(value) !== 0;
}

function writeTexts(kernel: Kernel, texts: readonly string[], hasHints: boolean): boolean {
  // UTF-8 cannot represent a lone surrogate; only an escape can.
  const write = (text: string, add: (bytes: number) => void): boolean => {
    const bytes = text.isWellFormed() ? putText(kernel, text) : undefined;
    if (bytes !== undefined) add(bytes);
    return bytes !== undefined;
  };
  return (
    texts.every((text) => write(text, (bytes) => kernel.addText(bytes))) &&
    (!hasHints || texts.every((text) => write(text.toLowerCase(), (bytes) => kernel.addFoldedText(bytes))))
  );
}
