// Measures the push of the sandbox: exchanges per second of processor time, from memory, with the gzip and the files, for
// one job and for four with different filters and outputs; and the memory while a destination is silent.
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { trafficNdjson } from '../samples/generator/index.ts';
import { LIMITS, readRuleset } from '../src/language/custom-fields/index.ts';
import { getDataset } from '../src/language/dataset/index.ts';
import type { ObjectWriter } from '../src/sandbox/destination/object-writer.ts';
import { openObjectWriter } from '../src/sandbox/destination/open-object-writer.ts';
import type { PushEvent } from '../src/sandbox/push/batch-delivery.ts';
import type { PushJob } from '../src/sandbox/push/job-settings.ts';
import { PushEngine, type PushEngineOptions } from '../src/sandbox/push/push-engine.ts';
import { createServiceClock } from '../src/sandbox/service-clock.ts';
import { type Exchange, TrafficReader } from '../src/sandbox/traffic/index.ts';
import { shopExchange, streamRequests } from '../src/sandbox/traffic/shop/index.ts';
import { keepRun, machineName } from './machine.ts';
import { median, peakOf } from './timed-command.ts';

/** Exchanges of one round. */
const EXCHANGES = 200_000;
/** Distinct exchanges in memory. */
const DISTINCT = 20_000;
/** Longest exchange as JSON. Characters. */
const MAX_BYTES = 4096;
/** Bytes of text read at a time. */
const CHUNK_BYTES = 512 * 1024;
/** Exchanges between two turns of the event loop. */
const EXCHANGES_PER_TURN = 1000;
/** Exchanges pushed to a destination that never answers: objects of ten times the memory that may be held. */
const SILENT_EXCHANGES = 800_000;
const SAMPLES = join(import.meta.dirname, '../samples');
const dataset = getDataset('http_requests');

/** Jobs with their targets: exchanges per second. */
const CASES = [
  { name: 'one job', jobs: 1, target: 50_000, isText: false },
  { name: 'four jobs', jobs: 4, target: 25_000, isText: false },
  { name: 'one job, from NDJSON', jobs: 1, target: undefined, isText: true },
];
/** Limits of the push to a silent destination: small, to reach them soon. */
const SILENT_LIMITS = { heldJobBytes: 4 * 1024 * 1024, heldBytes: 8 * 1024 * 1024, stopMs: 1 };
const SILENT_RECORDS = 10_000;

/** Measures and prints a table. @param rounds the median is reported */
export async function benchPush(rounds: number): Promise<void> {
  const { exchanges, bytes } = shopExchanges();
  const folder = await mkdtemp(join(tmpdir(), 'headgate-bench-push-'));
  try {
    // First: the peak is that of the process.
    const silent = await pushToSilence(exchanges);
    const rows = [];
    for (const { name, jobs, target, isText } of CASES) {
      const runs = [];
      const traffic = isText ? sampleNdjson() : exchanges;
      for (let round = 0; round <= rounds; round += 1) runs.push(await pushAll(traffic, jobs, folder));
      const seconds = median(runs.slice(1).map((run) => run.seconds));
      const { lines, mb, storedMb } = runs[0]!;
      rows.push({ work: name, 'exchanges/s': Math.round(EXCHANGES / seconds), target, lines, mb, storedMb });
    }
    console.log(`${machineName()}, ${Math.round(bytes)} bytes per exchange as JSON, processor time\n`);
    console.table(rows);
    console.log(`a destination that never answers: ${JSON.stringify(silent)}`);
    console.log(`raw runs: ${keepRun('push', { rows, silent })}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Pushes traffic into folders. @returns processor seconds of the process, and figures of the objects */
async function pushAll(traffic: readonly Exchange[] | Buffer, jobs: number, folder: string) {
  let bytes = 0;
  const onEvent = (event: PushEvent): void => {
    if (event.kind === 'pushed') bytes += event.bytes;
  };
  const openWriter = (conf: string) => openObjectWriter(conf, undefined);
  const engine = engineOf(jobDocuments(`${folder}/{DATE}`).slice(0, jobs), { openWriter, onEvent });
  const before = process.cpuUsage();
  if (Buffer.isBuffer(traffic)) await pushText(engine, traffic);
  else await pushObjects(engine, traffic, EXCHANGES);
  const totals = await engine.stop();
  const { user, system } = process.cpuUsage(before);
  const sumOf = (key: 'lines' | 'storedBytes' | 'lostLines') => totals.jobs.reduce((sum, job) => sum + job[key], 0);
  if (totals.exchanges !== EXCHANGES || sumOf('lostLines') > 0) throw new Error('cannot bench: lines were lost');
  return {
    seconds: (user + system) / 1e6,
    lines: sumOf('lines'),
    mb: Math.round(bytes / 1e6),
    storedMb: Math.round(sumOf('storedBytes') / 1e6),
  };
}

async function pushObjects(engine: PushEngine, exchanges: readonly Exchange[], count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    engine.push(exchanges[at % exchanges.length]!);
    if (at % EXCHANGES_PER_TURN === 0) await turn();
  }
}

async function pushText(engine: PushEngine, ndjson: Buffer): Promise<void> {
  const reader = new TrafficReader({
    exchange: (exchange) => engine.push(exchange),
    passedOver: () => {},
    problem: ({ message }) => {
      throw new Error(`cannot bench: ${message}`);
    },
  });
  for (let at = 0; at < ndjson.length; at += CHUNK_BYTES) {
    reader.push(ndjson.subarray(at, at + CHUNK_BYTES));
    await turn();
  }
  reader.end();
}

/** Pushes to a destination that never answers. */
async function pushToSilence(exchanges: readonly Exchange[]) {
  const writer: ObjectWriter = {
    identity: 'silence',
    display: 'silence',
    needsProof: false,
    put: (_day, _name, _bytes, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    close: () => {},
  };
  const jobs = jobDocuments('/silence', { max_upload_records: SILENT_RECORDS });
  const engine = engineOf(jobs, { openWriter: async () => writer, pushLimits: SILENT_LIMITS });
  const started = performance.now();
  await pushObjects(engine, exchanges, SILENT_EXCHANGES);
  const seconds = (performance.now() - started) / 1000;
  const peakMb = Math.round(peakOf(process.pid) / 1e6);
  const lost = engine.totals().jobs.reduce((sum, { lostBatches }) => sum + lostBatches, 0);
  await engine.stop();
  return { 'exchanges/s': Math.round(SILENT_EXCHANGES / seconds), lost, peakMb };
}

function engineOf(
  jobs: readonly PushJob[],
  options: Pick<PushEngineOptions, 'openWriter' | 'onEvent' | 'pushLimits'>,
): PushEngine {
  const { ruleset } = readRuleset(readFileSync(join(SAMPLES, 'ruleset.json'), 'utf8'), 'ruleset', LIMITS.classic);
  return new PushEngine({
    source: { revision: 1, jobs: () => jobs, ruleset: () => ruleset, delivered: () => {}, failed: () => {} },
    clock: createServiceClock(Date.UTC(2026, 10, 1), 1),
    limits: 'classic',
    dataset,
    ...options,
  });
}

/** The jobs of the samples, one that writes CSV, and one with a template. */
function jobDocuments(conf: string, settings: object = {}): PushJob[] {
  const [all, errors] = ['all-requests', 'errors-and-threats'].map(
    (name) => JSON.parse(readFileSync(join(SAMPLES, `jobs/${name}.json`), 'utf8')) as Record<string, unknown>,
  );
  const fields = ['EdgeStartTimestamp', 'RayID', 'ClientIP', 'ClientRequestHost', 'ClientRequestURI'];
  const where = (key: string, operator: string, value: unknown) =>
    JSON.stringify({ where: { and: [{ key, operator, value }] } });
  const csv = {
    name: 'csv',
    filter: where('ClientRequestMethod', 'in', ['GET', 'HEAD']),
    output_options: { output_type: 'csv', field_names: [...fields, 'EdgeResponseStatus'], timestamp_format: 'rfc3339' },
  };
  const template = {
    name: 'template',
    filter: where('ClientRequestPath', 'startsWith', '/api'),
    output_options: {
      field_names: fields,
      record_template: fields.map((name) => `"${name}":{{.${name}}}`).join(','),
      'CVE-2021-44228': true,
    },
  };
  return [all, errors, csv, template].map((job, index) => ({
    id: index + 1,
    document: JSON.stringify({ ...job, ...settings, dataset: 'http_requests', destination_conf: conf }),
  }));
}

/** Returns different exchanges of the simulated shop, without the two cookies of kilobytes. */
function shopExchanges(): { exchanges: Exchange[]; bytes: number } {
  const exchanges: Exchange[] = [];
  let bytes = 0;
  for (const request of streamRequests({ seed: 7, scale: 20 })) {
    const exchange = shopExchange(request);
    const text = JSON.stringify(exchange, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    if (text.length > MAX_BYTES) continue;
    bytes += text.length;
    exchanges.push(exchange);
    if (exchanges.length === DISTINCT) break;
  }
  return { exchanges, bytes: bytes / DISTINCT };
}

/** Repeats the sample traffic without the two cookies of kilobytes, each exchange as a distinct line. */
function sampleNdjson(): Buffer {
  const plain = trafficNdjson()
    .split('\n')
    .filter((text) => text !== '' && text.length < MAX_BYTES);
  const lines = Array.from({ length: EXCHANGES }, (_, index) =>
    plain[index % plain.length]!.replace('?page=', `?n=${index}&page=`),
  );
  return Buffer.from(`${lines.join('\n')}\n`);
}
