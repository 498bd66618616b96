// A destination of one object in memory, delivered in chunks of a chosen size.
import {
  type Destination,
  type ObjectFinding,
  readObject,
  type StoredObject,
} from '../../../src/input/destination/index.ts';

/** How to deliver the bytes. */
export interface Delivery {
  /** @default all bytes at once */
  chunkBytes?: number;
  /** Whether the object can be opened only once, like stdin. */
  singleUse?: boolean;
  /** The error to throw after all bytes. */
  failure?: Error;
}

export interface ReadResult {
  bytes: Buffer;
  findings: ObjectFinding[];
  /** Number of times the object was opened. */
  opened: number;
}

/** Reads bytes through readObject. */
export async function readStored(stored: Uint8Array, delivery: Delivery = {}): Promise<ReadResult> {
  let opened = 0;
  const size = delivery.chunkBytes ?? Math.max(1, stored.length);
  const destination: Destination = {
    location: { kind: 'stdin', display: 'stdin' },
    list: () => Promise.reject(new Error('not listed here')),
    async *open() {
      opened += 1;
      if (delivery.singleUse === true && opened > 1) throw new Error('opened twice');
      for (let at = 0; at < stored.length; at += size) yield stored.subarray(at, at + size);
      if (delivery.failure !== undefined) throw delivery.failure;
    },
  };
  const object: StoredObject = { name: 'x', key: 'x', ...(delivery.singleUse === true ? { singleUse: true } : {}) };
  const findings: ObjectFinding[] = [];
  const chunks: Uint8Array[] = [];
  for await (const chunk of readObject(destination, object, { onFinding: (finding) => findings.push(finding) })) {
    expectNotEmpty(chunk);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), findings, opened };
}

function expectNotEmpty(chunk: Uint8Array): void {
  if (chunk.length === 0) throw new Error('an empty chunk was delivered');
}
