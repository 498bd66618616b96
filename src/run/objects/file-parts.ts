// What became of files that are read in parts: each counts once, whatever happened to how many of its parts.
import type { StoredObject } from '../../destination/index.ts';
import type { SourceObject } from '../sources.ts';
import type { ObjectEnd } from './feed-object.ts';
import { countEnd, type ReadTotal } from './replay-objects.ts';

/** Collects how the reading of parts ended. */
export class FileParts {
  readonly #ends = new Map<StoredObject, ObjectEnd[]>();

  /** Notes the end of an object; those that are read as a whole are passed over. */
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
