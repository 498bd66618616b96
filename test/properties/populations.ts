// Populations of objects with a known kept share, for testing estimates: from the easiest to the hardest distributions of real
// sources. All random values are seeded.
import {
  estimateShare,
  firstRound,
  halfWidth,
  MISS,
  missAtRound,
  nextRound,
  ObjectDraw,
  type ShareEstimate,
} from '../../src/analysis/sample/index.ts';
import { objectHash } from '../../src/input/scan/index.ts';
import { type Random, seededRandom } from '../helpers/seeded-random.ts';

/** Objects of each population. */
export const OBJECTS = 600;

/**
 * A sample of objects drawn by their stored bytes misses these kept lines: few objects contain all of them, and as many times the lines
 * of other objects in the same number of bytes.
 */
export const BEYOND = 'all that is kept in 3 objects whose lines compress 40 times as well';

/** How many of `lines` are kept, each with a probability. */
function keptOf(lines: number, probability: number, random: Random): number {
  let kept = 0;
  for (let line = 0; line < lines; line += 1) if (random() < probability) kept += 1;
  return kept;
}

/** About log-normal: the largest of 600 has a fortyfold of the median. */
function unequalSize(random: Random): number {
  const normal = Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
  return Math.max(1, Math.round(200 * Math.exp(1.2 * normal)));
}

/** An object of a population. */
interface Shape {
  lines: number;
  probability: number;
  /** Stored bytes of a line. @default the same for all */
  lineBytes?: number;
}

/** An incident in 12 objects that hold so many times the lines of the others. */
const incident = (times: number, lineBytes?: number) => (index: number) =>
  index >= 100 && index < 112
    ? { lines: 400 * times, probability: 0.9, ...(lineBytes === undefined ? {} : { lineBytes }) }
    : { lines: 400, probability: 0.002 };

const POPULATIONS: Readonly<Record<string, (index: number, random: Random) => Shape>> = {
  'homogeneous, 30 %': () => ({ lines: 500, probability: 0.3 }),
  'homogeneous, unequal sizes': (_, random) => ({ lines: unequalSize(random), probability: 0.3 }),
  'rare, 0.1 %': () => ({ lines: 500, probability: 0.001 }),
  'each object its own share': (_, random) => ({ lines: 400, probability: random() ** 3 }),
  'each object its own share, unequal sizes': (_, random) => ({
    lines: unequalSize(random),
    probability: random() ** 3,
  }),
  'each object its own share, unequal sizes and bytes of a line': (_, random) => ({
    lines: unequalSize(random),
    probability: random() ** 3,
    lineBytes: 0.5 + random(),
  }),
  'the larger, the more is kept': (_, random) => {
    const lines = unequalSize(random);
    return { lines, probability: Math.min(0.9, lines / 4000) };
  },
  'the smaller, the more is kept': (_, random) => {
    const lines = unequalSize(random);
    return { lines, probability: Math.min(0.9, 20 / lines) };
  },
  'day and night': (index) => ({ lines: 400, probability: 0.3 + 0.25 * Math.sin((index / OBJECTS) * 2 * Math.PI) }),
  'an incident in 30 of 600 objects': (index) => ({
    lines: 400,
    probability: index >= 100 && index < 130 ? 0.8 : 0.01,
  }),
  'an incident in 6 of 600 objects': (index) => ({
    lines: 400,
    probability: index >= 100 && index < 106 ? 0.8 : 0.001,
  }),
  'an incident in 2 of 600 objects, nothing else': (index) => ({
    lines: 400,
    probability: index === 7 || index === 8 ? 1 : 0,
  }),
  'an incident with 2 times the lines': incident(2),
  'an incident with 4 times the lines': incident(4),
  'an incident with 10 times the lines': incident(10),
  'an incident with 10 times the lines, a half smaller each': incident(10, 0.5),
  'all but an incident': (index) => ({ lines: 400, probability: index >= 100 && index < 110 ? 0.1 : 1 }),
  'nothing kept': () => ({ lines: 100, probability: 0 }),
  'all that is kept in 3 objects that are 40 times as large': (index) => ({
    lines: index < 3 ? 4000 : 100,
    probability: index < 3 ? 1 : 0,
  }),
  [BEYOND]: (index) =>
    index < 3 ? { lines: 4000, probability: 1, lineBytes: 1 / 40 } : { lines: 100, probability: 0 },
  'everything kept': () => ({ lines: 100, probability: 1 }),
};

/** Names of the populations whose share intervals must hold. */
export const POPULATION_NAMES = Object.keys(POPULATIONS).filter((name) => name !== BEYOND);

/** An object with what it holds. */
interface Held {
  name: string;
  all: number;
  kept: number;
  /** Bytes. */
  stored: number;
}

/** The objects of a population. */
export function populationNamed(name: string): Held[] {
  const random = seededRandom(objectHash(`population ${Object.keys(POPULATIONS).indexOf(name)}`));
  return Array.from({ length: OBJECTS }, (_, index) => {
    const { lines, probability, lineBytes = 1 } = POPULATIONS[name]!(index, random);
    const kept = keptOf(lines, probability, random);
    return { name: `20261101/${index}.log.gz`, all: lines, kept, stored: 50 * lines * lineBytes };
  });
}

/** How often an interval holds the truth, how wide it is and how many objects were read in the mean. */
export interface Coverage {
  covered: number;
  width: number;
  read: number;
}

type Objects = ObjectDraw<Held>;

/** Over seeded samples of `read` objects each. */
export function coverageOf(name: string, read: number, samples: number): Coverage {
  return coverageBy(name, samples, (objects) => ({ read, found: estimateOf(objects, read, MISS) }));
}

/** Over seeded samples that grow until the interval is as narrow as a precision has it, as `--precision` does. */
export function coverageUntil(name: string, precision: number, samples: number): Coverage {
  return coverageBy(name, samples, (objects) => {
    let read = firstRound(objects, precision);
    for (let look = 1; ; look += 1) {
      const found = estimateOf(objects, read, missAtRound(look));
      if (halfWidth(found) <= precision) return { read, found };
      read = nextRound(read, OBJECTS, found, precision);
    }
  });
}

function estimateOf(objects: Objects, read: number, miss: number): ShareEstimate {
  const clusters = objects.drawn(read).map(({ item: { all, kept }, chance }) => ({ all, part: kept, chance }));
  return estimateShare(clusters, {
    isAllRead: read === OBJECTS,
    unseen: objects.unseen(read, miss / 2),
    miss,
    lines: sum(clusters.map(({ all }) => all)),
  });
}

function coverageBy(
  name: string,
  samples: number,
  estimate: (objects: Objects) => { read: number; found: ShareEstimate },
): Coverage {
  const population = populationNamed(name);
  const truth = sum(population.map(({ kept }) => kept)) / sum(population.map(({ all }) => all));
  const total = { covered: 0, width: 0, read: 0 };
  for (let seed = 1; seed <= samples; seed += 1) {
    const of = { nameOf: (one: Held) => one.name, sizeOf: (one: Held) => one.stored };
    const { read, found } = estimate(new ObjectDraw(population, of, seed));
    if (found.low <= truth && truth <= found.high) total.covered += 1;
    total.width += found.high - found.low;
    total.read += read;
  }
  return { covered: total.covered / samples, width: total.width / samples, read: total.read / samples };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
