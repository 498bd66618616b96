// The objects of one source as they are to be read. Items are made when they are asked for, so that a million of them
// fit in memory.
import type { Items } from '../base/index.ts';
import type { StoredObject } from '../destination/index.ts';
import type { SourceObject } from './sources.ts';

/** What all objects of a source have in common. */
export type SourceOfObjects = Omit<SourceObject, 'object' | 'range'>;

/** A list of objects of one source. */
export class OneSource implements Items<SourceObject> {
  readonly #objects: Items<StoredObject>;
  readonly #source: SourceOfObjects;

  constructor(objects: Items<StoredObject>, source: SourceOfObjects) {
    this.#objects = objects;
    this.#source = source;
  }

  get length(): number {
    return this.#objects.length;
  }

  at(index: number): SourceObject | undefined {
    const object = this.#objects.at(index);
    return object && { ...this.#source, object };
  }

  *[Symbol.iterator](): Generator<SourceObject> {
    for (const object of this.#objects) yield { ...this.#source, object };
  }
}
