// Whitespace, and vectors that repeat one byte 16 times. They are in memory: the engine builds a constant vector with three instructions at
// each use, but loads one with a single instruction (scanning: +4 %).
import { BYTES } from '../../memory';

/** Writes the vectors. */
export function writeBytes(): void {
  memory.fill(BYTES, 34, 16);
  memory.fill(BYTES + 16, 92, 16);
  memory.fill(BYTES + 32, 32, 16);
  memory.fill(BYTES + 48, 48, 16);
  memory.fill(BYTES + 64, 9, 16);
}

// @ts-ignore: decorator
@inline
export function quotes(): v128 {
  return v128.load(BYTES);
}

// @ts-ignore: decorator
@inline
export function backslashes(): v128 {
  return v128.load(BYTES, 16);
}

// @ts-ignore: decorator
@inline
export function spaces(): v128 {
  return v128.load(BYTES, 32);
}

// @ts-ignore: decorator
@inline
export function zeros(): v128 {
  return v128.load(BYTES, 48);
}

// @ts-ignore: decorator
@inline
export function nines(): v128 {
  return v128.load(BYTES, 64);
}

/** Skips spaces and tabs. */
// @ts-ignore: decorator
@inline
export function passSpace(at: usize): usize {
  while (load<u8>(at) == 32 || load<u8>(at) == 9) at += 1;
  return at;
}
