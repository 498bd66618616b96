// The push into real destinations: a server that fails in several ways and then stores, and the bucket of the sandbox.
import { createServer, type RequestListener } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { openDestination, parseLocation } from '../../../src/input/destination/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { openObjectWriter } from '../../../src/sandbox/destination/open-object-writer.ts';
import type { PushEvent } from '../../../src/sandbox/push/batch-delivery.ts';
import { PushEngine } from '../../../src/sandbox/push/push-engine.ts';
import { createServiceClock } from '../../../src/sandbox/service-clock.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { type Listening, listen } from '../../helpers/listen.ts';
import { exchangeOf, pathLines, START_MS } from '../../helpers/sandbox/push-to-memory.ts';

/** The pauses of a batch together take a third of a second. */
const SPEED = 1000;

function engineTo(conf: string, attemptMs = 30_000) {
  const events: PushEvent[] = [];
  const failures: string[] = [];
  const document = JSON.stringify({ id: 1, destination_conf: conf, output_options: pathLines() });
  const engine = new PushEngine({
    source: {
      revision: 1,
      jobs: () => [{ id: 1, document }],
      ruleset: () => undefined,
      delivered: () => {},
      failed: (_id, _atMs, message) => void failures.push(message),
    },
    openWriter: (text) => openObjectWriter(text, undefined),
    clock: createServiceClock(START_MS, SPEED),
    limits: 'classic',
    dataset: getDataset('http_requests'),
    onEvent: (event) => void events.push(event),
    pushLimits: { attemptMs },
  });
  return { engine, events, failures };
}

describe('a server that fails twice and then stores', () => {
  let server: Listening | undefined;
  afterEach(() => server?.stop());

  it.each<[string, RequestListener, RegExp, number]>([
    ['answers 503', (_, response) => void response.writeHead(503).end(), /answers HTTP 503 \(slow down\)/, 30_000],
    [
      'answers 403',
      (_, response) => void response.writeHead(403).end(),
      /answers HTTP 403 without an error of S3/,
      30_000,
    ],
    ['is silent', () => {}, /the destination does not answer within 1 s/, 1000],
    [
      'begins an answer',
      (_, response) => void response.writeHead(200).write('<'),
      /the destination does not answer within/,
      1000,
    ],
    ['closes the connection', (request) => void request.socket.destroy(), /closed the connection/, 30_000],
    [
      'resets it in the body',
      (request) => void request.once('data', () => request.socket.resetAndDestroy()),
      /closed the connection/,
      30_000,
    ],
  ])('%s', async (_, fail, message, attemptMs) => {
    const stored = new Map<string, Buffer>();
    let requests = 0;
    const bucket = createServer(async (request, response) => {
      requests += 1;
      if (requests <= 2) return fail(request, response);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      stored.set(request.url!, Buffer.concat(chunks));
      response.end();
    });
    server = await listen(bucket);
    const conf = `s3://logs/{DATE}?region=auto&endpoint=${server.origin}&access-key-id=my-key-id&secret-access-key=my-secret`;
    const { engine, events, failures } = engineTo(conf, attemptMs);
    engine.push(exchangeOf('/a'));
    await engine.flush();
    expect(events.map(({ kind }) => kind)).toEqual(['retry', 'retry', 'pushed']);
    expect(failures).toEqual([expect.stringMatching(message), expect.stringMatching(message)]);
    expect([...stored.values()].map((bytes) => gunzipSync(bytes).toString())).toEqual(['"/a"\n']);
    expect([...stored.keys()]).toEqual([expect.stringMatching(/^\/logs\/20261122\/20261122T\S+\.log\.gz/)]);
    expect(JSON.stringify([events, failures])).not.toMatch(/my-key-id|my-secret/);
    await engine.stop();
  });
});

describe('the bucket of the sandbox', () => {
  const bucket = useLocalBucket();

  it('has the pushed lines, readable as a source', async () => {
    const conf = bucket().destinationConf('pushed/{DATE}/');
    const { engine, events } = engineTo(conf);
    engine.push(exchangeOf('/a'));
    await engine.flush();
    engine.push(exchangeOf('/b'));
    const totals = await engine.stop();
    expect(totals.jobs).toMatchObject([{ batches: 2, lines: 2, lostBatches: 0 }]);
    const destination = await openDestination(await parseLocation(conf));
    const { objects } = await destination.list({});
    const texts: string[] = [];
    for (const object of objects) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of destination.open(object)) chunks.push(Buffer.from(chunk));
      texts.push(gunzipSync(Buffer.concat(chunks)).toString());
    }
    expect(texts.sort()).toEqual(['"/a"\n', '"/b"\n']);
    expect(events.map((event) => 'object' in event && event.object).sort()).toEqual([...objects].map(({ key }) => key));
  });
});
