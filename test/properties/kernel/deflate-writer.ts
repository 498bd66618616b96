// Writes deflate streams that no compressor writes: any legal code lengths, any mixture of blocks, matches of any length and distance.
// Deliberately naive.
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { createRandom } from '../../../src/base/index.ts';

/** A literal byte, or a match. */
export type Token = number | { length: number; back: number };

/** One block. Tokens that cannot be written in their place (nothing to copy yet, no code) are omitted. */
export type BlockPlan =
  | { type: 'stored'; bytes: Uint8Array }
  | { type: 'fixed'; tokens: readonly Token[] }
  | { type: 'dynamic'; tokens: readonly Token[]; seed: number };

class BitWriter {
  readonly bytes: number[] = [];
  #bits = 0;
  #count = 0;

  write(value: number, width: number): void {
    for (let bit = 0; bit < width; bit += 1) {
      this.#bits |= ((value >>> bit) & 1) << this.#count;
      this.#count += 1;
      if (this.#count === 8) this.align();
    }
  }

  align(): void {
    if (this.#count > 0) this.bytes.push(this.#bits);
    this.#bits = 0;
    this.#count = 0;
  }
}

/** Returns lengths of a complete code for `symbols` symbols: a tree grown by splitting leaves, some of them very deep. */
function completeLengths(symbols: number, random: (below: number) => number): number[] {
  if (symbols === 1) return [1];
  const leaves = [0];
  const isDeep = random(3) === 0;
  while (leaves.length < symbols) {
    const at = isDeep && random(4) > 0 ? leaves.length - 1 : random(leaves.length);
    if (leaves[at] === 15) {
      if (leaves.every((depth) => depth === 15)) throw new Error('no room for so many codes');
      continue;
    }
    leaves[at]! += 1;
    leaves.push(leaves[at]!);
  }
  return leaves;
}

/** Assigns codes by length, RFC 1951 3.2.2, with bits in the order in which they are written. */
function codesOf(lengths: readonly number[]): Map<number, { code: number; length: number }> {
  const codes = new Map<number, { code: number; length: number }>();
  let next = 0;
  for (let length = 1; length <= 15; length += 1) {
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      let reversed = 0;
      for (let bit = 0; bit < length; bit += 1) reversed |= ((next >> bit) & 1) << (length - 1 - bit);
      codes.set(symbol, { code: reversed, length });
      next += 1;
    }
    next <<= 1;
  }
  return codes;
}

const FIXED_LENGTHS = Array.from({ length: 288 }, (_, symbol) => {
  if (symbol < 144) return 8;
  if (symbol < 256) return 9;
  return symbol < 280 ? 7 : 8;
});

function lengthSymbol(length: number): { symbol: number; extra: number; width: number } {
  if (length === 258) return { symbol: 285, extra: 0, width: 0 };
  let base = 3;
  for (let symbol = 257; ; symbol += 1) {
    const width = symbol < 265 ? 0 : (symbol - 261) >> 2;
    if (length < base + 2 ** width) return { symbol, extra: length - base, width };
    base += 2 ** width;
  }
}

function distanceSymbol(distance: number): { symbol: number; extra: number; width: number } {
  let base = 1;
  for (let symbol = 0; ; symbol += 1) {
    const width = symbol < 4 ? 0 : (symbol - 2) >> 1;
    if (distance < base + 2 ** width) return { symbol, extra: distance - base, width };
    base += 2 ** width;
  }
}

/** Returns a random subset of `all` symbols that includes `needed`, with the lengths of a complete code. */
function spreadLengths(all: number, needed: readonly number[], random: (below: number) => number): number[] {
  const chosen = new Set(needed);
  const extra = random(all + 1 - chosen.size);
  for (let added = 0; added < extra; added += 1) chosen.add(random(all));
  const symbols = [...chosen];
  const lengths = new Array<number>(all).fill(0);
  for (const length of completeLengths(symbols.length, random)) {
    const [symbol] = symbols.splice(random(symbols.length), 1);
    lengths[symbol!] = length;
  }
  return lengths;
}

/** Writes blocks as one gzip member. @returns the member and its inflated bytes */
export function writeMember(blocks: readonly BlockPlan[]): { stored: Buffer; plain: Buffer } {
  const writer = new BitWriter();
  const plain: number[] = [];
  for (const [index, block] of blocks.entries()) {
    writer.write(index === blocks.length - 1 ? 1 : 0, 1);
    writer.write(['stored', 'fixed', 'dynamic'].indexOf(block.type), 2);
    if (block.type === 'stored') {
      writer.align();
      writer.write(block.bytes.length, 16);
      writer.write(~block.bytes.length & 0xffff, 16);
      for (const byte of block.bytes) writer.write(byte, 8);
      for (const byte of block.bytes) plain.push(byte);
    } else if (block.type === 'fixed') {
      writeTokens(writer, block.tokens, codesOf(FIXED_LENGTHS), codesOf(new Array(30).fill(5)), plain);
    } else {
      const random = createRandom(block.seed);
      const literals = spreadLengths(286, [...new Set([256, ...block.tokens.map(symbolOf)])], random);
      const distances =
        random(6) === 0 ? [0] : spreadLengths(30, random(3) === 0 ? [random(30)] : [random(30), 0, 4], random);
      writeCodeLengths(writer, literals, distances, random);
      writeTokens(writer, block.tokens, codesOf(literals), codesOf(distances), plain);
    }
  }
  writer.align();
  const bytes = Buffer.from(plain);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length, 4);
  return { stored: Buffer.concat([HEADER, Buffer.from(writer.bytes), trailer]), plain: bytes };
}

/** The shortest header. */
export const HEADER: Buffer = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

function symbolOf(token: Token): number {
  return typeof token === 'number' ? token : lengthSymbol(token.length).symbol;
}

function writeTokens(
  writer: BitWriter,
  tokens: readonly Token[],
  literals: ReturnType<typeof codesOf>,
  distances: ReturnType<typeof codesOf>,
  plain: number[],
): void {
  const put = ({ code, length }: { code: number; length: number }) => writer.write(code, length);
  for (const token of tokens) {
    if (typeof token === 'number') {
      put(literals.get(token)!);
      plain.push(token);
      continue;
    }
    if (plain.length === 0) continue;
    const back = 1 + (token.back % Math.min(plain.length, 32_768));
    const distance = distanceSymbol(back);
    const distanceCode = distances.get(distance.symbol);
    if (distanceCode === undefined) continue;
    const length = lengthSymbol(token.length);
    put(literals.get(length.symbol)!);
    writer.write(length.extra, length.width);
    put(distanceCode);
    writer.write(distance.extra, distance.width);
    for (let copied = 0; copied < token.length; copied += 1) plain.push(plain[plain.length - back]!);
  }
  put(literals.get(256)!);
}

function writeCodeLengths(
  writer: BitWriter,
  literals: readonly number[],
  distances: readonly number[],
  random: (below: number) => number,
): void {
  const all = [...literals, ...distances];
  writer.write(literals.length - 257, 5);
  writer.write(distances.length - 1, 5);
  // Runs are random and may extend from the literals into the distances.
  const symbols: { symbol: number; extra: number; width: number }[] = [];
  for (let at = 0; at < all.length; ) {
    const length = all[at]!;
    let run = 1;
    while (run < 138 && all[at + run] === length) run += 1;
    if (length === 0 && run >= 11 && random(4) > 0) {
      symbols.push({ symbol: 18, extra: run - 11, width: 7 });
    } else if (length === 0 && run >= 3) {
      run = Math.min(run, 10);
      symbols.push({ symbol: 17, extra: run - 3, width: 3 });
    } else if (all[at - 1] === length && run >= 3) {
      run = Math.min(run, 6);
      symbols.push({ symbol: 16, extra: run - 3, width: 2 });
    } else {
      run = 1;
      symbols.push({ symbol: length, extra: 0, width: 0 });
    }
    at += run;
  }
  // 13/16 + 6/32: a complete code for all 19 symbols.
  const lengths = [...new Array<number>(13).fill(4), ...new Array<number>(6).fill(5)];
  const codes = codesOf(lengths);
  const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  writer.write(order.length - 4, 4);
  for (const symbol of order) writer.write(lengths[symbol]!, 3);
  for (const { symbol, extra, width } of symbols) {
    writer.write(codes.get(symbol)!.code, codes.get(symbol)!.length);
    writer.write(extra, width);
  }
}

const token: fc.Arbitrary<Token> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 255 }) },
  {
    weight: 2,
    arbitrary: fc.record({
      length: fc.integer({ min: 3, max: 258 }),
      back: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 32_767 })),
    }),
  },
);
const tokens = fc.array(token, { maxLength: 300, size: 'max' });

/** Any block. */
export const blockPlan: fc.Arbitrary<BlockPlan> = fc.oneof(
  fc.record({ type: fc.constant('stored' as const), bytes: fc.uint8Array({ maxLength: 300 }) }),
  fc.record({ type: fc.constant('fixed' as const), tokens }),
  fc.record({ type: fc.constant('dynamic' as const), tokens, seed: fc.nat() }),
);
