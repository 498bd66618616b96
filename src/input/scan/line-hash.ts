// A hash of a line's place (object and offset), which selects samples: neither threads nor the order of objects change them, and
// equal lines in different places have different hashes.
import { mix32 } from '../../base/index.ts';

/** The address of a bucket, at the beginning of an object's name. The group matches that of the edge script. */
const ADDRESS = /^(?:s3|r2|(https?)):\/\/[^/]*\//;

/**
 * FNV-1a over the UTF-16 units of an object's name. Of an object in a bucket, the key counts: the same bucket read in another way (by its
 * S3 API, through the edge script) gives the same samples.
 * @param seed 32 bits; each selects other samples @default 0
 * @returns an unsigned 32-bit integer
 */
export function objectHash(name: string, seed = 0): number {
  let hash = 0x811c9dc5;
  const place = placeOf(name);
  for (let index = 0; index < place.length; index += 1) {
    hash = Math.imul(hash ^ place.charCodeAt(index), 0x01000193);
  }
  return mix32(hash ^ mix32(seed));
}

/**
 * Priority of the line at `offset` of an object: uniform over 32 bits, the same on every run.
 * @param object {@link objectHash} of the object's name
 * @param offset byte offset in the inflated object
 */
export function lineHash(object: number, offset: number): number {
  const high = Math.floor(offset / 0x1_0000_0000);
  return mix32(mix32(object ^ (offset | 0)) + high);
}

function placeOf(name: string): string {
  const address = ADDRESS.exec(name);
  if (address === null) return name;
  const key = name.slice(address[0].length);
  return address[1] === undefined ? key : decoded(key);
}

/** Removes the escapes that the names of objects behind the edge script have. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
