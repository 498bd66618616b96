// Where in the bytes of many lines the next thing stands that may be a `${`, plain or behind escapes of JSON. Only finds the lines that the
// exact way is to judge; what is one is said by src/output.

/** Beginnings of every form that src/output rewrites; hexadecimal letters have two cases. */
const FORMS = ['${', '\\u0024', '$\\u007'].map((text) => Buffer.from(text));

/** Looks through bytes from the start to the end, once for each form. */
export class NextLookup {
  readonly #bytes: Buffer;
  readonly #end: number;
  /** By form: where it stands next. */
  readonly #places: number[];

  constructor(bytes: Buffer, from: number, end: number) {
    this.#bytes = bytes;
    this.#end = end;
    this.#places = FORMS.map((form) => this.#find(form, from));
  }

  /** Index of the next one, at `from` or after it, else the end. @param from never less than before */
  after(from: number): number {
    for (const [index, form] of FORMS.entries()) {
      if (this.#places[index]! < from) this.#places[index] = this.#find(form, from);
    }
    return Math.min(...this.#places);
  }

  #find(form: Buffer, from: number): number {
    const found = this.#bytes.indexOf(form, from);
    return found < 0 ? this.#end : found;
  }
}
