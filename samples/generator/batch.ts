// Cuts a job's lines of the three days into batches and names them as the platform names its objects. Batches span an
// hour or more, where the platform closes one after minutes: few files contain the whole story.
import { gzipSync } from 'node:zlib';
import { Random, STORY_END_MS, STORY_START_MS, streamRequests } from '../../src/sandbox/traffic/shop/index.ts';
import { compileLine } from './line.ts';
import type { SampleJob } from './sample-job.ts';

/** One object of a job. */
export interface Batch {
  readonly job: string;
  /** Relative to the folder of the job: `20261101/20261101T000000Z_20261101T013000Z_9af500e2.log.gz`. */
  readonly key: string;
  readonly lines: readonly string[];
}

/** Seed of the samples. */
export const SAMPLE_SEED = 20_261_101;
/** Most lines of a gzip member; larger objects have several members, like objects assembled from parts. */
const MEMBER_LINES = 700;

const DAY_MS = 86_400_000;
const HALF_MINUTE_MS = 30_000;
const MINUTE_MS = 60_000;
/** Offset of the operating-system byte in a gzip header; 255 is "unknown". RFC 1952, section 2.3.1. */
const GZIP_OS_BYTE = 9;

/** Returns all batches of a job, in order; a span without lines has none. */
export function createBatches(job: SampleJob): Batch[] {
  const print = compileLine(job);
  const edges = batchEdges(new Random(SAMPLE_SEED + job.id));
  const batches: { startMs: number; endMs: number; lines: string[] }[] = edges
    .slice(1)
    .map((endMs, index) => ({ startMs: edges[index]!, endMs, lines: [] }));
  let at = 0;
  for (const request of streamRequests({ seed: SAMPLE_SEED })) {
    if (request.loggedMs >= STORY_END_MS) break;
    while (request.loggedMs >= batches[at]!.endMs) at += 1;
    if (job.accepts(request)) batches[at]!.lines.push(print(request));
  }
  return batches
    .filter(({ lines }) => lines.length > 0)
    .map(({ startMs, endMs, lines }) => {
      const name = batchName(job.name, startMs, endMs);
      // The day folder is the day of the start.
      return { job: job.name, key: `${name.slice(0, 8)}/${name}`, lines };
    });
}

/**
 * Returns the object of a batch: gzip without time or machine in its header, so that the same lines give the same
 * bytes.
 */
export function gzipLines(lines: readonly string[]): Buffer {
  const members: Buffer[] = [];
  for (let at = 0; at < lines.length; at += MEMBER_LINES) {
    const member = gzipSync(lines.slice(at, at + MEMBER_LINES).join(''), { level: 9 });
    member[GZIP_OS_BYTE] = 255;
    members.push(member);
  }
  return Buffer.concat(members);
}

/** Returns the name of an object, without its folder. */
export function batchName(job: string, startMs: number, endMs: number): string {
  const [start, end] = [compactTime(startMs), compactTime(endMs)];
  const hash = hashText(`${job}/${start}/${end}`).toString(16).padStart(8, '0');
  return `${start}_${end}_${hash}.log.gz`;
}

function compactTime(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Returns the edges of the batches. One batch spans each midnight within the story, as in a real bucket. */
function batchEdges(random: Random): number[] {
  const edges = [STORY_START_MS];
  for (let day = STORY_START_MS; day < STORY_END_MS; day += DAY_MS) {
    const midnight = day + DAY_MS;
    const last = midnight === STORY_END_MS ? midnight : midnight - random.between(12, 40) * HALF_MINUTE_MS;
    for (;;) {
      const next = edges.at(-1)! + random.between(2 * 65, 2 * 170) * HALF_MINUTE_MS;
      if (next > last - 30 * MINUTE_MS) break;
      edges.push(next);
    }
    edges.push(last);
    if (last < midnight) edges.push(midnight + random.between(12, 40) * HALF_MINUTE_MS);
  }
  return edges;
}

/** Computes FNV-1a over the UTF-16 units of a text. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
