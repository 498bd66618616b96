// Replays a bucket that fails for a while: measures the time that each fault costs, and the objects it loses. The
// bucket is a server on loopback with small objects in memory. Prints a table; stores the raw runs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { s3ErrorBody } from '../test/helpers/destination/bucket-answers.ts';
import { byChance, type Fault, type Origin, startFaultServer } from '../test/helpers/destination/fault-server.ts';
import type { HttpAnswer } from '../test/helpers/http-server.ts';
import { buildPackage, headgate } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';

/** Keys per page of a listing. */
const PAGE_KEYS = 1000;

interface FaultCase {
  name: string;
  objects: number;
  /** Creates the fault when its case begins. */
  fault: () => Fault;
}

/** Replaces the answers to one action for some time after the first request. */
function forSeconds(seconds: number, action: 'list' | 'get', delivery: HttpAnswer): () => Fault {
  return () => {
    let until: number | undefined;
    return (request) => {
      if (request.action !== action) return undefined;
      until ??= performance.now() + seconds * 1000;
      return performance.now() < until ? delivery : undefined;
    };
  };
}

function rejection(status: number, code: string): HttpAnswer {
  return { status, headers: {}, body: Buffer.from(s3ErrorBody(code)) };
}

const FAILING = rejection(500, 'InternalError');
const SLOW_DOWN = rejection(503, 'SlowDown');
const RESET: HttpAnswer = { resetAt: 'start' };

const CASES: readonly FaultCase[] = [
  { name: 'none', objects: 5000, fault: () => () => undefined },
  { name: 'HTTP 500 for 1 s', objects: 5000, fault: forSeconds(1, 'get', FAILING) },
  { name: 'HTTP 500 for 3 s', objects: 5000, fault: forSeconds(3, 'get', FAILING) },
  { name: 'resets for 3 s', objects: 5000, fault: forSeconds(3, 'get', RESET) },
  { name: 'listing fails for 3 s', objects: 5000, fault: forSeconds(3, 'list', FAILING) },
  { name: 'none', objects: 2000, fault: () => () => undefined },
  {
    name: '1 % of HTTP 503',
    objects: 2000,
    fault: () => byChance(0.01, 1, ({ action }) => (action === 'get' ? SLOW_DOWN : undefined)),
  },
  { name: 'none', objects: 21, fault: () => () => undefined },
  {
    name: 'one HTTP 429 for each object',
    objects: 21,
    fault: () => (request) =>
      request.action === 'get' && request.turn === 0 ? rejection(429, 'TooManyRequests') : undefined,
  },
  {
    name: 'the body of one object stalls on every try',
    objects: 21,
    fault: () => (request) => (request.key.endsWith('-7.log.gz') ? { stallAt: 'headers' } : undefined),
  },
  { name: 'no answer', objects: 21, fault: () => () => ({ stallAt: 'start' }) },
];

/** Measures each case once: most of the time is waiting. */
export async function benchBucketFaults(): Promise<void> {
  buildPackage();
  console.log(`${machineName()}\n\n| Fault | Objects | s | Exit code | Lost |\n|---|---|---|---|---|`);
  const runs: object[] = [];
  for (const { name, objects, fault } of CASES) {
    const run = await measure(objects, fault());
    runs.push({ name, objects, ...run });
    console.log(`| ${name} | ${objects} | ${run.seconds.toFixed(1)} | ${run.code} | ${run.lost} |`);
  }
  console.log(`raw runs: ${keepRun('bucket-faults', { runs })}`);
}

async function measure(
  objects: number,
  fault: Fault,
): Promise<{ seconds: number; code: number | null; lost: number | '-' }> {
  const server = await startFaultServer(bucketOf(objects), fault);
  const source = `s3://bench/logs/?region=auto&endpoint=${server.origin}&access-key-id=K&secret-access-key=S`;
  const { command, args } = headgate('replay', ['replay', source, '--counts', '--format', 'json', '-q']);
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  const seconds = (performance.now() - started) / 1000;
  await server.stop();
  if (output === '') return { seconds, code, lost: '-' };
  const { damaged, unreadable } = JSON.parse(output).source;
  return { seconds, code, lost: damaged + unreadable };
}

/** Creates a bucket of small objects with the same bytes. */
function bucketOf(objects: number): Origin {
  const line = `${JSON.stringify({ ClientCountry: 'de', EdgeResponseStatus: 200, EdgeStartTimestamp: 1_793_577_600 })}\n`;
  const body = gzipSync(line.repeat(200));
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  const keys = Array.from({ length: objects }, (_, at) => `logs/${String(at).padStart(5, '0')}-${at}.log.gz`);
  return async (_path, headers, query) => {
    if (query.has('list-type')) return { status: 200, headers: {}, body: pageOf(keys, query, body.length, etag) };
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (from === 0) return { status: 200, headers: { etag }, body };
    const range = `bytes ${from}-${body.length - 1}/${body.length}`;
    return { status: 206, headers: { etag, 'content-range': range }, body: body.subarray(from) };
  };
}

function pageOf(keys: readonly string[], query: URLSearchParams, bytes: number, etag: string): Buffer {
  const from = Number(query.get('continuation-token') ?? 0);
  const page = keys.slice(from, from + PAGE_KEYS);
  const more = from + PAGE_KEYS < keys.length;
  const next = more ? `<NextContinuationToken>${from + PAGE_KEYS}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>${bytes}</Size><ETag>${etag}</ETag></Contents>`);
  return Buffer.from(
    `<ListBucketResult><Name>bench</Name><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}
