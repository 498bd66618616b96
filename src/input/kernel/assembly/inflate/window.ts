// Makes room in the window of inflated bytes. Between two steps the window keeps what a match may still copy and what the caller needs; it
// moves these bytes to the front, unless that costs more than it frees.
import { HISTORY_BYTES, STEP_BYTES, WINDOW, WINDOW_SLACK } from '../memory';
import { Output } from './stream';

const PAGE_SHIFT: u32 = 16;

/**
 * Makes room for a step if the window is full.
 * @param keepFrom first byte to keep; all bytes after it are kept too
 * @returns the new address of that byte, 0 if memory ran out
 */
export function makeRoom(keepFrom: usize): usize {
  if (Output.at < Output.limit) return keepFrom;
  const historyFrom = Output.at - min(HISTORY_BYTES, Output.at - WINDOW);
  const from = min(keepFrom, historyFrom);
  const kept = Output.at - from;
  const freed = from - WINDOW;
  // An unfinished line that fills the window would be moved again and again; growing the memory instead keeps the work linear.
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

/** Grows the memory until `end` is inside. @returns false if it cannot */
export function reach(end: usize): bool {
  const pages = ((end + 0xffff) >> PAGE_SHIFT) as i32;
  const missing = pages - memory.size();
  return missing <= 0 || memory.grow(missing) >= 0;
}
