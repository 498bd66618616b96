// The hash of a line's place, which samples are drawn by. Equal to `lineHash` of the TypeScript side; the tests compare both.

/** Equal to src/base/mix32.ts. */
// @ts-ignore: decorator
@inline
export function mix(value: u32): u32 {
  value = (value ^ (value >> 16)) * 0x85eb_ca6b;
  value = (value ^ (value >> 13)) * 0xc2b2_ae35;
  return value ^ (value >> 16);
}

/** @param object hash of the object's name @param offset of the line in it */
// @ts-ignore: decorator
@inline
export function placeHash(object: u32, offset: u64): u32 {
  return mix(mix(object ^ (offset as u32)) + ((offset >> 32) as u32));
}
