// Decides which values of a JSON document are the records, from its tokens. Follows a records path, or finds the only array of
// objects. Prints nothing and knows no positions.
import type { PathStep } from './json-path.ts';
import type { Token } from './json-tokens.ts';

/** The role of a value in the document. */
export type Found =
  /** An object that is a record. */
  | 'record'
  /** A value in place of a record that is not a JSON object. */
  | 'not-object'
  /** The first object of a second array of objects in the envelope. */
  | 'second-array'
  /** A value around or next to the records. */
  | undefined;

/** An open object or array around the records. */
interface Level {
  /** `path`: matches steps of the path; `envelope`: the root object without a path; `candidate`: an array in the envelope, empty so far; `records`: its elements are the records. */
  kind: 'path' | 'envelope' | 'candidate' | 'records';
  /** Number of path steps that lead to this value. */
  matched: number;
  /** Newest key of an object. */
  key: string;
  /** Whether the newest element contains a record, or a value reported in place of one. */
  isElementUsed: boolean;
}

/** Follows one document. The caller passes each token that is not part of a record or of a skipped value. */
export class JsonWalk {
  /** Whether the document has a place for records, even if it contains none. */
  hasPlace = false;
  readonly #levels: Level[] = [];
  readonly #steps: readonly PathStep[] | undefined;
  /** Index of the last `[]` that is followed by keys; -1 when there is none. */
  readonly #lastElements: number;
  #hasArray = false;

  /** @param steps if undefined, the document must be an array of objects, or an object with one array of objects */
  constructor(steps: readonly PathStep[] | undefined) {
    this.#steps = steps;
    const last = steps?.findLastIndex((step) => step.kind === 'elements') ?? -1;
    this.#lastElements = last === (steps?.length ?? 0) - 1 ? -1 : last;
  }

  /** Number of open levels around the records. */
  get depth(): number {
    return this.#levels.length;
  }

  /** Whether the next object is a record that does not change the state of this walk. */
  get takesRecords(): boolean {
    const level = this.#levels.at(-1);
    if (level?.kind !== 'path') return level?.kind === 'records';
    return level.matched === this.#steps!.length - 1 && this.#steps![level.matched]!.kind === 'elements';
  }

  /** A key of the innermost open object. */
  key(name: string): void {
    this.#levels.at(-1)!.key = name;
  }

  /**
   * Begins a value. If it is not a record and {@link depth} has not grown, the caller must skip it. For `second-array`, the caller
   * must skip the rest of the array around it too; this method has already left that array.
   */
  enter(token: Token): Found {
    const parent = this.#levels.at(-1);
    if (parent === undefined) return this.#enterRoot(token);
    switch (parent.kind) {
      case 'records':
        return token.name === 'startObject' ? 'record' : 'not-object';
      case 'envelope':
        if (token.name === 'startArray') this.#push('candidate', 0);
        return undefined;
      case 'candidate':
        return this.#enterCandidate(token, parent);
      case 'path':
        return this.#enterStep(token, parent);
    }
  }

  /** Ends the innermost level. */
  leave(): void {
    const level = this.#levels.pop()!;
    if (level.kind === 'candidate') this.hasPlace = true;
  }

  /** Whether the newest element of the innermost array must contain a record and does not. Valid after the element ended. */
  get isElementMissed(): boolean {
    const level = this.#levels.at(-1);
    return level?.kind === 'path' && level.matched === this.#lastElements && !level.isElementUsed;
  }

  #enterRoot(token: Token): Found {
    if (this.#steps !== undefined) return this.#enterMatched(token, 0);
    if (token.name === 'startArray') this.#pushRecords();
    else if (token.name === 'startObject') this.#push('envelope', 0);
    return undefined;
  }

  #enterCandidate(token: Token, level: Level): Found {
    if (token.name !== 'startObject') {
      this.#levels.pop();
      return undefined;
    }
    if (this.#hasArray) {
      this.#levels.pop();
      return 'second-array';
    }
    this.#hasArray = true;
    this.hasPlace = true;
    level.kind = 'records';
    return 'record';
  }

  #enterStep(token: Token, level: Level): Found {
    const step = this.#steps![level.matched]!;
    if (step.kind === 'elements') level.isElementUsed = false;
    else if (step.name !== level.key) return undefined;
    return this.#enterMatched(token, level.matched + 1);
  }

  /** Begins a value that matches the first steps of the path. */
  #enterMatched(token: Token, matched: number): Found {
    const step = this.#steps![matched];
    if (step !== undefined) {
      if (step.kind === 'elements' && token.name === 'startArray') {
        this.hasPlace = true;
        this.#use();
      }
      if (token.name === (step.kind === 'key' ? 'startObject' : 'startArray')) this.#push('path', matched);
      return undefined;
    }
    this.hasPlace = true;
    this.#use();
    // A path that ends with a key may lead to the array itself.
    const isExpandable = this.#steps!.at(-1)?.kind !== 'elements';
    if (token.name === 'startArray' && isExpandable) {
      this.#pushRecords();
      return undefined;
    }
    return token.name === 'startObject' ? 'record' : 'not-object';
  }

  #use(): void {
    for (const level of this.#levels) level.isElementUsed = true;
  }

  #pushRecords(): void {
    this.hasPlace = true;
    this.#push('records', 0);
  }

  #push(kind: Level['kind'], matched: number): void {
    this.#levels.push({ kind, matched, key: '', isElementUsed: false });
  }
}
