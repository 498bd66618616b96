// What lines are worth: each kind of lines in a period is worth the same, and its lines share that. So the last line of a rare kind is worth much, and one of
// a million alike is worth nothing. Kinds are lines with equal values of a few fields. Also counts kinds and values of which a filter leaves nothing.
import { verdictIn } from '../../input/scan/index.ts';
import { type CompiledFilter, DROP } from '../../language/filter/index.ts';
import { readRows } from '../rows/index.ts';
import { type FieldDictionary, numberRows } from './field-dictionary.ts';
import { type LineSpace, type SpaceRequest, statesOf } from './line-space.ts';

/** Kinds of lines. */
export interface LineKinds {
  /** By row of the space. */
  kindOf: Uint32Array;
  count: number;
  /** By row, in parts of {@link WORTH_UNIT}. */
  worth: Uint32Array;
  /** By period: the worth of all kinds in it. */
  allWorth: Float64Array;
}

/** Things in the lines that the filter in force keeps, of which some have no line left. */
export interface NothingLeft {
  /** Undefined for kinds of lines. */
  field?: string;
  lost: number;
  of: number;
}

/** Worth of one kind of lines in one period. Worth is an integer, so that sums do not depend on their order. */
const WORTH_UNIT = 2 ** 30;
/** Paths that are distinguished; of more, the first part alone. Ours. */
const MAX_TEMPLATES = 4096;
/** A part of a path that is an identifier and nothing else; and one that contains a number. */
const IDENTIFIER = /^(?:\d+|[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f-]{20,})$/i;
const NUMBERED = /\d{2,}/;

/** Finds the kinds of lines. @param fields whose values distinguish kinds */
export function findKinds({ bytes, periodOf, periods }: LineSpace, fields: readonly FieldDictionary[]): LineKinds {
  const classed = fields.map((field) => [field, classesOfTexts(field)] as const);
  const { of: kindOf, first } = numberRows(classed, bytes);
  const count = Math.max(1, first.length);
  const lines = new Uint32Array(count * periods.length);
  for (let row = 0; row < bytes.length; row += 1)
    if (bytes[row] !== 0) lines[kindOf[row]! * periods.length + periodOf[row]!]! += 1;
  const worth = new Uint32Array(bytes.length);
  const allWorth = new Float64Array(periods.length);
  for (let row = 0; row < bytes.length; row += 1) {
    if (bytes[row] === 0) continue;
    worth[row] = Math.floor(WORTH_UNIT / lines[kindOf[row]! * periods.length + periodOf[row]!]!);
    allWorth[periodOf[row]!]! += worth[row]!;
  }
  return { kindOf, count, worth, allWorth };
}

/** By number of a text: its class. Parts of paths that are identifiers make no difference. */
function classesOfTexts(field: FieldDictionary): Uint32Array {
  const numbers = Uint32Array.from({ length: field.distinct + 1 }, (_, number) => number);
  if (!field.name.endsWith('Path')) return numbers;
  // `/api/orders/*` of `/api/orders/1234`.
  const byTemplate = (identifier: RegExp, keyOf = (parts: string[]) => parts.join('/')) => {
    const known = new Map<string, number>([['', 0]]);
    const classes = numbers.map((number) => {
      const parts = number === 0 ? [] : field.textOf(number).replaceAll('"', '').split('/');
      const key = keyOf(parts.map((part) => (identifier.test(part) ? '*' : part)));
      const found = known.get(key) ?? known.size;
      known.set(key, found);
      return found;
    });
    return { classes, count: known.size };
  };
  const found = [IDENTIFIER, NUMBERED].map((part) => byTemplate(part)).find(({ count }) => count <= MAX_TEMPLATES);
  return (found ?? byTemplate(NUMBERED, ([, first = '']) => first)).classes;
}

/**
 * Counts, for each filter, the kinds of lines in the space, and the values of some fields, that the filter leaves nothing of. Decides lines as a replay
 * does, with the verdicts of the compiled filter.
 */
export async function countMissed(
  space: LineSpace,
  filters: readonly CompiledFilter[],
  request: SpaceRequest,
  { kinds, missed }: { kinds: LineKinds; missed: readonly FieldDictionary[] },
): Promise<NothingLeft[][]> {
  const found: NothingLeft[][] = [];
  for (const filter of filters) {
    request.signal.throwIfAborted();
    const { objects } = await readRows({ ...request, filters: [filter] });
    const isLeft = new Uint8Array(space.bytes.length);
    let row = 0;
    for (const states of objects.flatMap(statesOf))
      for (const state of states) {
        if (state !== 0 && verdictIn(state, 0) !== DROP) isLeft[row] = 1;
        row += 1;
      }
    const lostIn = (numbers: Uint32Array, count: number, first: number): NothingLeft => {
      // By number: 1 for one without a line left, 2 for others.
      const seen = new Uint8Array(count);
      for (let row = 0; row < numbers.length; row += 1)
        if (space.bytes[row] !== 0) seen[numbers[row]!] = Math.max(seen[numbers[row]!]!, 1 + isLeft[row]!);
      const all = seen.subarray(first).filter((one) => one > 0);
      return { lost: all.filter((one) => one === 1).length, of: all.length };
    };
    found.push([
      lostIn(kinds.kindOf, kinds.count, 0),
      // Number 0: lines without the field.
      ...missed.map((field) => ({ field: field.name, ...lostIn(field.numbers(), field.distinct + 1, 1) })),
    ]);
  }
  return found;
}
