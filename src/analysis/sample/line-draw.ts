// A bounded draw of lines, spread evenly over strata (all lines, objects, or spans of time). The hash of its place decides whether a
// line is drawn, so the order of lines has no effect and the draws of several threads add up.
import { Smallest } from '../../base/index.ts';
import { byPlace, lineHash, objectHash } from '../../input/scan/index.ts';
import { allocateEvenly } from './allocate-evenly.ts';

/** A line that was drawn. @typeParam Line its stored form; a string is exact, because a line that is not UTF-8 is not a record */
export interface DrawnLine<Line = string> {
  object: string;
  /** Byte offset in the inflated object. */
  offset: number;
  /** With its line end. */
  line: Line;
}

/** A line that may still be drawn. */
export interface Candidate<Line = string> extends DrawnLine<Line> {
  stratum: string;
  /** `lineHash` of its place, seeded. */
  hash: number;
}

/** Where a candidate was found. */
export type Place = Omit<Candidate, 'line'>;

/** The lines of one stratum with the smallest hashes. */
interface Stratum<Line> {
  lines: Smallest<Candidate<Line>>;
  size: number;
}

/** Above every hash of a place. */
export const ALL_HASHES = 2 ** 32;
/** Candidates are thinned out when they exceed the requested lines by this share. A larger share stores more lines needlessly; a
 * smaller one sorts all candidates more often. Chosen by headgate. */
const THINNED_PART = 0.5;
/** The offset whose hash orders an object among the strata: no line begins there. */
const STRATUM_PLACE = 2 ** 53 - 1;

/**
 * Draws `wanted` lines. The contribution of a stratum is known only at the end, but never grows while lines arrive. The draw
 * therefore keeps only the smallest hashes of each stratum, one more than it would contribute now.
 */
export class LineDraw<Line = string> {
  readonly #wanted: number;
  readonly #seed: number;
  readonly #giveUp: (line: Line) => void;
  #strata = new Map<string, Stratum<Line>>();
  /** Maximum number of lines that a stratum may contribute. */
  #most: number;
  /** Strata after this order contribute no lines. */
  #ordersBelow = ALL_HASHES;
  #held = 0;
  /** Candidates beyond this number are thinned out. */
  #mostHeld: number;
  #changes = 0;

  /** @param giveUp called for each stored line that the draw drops */
  constructor(wanted: number, seed: number, giveUp: (line: Line) => void = () => {}) {
    this.#giveUp = giveUp;
    this.#wanted = wanted;
    this.#seed = seed;
    this.#most = wanted;
    this.#mostHeld = this.#mostAfter(wanted);
  }

  /** Changes with {@link hashesBelow}. */
  get changes(): number {
    return this.#changes;
  }

  /** Returns the limit for the hashes of given strata: only lines below it may be drawn. 0: none may be; 2^32: all may be. */
  hashesBelow(strata: Iterable<string>): number {
    let below = 0;
    for (const stratum of strata) {
      below = Math.max(below, this.#hashesBelow(stratum));
      if (below === ALL_HASHES) break;
    }
    return below;
  }

  /** Offers a line. @param read returns the line; called only if the line becomes a candidate */
  offer(place: Place, read: () => Line): void {
    if (place.hash >= this.#hashesBelow(place.stratum)) return;
    const stratum = this.#stratum(place.stratum);
    const { lines } = stratum;
    const { largest } = lines;
    if (lines.isFull && (largest === undefined || byHashAndPlace(place, largest) >= 0)) return;
    // Dropped lines make room for it.
    if (lines.isFull) this.#giveUp(largest!.line);
    this.#add(stratum, { ...place, line: read() });
    this.#changes += 1;
    if (this.#held > this.#mostHeld) this.#thinOut();
  }

  /** Adds the candidates of another draw with the same seed over other lines. */
  merge(candidates: readonly Candidate<Line>[]): void {
    for (const { line, ...place } of candidates) this.offer(place, () => line);
  }

  /** All lines that may still be drawn, for {@link merge}. */
  toCandidates(): Candidate<Line>[] {
    this.#thinOut();
    return [...this.#strata.values()].flatMap(({ lines }) => lines.toArray());
  }

  /** The drawn lines, ordered by place. */
  toLines(): DrawnLine<Line>[] {
    const { level, rest } = this.#level();
    let toGive = rest;
    const drawn = this.#inOrder().flatMap(([, { lines, size }]) => {
      const isOneMore = size > level && toGive > 0;
      if (isOneMore) toGive -= 1;
      return lines.toArray().slice(0, level + (isOneMore ? 1 : 0));
    });
    return drawn.map(({ object, offset, line }) => ({ object, offset, line })).sort(byPlace);
  }

  #hashesBelow(name: string): number {
    const stratum = this.#strata.get(name);
    if (stratum === undefined) return this.#orderOf(name) < this.#ordersBelow ? ALL_HASHES : 0;
    return stratum.lines.isFull ? stratum.lines.largest!.hash + 1 : ALL_HASHES;
  }

  #stratum(name: string): Stratum<Line> {
    const known = this.#strata.get(name);
    if (known !== undefined) return known;
    const stratum = { lines: new Smallest<Candidate<Line>>(this.#most, byHashAndPlace), size: 0 };
    this.#strata.set(name, stratum);
    return stratum;
  }

  #add(stratum: Stratum<Line>, candidate: Candidate<Line>): void {
    if (!stratum.lines.isFull) {
      stratum.size += 1;
      this.#held += 1;
    }
    stratum.lines.add(candidate);
  }

  #thinOut(): void {
    const { level } = this.#level();
    if (level === Number.POSITIVE_INFINITY) return;
    this.#most = Math.min(this.#most, level + 1);
    const before = this.#strata;
    // If there are more strata than requested lines, only that many strata contribute one.
    const giving = level > 0 ? [...before] : this.#inOrder().slice(0, this.#wanted);
    if (level === 0) this.#ordersBelow = this.#orderOf(giving.at(-1)![0]) + 1;
    this.#strata = new Map();
    this.#held = 0;
    for (const [name, { lines }] of giving) {
      before.delete(name);
      const stratum = this.#stratum(name);
      for (const [index, candidate] of lines.toArray().entries()) {
        if (index < this.#most) this.#add(stratum, candidate);
        else this.#giveUp(candidate.line);
      }
    }
    for (const { lines } of before.values()) for (const { line } of lines.toArray()) this.#giveUp(line);
    this.#mostHeld = this.#mostAfter(this.#held);
    this.#changes += 1;
  }

  #mostAfter(held: number): number {
    return held + Math.ceil(THINNED_PART * this.#wanted);
  }

  #level(): { level: number; rest: number } {
    return allocateEvenly(
      [...this.#strata.values()].map(({ size }) => size),
      this.#wanted,
    );
  }

  /** The order in which strata contribute one more line: pseudorandom, but always the same. */
  #inOrder(): [string, Stratum<Line>][] {
    const orders = new Map([...this.#strata.keys()].map((name) => [name, this.#orderOf(name)]));
    return [...this.#strata].sort(([a], [b]) => orders.get(a)! - orders.get(b)! || (a < b ? -1 : 1));
  }

  #orderOf(stratum: string): number {
    return lineHash(objectHash(stratum, this.#seed), STRATUM_PLACE);
  }
}

function byHashAndPlace(a: Place, b: Place): number {
  return a.hash - b.hash || byPlace(a, b);
}
