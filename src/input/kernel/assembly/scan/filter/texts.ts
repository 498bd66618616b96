// Compares text in a line with the texts of conditions, byte by byte: both are UTF-8 without escapes. The u32 length of a condition's text
// precedes it, and at least 16 spare bytes follow it.

/** Returns the distance from one text of a condition to the next: length and text, padded to 16. */
// @ts-ignore: decorator
@inline
export function textRoom(length: usize): usize {
  return (length + 4 + 15) & ~15;
}

/** Whether two runs of the same length are equal. Reads up to 15 bytes beyond either. */
// @ts-ignore: decorator
@inline
export function isEqual(a: usize, b: usize, length: usize): bool {
  let left = length;
  while (true) {
    const same = i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b)));
    if (left <= 16) return ((~same) & ((1 << (left as u32)) - 1)) == 0;
    if (same != 0xffff) return false;
    a += 16;
    b += 16;
    left -= 16;
  }
}

// @ts-ignore: decorator
@inline
export function isText(text: usize, start: usize, end: usize): bool {
  const length = load<u32>(text) as usize;
  return end - start == length && isEqual(start, text + 4, length);
}

export function isTextIn(text: usize, count: u32, start: usize, end: usize): bool {
  for (; count > 0; count--) {
    if (isText(text, start, end)) return true;
    text += textRoom(load<u32>(text));
  }
  return false;
}

export function startsWithText(text: usize, start: usize, end: usize): bool {
  const length = load<u32>(text) as usize;
  return end - start >= length && isEqual(start, text + 4, length);
}

export function endsWithText(text: usize, start: usize, end: usize): bool {
  const length = load<u32>(text) as usize;
  return end - start >= length && isEqual(end - length, text + 4, length);
}

/** Searches for the first and the last byte of the text, 16 places at a time. */
export function containsText(text: usize, start: usize, end: usize): bool {
  const length = load<u32>(text) as usize;
  if (length == 0) return true;
  if (end - start < length) return false;
  const first = i8x16.splat(load<i8>(text + 4));
  const last = i8x16.splat(load<i8>(text + 3 + length));
  // After the last place where the text can begin.
  const behind = end - length + 1;
  for (let at = start; at < behind; at += 16) {
    let places = i8x16.bitmask(
      v128.and(i8x16.eq(v128.load(at), first), i8x16.eq(v128.load(at + length - 1), last)),
    );
    if (behind - at < 16) places &= (1 << ((behind - at) as u32)) - 1;
    while (places != 0) {
      if (isEqual(at + ctz(places), text + 4, length)) return true;
      places &= places - 1;
    }
  }
  return false;
}
