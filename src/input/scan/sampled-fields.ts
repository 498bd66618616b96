// The fields of a line that a scanner defers as a sample: their values, decoded on demand. Knows no lines.
import type { FieldSource, Value } from '../../base/index.ts';
import type { Scanner } from '../kernel/index.ts';
import { decodeValue } from '../record/index.ts';

/** The fields of one line after another. */
export class SampledFields implements FieldSource {
  /** The scanner that has deferred the line. */
  scanner: Pick<Scanner, 'valueOf'> | undefined;
  readonly #indices: ReadonlyMap<string, number>;
  /** By index: the value, or that it is not decoded yet. */
  readonly #values: (Value | undefined | typeof UNREAD)[];

  /** @param names in the order of `values` of the request */
  constructor(names: readonly string[]) {
    this.#indices = new Map(names.map((name, index) => [name, index]));
    this.#values = names.map(() => UNREAD);
  }

  /** Begins the next line. */
  begin(scanner: Pick<Scanner, 'valueOf'>): this {
    this.scanner = scanner;
    this.#values.fill(UNREAD);
    return this;
  }

  /** @throws TypeError for a field that the request does not ask for */
  get(field: string): Value | undefined {
    const index = this.#indices.get(field);
    if (index === undefined) throw new TypeError(`cannot read ${field}: found a field that the scanner does not read`);
    let value = this.#values[index];
    if (value === UNREAD) {
      value = this.scanner!.valueOf(index, decodeValue);
      this.#values[index] = value;
    }
    return value as Value | undefined;
  }
}

const UNREAD = Symbol('not decoded');
