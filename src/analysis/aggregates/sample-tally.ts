// A bounded sample of lines, selected by the hash of their place: the same lines in any order and with any number of threads.
import { Smallest } from '../../base/index.ts';
import { byPlace, lineHash, objectHash } from '../../input/scan/index.ts';
import { DROP, KEEP, UNDECIDED, type Verdict } from '../../language/filter/index.ts';
import type { Aggregate, AggregateByKind, Merging, VerdictKey } from './aggregate.ts';
import { type DrawnLine, drawnRecord, type VerdictDraw } from './drawn-line.ts';
import type { DecidedLine, ScanCounter } from './scan-counter.ts';
import type { Slots } from './slots.ts';

/** A line chosen to be shown, byte for byte as stored; as JSON if its values are counted. */
export interface Sample {
  object: string;
  /** Byte offset in the inflated object. */
  offset: number;
  line: string;
}

/** A line of a sample whose values are counted. */
export interface ValueLine extends Sample {
  /** Bytes of the stored line, with its line end. */
  bytes: number;
}

/** Above every hash of a place. */
const ALL_HASHES = 2 ** 32;
/** Longer lines have no values in a sample, which bounds its memory. Bytes; lines have a few thousand. */
const MAX_VALUE_LINE_BYTES = 16_384;

/** How samples add up. */
export const SAMPLE: Merging<'sample', Sample[]> = {
  splits: 'lines',
  empty: () => [],
  merge: ({ limit }, a, b) => merged(a, b, limit).toSamples(),
};

/** How lines whose values are counted add up. */
export const VALUES: Merging<'values', ValueLine[]> = {
  splits: 'lines',
  empty: () => [],
  merge: ({ limit }, a, b) => merged(a, b, limit).toValueLines(),
};

/** The samples and value lines of all aggregates. */
export class DrawCounter implements ScanCounter<'sample', Sample[]>, ScanCounter<'values', ValueLine[]> {
  readonly draws: readonly SlotDraw[];
  readonly #slots: Slots;

  constructor(slots: Slots, asked: readonly Aggregate[]) {
    this.#slots = slots;
    const limits = new Map<string, DrawLimits>();
    for (const one of asked) {
      if ((one.kind !== 'sample' && one.kind !== 'values') || one.limit === 0) continue;
      const place = { slot: slots.of(one.of), verdict: one.kind === 'values' ? KEEP : VERDICT_OF[one.verdict] };
      const key = `${place.slot} ${place.verdict}`;
      const found = limits.get(key) ?? { ...place, sample: 0, values: 0 };
      limits.set(key, { ...found, [one.kind]: Math.max(found[one.kind], one.limit) });
    }
    this.draws = [...limits.values()].map((one) => new SlotDraw(one));
  }

  addLine({ record, hash, object, verdicts }: DecidedLine): void {
    for (let index = 0; index < this.draws.length; index += 1) {
      const draw = this.draws[index]!;
      if (verdicts[draw.slot] === draw.verdict && hash < draw.hashesBelow())
        draw.draw(drawnRecord(record, hash, object));
    }
  }

  /** The kernel hands back every line that may be drawn. */
  addCounts(): void {}

  answer(asked: AggregateByKind['sample']): Sample[];
  answer(asked: AggregateByKind['values']): ValueLine[];
  answer(asked: AggregateByKind['sample' | 'values']): Sample[] | ValueLine[] {
    const verdict = asked.kind === 'values' ? KEEP : VERDICT_OF[asked.verdict];
    const slot = this.#slots.of(asked.of);
    const draw = this.draws.find((one) => one.slot === slot && one.verdict === verdict);
    if (draw === undefined) return [];
    // Another aggregate may ask for more of the same lines.
    if (asked.kind === 'sample') return SAMPLE.merge(asked, draw.sample.toSamples(), []);
    return VALUES.merge(asked, draw.values.toValueLines(), []);
  }
}

const VERDICT_OF: Readonly<Record<VerdictKey, Verdict>> = {
  kept: KEEP,
  dropped: DROP,
  undecided: UNDECIDED,
};

interface DrawLimits {
  slot: number;
  verdict: Verdict;
  sample: number;
  values: number;
}

/** The lines drawn from a verdict of a slot. */
class SlotDraw implements VerdictDraw {
  readonly slot: number;
  readonly verdict: Verdict;
  readonly sample: SampleTally;
  readonly values: SampleTally;

  constructor({ slot, verdict, sample, values }: DrawLimits) {
    this.slot = slot;
    this.verdict = verdict;
    this.sample = new SampleTally(sample);
    this.values = new SampleTally(values);
  }

  hashesBelow(): number {
    return Math.max(this.sample.hashesBelow, this.values.hashesBelow);
  }

  draw({ hash, object, offset, stored, json, jsonBytes, bytes }: DrawnLine): void {
    this.sample.offer(hash, object, offset, stored);
    this.values.offer(hash, object, offset, jsonBytes > MAX_VALUE_LINE_BYTES ? noValues : json, bytes);
  }
}

function noValues(): string {
  return '{}';
}

interface Candidate extends ValueLine {
  hash: number;
}

/** Keeps the `limit` lines with the smallest hash: a uniform sample of all lines offered. */
export class SampleTally {
  readonly #smallest: Smallest<Candidate>;

  constructor(limit: number) {
    this.#smallest = new Smallest(limit, byHashAndPlace);
  }

  /** Whether a line with that hash may still be chosen: cheap, and usually false once there are enough. */
  mayTake(hash: number): boolean {
    return hash < this.hashesBelow;
  }

  /** Lines with a hash below this may be chosen: 0 when none may, 2^32 when all may. */
  get hashesBelow(): number {
    if (!this.#smallest.isFull) return ALL_HASHES;
    return this.#smallest.largest === undefined ? 0 : this.#smallest.largest.hash + 1;
  }

  /**
   * Offers a line.
   * @param hash {@link lineHash} of its place
   * @param read returns the line as stored, decoded from UTF-8; called only when the line is chosen
   * @param bytes of the stored line, for {@link toValueLines}
   */
  offer(hash: number, object: string, offset: number, read: () => string, bytes = 0): void {
    if (!this.mayTake(hash)) return;
    const candidate = { hash, object, offset, bytes, line: '' };
    if (!this.#smallest.wants(candidate)) return;
    candidate.line = read();
    this.#smallest.add(candidate);
  }

  /** Adds samples of another report, with the hash of their place. */
  merge(samples: readonly (Sample & Partial<ValueLine>)[]): void {
    for (const sample of samples) {
      this.#smallest.add({ hash: lineHash(objectHash(sample.object), sample.offset), bytes: 0, ...sample });
    }
  }

  /** The chosen lines in the order of their places. */
  toSamples(): Sample[] {
    return this.#smallest
      .toArray()
      .map(({ object, offset, line }) => ({ object, offset, line }))
      .sort(byPlace);
  }

  /** Likewise, with their bytes. */
  toValueLines(): ValueLine[] {
    return this.#smallest
      .toArray()
      .map(({ object, offset, line, bytes }) => ({ object, offset, line, bytes }))
      .sort(byPlace);
  }
}

function merged(a: readonly Sample[], b: readonly Sample[], limit: number): SampleTally {
  const tally = new SampleTally(limit);
  tally.merge(a);
  tally.merge(b);
  return tally;
}

function byHashAndPlace(a: Candidate, b: Candidate): number {
  return a.hash - b.hash || byPlace(a, b);
}
