// White space, and vectors that hold one byte sixteen times. They lie in memory: the engine makes a constant anew with three instructions
// wherever it stands, and loads one with a single one (scanning: +4 %).
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

/** Passes over spaces and tabs. */
// @ts-ignore: decorator
@inline
export function passSpace(at: usize): usize {
  while (load<u8>(at) == 32 || load<u8>(at) == 9) at += 1;
  return at;
}
