// Memory of the columns: blocks of a power of two, which are used again after their release. All of them are discarded at once.
import { reach } from '../inflate/window';
import { ADDED, ADDED_BYTES, ARENA, ARENA_END, RELEASED } from '../memory';

/** The memory grows by this much. Bytes. */
const GROWTH: usize = 0x10_0000;

export abstract class Arena {
  /** Address of the next new block. */
  static at: usize = ARENA;
  /** Blocks end before this address. */
  static end: usize = ARENA_END;
  /** What the line being added may need besides larger tables. Bytes. */
  static reserved: usize = 0;
}

/** Discards all blocks. */
export function clearArena(): void {
  memory.fill(RELEASED, 0, 128);
  Arena.at = ARENA;
  Arena.end = ARENA_END;
}

/** Returns where the caller writes `bytes` bytes of lines, or one long line, until they are added; 0 if there is no room. */
export function linesStart(bytes: usize): usize {
  if (bytes <= ADDED_BYTES) return ADDED;
  const start = ARENA_END - 64 - bytes;
  if (start < Arena.at || !reach(ARENA_END)) return 0;
  Arena.end = start;
  return start;
}

/** Returns how many bytes are left for new blocks. */
// @ts-ignore: decorator
@inline
export function arenaLeft(): usize {
  return Arena.end - Arena.at;
}

/** Returns the head of the list of released blocks of at least `bytes` bytes. */
// @ts-ignore: decorator
@inline
function releasedOf(bytes: usize): usize {
  return RELEASED + ((32 - clz((bytes as u32) - 1)) << 2);
}

/** Returns a block of `bytes` bytes, a power of two, with any content; 0 if memory ran out. */
export function allocate(bytes: usize): usize {
  const head = releasedOf(bytes);
  const block = load<u32>(head) as usize;
  if (block == 0) return extend(bytes);
  store<u32>(head, load<u32>(block));
  return block;
}

/** Returns a new block of any size, which is not released; 0 if memory ran out. */
export function extend(bytes: usize): usize {
  const block = Arena.at;
  const end = (block + bytes + 15) & ~15;
  if (end > Arena.end || !reach(min(end + GROWTH, ARENA_END))) return 0;
  Arena.at = end;
  return block;
}

/** Makes a block of `bytes` bytes, a power of two, available again. */
export function release(block: usize, bytes: usize): void {
  const head = releasedOf(bytes);
  store<u32>(block, load<u32>(head));
  store<u32>(head, block as u32);
}
