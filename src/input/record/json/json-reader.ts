// One JSON document: an array of objects, an envelope around one, or the values at a records path. Tokens come from stream-json;
// each record becomes one compact line that is parsed like any other. Memory is bounded by one element. In place of an element that
// is available as a whole, the tokenizer gets an empty object: tokenizing the element would take ten times as long.
import { printCount } from '../../../base/index.ts';
import { LineReader } from '../line/line-reader.ts';
import { describeTooLong } from '../line/malformed.ts';
import type { MalformedReason, RecordSink, ShapeReader } from '../record.ts';
import { ElementPrinter } from './element-printer.ts';
import { JsonCompactor } from './json-compactor.ts';
import { type PathStep, recordsDepth } from './json-path.ts';
import { JsonPieces, type Piece } from './json-pieces.ts';
import { createTokenizer, type Token } from './json-tokens.ts';
import { JsonWalk } from './json-walk.ts';

/** Maximum nesting of a document, including skipped values. Levels; our own limit, which bounds the memory of hostile documents. */
const MAX_DOCUMENT_NESTING = 1024 * 1024;

/**
 * Number of characters that the tokenizer waits for before it rejects an incomplete word. A shorter placeholder for an element would
 * delay an error before it, and change its message.
 */
const AWAITED_CHARACTERS = 17;
/** Maximum bytes of a UTF-8 character. */
const MOST_BYTES = 4;

/** Reads one JSON document. */
export class JsonReader implements ShapeReader {
  readonly #sink: RecordSink;
  readonly #maxLineBytes: number;
  readonly #reader: LineReader;
  readonly #pieces: JsonPieces;
  readonly #tokenize = createTokenizer({ packKeys: false });
  readonly #walk: JsonWalk;
  readonly #printer: ElementPrinter;
  readonly #compactor = new JsonCompactor();
  /** Compact JSON of the newest piece, when the piece is a whole record. */
  #made: Buffer | undefined;
  /** Number of open levels in a skipped value. */
  #skipped = 0;
  /** Type of the skipped value, when it is in place of a record. */
  #notObject: string | undefined;
  #isInElement = false;
  /** Start of the element or of the skipped value. */
  #start = 0;
  /** Start of each open level of the walk. */
  readonly #starts: number[] = [];
  #isElementUtf8 = true;
  #key: string | undefined;
  #state: 'empty' | 'open' | 'whole' | 'broken' = 'empty';
  #hasRemarkedArray = false;
  /** End of the last value or opening bracket that was read. */
  #readTo: number;

  /** @param steps see {@link JsonWalk}. @param offset of the first byte that will be pushed */
  constructor(sink: RecordSink, maxLineBytes: number, offset: number, steps: readonly PathStep[] | undefined) {
    this.#sink = sink;
    this.#maxLineBytes = maxLineBytes;
    this.#reader = new LineReader(sink);
    this.#walk = new JsonWalk(steps);
    this.#printer = new ElementPrinter(maxLineBytes);
    this.#readTo = offset;
    this.#pieces = new JsonPieces(this.#readPiece.bind(this), steps && recordsDepth(steps), offset);
  }

  push(chunk: Uint8Array): void {
    if (this.#state !== 'broken') this.#pieces.push(chunk);
  }

  end(): void {
    this.#pieces.end();
    // The tokenizer does not reject invalid JSON in the last bytes: it waits for more.
    if (this.#state === 'open' && this.#pieces.isClosed) this.#break('invalid JSON', 'one JSON document');
    else if (this.#state === 'open') this.#break('the end of the input', 'the rest of the document', 'json-cut');
    if (this.#state === 'whole' && !this.#walk.hasPlace) {
      this.#sink.remark({
        code: 'json-no-records',
        offset: this.#readTo,
        message:
          'cannot find records in the JSON document: found no array of objects, expected one; pass its path with --input json:PATH',
        damaged: false,
      });
    }
  }

  #readPiece(piece: Piece): void {
    if (this.#state === 'broken') return;
    this.#made = this.#make(piece);
    let tokens: readonly Token[];
    try {
      tokens = this.#tokenize(this.#made === undefined ? piece.bytes.toString() : placeholderFor(piece.bytes));
    } catch (error) {
      const reason = (error as Error).message.replace(/^Parser (?:cannot parse input: |has )/, '');
      this.#break(`invalid JSON (${reason})`, 'one JSON document');
      return;
    }
    if (!piece.isValidUtf8) this.#isElementUtf8 = false;
    for (const token of tokens) {
      this.#readToken(token, piece);
      if (this.#walk.depth + this.#printer.depth + this.#skipped > MAX_DOCUMENT_NESTING) {
        this.#break('more levels of nesting', `at most ${MAX_DOCUMENT_NESTING}`);
        return;
      }
    }
  }

  /** Returns the compact JSON of a piece that is a whole valid record, with one LF; undefined when its tokens must be read. */
  #make({ bytes, isWhole, isValidUtf8 }: Piece): Buffer | undefined {
    const isRecord = isWhole && isValidUtf8 && !this.#isInElement && this.#skipped === 0 && this.#walk.takesRecords;
    const made = isRecord ? this.#compactor.compact(bytes) : undefined;
    if (made === undefined || made.length - 1 > this.#maxLineBytes || !this.#reader.scanMade(made)) return undefined;
    return made;
  }

  #readToken(token: Token, piece: Piece): void {
    if (this.#isInElement) {
      this.#printer.add(token);
      if (this.#printer.depth === 0) this.#endElement(piece.end);
    } else if (this.#skipped > 0) {
      this.#skipped += levelChange(token);
      if (this.#skipped === 0) this.#endSkipped(isContainerEnd(token) ? piece.end : piece.valueEnd);
    } else if (token.name === 'startKey') this.#key = '';
    else if (token.name === 'endKey') {
      this.#walk.key(this.#key!);
      this.#key = undefined;
    } else if (this.#key !== undefined) {
      if (token.name === 'stringChunk' && this.#key.length <= this.#maxLineBytes) this.#key += token.value;
    } else if (isContainerEnd(token)) {
      this.#walk.leave();
      this.#endValue(this.#starts.pop()!, piece.end);
    } else this.#beginValue(token, piece);
  }

  #beginValue(token: Token, piece: Piece): void {
    const start = piece.valueStart;
    const depth = this.#walk.depth;
    const found = this.#walk.enter(token);
    this.#state = 'open';
    this.#start = start;
    if (found === 'record') {
      this.#isInElement = true;
      this.#isElementUtf8 = piece.isValidUtf8;
      this.#printer.add(token);
    } else if (this.#walk.depth > depth) {
      this.#starts.push(start);
      this.#readTo = piece.end;
    } else {
      if (found === 'second-array') this.#remarkSecondArray(start);
      this.#notObject = found === 'not-object' ? describeType(token) : undefined;
      // If the walk has left an array because of this value, the rest of that array is skipped with it.
      if (this.#walk.depth < depth) {
        this.#start = this.#starts.pop()!;
        this.#skipped = 1;
      }
      this.#skipped += levelChange(token);
      if (this.#skipped === 0) this.#endSkipped(piece.valueEnd);
    }
  }

  #endElement(end: number): void {
    const offset = this.#start;
    const json = this.#made ?? this.#printer.take();
    if (this.#made !== undefined) this.#reader.readScanned(this.#made, offset);
    else if (json === undefined) {
      const bytes = end - offset;
      this.#sink.malformed({ offset, bytes, ...describeTooLong(bytes, this.#maxLineBytes, 'element') });
    } else if (this.#isElementUtf8) this.#reader.readMade(json, offset, json.length);
    else this.#malformed('invalid-utf8', offset, end, 'bytes that are not UTF-8', 'UTF-8');
    this.#isInElement = false;
    this.#printer.reset();
    this.#endValue(offset, end);
  }

  #endSkipped(end: number): void {
    if (this.#notObject !== undefined) this.#malformed('not-object', this.#start, end, this.#notObject, 'an object');
    this.#notObject = undefined;
    this.#endValue(this.#start, end);
  }

  /** Ends a value that was not inside a record or a skipped value. */
  #endValue(start: number, end: number): void {
    this.#readTo = end;
    if (this.#walk.depth === 0) this.#state = 'whole';
    else if (this.#walk.isElementMissed)
      this.#malformed('not-object', start, end, 'nothing at the records path', 'an object');
  }

  #malformed(reason: MalformedReason, offset: number, end: number, found: string, expected: string): void {
    const message = `cannot parse the element: found ${found}, expected ${expected}`;
    this.#sink.malformed({ offset, bytes: end - offset, reason, message });
  }

  #remarkSecondArray(offset: number): void {
    if (this.#hasRemarkedArray) return;
    this.#hasRemarkedArray = true;
    this.#sink.remark({
      code: 'json-second-array',
      offset,
      message:
        'found a second array of objects in the JSON document, expected one; headgate reads only the first, pass the path of another with --input json:PATH',
      damaged: false,
    });
  }

  #break(found: string, expected: string, code: 'json-broken' | 'json-cut' = 'json-broken'): void {
    this.#state = 'broken';
    this.#sink.remark({
      code,
      offset: this.#readTo,
      message: `cannot parse the JSON document after byte ${printCount(this.#readTo)}: found ${found}, expected ${expected}; the elements before it are counted`,
      damaged: true,
    });
  }
}

/** Returns an empty JSON object, padded to the length up to which the tokenizer distinguishes it from the element. */
function placeholderFor(element: Buffer): string {
  const isLong = element.length >= AWAITED_CHARACTERS * MOST_BYTES;
  const length = isLong ? AWAITED_CHARACTERS : Math.min(AWAITED_CHARACTERS, element.toString().length);
  return `{${'}'.padStart(length - 1)}`;
}

function describeType(token: Token): string {
  if (token.name === 'startArray') return 'an array';
  if (token.name === 'startString') return 'a string';
  if (token.name === 'startNumber') return 'a number';
  return token.name === 'nullValue' ? 'null' : 'a boolean';
}

function isContainerEnd(token: Token): boolean {
  return token.name === 'endObject' || token.name === 'endArray';
}

/** The change of depth by a token; strings, numbers and keys count as levels. */
function levelChange(token: Token): 1 | -1 | 0 {
  if (token.name.startsWith('start')) return 1;
  return token.name.startsWith('end') ? -1 : 0;
}
