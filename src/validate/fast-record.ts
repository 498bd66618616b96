// The fields of a line that FastLine has accepted, for the filter of the job. Decodes what is asked for, as src/record would.
import { type FieldSource, numberOf, parseJson, type Value } from '../base/index.ts';
import type { FastLine } from './fast-line.ts';
import type { ExpectedField } from './line-form.ts';
import { TextCache } from './text-cache.ts';

const QUOTE = 34;
const ZERO = 48;
/** Digits that a double holds exactly, whatever they are. */
const EXACT_DIGITS = 15;

/** A view on the line accepted last. */
export class FastRecord implements FieldSource {
  /** The bytes that the line stands in. */
  bytes: Buffer = Buffer.alloc(0);
  readonly #texts = new TextCache();
  readonly #line: FastLine;
  readonly #places: ReadonlyMap<string, number>;

  constructor(fields: readonly ExpectedField[], line: FastLine) {
    this.#line = line;
    this.#places = new Map(
      fields.flatMap(({ field }, index) => (field === undefined ? [] : [[field, index] as const])),
    );
  }

  get(field: string): Value | undefined {
    const place = this.#places.get(field);
    if (place === undefined) return undefined;
    const { starts, ends, escaped } = this.#line;
    const [start, end] = [starts[place]!, ends[place]!];
    switch (this.bytes[start]) {
      case QUOTE:
        return escaped[place] === 1
          ? JSON.parse(this.bytes.toString('utf8', start, end))
          : this.#texts.read(this.bytes, start + 1, end - 1);
      case 116:
        return true;
      case 102:
        return false;
      case 110:
        return null;
      case 91:
      case 123:
        return parseJson(this.bytes.toString('utf8', start, end));
      default:
        return numberIn(this.bytes, start, end);
    }
  }
}

function numberIn(bytes: Buffer, start: number, end: number): Value {
  let number = 0;
  let i = end - start > EXACT_DIGITS ? end : start;
  for (; i < end; i += 1) {
    const digit = bytes[i]! - ZERO;
    if (digit < 0 || digit > 9) break;
    number = number * 10 + digit;
  }
  return i === end && end - start <= EXACT_DIGITS ? number : numberOf(bytes.toString('latin1', start, end));
}
