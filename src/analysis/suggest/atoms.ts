// Lines in the same conditions, in the same period, as atoms: the search has thousands of them in place of millions of lines.
import { type ClassedField, type FieldDictionary, oddMarks, signRows } from './field-dictionary.ts';
import type { LineSpace } from './line-space.ts';
import type { AtomSet, Atoms } from './search.ts';
import type { TermCondition } from './term-conditions.ts';

/** Conditions of one field that make at most {@link MAX_CLASSES} classes of texts: texts in the same conditions have the same class. */
interface Group extends ClassedField {
  /** By class: indexes of conditions. */
  members: readonly (readonly number[])[];
}

/** Classes of a group fit into a byte. */
const MAX_CLASSES = 255;

/** The lines that no promise protects, merged. */
export interface MergedLines {
  atoms: Atoms;
  /** By condition. */
  sets: AtomSet[];
}

/** Merges the lines that no promise protects. @param worth by row */
export function mergeLines(space: LineSpace, conditions: readonly TermCondition[], worth: Uint32Array): MergedLines {
  const { bytes, droppable, periodOf, periods, odd, parts } = space;
  const groups = groupsOf(conditions);
  const known = new Map<string, number>();
  const members: number[][] = [];
  const figures: { period: number[]; bytes: number[]; worth: number[] } = { period: [], bytes: [], worth: [] };
  const add = (key: string, classes: readonly number[], period: number, size: number, value: number): void => {
    const named = `${period} ${key}`;
    let atom = known.get(named);
    if (atom === undefined) {
      atom = known.size;
      known.set(named, atom);
      members.push(classes.flatMap((of, group) => groups[group]!.members[of]!));
      figures.period.push(period);
      figures.bytes.push(0);
      figures.worth.push(0);
    }
    figures.bytes[atom]! += size;
    figures.worth[atom]! += value;
  };
  const isOdd = oddMarks(space);
  for (const { part, runs } of parts) {
    const { signatures, classesOf } = signRows(part, groups);
    const sums = new Float64Array(signatures.size * periods.length * 2);
    const first = new Int32Array(signatures.size).fill(-1);
    for (const { from, to, first: start } of runs) {
      for (let row = from; row < to; row += 1) {
        const at = start + row - from;
        if (droppable[at] === 0 || isOdd?.[at] === 1) continue;
        const signature = signatures.of[row]!;
        if (first[signature] === -1) first[signature] = row;
        const sum = (signature * periods.length + periodOf[at]!) * 2;
        sums[sum]! += bytes[at]!;
        sums[sum + 1]! += worth[at]!;
      }
    }
    for (let signature = 0; signature < signatures.size; signature += 1) {
      if (first[signature] === -1) continue;
      const classes = classesOf(first[signature]!);
      const key = classes.join();
      for (let period = 0; period < periods.length; period += 1) {
        const sum = (signature * periods.length + period) * 2;
        if (sums[sum]! > 0) add(key, classes, period, sums[sum]!, sums[sum + 1]!);
      }
    }
    signatures.release();
  }
  for (const [index, row] of odd.rows.entries()) {
    if (droppable[row] === 0) continue;
    const classes = groups.map(
      ({ dictionary: { name }, classOf }) => classOf[odd.fields.get(name)?.numbers[index] ?? 0]!,
    );
    add(classes.join(), classes, periodOf[row]!, bytes[row]!, worth[row]!);
  }
  const sets = conditions.map(() => new Uint32Array(Math.ceil(known.size / 32)));
  for (const [atom, of] of members.entries())
    for (const condition of of) sets[condition]![atom >>> 5]! |= 1 << (atom & 31);
  const { period, bytes: sizes, worth: values } = figures;
  return {
    atoms: { period: Uint8Array.from(period), bytes: Float64Array.from(sizes), worth: Float64Array.from(values) },
    sets,
  };
}

function groupsOf(conditions: readonly TermCondition[]): Group[] {
  const byField = Map.groupBy(conditions.entries(), ([, { dictionary }]) => dictionary);
  return [...byField].flatMap(([dictionary, entries]) => {
    const groups: Group[] = [];
    let rest = [...entries];
    while (rest.length > 0) {
      const { group, taken } = groupOf(dictionary, rest);
      groups.push(group);
      rest = rest.slice(taken);
    }
    return groups;
  });
}

/** Joins as many first conditions as fit. */
function groupOf(dictionary: FieldDictionary, entries: readonly (readonly [number, TermCondition])[]) {
  const texts = dictionary.texts.table.count + 1;
  let classOf = new Uint8Array(texts);
  let members: (readonly number[])[] = [[]];
  let taken = 0;
  for (const [index, { matches }] of entries) {
    const known = new Map<number, number>();
    const next: (readonly number[])[] = [];
    const refined = new Uint8Array(texts);
    let isTooMany = false;
    for (let number = 0; number < texts; number += 1) {
      const pair = classOf[number]! * 2 + matches[number]!;
      let found = known.get(pair);
      if (found === undefined) {
        found = next.length;
        if (found > MAX_CLASSES) {
          isTooMany = true;
          break;
        }
        known.set(pair, found);
        const before = members[classOf[number]!]!;
        next.push(matches[number] === 1 ? [...before, index] : before);
      }
      refined[number] = found;
    }
    if (isTooMany) break;
    [classOf, members] = [refined, next];
    taken += 1;
  }
  return { group: { dictionary, classOf, members }, taken };
}
