// Counts the outcomes of the objects that were read. Counts add up over threads; a file that is read in parts counts once.
import type { StoredObject } from '../destination/index.ts';
import { lostObjects, type ObjectDamage, type Problem, type SourceTotal } from '../scan/index.ts';
import type { SourceObject } from '../sources/index.ts';
import type { ObjectEnd } from './feed-object.ts';

/** Figures of the objects read so far. */
export type ReadTotal = Pick<SourceTotal, 'objects' | 'bytes' | 'damaged' | 'unreadable' | 'lost' | 'unconfirmedLines'>;

/** No objects read yet. */
export function emptyTotal(): ReadTotal {
  return { objects: 0, bytes: 0, damaged: 0, unreadable: 0, unconfirmedLines: 0, lost: [] };
}

/** Adds `more` to `total`. */
export function addTotal(total: ReadTotal, more: ReadTotal): void {
  for (const key of ['objects', 'bytes', 'damaged', 'unreadable', 'unconfirmedLines'] as const) total[key] += more[key];
  total.lost = lostObjects([...total.lost, ...more.lost]);
}

/** Code of an object whose requests failed until their retry time was over. */
const READ_FAILED = 'read-failed';

/** Returns the objects without those whose requests failed for all of `--retry-for`: reading them again would take that time again. */
export function withoutFailed<Item extends { object: Pick<StoredObject, 'name'> }>(
  objects: Iterable<Item>,
  lost: readonly Problem[],
): Item[] {
  const failed = new Set(lost.flatMap(({ code, object }) => (code === READ_FAILED ? [object] : [])));
  return Array.from(objects).filter(({ object }) => !failed.has(object.name));
}

/** Counts an object by how its reading ended. */
export function countEnd(total: ReadTotal, end: ObjectEnd): void {
  if (end === 'unreadable') total.unreadable += 1;
  else if (end === 'damaged') total.damaged += 1;
}

/** The entry for a lost object. */
export function lostObject(object: string, { code, offset, message }: ObjectDamage): Problem {
  return { object, code, offset, message };
}

/** Collects how the reading of the parts of files ended: each file counts once, however many of its parts are damaged. */
export class FileParts {
  readonly #ends = new Map<StoredObject, ObjectEnd[]>();

  /** Notes the end of a part; objects that are read as a whole are ignored. */
  note({ object, range }: SourceObject, end: ObjectEnd): void {
    if (range === undefined) return;
    const ends = this.#ends.get(object) ?? [];
    this.#ends.set(object, ends);
    ends.push(end);
  }

  /** Counts every file of which a part, or all, could not be read. */
  addTo(total: ReadTotal): void {
    for (const ends of this.#ends.values()) {
      const isAny = ends.some((end) => end === 'damaged' || end === 'unreadable');
      if (isAny) countEnd(total, ends.every((end) => end === 'unreadable') ? 'unreadable' : 'damaged');
    }
  }
}
