// The window of inflated bytes, and room in it. Between two steps only what a match may still copy and what the caller
// asks to keep stays; it moves to the front, unless that would cost more than it frees.
import { HISTORY_BYTES, STEP_BYTES, WINDOW, WINDOW_SLACK } from '../memory';
import { Output } from './stream';

const PAGE_SHIFT: u32 = 16;

/**
 * Makes room for a step where the window is full.
 * @param keepFrom first byte that must stay; everything inflated after it stays too
 * @returns where that byte is now, or 0 where there is no memory left
 */
export function makeRoom(keepFrom: usize): usize {
  if (Output.at < Output.limit) return keepFrom;
  const historyFrom = Output.at - min(HISTORY_BYTES, Output.at - WINDOW);
  const from = min(keepFrom, historyFrom);
  const kept = Output.at - from;
  const freed = from - WINDOW;
  // An unfinished line that fills the window would be moved again and again; growing instead keeps that linear.
  if (freed >= kept) {
    memory.copy(WINDOW, from, kept);
    Output.at -= freed;
    Output.checkedTo -= freed;
    Output.historyStart = Output.historyStart > from ? Output.historyStart - freed : WINDOW;
    keepFrom -= freed;
  }
  Output.limit = Output.at + STEP_BYTES;
  return reach(Output.limit + WINDOW_SLACK) ? keepFrom : 0;
}

/** Grows the memory until `end` is inside. */
function reach(end: usize): bool {
  const pages = ((end + 0xffff) >> PAGE_SHIFT) as i32;
  const missing = pages - memory.size();
  return missing <= 0 || memory.grow(missing) >= 0;
}
