// The destination of one configuration of a job: opened for its first batch, closed after its last one.
import type { ObjectWriter } from '../destination/object-writer.ts';

/** Opens a destination; see openObjectWriter. */
export type OpenWriter = (conf: string) => Promise<ObjectWriter>;

/** A writer with several users. */
export class SharedWriter {
  readonly #open: () => Promise<ObjectWriter>;
  #writer: Promise<ObjectWriter> | undefined;
  #users = 0;

  constructor(conf: string, open: OpenWriter) {
    this.#open = () => open(conf);
  }

  /** Adds a user. @returns this writer */
  share(): this {
    this.#users += 1;
    return this;
  }

  /** Removes a user; the last one closes the writer. */
  release(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#writer?.then(
      (writer) => writer.close(),
      () => {},
    );
    this.#writer = undefined;
  }

  /** Returns the writer; opens it again if the last attempt failed. @throws the error of opening */
  async writer(): Promise<ObjectWriter> {
    this.#writer ??= this.#open();
    try {
      return await this.#writer;
    } catch (error) {
      this.#writer = undefined;
      throw error;
    }
  }
}
