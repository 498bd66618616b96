// Checks whether a run of bytes is UTF-8. Only lines with bytes beyond ASCII need it, and most of their bytes are ASCII.

/** @returns whether `[at, end)` is well-formed UTF-8 (no surrogates, no overlong forms, nothing beyond U+10FFFF) */
export function isUtf8(at: usize, end: usize): bool {
  while (at < end) {
    const beyond = i8x16.bitmask(v128.load(at));
    if (beyond == 0) {
      at += 16;
      continue;
    }
    at += ctz(beyond);
    if (at >= end) return true;
    const length = characterBytes(at);
    if (length == 0 || at + length > end) return false;
    at += length;
  }
  return true;
}

/** Returns the length of the character at `at`, which is beyond ASCII; 0 if it is not well formed. */
function characterBytes(at: usize): usize {
  const first = load<u8>(at);
  const second = load<u8>(at, 1);
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return isFollowing(second) ? 2 : 0;
  if (!isFollowing(second) || !isFollowing(load<u8>(at, 2))) return 0;
  if (first < 0xf0) {
    if (first == 0xe0 && second < 0xa0) return 0;
    return first == 0xed && second > 0x9f ? 0 : 3;
  }
  if (!isFollowing(load<u8>(at, 3))) return 0;
  if (first == 0xf0 && second < 0x90) return 0;
  return first == 0xf4 && second > 0x8f ? 0 : 4;
}

// @ts-ignore: decorator
@inline
function isFollowing(byte: u8): bool {
  return (byte & 0xc0) == 0x80;
}
