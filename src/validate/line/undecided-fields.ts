// Which fields leave a line undecided, and how: absent, null, or of another type. Looks the way of explain, once for each pattern of
// outcomes, since mostly the same field leaves all lines undecided.
import type { FieldSource } from '../../base/index.ts';
import { type CompiledFilter, type Explanation, explainFilter, type UnknownReason } from '../../filter/index.ts';

/** Patterns of outcomes held; beyond it they are found anew. */
const MAX_PATTERNS = 256;

const TOLD: Readonly<Record<UnknownReason, string>> = {
  absent: 'is missing',
  null: 'is null',
  mismatch: 'is of another type than the field',
};

/** What is told of an undecided line. */
export interface Undecided {
  /** Each field once, as the dataset calls it. */
  names: readonly string[];
  /** `BotScore is null`. */
  message: string;
}

/** Finds them. */
export class UndecidedFields {
  readonly #filter: CompiledFilter;
  readonly #outcomes: Uint8Array;
  readonly #byPattern = new Map<string, Undecided>();

  constructor(filter: CompiledFilter) {
    this.#filter = filter;
    this.#outcomes = new Uint8Array(filter.conditions.length);
  }

  /** By the outcome of each condition; undefined where no such line was seen yet. */
  known(outcomes: Uint8Array): Undecided | undefined {
    return this.#byPattern.get(patternOf(outcomes));
  }

  /** @param source a line that the filter leaves undecided */
  of(source: FieldSource): Undecided {
    this.#filter.evaluate(source, this.#outcomes);
    const known = this.known(this.#outcomes);
    if (known !== undefined) return known;
    const told = new Map<string, string>();
    collect(explainFilter(this.#filter, source), told);
    const found = { names: [...told.keys()], message: [...told].map((pair) => pair.join(' ')).join(', ') };
    if (this.#byPattern.size === MAX_PATTERNS) this.#byPattern.clear();
    this.#byPattern.set(patternOf(this.#outcomes), found);
    return found;
  }
}

function patternOf(outcomes: Uint8Array): string {
  return String.fromCharCode(...outcomes);
}

/** Only what is unknown all the way up: other unknowns have decided nothing. */
function collect(part: Explanation, told: Map<string, string>): void {
  if (part.truth !== 'unknown') return;
  if (part.kind === 'condition') told.set(part.field, TOLD[part.reason!]);
  else for (const child of part.children) collect(child, told);
}
