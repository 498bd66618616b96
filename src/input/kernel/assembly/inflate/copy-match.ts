// Copies a match inside the window. Writes up to 64 bytes beyond it, which the next symbol overwrites or the slack absorbs.
import { SWIZZLES } from '../memory';

/** Fills the table: for distance d the bytes 0, 1 … d-1, 0, 1 … */
export function writeSwizzles(): void {
  for (let distance: u32 = 1; distance < 16; distance++) {
    for (let index: u32 = 0; index < 16; index++) {
      store<u8>(SWIZZLES + (distance << 4) + index, (index % distance) as u8);
    }
  }
}

// @ts-ignore: decorator
@inline
export function copyMatch(out: usize, distance: u32, length: u32): void {
  let from = out - distance;
  let to = out;
  const end = out + length;
  if (distance >= 16) {
    // Each load follows the store before it, so an overlap at a distance of 16 is correct.
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
    v128.store(to, v128.load(from, 32), 32);
    v128.store(to, v128.load(from, 48), 48);
    while (to + 64 < end) {
      to += 64;
      from += 64;
      v128.store(to, v128.load(from));
      v128.store(to, v128.load(from, 16), 16);
      v128.store(to, v128.load(from, 32), 32);
      v128.store(to, v128.load(from, 48), 48);
    }
    return;
  }
  // A pattern of 1 to 15 bytes: repeated to 16, then stored in steps of whole repetitions.
  const pattern = v128.swizzle(v128.load(from), v128.load(SWIZZLES + (distance << 4)));
  const step = 16 - (16 % distance);
  do {
    v128.store(to, pattern);
    to += step;
  } while (to < end);
}
