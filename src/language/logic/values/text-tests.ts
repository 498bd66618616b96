// Conditions on parts of a text without their negation, and which of them follow from others.
import { type CompiledCondition, listOf, OPERATORS, type PositiveOperator } from '../../filter/index.ts';

/** What a condition requires of a text. */
export interface TextTest {
  readonly operator: PositiveOperator;
  /** One, unless the operator is `in`. */
  readonly texts: readonly string[];
}

/** Reads a condition; its negation is ignored. */
export function textTestOf({ condition }: CompiledCondition): TextTest {
  return { operator: OPERATORS[condition.operator].positive, texts: listOf(condition) as readonly string[] };
}

/** Time of a search for one pattern, in characters that are hashed. Measured: 20 to 50 ns. */
const SEARCH_TIME = 20;
/** Characters that a search reads in the time of one that is hashed. */
const SEARCHED_PER_HASHED = 4;

/** Finds the tests that a text fulfills. */
export class TextTests {
  readonly #tests: readonly TextTest[];
  readonly #starts: Patterns;
  readonly #ends: Patterns;
  readonly #parts: Patterns;
  readonly #always: readonly number[];

  /** @param tests all different */
  constructor(tests: readonly TextTest[]) {
    this.#tests = tests;
    this.#starts = new Patterns(tests, 'startsWith');
    this.#ends = new Patterns(tests, 'endsWith');
    this.#parts = new Patterns(tests, 'contains');
    this.#always = this.trueFor('');
  }

  /** The tests of parts that are true for every text: those of the empty pattern. */
  get always(): readonly number[] {
    return this.#always;
  }

  /** Time to search a text for the patterns of all tests, in characters read. */
  timeFor(text: string): number {
    return this.#parts.timeFor(text) + SEARCH_TIME;
  }

  /** Lists the tests of parts, not those of whole texts, that are true for a text. */
  trueFor(text: string): number[] {
    return [...this.#starts.startsOf(text), ...this.#ends.endsOf(text), ...this.#parts.partsOf(text)];
  }

  /** Lists the tests of parts that are true for every text for which this one is, which is not among them. */
  impliedBy(test: number): number[] {
    const { operator, texts } = this.#tests[test]!;
    const text = texts[0]!;
    const implied = this.#parts.partsOf(text);
    if (operator === 'startsWith') implied.push(...this.#starts.startsOf(text));
    if (operator === 'endsWith') implied.push(...this.#ends.endsOf(text));
    return implied.filter((one) => one !== test);
  }
}

/** The patterns of one operator. */
class Patterns {
  readonly #testOf = new Map<string, number>();
  /** The lengths that occur, shortest first. */
  readonly #lengths: readonly number[];

  constructor(tests: readonly TextTest[], wanted: PositiveOperator) {
    for (const [test, { operator, texts }] of tests.entries()) {
      if (operator === wanted) this.#testOf.set(texts[0]!, test);
    }
    this.#lengths = [...new Set([...this.#testOf.keys()].map(({ length }) => length))].sort((a, b) => a - b);
  }

  startsOf(text: string): number[] {
    return this.#find(text, (length) => text.slice(0, length));
  }

  endsOf(text: string): number[] {
    return this.#find(text, (length) => text.slice(text.length - length));
  }

  partsOf(text: string): number[] {
    if (this.#timeOfSearches(text) <= this.#timeOfPieces(text)) {
      return [...this.#testOf].filter(([part]) => text.includes(part)).map(([, test]) => test);
    }
    const found = new Set<number>();
    for (const length of this.#lengths) {
      for (let at = 0; at + length <= text.length; at += 1) {
        const test = this.#testOf.get(text.slice(at, at + length));
        if (test !== undefined) found.add(test);
      }
    }
    return [...found];
  }

  timeFor(text: string): number {
    return Math.min(this.#timeOfSearches(text), this.#timeOfPieces(text));
  }

  /** Time to search for each pattern. */
  #timeOfSearches(text: string): number {
    return this.#testOf.size * (SEARCH_TIME + text.length / SEARCHED_PER_HASHED);
  }

  /** Time to look up each piece of the text that is as long as a pattern. */
  #timeOfPieces(text: string): number {
    let time = 0;
    for (const length of this.#lengths) {
      if (length > text.length) break;
      time += (text.length - length + 1) * (length + SEARCH_TIME);
    }
    return time;
  }

  #find(text: string, piece: (length: number) => string): number[] {
    const found: number[] = [];
    for (const length of this.#lengths) {
      if (length > text.length) break;
      const test = this.#testOf.get(piece(length));
      if (test !== undefined) found.push(test);
    }
    return found;
  }
}
