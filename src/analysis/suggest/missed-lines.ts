// Who would miss what a filter drops: kinds of lines, and values of a few fields, of which nothing is left. Counts with the verdicts of the compiled
// filter, as a replay does.
import { verdictIn } from '../../input/scan/index.ts';
import { type CompiledFilter, DROP } from '../../language/filter/index.ts';
import { readRows } from '../rows/index.ts';
import type { FieldDictionary } from './field-dictionary.ts';
import type { LineSpace, SpaceRequest } from './line-space.ts';
import type { LineKinds } from './line-worth.ts';

/** Of things in the lines that the filter in force keeps, those that a filter leaves nothing of. */
export interface LostThings {
  lost: number;
  of: number;
}

/** What a filter leaves nothing of. */
export interface MissedLines {
  kinds: LostThings;
  fields: (LostThings & { field: string })[];
}

/** Counts what filters leave nothing of, in the order of the filters. */
export async function countMissed(
  space: LineSpace,
  filters: readonly CompiledFilter[],
  request: SpaceRequest,
  { kinds, missed }: { kinds: LineKinds; missed: readonly FieldDictionary[] },
): Promise<MissedLines[]> {
  const found: MissedLines[] = [];
  for (const filter of filters) {
    request.signal.throwIfAborted();
    const table = await readRows({ ...request, filters: [filter] });
    const isLeft = new Uint8Array(space.bytes.length);
    let row = 0;
    for (const { runs, stored } of table.objects)
      for (const { states } of [...runs, ...(stored === undefined ? [] : [stored])])
        for (const state of states) {
          if (state !== 0 && verdictIn(state, 0) !== DROP) isLeft[row] = 1;
          row += 1;
        }
    const ofKinds = new Uint8Array(kinds.count);
    for (let at = 0; at < isLeft.length; at += 1)
      if (space.bytes[at] !== 0) ofKinds[kinds.kindOf[at]!]! |= isLeft[at] === 1 ? LEFT : SEEN;
    found.push({
      kinds: lostIn(ofKinds),
      fields: missed.map((field) => {
        const values = new Uint8Array(field.texts.table.count + 1);
        field.visit((at, number) => {
          if (space.bytes[at] !== 0) values[number]! |= isLeft[at] === 1 ? LEFT : SEEN;
        });
        // Number 0: lines without the field.
        return { field: field.name, ...lostIn(values.subarray(1)) };
      }),
    });
  }
  return found;
}

const SEEN = 1;
const LEFT = 2;

function lostIn(marks: Uint8Array): LostThings {
  let [lost, of] = [0, 0];
  for (const mark of marks) {
    if (mark === 0) continue;
    of += 1;
    if (mark === SEEN) lost += 1;
  }
  return { lost, of };
}
