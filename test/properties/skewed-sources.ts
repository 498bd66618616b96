// Sources on which estimates of the stored size may go wrong: objects of very different sizes, rare lines, lines that compress unequally.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Random, seededRandom } from '../helpers/seeded-random.ts';

/** How the objects of a source are made. */
export interface SourceKind {
  name: string;
  /** Lines of each object. */
  sizes: (random: Random) => number[];
  /** Share of lines with a status of 500. @param object its index @param place of the line in the object, from 0 to 1 */
  errors: (object: number, place: number) => number;
  /** Share of random characters in the path, which gzip cannot shorten. @param size share of the largest object's lines */
  noise: (random: Random, size: number) => number;
  /** @default true */
  isCompressed?: boolean;
}

const even = (count: number, lines: number) => (): number[] => Array.from({ length: count }, () => lines);
/** Log-normal: the largest of a hundred objects has as many lines as half of all others. */
const unequal =
  (count: number, median: number, spread: number) =>
  (random: Random): number[] =>
    Array.from({ length: count }, () => {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      return Math.max(1, Math.min(40_000, Math.round(median * Math.exp(spread * normal))));
    });

/** The kinds. */
export const SOURCE_KINDS: readonly SourceKind[] = [
  { name: 'equal objects', sizes: even(120, 150), errors: () => 0.1, noise: () => 0.3 },
  { name: 'very unequal objects', sizes: unequal(150, 40, 1.6), errors: () => 0.1, noise: (random) => random() },
  {
    name: 'size and compressibility correlated',
    sizes: unequal(150, 40, 1.6),
    errors: () => 0.2,
    noise: (_, size) => (size > 0.1 ? 0 : 1),
  },
  {
    name: 'small objects compress better',
    sizes: unequal(150, 40, 1.6),
    errors: () => 0.2,
    noise: (_, size) => (size > 0.1 ? 1 : 0),
  },
  { name: 'rare lines', sizes: unequal(150, 60, 1.2), errors: () => 0.006, noise: (random) => random() },
  {
    name: 'kept lines in few objects',
    sizes: unequal(200, 60, 1),
    errors: (object) => (object % 40 === 0 ? 0.8 : 0),
    noise: (random) => random(),
  },
  {
    name: 'one huge object, gzip',
    sizes: (random) => [16_000, ...unequal(60, 30, 1)(random)],
    errors: (_, place) => (place < 0.5 ? 0.02 : 0.2),
    noise: (random) => random(),
  },
  {
    name: 'one huge object, plain',
    sizes: () => [16_000, 10, 10],
    errors: () => 0.01,
    noise: (random) => random(),
    isCompressed: false,
  },
];

/** Writes a source. @returns its lines */
export function writeSource(folder: string, kind: SourceKind, seed: number): number {
  const random = seededRandom(seed);
  mkdirSync(folder, { recursive: true });
  const sizes = kind.sizes(random);
  const most = Math.max(...sizes);
  for (const [object, lines] of sizes.entries()) {
    const noise = kind.noise(random, lines / most);
    const text = Array.from({ length: lines }, (_, line) =>
      lineOf(random, { noise, errors: kind.errors(object, line / lines) }),
    ).join('');
    const minute = String(object % 60).padStart(2, '0');
    const hour = String(Math.floor(object / 60)).padStart(2, '0');
    const name = `20261101T${hour}${minute}00Z_20261101T${hour}${minute}30Z_${seed}${object}.log`;
    if (kind.isCompressed === false) writeFileSync(join(folder, name), text);
    else writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 6 }));
  }
  return sizes.reduce((sum, lines) => sum + lines, 0);
}

const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  'curl/8.5.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)',
];
const PATHS = ['/', '/login', '/static/app.js', '/api/v1/orders', '/images/header.png'];

function lineOf(random: Random, { noise, errors }: { noise: number; errors: number }): string {
  const isError = random() < errors;
  const path = PATHS[Math.floor(random() * PATHS.length)]!;
  const query = random() < noise ? randomText(random, 20 + Math.floor(random() * 200)) : 'page=1&sort=newest';
  return `${JSON.stringify({
    EdgeStartTimestamp: '2026-11-01T00:10:00Z',
    RayID: randomText(random, 16),
    ClientRequestURI: `${path}?${query}`,
    ClientRequestPath: path,
    ClientRequestUserAgent: AGENTS[Math.floor(random() * AGENTS.length)],
    EdgeResponseStatus: isError ? 500 + Math.floor(random() * 5) : 200,
    EdgeResponseBytes: Math.floor(random() * 1e5),
    ResponseHeaders: isError ? { 'x-error': randomText(random, 12) } : { 'cf-cache-status': 'HIT' },
  })}\n`;
}

function randomText(random: Random, length: number): string {
  let text = '';
  while (text.length < length) text += Math.floor(random() * 2 ** 32).toString(36);
  return text.slice(0, length);
}

/** By name, the size for a random number in [0, 1). Bytes. */
export const SKEWED_SIZES: Readonly<Record<string, (random: number) => number>> = {
  'equal lines': () => 300,
  'evenly distributed': (random) => Math.round(100 + 1000 * random),
  '1 % lines of 10 kB': (random) => (random < 0.01 ? 10_000 : 300),
  'a heavy tail': (random) => Math.min(20_000, Math.round(200 / (1 - random) ** 0.7)),
};
