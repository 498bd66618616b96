// Which fields leave a line undecided, and why: absent, null, or of another type. Evaluates as explain does, once for each pattern of
// outcomes: usually the same field leaves all lines undecided.
import type { FieldSource } from '../../../base/index.ts';
import {
  type CompiledFilter,
  type Explanation,
  explainFilter,
  type UnknownReason,
} from '../../../language/filter/index.ts';

/** Maximum number of patterns of outcomes in the cache. */
const MAX_PATTERNS = 256;

const REASONS: Readonly<Record<UnknownReason, string>> = {
  absent: 'is missing',
  null: 'is null',
  mismatch: 'is of another type than the field',
};

/** What a report shows of an undecided line. */
export interface Undecided {
  /** Each field once, by its name in the dataset. */
  names: readonly string[];
  /** Such as `BotScore is null`. */
  message: string;
}

/** Finds the fields that leave a line undecided. */
export class UndecidedFields {
  readonly #filter: CompiledFilter;
  readonly #outcomes: Uint8Array;
  readonly #byPattern = new Map<string, Undecided>();

  constructor(filter: CompiledFilter) {
    this.#filter = filter;
    this.#outcomes = new Uint8Array(filter.conditions.length);
  }

  /** Returns the cached answer for the outcomes of all conditions; undefined if there is none. */
  known(outcomes: Uint8Array): Undecided | undefined {
    return this.#byPattern.get(patternOf(outcomes));
  }

  /** Returns the answer for a line that the filter leaves undecided. */
  of(source: FieldSource): Undecided {
    this.#filter.evaluate(source, this.#outcomes);
    const known = this.known(this.#outcomes);
    if (known !== undefined) return known;
    const reasons = new Map<string, string>();
    collect(explainFilter(this.#filter, source), reasons);
    const found = { names: [...reasons.keys()], message: [...reasons].map((pair) => pair.join(' ')).join(', ') };
    if (this.#byPattern.size === MAX_PATTERNS) this.#byPattern.clear();
    this.#byPattern.set(patternOf(this.#outcomes), found);
    return found;
  }
}

function patternOf(outcomes: Uint8Array): string {
  return String.fromCharCode(...outcomes);
}

/** Collects the unknown conditions whose groups are all unknown: other unknowns decided nothing. */
function collect(part: Explanation, reasons: Map<string, string>): void {
  if (part.truth !== 'unknown') return;
  if (part.kind === 'condition') reasons.set(part.field, REASONS[part.reason!]);
  else for (const child of part.children) collect(child, reasons);
}
