// A bounded sample of lines, selected by the hash of their place: the same lines in any order and with any number of threads.
import { type Count, Smallest } from '../../base/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import { byPlace, type Deferral, lineHash, objectHash } from '../../input/scan/index.ts';
import { DROP, KEEP, UNDECIDED, type Verdict } from '../../language/filter/index.ts';
import type { Aggregate, AggregateByKind, Merging, VerdictKey } from './aggregate.ts';
import type { DecidedLine, ScanCounter } from './scan-counter.ts';
import type { Slots } from './slots.ts';

/** A line chosen to be shown, byte for byte as stored; as JSON if its values are counted; empty if only its place is asked for. */
export interface Sample {
  object: string;
  /** Byte offset in the inflated object. */
  offset: Count;
  line: string;
}

/** A line of a sample whose values are counted. */
export interface ValueLine extends Sample {
  /** Bytes of the stored line, with its line end. */
  bytes: number;
}

/** Above every hash of a place. */
export const ALL_HASHES = 2 ** 32;
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
  /** The kernel must hand back their lines one by one, with their verdicts. */
  readonly draws: readonly VerdictDraw[];
  readonly #slots: Slots;

  constructor(slots: Slots, asked: readonly Aggregate[]) {
    this.#slots = slots;
    const drawn = asked.flatMap((one) =>
      (one.kind === 'sample' || one.kind === 'values') && one.limit > 0 ? [one] : [],
    );
    const byPlace = Map.groupBy(drawn, (one) => `${slots.of(one.of)} ${verdictOf(one)}`);
    this.draws = [...byPlace.values()].map((some) => new VerdictDraw(slots.of(some[0]!.of), some));
  }

  addLine({ record, hash, object, verdicts }: DecidedLine): void {
    for (let index = 0; index < this.draws.length; index += 1) {
      const draw = this.draws[index]!;
      if (verdicts[draw.slot] === draw.verdict && hash < draw.hashesBelow())
        draw.draw(offeredRecord(record, hash, object));
    }
  }

  /** The kernel hands back every line that may be drawn. */
  addCounts(): void {}

  answer(asked: AggregateByKind['sample']): Sample[];
  answer(asked: AggregateByKind['values']): ValueLine[];
  answer(asked: Drawn): Sample[] | ValueLine[] {
    const slot = this.#slots.of(asked.of);
    const verdict = verdictOf(asked);
    const draw = this.draws.find((one) => one.slot === slot && one.verdict === verdict);
    if (draw === undefined) return [];
    // Another aggregate may ask for more of the same lines.
    if (asked.kind === 'sample') return SAMPLE.merge(asked, draw.sample.toSamples(), []);
    return VALUES.merge(asked, draw.values.toValueLines(), []);
  }
}

type Drawn = AggregateByKind['sample' | 'values'];

const VERDICT_OF: Readonly<Record<VerdictKey, Verdict>> = {
  kept: KEEP,
  dropped: DROP,
  undecided: UNDECIDED,
};

function verdictOf(asked: Drawn): Verdict {
  return asked.kind === 'values' ? KEEP : VERDICT_OF[asked.verdict];
}

/** The lines drawn from a verdict of a slot. */
export class VerdictDraw {
  readonly slot: number;
  readonly verdict: Verdict;
  readonly sample: SampleTally;
  readonly values: SampleTally;
  /** Whether the text of sampled lines is wanted. */
  readonly #hasText: boolean;

  /** @param asked of the same verdict */
  constructor(slot: number, asked: readonly Drawn[]) {
    const limitOf = (kind: Drawn['kind']): number =>
      Math.max(0, ...asked.map((one) => (one.kind === kind ? one.limit : 0)));
    this.slot = slot;
    this.verdict = verdictOf(asked[0]!);
    this.#hasText = asked.some((one) => one.kind === 'sample' && one.arePlaces !== true);
    this.sample = new SampleTally(limitOf('sample'));
    this.values = new SampleTally(limitOf('values'));
  }

  /** Returns the hash below which lines may be chosen. It never rises. */
  hashesBelow(): number {
    return Math.max(this.sample.hashesBelow, this.values.hashesBelow);
  }

  /** Offers a line of the verdict. */
  draw({ hash, object, offset, stored, values, bytes }: OfferedLine): void {
    this.sample.offer(hash, object, offset, this.#hasText ? stored : noText);
    this.values.offer(hash, object, offset, values, bytes);
  }
}

function noText(): string {
  return '';
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

/** A line that may become a sample, wherever it was read. It is decoded at most once, and only when a sample takes it. */
interface OfferedLine {
  /** `lineHash` of its place. */
  hash: number;
  /** Name of the object. */
  object: string;
  offset: number;
  /** Returns the line as pushed. Valid until the next line is read. */
  stored: () => string;
  /** Returns the line as JSON, likewise. */
  json: () => string;
  /** Returns the JSON whose values are counted: of a longer line, none. */
  values: () => string;
  /** Bytes of the stored line, with its line end. */
  bytes: number;
}

/** A line that the record reader has read. */
function offeredRecord(line: LineRecord, hash: number, object: string): OfferedLine {
  const { json } = line;
  return {
    ...{ hash, object, offset: line.offset, bytes: line.bytes },
    stored: () => decoded(line.pushed()),
    json: () => decoded(json),
    values: () => withValues(json),
  };
}

/** A line of NDJSON that a scanner has deferred. Its bytes are put together only when its text is wanted. */
export function offeredLine(
  deferral: Pick<Deferral, 'bytes' | 'size'>,
  place: Pick<OfferedLine, 'hash' | 'object' | 'offset'>,
): OfferedLine {
  const line = (): Uint8Array => {
    const { bytes, size } = deferral;
    const hasCr = size === bytes.length && bytes[bytes.length - 2] === CR;
    return bytes.subarray(0, bytes.length - (hasCr ? 2 : 1));
  };
  let text: string | undefined;
  // Several samples share one text.
  const read = (): string => {
    text ??= decoded(line());
    return text;
  };
  return { ...place, bytes: deferral.size, stored: read, json: read, values: () => withValues(line(), read) };
}

function withValues(json: Uint8Array, read = (): string => decoded(json)): string {
  return json.length > MAX_VALUE_LINE_BYTES ? '{}' : read();
}

const CR = 13;

function decoded(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
