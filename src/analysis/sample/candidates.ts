// Lines that may still be drawn, as plain data in a few arrays: as objects, half a million of them take seconds and hundreds of
// megabytes to transfer to another thread.
import { type HeldLines, joinLines, memoryOfLines, noLines, selectLines } from './held-lines.ts';
import { type Candidate, LineDraw } from './line-draw.ts';

/** Candidates in no particular order; each array of numbers has one element per candidate. */
export interface Candidates {
  /** Names of objects and strata, once each. */
  objects: string[];
  strata: string[];
  /** Indexes into the two lists of names. */
  objectOf: Uint32Array<ArrayBuffer>;
  stratumOf: Uint32Array<ArrayBuffer>;
  offsets: Float64Array<ArrayBuffer>;
  hashes: Uint32Array<ArrayBuffer>;
  lines: HeldLines;
}

/** No candidates. */
export function noCandidates(): Candidates {
  return packCandidates([], noLines);
}

/** @param linesOf returns lines by their numbers, in the order of the candidates */
export function packCandidates(
  candidates: readonly Candidate<number>[],
  linesOf: (numbers: readonly number[]) => HeldLines,
): Candidates {
  const objects = new Names();
  const strata = new Names();
  return {
    objectOf: Uint32Array.from(candidates, ({ object }) => objects.numberOf(object)),
    stratumOf: Uint32Array.from(candidates, ({ stratum }) => strata.numberOf(stratum)),
    offsets: Float64Array.from(candidates, ({ offset }) => offset),
    hashes: Uint32Array.from(candidates, ({ hash }) => hash),
    lines: linesOf(candidates.map(({ line }) => line)),
    objects: objects.list,
    strata: strata.list,
  };
}

/** Merges the candidates of several draws with the same seed over different lines. @param wanted lines to draw */
export function sumCandidates(parts: readonly Candidates[], wanted: number, seed: number): Candidates {
  const some = parts.filter(({ offsets }) => offsets.length > 0);
  if (some.length <= 1) return some[0] ?? noCandidates();
  const draw = new LineDraw<number>(wanted, seed);
  const lines = joinLines(some.map((part) => part.lines));
  let before = 0;
  for (const part of some) {
    offerAll(part, draw, before);
    before += part.offsets.length;
  }
  return packCandidates(draw.toCandidates(), (numbers) => selectLines(lines, numbers));
}

/** Offers all candidates to a draw, as numbers. @param first number of the first one @default 0 */
export function offerAll(candidates: Candidates, draw: LineDraw<number>, first = 0): void {
  const { objects, strata, objectOf, stratumOf, offsets, hashes } = candidates;
  for (let index = 0; index < offsets.length; index += 1) {
    const place = {
      object: objects[objectOf[index]!]!,
      stratum: strata[stratumOf[index]!]!,
      offset: offsets[index]!,
      hash: hashes[index]!,
    };
    draw.offer(place, () => first + index);
  }
}

/** Memory of candidates that can be transferred to another thread. */
export function memoryOfCandidates({ objectOf, stratumOf, offsets, hashes, lines }: Candidates): ArrayBuffer[] {
  return [...[objectOf, stratumOf, offsets, hashes].map(({ buffer }) => buffer), ...memoryOfLines(lines)];
}

/** Numbers names in the order in which they come. */
class Names {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.list.push(name) - 1;
    this.#numbers.set(name, number);
    return number;
  }
}
