// What a pass offers for one object, and what it says of it afterwards. Types only.
import type { Inflated } from '../kernel/index.ts';
import type { RecordReader } from '../record/index.ts';

/** Takes one object: its inflated bytes in order, then `end`, and `close` in any case. */
export interface ObjectReplay {
  push(chunk: Uint8Array): void;
  /** In place of `push`: reads bytes where the kernel has them. All bytes of an object must come the same way. */
  readWindow(window: Inflated): void;
  /** @param isTruncated as {@link RecordReader.end} */
  end(isTruncated?: boolean): void;
  /** Takes what the kernel has counted. The kernel may be used for another object only afterwards. */
  close(): void;
  /** Notes something wrong with the object itself; `offset` in inflated bytes. */
  problem(found: ObjectDamage): void;
  /** What kept a part of the object from being read as what it should be (a JSON document cut in the middle). */
  readonly damage: ObjectDamage | undefined;
  /** Lines of the object that were read; complete once it is closed. */
  readonly linesRead: number;
}

/** Something wrong with an object; `offset` in inflated bytes. */
export interface ObjectDamage {
  code: string;
  offset: number;
  message: string;
}
