// The open batch of a job: collects printed lines and compresses them. Decides nothing about when it closes.
import { BatchText, type ResolvedOutput } from '../../language/output/index.ts';
import { GzipMember } from './gzip-member.ts';

/** A batch that takes lines. */
export class OpenBatch {
  /** Service time of its first line. Milliseconds. */
  readonly openedMs: number;
  readonly #gzip = new GzipMember();
  readonly #text: BatchText;

  constructor(openedMs: number, output: ResolvedOutput) {
    this.openedMs = openedMs;
    this.#text = new BatchText(output, (chunk) => this.#gzip.write(chunk));
  }

  get lines(): number {
    return this.#text.lines;
  }

  /** Bytes of the text so far. */
  get bytes(): number {
    return this.#text.bytes;
  }

  /** Bytes of the object so far, without the pending chunk. */
  get storedBytes(): number {
    return this.#gzip.storedBytes;
  }

  add(line: Uint8Array): void {
    this.#text.add(line);
  }

  /** Ends the text. @returns the object */
  close(): Buffer {
    this.#text.end();
    return this.#gzip.finish();
  }
}
