// CRC-32 of gzip. Long runs are folded: y = x^128 satisfies y^300 + y^155 + y^117 + y^89 + 1 = 0 modulo the
// polynomial, so a word of 16 bytes may be replaced by adding it to the words 145, 183, 211 and 300 further on. 300 words remain; these
// and short runs go through tables, 16 bytes at a time.
import { CRC_REST, CRC_RING, CRC_RING_BYTES, CRC_TABLES } from '../memory';

/** x^0 … x^31 of the polynomial, reflected. RFC 1952. */
const POLYNOMIAL: u32 = 0xedb8_8320;
const REST_BYTES: usize = 300 * 16;
/** Below this size the tables are faster. Bytes; measured. */
const FOLD_FROM: usize = 16 * 1024;

export function writeCrcTables(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ ((crc & 1) != 0 ? POLYNOMIAL : 0);
    store<u32>(CRC_TABLES + (byte << 2), crc);
  }
  for (let slot: u32 = 256; slot < 16 * 256; slot++) {
    const before = load<u32>(CRC_TABLES + ((slot - 256) << 2));
    store<u32>(CRC_TABLES + (slot << 2), (before >> 8) ^ load<u32>(CRC_TABLES + ((before & 0xff) << 2)));
  }
}

/** Extends `crc` by these bytes. @returns the CRC of all bytes so far */
export function crcOf(crc: u32, from: usize, bytes: usize): u32 {
  crc = ~crc;
  if (bytes < FOLD_FROM) return ~byTables(crc, from, bytes);
  const folded = ((bytes >> 4) << 4) - REST_BYTES;
  fold(crc, from, folded);
  crc = byTables(0, CRC_REST, REST_BYTES);
  return ~byTables(crc, from + folded + REST_BYTES, bytes - folded - REST_BYTES);
}

// @ts-ignore: decorator
@inline
function tableOf(zeros: u32, byte: u32): u32 {
  return load<u32>(CRC_TABLES + (zeros << 10) + ((byte & 0xff) << 2));
}

function byTables(crc: u32, from: usize, bytes: usize): u32 {
  const end = from + bytes;
  for (; from + 16 <= end; from += 16) {
    const a = load<u32>(from) ^ crc;
    const b = load<u32>(from, 4);
    const c = load<u32>(from, 8);
    const d = load<u32>(from, 12);
    crc =
      tableOf(15, a) ^ tableOf(14, a >> 8) ^ tableOf(13, a >> 16) ^ tableOf(12, a >> 24) ^
      tableOf(11, b) ^ tableOf(10, b >> 8) ^ tableOf(9, b >> 16) ^ tableOf(8, b >> 24) ^
      tableOf(7, c) ^ tableOf(6, c >> 8) ^ tableOf(5, c >> 16) ^ tableOf(4, c >> 24) ^
      tableOf(3, d) ^ tableOf(2, d >> 8) ^ tableOf(1, d >> 16) ^ tableOf(0, d >> 24);
  }
  for (; from < end; from++) crc = (crc >> 8) ^ tableOf(0, crc ^ load<u8>(from));
  return crc;
}

/** Returns the address in the ring of the word `lag` words before offset `at`. */
// @ts-ignore: decorator
@inline
function before(at: usize, lag: usize): usize {
  return CRC_RING + ((at - (lag << 4)) & (CRC_RING_BYTES - 1));
}

/** Returns the sum of four earlier words, `next` bytes further on. */
// @ts-ignore: decorator
@inline
function carried(a: usize, b: usize, c: usize, d: usize, next: usize): v128 {
  return v128.xor(
    v128.xor(v128.load(a + next), v128.load(b + next)),
    v128.xor(v128.load(c + next), v128.load(d + next)),
  );
}

/** Folds `bytes` (a multiple of 16, followed by 300 words) and stores the sum of those words at CRC_REST. */
function fold(crc: u32, from: usize, bytes: usize): void {
  memory.fill(CRC_RING, 0, CRC_RING_BYTES + 128);
  const end = from + bytes;
  let at: usize = 0;
  let start = i32x4.replace_lane(i32x4.splat(0), 0, crc);
  // A load of eight words may pass the end of the ring, where the first eight are repeated.
  for (; from + 128 <= end; from += 128) {
    const a = before(at, 145);
    const b = before(at, 183);
    const c = before(at, 211);
    const d = before(at, 300);
    const to = CRC_RING + at;
    const w0 = v128.xor(v128.xor(v128.load(from), start), carried(a, b, c, d, 0));
    start = i32x4.splat(0);
    const w1 = v128.xor(v128.load(from, 16), carried(a, b, c, d, 16));
    const w2 = v128.xor(v128.load(from, 32), carried(a, b, c, d, 32));
    const w3 = v128.xor(v128.load(from, 48), carried(a, b, c, d, 48));
    v128.store(to, w0);
    v128.store(to, w1, 16);
    v128.store(to, w2, 32);
    v128.store(to, w3, 48);
    const w4 = v128.xor(v128.load(from, 64), carried(a, b, c, d, 64));
    const w5 = v128.xor(v128.load(from, 80), carried(a, b, c, d, 80));
    const w6 = v128.xor(v128.load(from, 96), carried(a, b, c, d, 96));
    const w7 = v128.xor(v128.load(from, 112), carried(a, b, c, d, 112));
    v128.store(to, w4, 64);
    v128.store(to, w5, 80);
    v128.store(to, w6, 96);
    v128.store(to, w7, 112);
    if (at == 0) memory.copy(CRC_RING + CRC_RING_BYTES, CRC_RING, 128);
    at = (at + 128) & (CRC_RING_BYTES - 1);
  }
  for (; from < end; from += 16) {
    store128(at, v128.xor(v128.load(from), sumAt(at)));
    at = (at + 16) & (CRC_RING_BYTES - 1);
  }
  for (let rest: usize = 0; rest < REST_BYTES; rest += 16) {
    v128.store(CRC_REST + rest, v128.xor(v128.load(from + rest), sumAt(at)));
    // These words are not folded further, so they add nothing to later ones.
    store128(at, i32x4.splat(0));
    at = (at + 16) & (CRC_RING_BYTES - 1);
  }
}

function sumAt(at: usize): v128 {
  return carried(before(at, 145), before(at, 183), before(at, 211), before(at, 300), 0);
}

// @ts-ignore: decorator
@inline
function store128(at: usize, word: v128): void {
  v128.store(CRC_RING + at, word);
}
