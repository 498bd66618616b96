// Traffic reaches the engine when it is due: rates are exact, order and gaps are kept, times are shifted to the nanosecond; files with
// damage are reported.
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, type Transform } from 'node:stream';
import { constants, createGzip, createZstdCompress, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { trafficNdjson } from '../../../samples/generator/index.ts';
import type { FedTraffic } from '../../../src/sandbox/feed/fed-traffic.ts';
import { feedTraffic } from '../../../src/sandbox/feed/feed-traffic.ts';
import type { SandboxTraffic } from '../../../src/sandbox/sandbox.ts';
import { createServiceClock, type ServiceClock } from '../../../src/sandbox/service-clock.ts';
import type { Exchange, TrafficProblem } from '../../../src/sandbox/traffic/index.ts';
import { shopExchange, streamRequests } from '../../../src/sandbox/traffic/shop/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const START = Date.UTC(2026, 11, 24, 18);
const START_NS = BigInt(START) * 1_000_000n;
const SAMPLES = join(import.meta.dirname, '../../../samples/traffic');
const folder = mkdtempSync(join(tmpdir(), 'feed-'));

interface Fed extends FedTraffic {
  pushed: Exchange[];
  /** Service time of each push. */
  at: number[];
  problems: TrafficProblem[];
}

/** Feeds traffic to a list. @param onPush called after each push */
async function feed(
  traffic: SandboxTraffic,
  clock: ServiceClock,
  onPush = (_: number): unknown => undefined,
  ready?: Promise<void>,
): Promise<Fed> {
  const pushed: Exchange[] = [];
  const at: number[] = [];
  const problems: TrafficProblem[] = [];
  const end = new AbortController();
  const totals = await feedTraffic({
    traffic,
    clock,
    push: (exchange) => {
      pushed.push(exchange);
      at.push(clock.now());
      if (onPush(pushed.length) === 'abort') end.abort();
    },
    whenReady: () => ready,
    signal: end.signal,
    onProblem: (problem) => problems.push(problem),
  });
  return { ...totals, pushed, at, problems };
}

const following = () => createServiceClock(START, Infinity);

/** A clock that only its own sleeps advance, by the requested time and a delay. */
function steppedClock(delays: readonly number[]): ServiceClock & { sleeps: number } {
  let now = START;
  return {
    followsTraffic: false,
    sleeps: 0,
    now: () => now,
    advance: () => {},
    hold: () => {},
    async sleep(ms) {
      expect(ms).toBeGreaterThan(0);
      now += ms + (delays[this.sleeps % delays.length] ?? 0);
      this.sleeps += 1;
    },
  };
}

function line(timestamp: bigint | string | undefined, more = ''): string {
  const time =
    timestamp === undefined ? '' : `"timestamp":${typeof timestamp === 'string' ? `"${timestamp}"` : timestamp},`;
  return `{${time}${more}"request":{"method":"GET","url":"/","headers":[]},"response":{"status":200,"headers":[]}}\n`;
}

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('the shop', () => {
  it('creates the same exchanges for one seed and start, at the rate, with the digits below the millisecond', async () => {
    const [one, same, other] = await Promise.all(
      [7, 7, 8].map((seed) => feed({ rate: 3, seed, seconds: 10 }, following())),
    );
    expect(one).toMatchObject({ exchanges: 30, skipped: {} });
    expect(one!.pushed).toEqual(same!.pushed);
    expect(one!.pushed).not.toEqual(other!.pushed);
    const requests = streamRequests({ seed: 7 });
    one!.pushed.forEach((exchange, index) => {
      const request = requests.next().value;
      const atMs = START + (index * 1000) / 3;
      expect(one!.at[index]).toBe(atMs);
      expect(exchange).toEqual(shopExchange(request, Math.floor(atMs) - request.start.ms));
      expect(exchange.timestamp! % 1_000_000n).toBe(BigInt(request.start.ns));
      expect(exchange.timestamp! / 1_000_000n).toBe(BigInt(Math.floor(atMs)));
    });
  });

  it('keeps the rate, however late the timers are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.1, max: 5000, noNaN: true }),
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { maxLength: 5 }),
        async (rate, count, delays) => {
          const clock = steppedClock(delays);
          const { at } = await feed({ rate, seconds: count / rate }, clock);
          const dueMs = (index: number) => START + (index * 1000) / rate;
          expect(Math.abs(at.length - count)).toBeLessThanOrEqual(1);
          for (const [index, time] of at.entries()) {
            // Never early, and never later than the longest delay: delays do not add up.
            expect(time).toBeGreaterThanOrEqual(dueMs(index));
            expect(time - dueMs(index)).toBeLessThanOrEqual(Math.max(0, ...delays) + 0.001);
          }
        },
      ),
      { numRuns: randomRuns(60) },
    );
  });

  it.each([
    [{ rate: 0 }, 'cannot create traffic: found rate 0, expected a number above 0'],
    [{ rate: Infinity }, 'cannot create traffic: found rate Infinity, expected a number above 0'],
    [{ rate: 1, seconds: Number.NaN }, 'cannot create traffic: found seconds NaN, expected a number above 0'],
  ])('rejects %o', async (traffic, message) => {
    await expect(feed(traffic, following())).rejects.toThrow(message);
  });

  it('ends when the signal aborts, also while it sleeps or waits', async () => {
    expect(await feed({ rate: 1000 }, following(), (count) => count === 5 && 'abort')).toMatchObject({ exchanges: 5 });
    // The second exchange is due after a day.
    const slow = createServiceClock(START, 1);
    const end = new AbortController();
    const options = { clock: slow, signal: end.signal, whenReady: () => undefined };
    const asleep = feedTraffic({
      ...options,
      traffic: { rate: 1 / 86_400 },
      push: () => setImmediate(() => end.abort()),
    });
    expect(await asleep).toEqual({ exchanges: 1, skipped: {} });
    const ended = new AbortController();
    const never = new Promise<void>(() => {});
    const waiting = feedTraffic({
      ...{ clock: following(), traffic: { rate: 1000 }, signal: ended.signal, push: () => {} },
      whenReady: () => {
        setImmediate(() => ended.abort());
        return never;
      },
    });
    expect(await waiting).toEqual({ exchanges: 1, skipped: {} });
  });

  it('waits until the engine is ready, and rejects with its error', async () => {
    let isReady = true;
    let waits = 0;
    const { exchanges } = await feedTraffic({
      ...{ clock: following(), traffic: { rate: 1000, seconds: 0.1 }, signal: new AbortController().signal },
      push: () => expect(isReady).toBe(true),
      whenReady: () => {
        waits += 1;
        if (waits % 10 !== 0) return undefined;
        isReady = false;
        return new Promise((resolve) =>
          setImmediate(() => {
            isReady = true;
            resolve();
          }),
        );
      },
    });
    expect([exchanges, waits]).toEqual([100, 100]);
    const failing = feedTraffic({
      ...{ clock: following(), traffic: { rate: 1 }, signal: new AbortController().signal, push: () => {} },
      whenReady: () => Promise.reject(new Error('the engine failed')),
    });
    await expect(failing).rejects.toThrow('the engine failed');
  });

  it.each([
    ['without a pause', undefined],
    ['while the engine is ready at once', Promise.resolve()],
  ])('yields to the event loop %s', async (_, ready) => {
    let isServed = false;
    const onPush = (count: number): unknown => {
      // Answers as the API does: in the event loop, with nothing else to wait for.
      if (count === 1)
        setImmediate(() => {
          isServed = true;
        });
      return isServed && 'abort';
    };
    const totals = await feed({ rate: 1e6 }, following(), onPush, ready);
    expect(totals.exchanges).toBeGreaterThan(1);
  });
});

describe('files', () => {
  it('shift exactly, and keep gaps and order', async () => {
    const t = 1_793_534_400_000_000_001n;
    const file = fileOf(
      'times.ndjson',
      [
        line(undefined),
        line(t, `"fields":{"EdgeEndTimestamp":${t + 7n}},`),
        line(t + 1_500_000_003n),
        line(t - 20_000_000n),
        line(undefined),
        line(t + 5_000_000_000n),
        line(undefined, '"fields":{"EdgeStartTimestamp":"2026-11-01T12:00:06Z"},'),
      ].join(''),
    );
    const { pushed, at, exchanges } = await feed({ file }, following());
    const offsets = [0n, 10_000_000n, 1_510_000_003n, -10_000_000n, 0n, 5_010_000_000n, 6_009_999_999n];
    expect(exchanges).toBe(offsets.length);
    expect(pushed.map(({ timestamp }) => timestamp! - START_NS)).toEqual(offsets);
    expect(pushed[1]!.fields!.EdgeEndTimestamp).toBe(START_NS + 10_000_007n);
    expect(pushed[6]!.fields!.EdgeStartTimestamp).toBe(pushed[6]!.timestamp);
    // Exchanges out of order are pushed at once: the clock does not go back.
    expect(at).toEqual(
      [0, 10, 1510.000003, 1510.000003, 1510.000003, 5010, 6009.999999].map((ms) => expect.closeTo(START + ms, 2)),
    );
  });

  it('shift any times by one difference', async () => {
    const time = fc.option(fc.bigInt({ min: 10n ** 15n, max: 2n ** 62n }), { nil: undefined });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(time, { minLength: 1, maxLength: 8 }), async (times) => {
        count += 1;
        const file = fileOf(`shift-${count}.ndjson`, times.map((one) => line(one)).join(''));
        const { pushed } = await feed({ file }, following());
        expect(pushed[0]!.timestamp).toBe(START_NS);
        const shifts = pushed.flatMap(({ timestamp }, index) =>
          times[index] === undefined ? [] : timestamp! - times[index],
        );
        expect(new Set(shifts).size).toBeLessThanOrEqual(1);
        pushed.forEach(({ timestamp }, index) => {
          if (index > 0 && times[index] === undefined)
            expect(timestamp! - pushed[index - 1]!.timestamp!).toBe(10_000_000n);
        });
      }),
      { numRuns: randomRuns(40) },
    );
  });

  it.each([
    ['plain', (text: string) => Buffer.from(text)],
    ['gzip', (text: string) => gzipSync(text)],
    ['zstd', (text: string) => zstdCompressSync(text)],
  ])('are read as %s, whatever their name', async (name, compress) => {
    const { pushed, exchanges } = await feed({ file: fileOf(`${name}.txt`, compress(trafficNdjson())) }, following());
    expect(exchanges).toBe(24);
    expect(pushed[0]!.timestamp).toBe(START_NS);
    expect(pushed.at(-1)!.client.ip).toBe('203.0.113.140');
  });

  it('of a browser skip what never reached the edge', async () => {
    const { exchanges, skipped, problems } = await feed({ file: join(SAMPLES, 'shop.har') }, following());
    expect({ exchanges, skipped, problems }).toEqual({
      exchanges: 7,
      skipped: { 'from-cache': 1, 'no-response': 1, 'not-http': 1 },
      problems: [],
    });
  });

  it('report broken entries and continue', async () => {
    const file = fileOf('broken.ndjson', `${line(1n)}{}\n${line(2n, '"fields":{"BotScore":"x"},')}${line(3n)}`);
    const { exchanges, skipped, problems } = await feed({ file }, following());
    expect({ exchanges, skipped }).toEqual({ exchanges: 2, skipped: { broken: 2 } });
    expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'broken-entry line 2: request: found nothing, expected an object',
      'broken-entry line 3: fields.BotScore: found a string, expected int',
    ]);
  });

  it('with damage push what is before it, and are reported', async () => {
    const whole = gzipSync(trafficNdjson(), { level: 0 });
    const file = fileOf('cut.gz', whole.subarray(0, whole.length - 2000));
    const pushed: Exchange[] = [];
    const reading = feedTraffic({
      ...{ traffic: { file }, clock: following(), whenReady: () => undefined, signal: new AbortController().signal },
      push: (exchange) => pushed.push(exchange),
    });
    await expect(reading).rejects.toThrow(
      /^cannot read the traffic .*cut\.gz to its end: at byte [\d,]+: the gzip stream is truncated: .*; \d+ exchanges before it were pushed, 1 skipped: broken$/,
    );
    expect(pushed.length).toBeGreaterThan(15);
  });

  it.each([
    ['cut.ndjson', `${line(1n)}${line(2n)}${line(3n)}`],
    [
      'cut.har',
      JSON.stringify({
        log: {
          entries: [1, 2, 3].map(() => ({
            startedDateTime: '2026-11-01T00:00:00Z',
            time: 1,
            request: { method: 'GET', url: 'https://a.example/', httpVersion: 'h2', headers: [] },
            response: { status: 200, headers: [] },
          })),
        },
      }).slice(0, -4),
    ],
  ])('cut in their last entry push those before it: %s', async (name, content) => {
    const pushed: Exchange[] = [];
    const reading = feedTraffic({
      ...{ clock: following(), whenReady: () => undefined, signal: new AbortController().signal },
      traffic: { file: fileOf(name, content.slice(0, -10)) },
      push: (exchange) => pushed.push(exchange),
    });
    await expect(reading).rejects.toThrow(
      /to its end: at byte [\d,]+: (?!.*cannot).*; 2 exchanges before it were pushed, 1 skipped: broken$/,
    );
    expect(pushed).toHaveLength(2);
  });

  it.each([
    ['nothing.ndjson', '', /^cannot read the traffic .*nothing\.ndjson: found no exchange, expected a HAR file/],
    [
      'logs.ndjson',
      '{"RayID":"a","ClientIP":"b"}\n',
      /^cannot read the traffic .*logs\.ndjson: found log lines, expected a HAR/,
    ],
    [
      'odd.ndjson',
      '{}\n',
      /found no exchange \(1 skipped: broken\), expected .*; the first problem is at byte 0: line 1: request: found/,
    ],
    ['empty.har', '{"log":{}}', /found no exchange, .*; the first problem is at byte 0: found "log" without entries/],
  ])('without traffic are an error: %s', async (name, content, message) => {
    await expect(feed({ file: fileOf(name, content) }, following())).rejects.toThrow(message);
  });

  it('that are missing or a folder are an error', async () => {
    await expect(feed({ file: join(folder, 'missing.har') }, following())).rejects.toThrow('missing.har');
    await expect(feed({ file: folder }, following())).rejects.toThrow('found a folder, expected a HAR file');
  });

  it('are read from standard input, whose end or error ends them', async () => {
    const fromStdin = async (chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, onPush?: () => unknown) => {
      const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(chunks) as typeof process.stdin);
      return feed({ file: '-' }, following(), onPush).finally(() => stdin.mockRestore());
    };
    const bytes = gzipSync(trafficNdjson());
    expect((await fromStdin([bytes.subarray(0, 100), bytes.subarray(100)])).exchanges).toBe(24);
    await expect(fromStdin([bytes.subarray(0, 700)])).rejects.toThrow(
      /^cannot read the traffic stdin to its end: at byte/,
    );
    await expect(fromStdin([])).rejects.toThrow(/^cannot read the traffic stdin: found no exchange/);
    const endless = async function* () {
      for (;;) yield Buffer.from(trafficNdjson());
    };
    expect((await fromStdin(endless(), () => 'abort')).exchanges).toBe(1);
    const silent = async function* () {
      yield Buffer.from(trafficNdjson());
      await new Promise(() => {});
    };
    expect((await fromStdin(silent(), () => 'abort')).exchanges).toBe(1);
  });

  it('end when the signal aborts', async () => {
    const file = fileOf('many.ndjson', trafficNdjson());
    expect(await feed({ file }, following(), (count) => count === 3 && 'abort')).toMatchObject({ exchanges: 3 });
  });
});

const LIVE = ['/a', '/b', '/c'].map(
  (path) =>
    `{"request":{"method":"GET","url":"https://a.example${path}","headers":[]},"response":{"status":200,"headers":[]}}\n`,
);

// Windows has no FIFOs.
describe.skipIf(process.platform === 'win32')('a live pipe', () => {
  it.each<[string, () => Transform]>([
    ['plain', () => new PassThrough()],
    ['gzip', () => createGzip({ flush: constants.Z_SYNC_FLUSH })],
    ['zstd', () => createZstdCompress({ flush: constants.ZSTD_e_flush })],
  ])('%s: pushes each exchange before the next one is written', async (name, compress) => {
    const fifo = join(folder, `live-${name}`);
    spawnSync('mkfifo', [fifo]);
    // Opened for both, so that neither side waits for the other.
    const writer = createWriteStream(fifo, { flags: 'r+' });
    const input = compress();
    input.pipe(writer);
    const write = (index: number): void => {
      if (index < LIVE.length) input.write(LIVE[index]!);
      else input.end();
    };
    write(0);
    // The next line is written only after the one before it was pushed.
    const { pushed } = await feed({ file: fifo }, following(), write);
    expect(pushed.map(({ request }) => request.url)).toEqual(
      ['/a', '/b', '/c'].map((path) => `https://a.example${path}`),
    );
  });
});
