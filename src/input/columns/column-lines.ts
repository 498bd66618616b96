// Columns of a part → the bytes of its lines, exactly as they were read. A field whose value the part does not have is blank:
// the line lacks the field and keeps its size.
import { type Column, type ColumnRows, VALUE_MARK, WITHHELD } from './column-part.ts';

const SEMICOLON = 59;
const ZERO = 48;

const COMMA = 44;
const QUOTE = 34;
const SPACE = 32;

/** A template in pieces: bytes, and the column whose text follows them. */
type Piece = { bytes: Uint8Array; column: Column | undefined };

/** Rebuilds the lines of one part. */
export class ColumnLines {
  readonly #part: ColumnRows;
  readonly #names: readonly string[];
  /** By number of the template. */
  readonly #pieces: Piece[][] = [];

  constructor(part: ColumnRows) {
    this.#part = part;
    this.#names = [...part.fields.keys()];
  }

  /** Returns the bytes of the rows `[from, to)`, with their line ends. */
  lines(from: number, to: number): Uint8Array {
    const { bytes, templates, lines } = this.#part;
    let size = 0;
    for (let row = from; row < to; row += 1) size += bytes[row]!;
    const result = new Uint8Array(size);
    let at = 0;
    const write = (text: Uint8Array): void => {
      result.set(text, at);
      at += text.length;
    };
    for (let row = from; row < to; row += 1) {
      const template = codeOf(templates, row);
      if (template === 0) write(textOf(lines, row));
      else if (this.#part.withheld.size > 0) write(this.#withoutWithheld(template, row));
      else {
        for (const { bytes: piece, column } of this.#piecesOf(template)) {
          write(piece);
          if (column !== undefined) write(textOf(column, row));
        }
      }
    }
    return result;
  }

  #withoutWithheld(template: number, row: number): Uint8Array {
    let hasField = false;
    const pieces = this.#piecesOf(template).flatMap(({ bytes, column }) => {
      const text = column === undefined ? NOTHING : textOf(column, row);
      const isBlank = text[0] === WITHHELD;
      const key = bytes.indexOf(QUOTE);
      // The first comma is before the key. None may be before the first field.
      const comma = column !== undefined && (isBlank || !hasField) ? bytes.indexOf(COMMA) : -1;
      hasField ||= column !== undefined && !isBlank;
      const piece = Uint8Array.from(bytes);
      if (comma >= 0 && comma < key) piece[comma] = SPACE;
      return isBlank ? [piece.fill(SPACE, key), new Uint8Array(text.length).fill(SPACE)] : [piece, text];
    });
    return Buffer.concat(pieces);
  }

  #piecesOf(template: number): readonly Piece[] {
    this.#pieces[template] ??= templatePieces(textAt(this.#part.templates, template)).map(({ bytes, column }) => ({
      bytes,
      column: column === undefined ? undefined : this.#part.fields.get(this.#names[column]!),
    }));
    return this.#pieces[template];
  }
}

/** The bytes of a template before each value with the number of its column, and those after the last value. */
export function templatePieces(template: Uint8Array): { bytes: Uint8Array; column: number | undefined }[] {
  const pieces: ReturnType<typeof templatePieces> = [];
  let from = 0;
  for (let mark = template.indexOf(VALUE_MARK); mark >= 0; mark = template.indexOf(VALUE_MARK, from)) {
    const bytes = template.subarray(from, mark);
    let column = 0;
    for (from = mark + 1; template[from] !== SEMICOLON; from += 1) column = column * 10 + template[from]! - ZERO;
    from += 1;
    pieces.push({ bytes, column });
  }
  return [...pieces, { bytes: template.subarray(from), column: undefined }];
}

/** The number of the text of a row, 0 without one. */
export function codeOf({ codes, texts: { ends } }: Column, row: number): number {
  if (codes !== undefined) return codes[row]!;
  return ends[row] === (row === 0 ? 0 : ends[row - 1]) ? 0 : row + 1;
}

/** The text of a row, empty without one. */
export function textOf(column: Column, row: number): Uint8Array {
  const code = codeOf(column, row);
  return code === 0 ? NOTHING : textAt(column, code);
}

/** A view of a text by its number. */
export function textAt({ texts: { bytes, ends } }: Column, number: number): Uint8Array {
  return bytes.subarray(number === 1 ? 0 : ends[number - 2]!, ends[number - 1]!);
}

const NOTHING = new Uint8Array();
