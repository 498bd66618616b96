// A line that a suite may contain, with the goals that it meets. Plain data: threads exchange it. Types, and the order of lines.

/** A goal that a line meets: its index in the goals of the filter, and how near the line is to the goal. */
export interface MetGoal {
  goal: number;
  /** 0 for goals that a line meets or not; otherwise the smallest distance of the source meets the goal. */
  distance: number;
}

/** A line of the source. */
export interface MinedLine {
  object: string;
  /** Of the line in the object's inflated bytes. */
  offset: number;
  /** Of its place; selects among lines that are equally good. */
  hash: number;
  met: readonly MetGoal[];
  /** The line as compact JSON: the fields that the suite shows. */
  json: string;
}

/** A line before its JSON is made. */
export type LinePlace = Omit<MinedLine, 'json'>;

/** Sorts lines: those that meet more goals first, then by a hash of the place. A total order, whatever the order of reading. */
export function compareLines(a: LinePlace, b: LinePlace): number {
  return b.met.length - a.met.length || a.hash - b.hash || comparePlaces(a, b);
}

function comparePlaces(a: LinePlace, b: LinePlace): number {
  if (a.object !== b.object) return a.object < b.object ? -1 : 1;
  return a.offset - b.offset;
}
