// Converts a string with escapes to its text in UTF-8: some producers escape each `/`. Rejects surrogates.
import { UNESCAPED, UNESCAPED_BYTES } from '../../memory';

const BACKSLASH: u8 = 92;

/**
 * Writes the text of a well-formed string to UNESCAPED.
 * @returns the address after its last byte, 0 if it is too long or contains a surrogate
 */
export function unescape(start: usize, end: usize): usize {
  // A character is never longer than its escape.
  if (end - start > UNESCAPED_BYTES) return 0;
  let to: usize = UNESCAPED;
  let at = start;
  while (at < end) {
    const c = load<u8>(at);
    if (c != BACKSLASH) {
      store<u8>(to++, c);
      at += 1;
      continue;
    }
    const letter = load<u8>(at, 1);
    if (letter != 117) {
      store<u8>(to++, shortEscape(letter));
      at += 2;
      continue;
    }
    const unit = (hex(at + 2) << 12) | (hex(at + 3) << 8) | (hex(at + 4) << 4) | hex(at + 5);
    if ((unit & 0xf800) == 0xd800) return 0;
    at += 6;
    if (unit < 0x80) {
      store<u8>(to++, unit as u8);
    } else if (unit < 0x800) {
      store<u8>(to++, (0xc0 | (unit >> 6)) as u8);
      store<u8>(to++, (0x80 | (unit & 63)) as u8);
    } else {
      store<u8>(to++, (0xe0 | (unit >> 12)) as u8);
      store<u8>(to++, (0x80 | ((unit >> 6) & 63)) as u8);
      store<u8>(to++, (0x80 | (unit & 63)) as u8);
    }
  }
  return to;
}

function shortEscape(letter: u8): u8 {
  switch (letter) {
    case 98: return 8;
    case 102: return 12;
    case 110: return 10;
    case 114: return 13;
    case 116: return 9;
    default: return letter;
  }
}

// @ts-ignore: decorator
@inline
function hex(at: usize): u32 {
  const c: u32 = load<u8>(at);
  return (c & 15) + (c > 57 ? 9 : 0);
}
