// A bounded draw of lines, even over strata (all lines, objects, or spans of time), each stratum's own by the hash of their
// place: the same lines whatever the order they come in, so draws of several threads add up.
import { Smallest } from '../base/index.ts';
import { byPlace, lineHash, objectHash } from '../scan/index.ts';
import { allocateEvenly } from './allocate-evenly.ts';

/** A line that was drawn. @typeParam Line how it is held; a text holds it byte for byte, since what is no UTF-8 is no record */
export interface DrawnLine<Line = string> {
  object: string;
  /** Byte offset in the inflated object. */
  offset: number;
  /** With its line end. */
  line: Line;
}

/** A line that may be drawn yet. */
export interface Candidate<Line = string> extends DrawnLine<Line> {
  stratum: string;
  /** `lineHash` of its place, seeded. */
  hash: number;
}

/** Where a candidate was found. */
type Place = Omit<Candidate, 'line'>;

/** The lines of one stratum with the smallest hashes. */
interface Stratum<Line> {
  lines: Smallest<Candidate<Line>>;
  size: number;
}

/** Above every hash of a place. */
export const ALL_HASHES = 2 ** 32;
/** Candidates are thinned out when they exceed the requested lines by this part: the later, the more lines are held and
 * taken in vain; the sooner, the more often all are sorted. Ours. */
const THINNED_PART = 0.5;
/** Place in an object's hashes that its order among strata is taken from: no line begins there. */
const STRATUM_PLACE = 2 ** 53 - 1;

/**
 * Draws `wanted` lines. How many a stratum gives is known only at the end, but never grows while lines come in: so the
 * smallest hashes of each, one more than it would give now, are all that is kept.
 */
export class LineDraw<Line = string> {
  readonly #wanted: number;
  readonly #seed: number;
  readonly #giveUp: (line: Line) => void;
  #strata = new Map<string, Stratum<Line>>();
  /** Most lines that a stratum can come to give. */
  #most: number;
  /** Strata of a later order give nothing. */
  #ordersBelow = ALL_HASHES;
  #held = 0;
  /** More are thinned out. */
  #mostHeld: number;
  #changes = 0;

  /** @param giveUp called for each line that was held and is no longer */
  constructor(wanted: number, seed: number, giveUp: (line: Line) => void = () => {}) {
    this.#giveUp = giveUp;
    this.#wanted = wanted;
    this.#seed = seed;
    this.#most = wanted;
    this.#mostHeld = this.#mostAfter(wanted);
  }

  /** Another number after each change of {@link hashesBelow}. */
  get changes(): number {
    return this.#changes;
  }

  /** Lines of some strata with a hash below it may be drawn: 0 when none can be, 2^32 when all can. */
  hashesBelow(strata: Iterable<string>): number {
    let below = 0;
    for (const stratum of strata) {
      below = Math.max(below, this.#hashesBelow(stratum));
      if (below === ALL_HASHES) break;
    }
    return below;
  }

  /** Offers a line. @param read gives the line; called only where it is kept */
  offer(place: Place, read: () => Line): void {
    if (place.hash >= this.#hashesBelow(place.stratum)) return;
    const stratum = this.#stratum(place.stratum);
    const { lines } = stratum;
    const { largest } = lines;
    if (lines.isFull && (largest === undefined || byHashAndPlace(place, largest) >= 0)) return;
    // What is given up makes room for it.
    if (lines.isFull) this.#giveUp(largest!.line);
    this.#add(stratum, { ...place, line: read() });
    this.#changes += 1;
    if (this.#held > this.#mostHeld) this.#thinOut();
  }

  /** Adds what another draw, with the same seed and over other lines, may draw. */
  merge(candidates: readonly Candidate<Line>[]): void {
    for (const { line, ...place } of candidates) this.offer(place, () => line);
  }

  /** All that may be drawn yet: for {@link merge}. */
  toCandidates(): Candidate<Line>[] {
    this.#thinOut();
    return [...this.#strata.values()].flatMap(({ lines }) => lines.toArray());
  }

  /** The drawn lines in the order of their places. */
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
    // Where there are more strata than requested lines, only as many can give one.
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

  /** Strata in the order in which they give one more: by chance, but always the same. */
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
