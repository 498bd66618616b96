// A hash of 64 bits for the id of an event, as two halves of 32 bits (signed: such numbers are never boxed). Not cryptographic:
// two of a million ids have the same hash once in thirty million runs.
import { mix32 } from '../../../base/index.ts';

/** Hash of the bytes hashed last. */
export class IdHash {
  low = 0;
  high = 0;

  /** Hashes `bytes[start, end)`, four bytes at a time. */
  read(bytes: Uint8Array, start: number, end: number): void {
    let a = 0x811c9dc5;
    let b = 0x9747b28c ^ (end - start);
    let at = start;
    for (; at + 4 <= end; at += 4) {
      const four = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
      a = Math.imul(a ^ four, 0x85ebca6b);
      a ^= a >>> 15;
      b = Math.imul(b ^ four, 0xcc9e2d51);
      b ^= b >>> 13;
    }
    for (; at < end; at += 1) {
      a = Math.imul(a ^ bytes[at]!, 0x01000193);
      b = Math.imul(b ^ bytes[at]!, 0x5bd1e995);
      b ^= b >>> 15;
    }
    this.low = mix32(a + b) | 0;
    this.high = mix32(b ^ Math.imul(a, 0x2545f491)) | 0;
  }
}
