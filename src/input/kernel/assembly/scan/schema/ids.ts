// The ids of counted lines, as hashes with the offsets of their lines, until the caller takes them.
//
//   0   u32  the two halves of the hash; equal to src/analysis/validate/repeats/id-hash.ts, the tests compare both
//   4   u32
//   8   f64  offset of the line in its object
import { ID_BYTES, ID_OFFSET_AT } from '../../../abi';
import { IDS } from '../../memory';
import { mix } from '../places';

export abstract class Ids {
  static count: u32 = 0;
}

/** Adds the id of a line, which is not empty. */
export function addId(start: usize, end: usize, offset: u64): void {
  let a: u32 = 0x811c_9dc5;
  let b: u32 = 0x9747_b28c ^ ((end - start) as u32);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const four = load<u32>(at);
    a = (a ^ four) * 0x85eb_ca6b;
    a ^= a >> 15;
    b = (b ^ four) * 0xcc9e_2d51;
    b ^= b >> 13;
  }
  for (; at < end; at++) {
    const one: u32 = load<u8>(at);
    a = (a ^ one) * 0x0100_0193;
    b = (b ^ one) * 0x5bd1_e995;
    b ^= b >> 15;
  }
  const entry = IDS + (Ids.count as usize) * ID_BYTES;
  store<u32>(entry, mix(a + b));
  store<u32>(entry, mix(b ^ (a * 0x2545_f491)), 4);
  store<f64>(entry, offset as f64, ID_OFFSET_AT);
  Ids.count += 1;
}
