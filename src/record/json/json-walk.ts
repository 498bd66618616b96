// Tokens of a JSON document → which values are the records. Follows a records path, or finds the one array of objects by
// itself; prints nothing and knows no positions.
import type { PathStep } from './json-path.ts';
import type { Token } from './json-tokens.ts';

/** What a value of the document is. */
export type Found =
  /** An object that is a record. */
  | 'record'
  /** A value where a record should be, but no object. */
  | 'not-object'
  /** The envelope has had its array of objects, and this is the first object of another. */
  | 'second-array'
  /** On the way to records, or beside it. */
  | undefined;

/** An open object or array on the way to the records. */
interface Level {
  /** `path`: matched so many steps; `envelope`: the root object, no path given; `candidate`: an array in it, nothing in it yet; `records`: its elements are the records. */
  kind: 'path' | 'envelope' | 'candidate' | 'records';
  /** Steps of the path matched by this value. */
  matched: number;
  /** Newest key, in an object. */
  key: string;
  /** Whether the newest element led to a record or to something reported in place of one. */
  isElementUsed: boolean;
}

/** Follows one document. The caller feeds each token that is not part of a record or of a value to be skipped. */
export class JsonWalk {
  /** Whether the place of the records was reached, even if there are none. */
  hasPlace = false;
  readonly #levels: Level[] = [];
  readonly #steps: readonly PathStep[] | undefined;
  /** Index of the last `[]` that has keys after it, -1 when there is none. */
  readonly #lastElements: number;
  #hasArray = false;

  /** @param steps without them the document is an array of objects, or an object with one array of objects */
  constructor(steps: readonly PathStep[] | undefined) {
    this.#steps = steps;
    const last = steps?.findLastIndex((step) => step.kind === 'elements') ?? -1;
    this.#lastElements = last === (steps?.length ?? 0) - 1 ? -1 : last;
  }

  /** Open levels that lead to records. */
  get depth(): number {
    return this.#levels.length;
  }

  /** Whether an object that begins now is a record, and neither that nor what is in it changes anything here. */
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
   * A value begins. When it is no record and {@link depth} has not grown, the caller skips it to its end; `second-array` is
   * skipped with the array around it, which {@link leave} has been done for.
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

  /** The innermost level ends. */
  leave(): void {
    const level = this.#levels.pop()!;
    if (level.kind === 'candidate') this.hasPlace = true;
  }

  /** Whether the innermost level is an array whose elements must hold a record each. Ask after a value in it ended. */
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

  /** A value that has matched so many steps. */
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
    // A path that ends with a key may name the array itself.
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
