// The filter of the job over a line that FastLine has accepted. Texts are compared as bytes; what is not plain is asked of the condition
// itself, which defines the meaning. Evaluates every condition: src/filter then makes the verdict of the outcomes.
import type { FieldSource } from '../base/index.ts';
import {
  type CompiledCondition,
  type CompiledFilter,
  FALSE,
  listOf,
  OPERATORS,
  type Outcome,
  TRUE,
  type Verdict,
} from '../filter/index.ts';
import type { FastLine } from './fast-line.ts';
import type { ExpectedField } from './line-form.ts';

const QUOTE = 34;

/** What a condition says of the text in `bytes[start, end)`: valid UTF-8 without escapes. */
type TextTest = (bytes: Uint8Array, start: number, end: number) => boolean;

/** One condition of the filter. */
interface FastCondition {
  condition: CompiledCondition;
  /** Field of the form that it asks for; -1: the job does not list it, or it is none of text. */
  place: number;
  test: TextTest;
  /** What it comes to where the test holds, and where not. */
  hit: Outcome;
  miss: Outcome;
}

/** Judges one line after another. */
export class FastFilter {
  readonly #filter: CompiledFilter;
  readonly #conditions: readonly FastCondition[];
  readonly #outcomes: Uint8Array;

  constructor(filter: CompiledFilter, fields: readonly ExpectedField[]) {
    this.#filter = filter;
    this.#conditions = filter.conditions.map((condition) => fastCondition(condition, fields));
    this.#outcomes = new Uint8Array(filter.conditions.length);
  }

  /** @param record the same line, for conditions that are not on plain texts */
  verdict(line: FastLine, bytes: Uint8Array, record: FieldSource): Verdict {
    const conditions = this.#conditions;
    const outcomes = this.#outcomes;
    for (let index = 0; index < conditions.length; index += 1) {
      const { condition, place, test, hit, miss } = conditions[index]!;
      const start = place < 0 ? 0 : line.starts[place]!;
      outcomes[index] =
        place < 0 || bytes[start] !== QUOTE || line.escaped[place] === 1
          ? condition.test(record)
          : test(bytes, start + 1, line.ends[place]! - 1)
            ? hit
            : miss;
    }
    return this.#filter.verdictOf(outcomes);
  }
}

function fastCondition(condition: CompiledCondition, fields: readonly ExpectedField[]): FastCondition {
  const { positive, isNegated } = OPERATORS[condition.condition.operator];
  const texts = condition.type === 'string' ? (listOf(condition.condition) as readonly string[]) : [];
  // UTF-8 has no form for half a character; a text of which one is a part would not show it in its bytes.
  const isPlain = texts.length > 0 && texts.every((text) => text.isWellFormed());
  return {
    condition,
    // Of a field listed twice the record has the last; jobs list none twice, templates may.
    place: isPlain ? fields.findLastIndex(({ field }) => field === condition.field) : -1,
    test: textTest(
      positive,
      texts.map((text) => Buffer.from(text)),
    ),
    hit: isNegated ? FALSE : TRUE,
    miss: isNegated ? TRUE : FALSE,
  };
}

/** The operators on texts, by bytes: of valid UTF-8 these say the same as by characters. */
function textTest(operator: string, wanted: readonly Uint8Array[]): TextTest {
  const first = wanted[0] ?? new Uint8Array(0);
  const { length } = first;
  switch (operator) {
    case 'startsWith':
      return (bytes, start, end) => end - start >= length && isAt(bytes, start, first);
    case 'endsWith':
      return (bytes, start, end) => end - start >= length && isAt(bytes, end - length, first);
    case 'contains':
      return (bytes, start, end) => {
        for (let at = start; at <= end - length; at += 1) if (isAt(bytes, at, first)) return true;
        return false;
      };
    default:
      return (bytes, start, end) => {
        for (let index = 0; index < wanted.length; index += 1) {
          const one = wanted[index]!;
          if (one.length === end - start && isAt(bytes, start, one)) return true;
        }
        return false;
      };
  }
}

function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let k = 0; k < wanted.length; k += 1) if (bytes[at + k] !== wanted[k]) return false;
  return true;
}
