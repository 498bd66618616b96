// Tests one condition on one value: returns the outcome that src/language/filter/evaluate/match.ts defines, or DEFERRED if only the compiled filter
// can decide.
import {
  ABSENT, ARRAY_HAS_TEXT, BOOL_EQ, ESCAPED_VALUE, FALSE, FLOAT, INSTANT, INTEGER, LAST_OF_INSTANT, LAST_OF_INTEGER, LAST_OF_TEXT, MISMATCH, ODD_VALUE,
  ORDER_EQ, ORDER_GEQ, ORDER_GT, ORDER_LEQ, ORDER_LT, TEXT_ENDS_WITH, TEXT_EQ, TEXT_IN, TEXT_STARTS_WITH, TIMESTAMP, TRUE,
} from '../../../abi';
import { UNESCAPED } from '../../memory';
import {
  CONDITION_FIRST, CONDITION_LINE, CONDITION_NEGATED, CONDITION_ON_NULL, CONDITION_OPERAND_COUNT, CONDITION_OPERANDS, CONDITION_OUTCOME, CONDITION_SLOT,
  CONDITION_TEST,
} from './request';
import { arrayHasInteger, arrayHasText } from '../json/arrays';
import { Instant, readInstant } from '../json/instants';
import { Integer, readInteger } from '../json/numbers';
import {
  ARRAY, END, ESCAPED_ARRAY, ESCAPED_STRING, FALSE as FALSE_VALUE, KIND, LINE, NULL as NULL_VALUE, NUMBER, slotAt, START, STRING,
  TRUE as TRUE_VALUE,
} from '../slots';
import { containsText, endsWithText, isText, isTextIn, startsWithText } from './texts';
import { unescape } from '../json/unescape';

/** Added to the reason to defer the line. */
export const DEFERRED: u32 = 16;

/** Returns the outcome of a condition, or DEFERRED plus a reason. Tests conditions that differ in negation alone once for each line. */
// @ts-ignore: decorator
@inline
export function outcomeOf(condition: usize, line: u32): u32 {
  const first = load<u32>(condition, CONDITION_FIRST) as usize;
  if (first == 0) return testCondition(condition, line);
  if (load<u32>(first, CONDITION_LINE) != line) {
    store<u32>(first, testCondition(first, line), CONDITION_OUTCOME);
    store<u32>(first, line, CONDITION_LINE);
  }
  const outcome = load<u32>(first, CONDITION_OUTCOME);
  if (outcome != TRUE && outcome != FALSE) return outcome;
  return outcome ^ load<u32>(condition, CONDITION_NEGATED) ^ load<u32>(first, CONDITION_NEGATED);
}

/** Tests a condition. @returns an outcome, or DEFERRED plus a reason */
function testCondition(condition: usize, line: u32): u32 {
  const slot = slotAt(load<u32>(condition, CONDITION_SLOT));
  if (load<u32>(slot, LINE) != line) return ABSENT;
  const kind = load<u32>(slot, KIND);
  if (kind == NULL_VALUE) return load<u32>(condition, CONDITION_ON_NULL);
  const test = load<u32>(condition, CONDITION_TEST);
  const negated = load<u32>(condition, CONDITION_NEGATED);
  const operands = load<u32>(condition, CONDITION_OPERANDS) as usize;
  let start = load<u32>(slot, START) as usize;
  let end = load<u32>(slot, END) as usize;
  if (test <= LAST_OF_TEXT) {
    if (kind == ESCAPED_STRING) {
      end = unescape(start, end);
      if (end == 0) return DEFERRED + ESCAPED_VALUE;
      start = UNESCAPED;
    } else if (kind != STRING) {
      return MISMATCH;
    }
    const isHit = testText(test, operands, load<u32>(condition, CONDITION_OPERAND_COUNT), start, end);
    return (isHit as u32) ^ negated;
  }
  if (test <= LAST_OF_INTEGER) {
    // A string may contain a canonical integer.
    if (kind == STRING || kind == ESCAPED_STRING) return DEFERRED + ODD_VALUE;
    if (kind != NUMBER) return MISMATCH;
    if (!readInteger(start, end)) return DEFERRED + ODD_VALUE;
    const isHit = isOrder(test - INTEGER, Integer.value, operands, load<u32>(condition, CONDITION_OPERAND_COUNT));
    return (isHit as u32) ^ negated;
  }
  if (test <= LAST_OF_INSTANT) {
    if (kind != STRING && kind != NUMBER && kind != ESCAPED_STRING) return MISMATCH;
    if (!readInstant(kind, TIMESTAMP, start, end)) return DEFERRED + ODD_VALUE;
    const isHit = isOrder(test - INSTANT, Instant.value, operands, load<u32>(condition, CONDITION_OPERAND_COUNT));
    return (isHit as u32) ^ negated;
  }
  if (test == BOOL_EQ) {
    if (kind != TRUE_VALUE && kind != FALSE_VALUE) return MISMATCH;
    return ((((kind == TRUE_VALUE) as i64) == load<i64>(operands)) as u32) ^ negated;
  }
  if (test == FLOAT) return kind == NUMBER ? DEFERRED + ODD_VALUE : MISMATCH;
  if (kind == ESCAPED_ARRAY) return DEFERRED + ESCAPED_VALUE;
  if (kind != ARRAY) return MISMATCH;
  const found = test == ARRAY_HAS_TEXT ? arrayHasText(operands, start) : arrayHasInteger(load<i64>(operands), start);
  return found > 1 ? DEFERRED + ODD_VALUE : found ^ negated;
}

/** Whether the text `[start, end)` passes a test. */
export function testText(test: u32, operands: usize, count: u32, start: usize, end: usize): bool {
  if (test == TEXT_EQ) return isText(operands, start, end);
  if (test == TEXT_IN) return isTextIn(operands, count, start, end);
  if (test == TEXT_STARTS_WITH) return startsWithText(operands, start, end);
  return test == TEXT_ENDS_WITH ? endsWithText(operands, start, end) : containsText(operands, start, end);
}

/** Whether a value is in an order of abi.ts to the operands. */
function isOrder(order: u32, value: i64, operands: usize, count: u32): bool {
  const first = load<i64>(operands);
  switch (order) {
    case ORDER_EQ: return value == first;
    case ORDER_LT: return value < first;
    case ORDER_LEQ: return value <= first;
    case ORDER_GT: return value > first;
    case ORDER_GEQ: return value >= first;
    default: {
      for (let index: u32 = 0; index < count; index++) if (value == load<i64>(operands + (index << 3))) return true;
      return false;
    }
  }
}
