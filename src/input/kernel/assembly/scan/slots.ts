// Slots for the values that conditions, the time range or the schema test: their place in the line being read, and their kind.
//
//   0   u32  number of the last line that contains it
//   4   u32  kind
//   8   u32  address of its first byte, of strings the one after the quote
//   12  u32  address after its last byte, of strings that of the closing quote
import { SLOTS } from '../memory';

export const STRING: u32 = 0;
/** A string with an escape. */
export const ESCAPED_STRING: u32 = 1;
export const NUMBER: u32 = 2;
export const TRUE: u32 = 3;
export const FALSE: u32 = 4;
export const NULL: u32 = 5;
export const ARRAY: u32 = 6;
/** An array with an escape. */
export const ESCAPED_ARRAY: u32 = 7;
export const OBJECT: u32 = 8;

const SLOT_SHIFT: u32 = 4;
export const LINE: usize = 0;
export const KIND: usize = 4;
export const START: usize = 8;
export const END: usize = 12;

// @ts-ignore: decorator
@inline
export function slotAt(number: u32): usize {
  return SLOTS + ((number as usize) << SLOT_SHIFT);
}

/** @param number of the slot plus one */
// @ts-ignore: decorator
@inline
export function fillSlot(number: u32, line: u32, kind: u32, start: usize, end: usize): void {
  const slot = slotAt(number - 1);
  store<u32>(slot, line, LINE);
  store<u32>(slot, kind, KIND);
  store<u32>(slot, start as u32, START);
  store<u32>(slot, end as u32, END);
}
