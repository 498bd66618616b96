// Property: for any objects, a bucket by each protocol and a folder list the same ones with the same counts, page by page; and the kept
// objects follow the rules, computed here without the shortcuts of the tree.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type HeadgateError,
  instantFromText,
  NS_PER_MS,
  printInstant,
  type TimeRange,
} from '../../../../src/base/index.ts';
import { type Listing, openDestination, parseLocation } from '../../../../src/input/destination/index.ts';
import { parseObjectKey } from '../../../../src/input/destination/listing/object-key.ts';
import { PROTOCOLS } from '../../../helpers/destination/bucket-answers.ts';
import {
  type HttpAnswer,
  type HttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../../helpers/http-server.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';

const disk = mkdtempSync(join(tmpdir(), 'headgate-same-'));
let server: HttpServer;
let answer: (request: ReceivedRequest) => HttpAnswer;
beforeAll(async () => {
  server = await startHttpServer((request): HttpAnswer => answer(request));
});
afterAll(async () => {
  await server.stop();
  rmSync(disk, { recursive: true });
});

const MINUTE_MS = 60_000;
const HOUR = 3_600_000n * NS_PER_MS;
const FROM_MS = Date.UTC(2026, 9, 31);
/** Times within three days, to the minute. */
const time = fc.integer({ min: 0, max: 3 * 1440 }).map((minutes) => FROM_MS + minutes * MINUTE_MS);
const text = (ms: number) => printInstant(BigInt(ms) * NS_PER_MS).replace(/[-:]/g, '');
/** Batches of minutes, and merged ones of up to two days. */
const span = fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 2880 }));
const name = fc.oneof(
  {
    arbitrary: fc.tuple(time, span).map(([at, minutes]) => `${text(at)}_${text(at + minutes * MINUTE_MS)}_ab.log.gz`),
    weight: 6,
  },
  time.map((at) => `${text(at)}_ab.log.gz`),
  fc.constantFrom('a.log', '0.log', 'z.log', '20261101.log', '.hidden', 'ownership-challenge-1.txt'),
);
const folder = fc.constantFrom(
  ...['', '20261031/', '20261101/', '20261102/', 'job/', 'job/20261101/', 'job/20261102/eu/', 'job/date=20261101/'],
  ...['zone=20261031/', 'job/zone=20240101/', 'a/b/c/20261031/', '20261101/hourly/', '20261101T10/', '.git/'],
);
const keys = fc.uniqueArray(
  fc.tuple(folder, name).map((parts) => parts.join('')),
  { minLength: 1, maxLength: 40 },
);
const source = fc.constantFrom(
  '',
  '{DATE}',
  '{DATE}/',
  'job/',
  'job',
  'job/{DATE}',
  'job/date={DATE}',
  '{DATE}/hourly',
  '{DATE}T10',
);
const range = fc.record({ since: time, until: time }, { requiredKeys: [] }).map(
  ({ since, until }): TimeRange => ({
    ...(since === undefined ? {} : { since: BigInt(since) * NS_PER_MS }),
    ...(until === undefined ? {} : { until: BigInt(until) * NS_PER_MS }),
  }),
);

let runs = 0;

async function list(place: string, start: string, asked: TimeRange, pageKeys: number) {
  const destination = await openDestination(await parseLocation(place), { limits: { pageKeys } });
  try {
    const { objects, ...counts }: Listing = await destination.list(asked, { slackMs: 0 });
    return { names: Array.from(objects, (object) => object.name.slice(start.length)), ...counts };
  } catch (error) {
    return { error: (error as HeadgateError).code };
  }
}

/**
 * Selects the objects to read: days by the first of two folders that names one, with an hour around; names by both
 * times.
 */
function isWanted(key: string, { since, until }: TimeRange): boolean {
  const parts = key.split('/');
  if (parts.some((part) => part.startsWith('.')) || key.includes('challenge')) return false;
  const day = parts
    .slice(0, -1)
    .slice(0, 2)
    .find((part) => /^(?:date=)?\d{8}$/.test(part))
    ?.slice(-8);
  if (day !== undefined) {
    const midnight = instantFromText(day.replace(/(....)(..)(..)/, '$1-$2-$3T00:00:00Z'))!;
    if (since !== undefined && midnight + 24n * HOUR <= since - HOUR) return false;
    if (until !== undefined && midnight > until + HOUR) return false;
  }
  const { start, end } = parseObjectKey(key) ?? {};
  if (start === undefined || end === undefined) return true;
  return (since === undefined || end >= since) && (until === undefined || start < until);
}

it('a bucket by each protocol and a folder list the same objects', async () => {
  await fc.assert(
    fc.asyncProperty(keys, source, range, fc.integer({ min: 3, max: 10 }), async (some, from, asked, pageKeys) => {
      const all = [...new Set([...some, 'job/20261101/a.log'])];
      runs += 1;
      const root = join(disk, String(runs));
      for (const key of all) {
        mkdirSync(dirname(join(root, key)), { recursive: true });
        writeFileSync(join(root, key), 'abc');
      }
      const inFolder = await list(`${root}/${from}`, `${root}/`, asked, pageKeys);
      rmSync(root, { recursive: true });
      for (const { source: sourceOf, listingOf, nameStart } of PROTOCOLS) {
        answer = listingOf(all);
        const inBucket = await list(sourceOf(server.origin, from), nameStart(server.origin), asked, pageKeys);
        expect(inBucket).toEqual(inFolder);
      }
      if ('names' in inFolder && from === '') {
        expect(inFolder.names).toEqual(all.filter((key) => isWanted(key, asked)).sort());
      }
    }),
    { numRuns: randomRuns(80) },
  );
}, 60_000);
