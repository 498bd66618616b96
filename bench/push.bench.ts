// Measures the push of the sandbox: exchanges per second of processor time, from memory, with the gzip and the files, for
// one job and for four with different filters and outputs; and the memory while a destination is silent.
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { LIMITS, readRuleset } from '../src/custom-fields/index.ts';
import { getDataset } from '../src/dataset/index.ts';
import type { ObjectWriter } from '../src/sandbox/destination/object-writer.ts';
import { openObjectWriter } from '../src/sandbox/destination/open-object-writer.ts';
import { PushEngine } from '../src/sandbox/push/push-engine.ts';
import type { PushJob } from '../src/sandbox/push/push-source.ts';
import { createServiceClock } from '../src/sandbox/service-clock.ts';
import type { Exchange } from '../src/traffic/index.ts';
import { shopExchange, streamRequests } from '../src/traffic/shop/index.ts';
import { keepRun, machineName } from './machine.ts';
import { median, peakOf } from './timed-command.ts';

/** Exchanges of one round. */
const EXCHANGES = 200_000;
/** Distinct exchanges in memory. */
const DISTINCT = 20_000;
/** Longest exchange as JSON. Characters. */
const MAX_BYTES = 4096;
/** Exchanges between two turns of the event loop. */
const EXCHANGES_PER_TURN = 1000;
/** Exchanges pushed to a destination that never answers. */
const SILENT_EXCHANGES = 400_000;
const SAMPLES = join(import.meta.dirname, '../samples');
const dataset = getDataset('http_requests');

/** Jobs with their targets: exchanges per second. */
const CASES = [
  { name: 'one job', jobs: 1, target: 50_000 },
  { name: 'four jobs', jobs: 4, target: 25_000 },
];

/** Measures and prints a table. @param rounds the median is reported */
export async function benchPush(rounds: number): Promise<void> {
  const { exchanges, bytes } = shopExchanges();
  const folder = await mkdtemp(join(tmpdir(), 'headgate-bench-push-'));
  try {
    const rows = [];
    for (const { name, jobs, target } of CASES) {
      const runs = [];
      for (let round = 0; round <= rounds; round += 1) runs.push(await pushAll(exchanges, jobs, folder));
      const seconds = median(runs.slice(1).map((run) => run.seconds));
      const { lines, mb, storedMb } = runs[0]!;
      rows.push({ work: name, 'exchanges/s': Math.round(EXCHANGES / seconds), target, lines, mb, storedMb });
    }
    console.log(`${machineName()}, ${Math.round(bytes)} bytes per exchange as JSON, processor time\n`);
    console.table(rows);
    const silent = await pushToSilence(exchanges);
    console.log(`a destination that never answers: ${JSON.stringify(silent)}`);
    console.log(`raw runs: ${keepRun('push', { rows, silent })}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Pushes exchanges into folders. @returns processor seconds of the process, and figures of the objects */
async function pushAll(exchanges: readonly Exchange[], jobs: number, folder: string) {
  const events = { bytes: 0 };
  const engine = engineOf(
    jobs,
    `${folder}/{DATE}`,
    (conf) => openObjectWriter(conf, undefined),
    (bytes) => {
      events.bytes += bytes;
    },
  );
  const before = process.cpuUsage();
  for (let at = 0; at < EXCHANGES; at += 1) {
    engine.push(exchanges[at % DISTINCT]!);
    if (at % EXCHANGES_PER_TURN === 0) await turn();
  }
  const totals = await engine.stop();
  const { user, system } = process.cpuUsage(before);
  const sumOf = (key: 'lines' | 'storedBytes' | 'lostLines') => totals.jobs.reduce((sum, job) => sum + job[key], 0);
  if (totals.exchanges !== EXCHANGES || sumOf('lostLines') > 0) throw new Error('cannot bench: lines were lost');
  return {
    seconds: (user + system) / 1e6,
    lines: sumOf('lines'),
    mb: Math.round(events.bytes / 1e6),
    storedMb: Math.round(sumOf('storedBytes') / 1e6),
  };
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
  const engine = engineOf(
    4,
    '/silence',
    async () => writer,
    () => {},
  );
  const started = performance.now();
  for (let at = 0; at < SILENT_EXCHANGES; at += 1) {
    engine.push(exchanges[at % DISTINCT]!);
    if (at % EXCHANGES_PER_TURN === 0) await turn();
  }
  const seconds = (performance.now() - started) / 1000;
  const peakMb = Math.round(peakOf(process.pid) / 1e6);
  const [first] = engine.totals().jobs;
  void engine.stop();
  return { 'exchanges/s': Math.round(SILENT_EXCHANGES / seconds), lost: first!.lostBatches, peakMb };
}

function engineOf(
  count: number,
  conf: string,
  openWriter: (conf: string) => Promise<ObjectWriter>,
  onBytes: (bytes: number) => void,
): PushEngine {
  const jobs = jobDocuments(conf).slice(0, count);
  const { ruleset } = readRuleset(readFileSync(join(SAMPLES, 'ruleset.json'), 'utf8'), 'ruleset', LIMITS.classic);
  return new PushEngine({
    source: { revision: 1, jobs: () => jobs, ruleset: () => ruleset, delivered: () => {}, failed: () => {} },
    openWriter,
    clock: createServiceClock(Date.UTC(2026, 10, 1), 1),
    limits: 'classic',
    dataset,
    onEvent: (event) => {
      if (event.kind === 'pushed') onBytes(event.bytes);
    },
  });
}

/** The jobs of the samples, one that writes CSV, and one with a template. */
function jobDocuments(conf: string): PushJob[] {
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
    document: JSON.stringify({ ...job, dataset: 'http_requests', destination_conf: conf }),
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
