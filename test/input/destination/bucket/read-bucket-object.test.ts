// Reads that fail, fall silent or meet a changed object: each byte is delivered once, in order, or a finding gives the
// reason.
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { HeadgateError } from '../../../../src/base/index.ts';
import type { Clock } from '../../../../src/input/destination/clock.ts';
import {
  type ObjectFinding,
  openDestination,
  parseLocation,
  readObject,
} from '../../../../src/input/destination/index.ts';
import { PROTOCOLS } from '../../../helpers/destination/bucket-answers.ts';
import { type HttpAnswer, type ReceivedRequest, startHttpServer } from '../../../helpers/http-server.ts';

// A clock of reads and retries whose time moves only when a test moves it.
interface Timer {
  time: number;
  action: () => void;
}

/** A clock that starts at 0. */
class ManualTime implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();
  /** Called when a timer is set. */
  onTimer: () => void = () => {};

  now(): number {
    return this.#now;
  }

  at(time: number, action: () => void): () => void {
    const timer = { time, action };
    this.#timers.add(timer);
    this.onTimer();
    if (time <= this.#now) setImmediate(() => this.#run(timer));
    return () => void this.#timers.delete(timer);
  }

  /** Moves the time, and runs what is due. */
  moveTo(time: number): void {
    this.#now = time;
    for (const timer of this.#timers) if (timer.time <= time) this.#run(timer);
  }

  #run(timer: Timer): void {
    if (this.#timers.delete(timer)) timer.action();
  }
}

const PLAIN = Array.from({ length: 5000 }, (_, at) => `{"n":${at},"m":${(at * 7919) % 10_007}}\n`).join('');
const STORED = gzipSync(PLAIN);

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

/** Answers with the requested range, as S3 does. */
function serve(
  request: ReceivedRequest,
  bytes: Uint8Array,
  tags: Record<string, string> = { etag: '"one"' },
): HttpAnswer {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const headers: Record<string, string> = { ...tags };
  if (from === 0) return { headers, body: bytes };
  headers['content-range'] = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
  return { status: 206, headers, body: bytes.subarray(from) };
}

/** Longer than a loaded machine takes for an answer; a row whose server falls silent has {@link SHORT_SILENCE_MS}. */
const SILENCE_MS = 20_000;
const SHORT_SILENCE_MS = 1000;
/** No test waits for it. */
const NEVER_MS = 3_600_000;

describe.each(PROTOCOLS)('by $name', (protocol) => {
  async function read(
    answer: (request: ReceivedRequest) => HttpAnswer,
    signal?: AbortSignal,
    retryForMs = 60_000,
    silenceMs = SILENCE_MS,
  ) {
    const server = await startHttpServer(answer);
    stop = server.stop;
    // A thread that only reads does not wait for a first answer.
    const limits = { silenceMs, backoffMs: 1, retryForMs, firstAnswerMs: 0 };
    const destination = await openDestination(await parseLocation(protocol.source(server.origin)), { limits });
    const findings: ObjectFinding[] = [];
    const chunks: Uint8Array[] = [];
    const options = { onFinding: (finding: ObjectFinding) => findings.push(finding), ...(signal && { signal }) };
    for await (const chunk of readObject(destination, { name: 'x', key: 'x' }, options)) chunks.push(chunk);
    return { text: Buffer.concat(chunks).toString(), findings, requests: server.requests };
  }

  describe('resuming', () => {
    it.each([
      { name: 'cut', how: { cutAt: 3000 }, times: 3 },
      { name: 'cut at once', how: { cutAt: 0 }, times: 3 },
      // Each time takes as long as the silence.
      { name: 'silent', how: { stallAt: 3000 }, times: 1 },
    ])('continues at its position: $name', async ({ how, times }) => {
      const { text, findings, requests } = await read(
        (request) => ({ ...serve(request, STORED), ...(request.index < times ? how : {}) }),
        undefined,
        undefined,
        how.stallAt === undefined ? SILENCE_MS : SHORT_SILENCE_MS,
      );
      expect(findings).toEqual([]);
      expect(text).toBe(PLAIN);
      expect(requests.map(({ headers }) => headers['if-match'])).toEqual([
        undefined,
        ...new Array(times).fill('"one"'),
      ]);
      expect(requests.at(-1)?.headers.range).toBe(how.cutAt === 0 ? undefined : `bytes=${3000 * times}-`);
    });

    it('a server that ignores the range', async () => {
      const { text, findings } = await read(({ index }) => ({
        headers: { etag: '"one"' },
        body: STORED,
        ...(index === 0 ? { cutAt: 3000 } : {}),
      }));
      expect(findings).toEqual([]);
      expect(text).toBe(PLAIN);
    });

    it('a server that fails in between', async () => {
      const { text, findings } = await read((request) => {
        if (request.index === 0) return { ...serve(request, STORED), cutAt: 3000 };
        return request.index < 5 ? { status: 500, body: protocol.errorBody('InternalError') } : serve(request, STORED);
      });
      expect(findings).toEqual([]);
      expect(text).toBe(PLAIN);
    });

    it('a server that fails at first', async () => {
      const { text, findings } = await read((request) =>
        request.index < 4 ? { resetAt: 'start' } : serve(request, STORED),
      );
      expect(findings).toEqual([]);
      expect(text).toBe(PLAIN);
    });

    it('an object that was replaced', async () => {
      const { text, findings } = await read((request) =>
        request.index === 0
          ? { ...serve(request, STORED), cutAt: 3000 }
          : { status: 412, body: protocol.errorBody('PreconditionFailed') },
      );
      expect(findings).toMatchObject([{ code: 'object-changed', offset: text.length }]);
      expect(text.length).toBeGreaterThan(1000);
      expect(PLAIN.startsWith(text)).toBe(true);
    });

    describe('an answer that belongs to another object', () => {
      const other = gzipSync(PLAIN.toUpperCase().repeat(2));
      it.each([
        { name: 'its etag', second: (request: ReceivedRequest) => ({ ...serve(request, STORED, { etag: '"two"' }) }) },
        { name: 'its size', second: (request: ReceivedRequest) => serve(request, other) },
        {
          name: 'its size, without an etag',
          tags: {},
          second: (request: ReceivedRequest) => serve(request, other, {}),
        },
        {
          name: 'its date, without an etag',
          tags: { 'last-modified': 'Sun, 01 Nov 2026 12:00:00 GMT' },
          second: (request: ReceivedRequest) =>
            serve(request, STORED, { 'last-modified': 'Sun, 01 Nov 2026 12:00:01 GMT' }),
        },
        { name: 'its end', second: () => ({ status: 416, body: protocol.errorBody('InvalidRange') }) },
        { name: 'the whole of another', second: () => ({ headers: { etag: '"two"' }, body: other }) },
      ])('is recognized by $name', async ({ second, tags }) => {
        const { text, findings } = await read((request) =>
          request.index === 0 ? { ...serve(request, STORED, tags), cutAt: 3000 } : second(request),
        );
        expect(findings).toMatchObject([{ code: 'object-changed', offset: text.length }]);
        expect(PLAIN.startsWith(text)).toBe(true);
      });

      it.each([
        { tags: {}, asked: [undefined, undefined] },
        { tags: { etag: 'W/"weak"' }, asked: [undefined, undefined] },
        {
          tags: { 'last-modified': 'Sun, 01 Nov 2026 12:00:00 GMT' },
          asked: [undefined, 'Sun, 01 Nov 2026 12:00:00 GMT'],
        },
      ])('is requested with the available conditions: $tags', async ({ tags, asked }) => {
        const { text, findings, requests } = await read((request) => ({
          ...serve(request, STORED, tags),
          ...(request.index === 0 ? { cutAt: 3000 } : {}),
        }));
        expect(text).toBe(PLAIN);
        expect(findings).toEqual([]);
        expect(requests.map(({ headers }) => headers['if-unmodified-since'])).toEqual(asked);
        expect(requests.every(({ headers }) => headers['if-match'] === undefined)).toBe(true);
      });
    });

    it('an answer that begins before the requested byte', async () => {
      const { text, findings } = await read((request) => {
        if (request.index === 0) return { ...serve(request, STORED), cutAt: 3000 };
        const headers = { etag: '"one"', 'content-range': `bytes 1000-${STORED.length - 1}/${STORED.length}` };
        return { status: 206, headers, body: STORED.subarray(1000) };
      });
      expect(findings).toEqual([]);
      expect(text).toBe(PLAIN);
    });

    it('an answer that begins after the requested byte', async () => {
      const { text, findings } = await read((request) => {
        if (request.index === 0) return { ...serve(request, STORED), cutAt: 3000 };
        const headers = { etag: '"one"', 'content-range': `bytes 4000-${STORED.length - 1}/${STORED.length}` };
        return { status: 206, headers, body: STORED.subarray(4000) };
      });
      expect(findings).toMatchObject([{ code: 'read-failed', message: /from byte 4000 on instead of byte 3000/ }]);
      expect(PLAIN.startsWith(text)).toBe(true);
    });

    describe('the retry time', () => {
      const RETRY_MS = 1000;
      const LAST_MS = 100;
      const throttled = (): HttpAnswer => ({ status: 503, body: protocol.errorBody('SlowDown') });

      /** Reads the stored bytes of an object with a clock that only the test moves. */
      async function readUntil(
        answer: (request: ReceivedRequest, clock: ManualTime) => HttpAnswer,
        onBytes: (bytes: number, clock: ManualTime) => void = () => {},
      ) {
        const clock = new ManualTime();
        const server = await startHttpServer((request) => answer(request, clock));
        stop = server.stop;
        const limits = { clock, silenceMs: NEVER_MS, backoffMs: 1, retryForMs: RETRY_MS, lastAttemptMs: LAST_MS };
        const destination = await openDestination(await parseLocation(protocol.source(server.origin)), { limits });
        let [bytes, message] = [0, ''];
        try {
          for await (const chunk of destination.open({ name: 'x', key: 'x' })) {
            bytes += chunk.length;
            onBytes(bytes, clock);
          }
        } catch (error) {
          message = (error as Error).message;
        }
        return { bytes, message, endedAt: clock.now(), requests: server.requests.length };
      }

      // Without an end of the retry time, each of these would wait for the silence.
      it.each([
        { name: 'no response', stallAt: 'start' as const, bytes: 0, message: /503/ },
        {
          ...{ name: 'a response without a body', stallAt: 'headers' as const, bytes: 0 },
          message: /fewer than|did not|silent|no response/,
        },
        { name: 'a part', stallAt: 3000, bytes: 3000, message: /^reading stopped after 3,000 stored bytes/ },
      ])('ends the attempt in which the server sends $name', async ({ stallAt, bytes, message }) => {
        const result = await readUntil(
          (request, clock) => {
            if (request.index === 0) return throttled();
            const end = (): void => clock.moveTo(RETRY_MS);
            // The timer of a request is set before the request arrives, that of its body when the body begins.
            if (stallAt === 'start') end();
            else if (stallAt === 'headers') clock.onTimer = () => setImmediate(end);
            return { ...serve(request, STORED), stallAt };
          },
          (read, clock) => {
            if (read === 3000) setImmediate(() => clock.moveTo(RETRY_MS));
          },
        );
        expect(result).toEqual({
          ...{ bytes, message: expect.stringMatching(message), requests: 2 },
          endedAt: RETRY_MS,
        });
      });

      it('ends with the last attempt that begins in it', async () => {
        const result = await readUntil((_, clock) => {
          clock.moveTo(clock.now() + 400);
          return throttled();
        });
        // At 0, 400 and 800.
        expect(result).toMatchObject({ bytes: 0, requests: 3, endedAt: 1200 });
      });

      it('leaves an attempt that begins at its end the time of a last attempt', async () => {
        const result = await readUntil((request, clock) => {
          if (request.index > 0) clock.moveTo(RETRY_MS - 1 + LAST_MS);
          else clock.moveTo(RETRY_MS - 1);
          return request.index === 0 ? throttled() : { stallAt: 'start' };
        });
        expect(result).toMatchObject({ requests: 2, endedAt: RETRY_MS - 1 + LAST_MS });
      });

      it.each([
        ['the server', 0, 10 * RETRY_MS],
        ['its reader', 10 * RETRY_MS, 0],
      ])('does not include the time that %s takes for a read without a failure', async (_, readerMs, serverMs) => {
        const result = await readUntil(
          (request, clock) => {
            if (request.index > 0) return serve(request, STORED);
            clock.moveTo(clock.now() + serverMs);
            return { ...serve(request, STORED), cutAt: 3000 };
          },
          (_bytes, clock) => clock.moveTo(clock.now() + readerMs),
        );
        expect(result).toMatchObject({ bytes: STORED.length, message: '', requests: 2 });
      });
    });

    it('abandons a connection that always breaks, and keeps the bytes received', async () => {
      const { text, findings, requests } = await read(
        (request) => {
          const answer = serve(request, STORED);
          return { ...answer, cutAt: request.index === 0 ? 3000 : 0 };
        },
        undefined,
        200,
      );
      expect(requests.length).toBeGreaterThan(1);
      expect(findings).toMatchObject([
        { code: 'read-failed', offset: text.length, message: /after 3,000 stored bytes/ },
      ]);
      expect(text.length).toBeGreaterThan(1000);
      expect(PLAIN.startsWith(text)).toBe(true);
    });
  });

  describe('damage', () => {
    it('reads the same object a second time, and delivers nothing twice', async () => {
      const broken = Buffer.from(STORED);
      broken.fill(0xff, broken.length - 100, broken.length - 50);
      const { text, findings, requests } = await read((request) => serve(request, broken));
      expect(findings).toMatchObject([{ code: 'gzip-corrupt', offset: Buffer.byteLength(text, 'latin1') }]);
      expect(requests.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"one"']);
      const same = [...text].findIndex((letter, at) => letter !== PLAIN[at]);
      expect(same === -1 ? text.length : same).toBeGreaterThan(PLAIN.length * 0.98);
    });

    it('reports damage that the second read does not find', async () => {
      const broken = Buffer.from(STORED);
      broken[broken.length - 8] = broken[broken.length - 8]! ^ 1;
      const { text, findings } = await read((request) => serve(request, request.index === 0 ? broken : STORED));
      expect(text).toBe(PLAIN);
      expect(findings).toMatchObject([{ code: 'object-changed', offset: PLAIN.length }]);
    });
  });

  describe('no connection', () => {
    const LIMITS = { silenceMs: SILENCE_MS, backoffMs: 1, retryForMs: 20, lostObjects: 4 };

    /** Reads objects in sequence. @returns the result of each */
    async function ends(count: number, answer: (request: ReceivedRequest) => HttpAnswer): Promise<string[]> {
      const server = await startHttpServer(answer);
      stop = server.stop;
      const destination = await openDestination(await parseLocation(protocol.source(server.origin)), {
        limits: LIMITS,
      });
      const results: string[] = [];
      for (let at = 0; at < count; at += 1) {
        let end = 'whole';
        const onFinding = ({ code }: ObjectFinding): void => {
          end = code;
        };
        try {
          for await (const _ of readObject(destination, { name: `${at}`, key: `${at}` }, { onFinding }));
        } catch (error) {
          end = `${(error as HeadgateError).kind} ${(error as HeadgateError).code}`;
        }
        results.push(end);
      }
      return results;
    }

    it('ends reading for all objects after several failures', async () => {
      const asked = new Set<string>();
      const results = await ends(6, (request) => {
        asked.add(protocol.keyOf(request));
        return { resetAt: 'start' };
      });
      const gone = `unreachable ${protocol.code}-broken-connection`;
      expect(results).toEqual(['read-failed', 'read-failed', 'read-failed', gone, gone, gone]);
      // Once the bucket is abandoned, no object waits for it again.
      expect(asked.size).toBe(4);
    });

    it('is reset by the first byte', async () => {
      const results = await ends(8, (request) =>
        protocol.keyOf(request) === '3' ? { body: 'abc' } : { resetAt: 'start' },
      );
      const [failed, gone] = ['read-failed', `unreachable ${protocol.code}-broken-connection`];
      expect(results).toEqual([failed, failed, failed, 'whole', failed, failed, failed, gone]);
    });

    it('differs from a server that rejects', async () => {
      const results = await ends(6, () => ({ status: 404, body: protocol.errorBody('NoSuchKey') }));
      expect(new Set(results)).toEqual(new Set(['object-gone']));
    });
  });

  describe('stopping', () => {
    it('ends immediately when aborted, with the reason', async () => {
      const control = new AbortController();
      const reason = new Error('enough');
      const reading = read((request) => {
        setTimeout(() => control.abort(reason), 20);
        return { ...serve(request, STORED), stallAt: 100 };
      }, control.signal);
      await expect(reading).rejects.toBe(reason);
    });

    it('closes the connection when the reader stops', async () => {
      let closed: Promise<unknown> | undefined;
      const server = await startHttpServer((request) => {
        closed = request.closed;
        return serve(request, Buffer.alloc(30_000_000, 'x'));
      });
      stop = server.stop;
      const destination = await openDestination(await parseLocation(protocol.source(server.origin)));
      for await (const _ of readObject(destination, { name: 'x', key: 'x' })) break;
      await closed;
    });
  });
});
