// Whether the line being read may contain a hint (src/language/filter/evaluate/hint.ts). Ignores case in ASCII here; treats everything else that may
// be a hint as one, and the compiled filter then decides.
import { ARRAY_HAS_TEXT, LAST_OF_TEXT } from '../../../abi';
import { FOLDED, FOLDED_BYTES, OUTCOMES } from '../../memory';
import { testText } from './conditions';
import { Line } from '../fields';
import {
  CONDITION_FOLDED, CONDITION_NEGATED, CONDITION_OPERAND_COUNT, CONDITION_SLOT, CONDITION_TEST, conditionAt, countedConditions,
} from './request';
import { ARRAY, END, ESCAPED_STRING, KIND, LINE, slotAt, START, STRING } from '../slots';

/** Must be called after all counted conditions of the line have their outcome. */
export function mayHaveHint(): bool {
  const counted = countedConditions();
  for (let number: u32 = 0; number < counted; number++) {
    const condition = conditionAt(number);
    const test = load<u32>(condition, CONDITION_TEST);
    if (test > LAST_OF_TEXT && test != ARRAY_HAS_TEXT) continue;
    // Only a positive condition that is false, or a negated one that is true, has hints.
    if (load<u8>(OUTCOMES + number) != load<u32>(condition, CONDITION_NEGATED)) continue;
    const slot = slotAt(load<u32>(condition, CONDITION_SLOT));
    if (load<u32>(slot, LINE) != Line.number) continue;
    const kind = load<u32>(slot, KIND);
    const start = load<u32>(slot, START) as usize;
    const end = load<u32>(slot, END) as usize;
    if (test == ARRAY_HAS_TEXT) {
      if (kind == ARRAY && end - start > 2) return true;
    } else if (kind == ESCAPED_STRING) {
      return true;
    } else if (kind == STRING) {
      if (end - start > FOLDED_BYTES || !fold(start, end)) return true;
      const operands = load<u32>(condition, CONDITION_FOLDED) as usize;
      if (testText(test, operands, load<u32>(condition, CONDITION_OPERAND_COUNT), FOLDED, FOLDED + end - start)) return true;
    }
  }
  return false;
}

/** Copies a text to FOLDED in lower case. @returns false if it is not ASCII */
function fold(start: usize, end: usize): bool {
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at);
    const capitals = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(65)), i8x16.splat(25));
    v128.store(FOLDED + at - start, v128.or(bytes, v128.and(capitals, i8x16.splat(32))));
    const left = end - at;
    const mask = left < 16 ? (1 << (left as u32)) - 1 : 0xffff;
    if ((i8x16.bitmask(bytes) & mask) != 0) return false;
  }
  return true;
}
