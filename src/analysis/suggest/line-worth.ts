// What lines are worth: each kind of lines in a period is worth the same, and its lines share that. So the last line of a rare kind is worth much, and one of
// a million alike is worth nothing. Kinds are lines with equal values of a few fields.
import { type FieldDictionary, signRows } from './field-dictionary.ts';
import type { LineSpace } from './line-space.ts';
import { WORTH_UNIT } from './search.ts';

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

/** Paths that are distinguished; of more, the first part alone. Ours. */
const MAX_TEMPLATES = 4096;
/** A part of a path that is an identifier and nothing else; and one that contains a number. */
const IDENTIFIER = /^(?:\d+|[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f-]{20,})$/i;
const NUMBERED = /\d{2,}/;

/** Finds the kinds of lines. @param fields whose values distinguish kinds */
export function findKinds(space: LineSpace, fields: readonly FieldDictionary[]): LineKinds {
  const { bytes, periodOf, periods, odd } = space;
  const kindOf = new Uint32Array(bytes.length);
  const known = new Map<string, number>();
  const classed = fields.map((dictionary) => ({ dictionary, classOf: classOfTexts(dictionary) }));
  const kindNamed = (key: string): number => {
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    return number;
  };
  for (const { part, runs } of space.parts) {
    const { signatures, classesOf } = signRows(part, classed);
    const kinds = new Int32Array(signatures.size).fill(-1);
    for (const { from, to, first } of runs) {
      for (let row = from; row < to; row += 1) {
        const at = first + row - from;
        if (bytes[at] === 0) continue;
        const signature = signatures.of[row]!;
        if (kinds[signature] === -1) kinds[signature] = kindNamed(classesOf(row).join());
        kindOf[at] = kinds[signature]!;
      }
    }
    signatures.release();
  }
  for (const [index, row] of odd.rows.entries()) {
    if (bytes[row] === 0) continue;
    const key = classed.map(({ dictionary: { name }, classOf }) => classOf[odd.fields.get(name)?.numbers[index] ?? 0]);
    kindOf[row] = kindNamed(key.join());
  }
  const count = Math.max(1, known.size);
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
function classOfTexts(field: FieldDictionary): Uint32Array {
  const count = field.texts.table.count + 1;
  if (!field.name.endsWith('Path')) return Uint32Array.from({ length: count }, (_, number) => number);
  const byTemplate = (templateOf: (path: string) => string): { of: Uint32Array; count: number } => {
    const known = new Map<string, number>([['', 0]]);
    const of = Uint32Array.from({ length: count }, (_, number) => {
      const template = number === 0 ? '' : templateOf(field.textOf(number));
      const found = known.get(template) ?? known.size;
      known.set(template, found);
      return found;
    });
    return { of, count: known.size };
  };
  for (const part of [IDENTIFIER, NUMBERED]) {
    const found = byTemplate((path) => templateOf(path, part));
    if (found.count <= MAX_TEMPLATES) return found.of;
  }
  return byTemplate((path) => templateOf(path, NUMBERED).split('/')[1] ?? '').of;
}

/** `/api/orders/*` of `/api/orders/1234`. */
function templateOf(path: string, part: RegExp): string {
  return path
    .replaceAll('"', '')
    .split('/')
    .map((piece) => (part.test(piece) ? '*' : piece))
    .join('/');
}
