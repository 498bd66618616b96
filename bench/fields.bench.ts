// Measures exchanges per second of `fields preview`, one thread: NDJSON from memory as the command reads it, JSON.parse
// alone, with log lines, and a HAR file of the same exchanges.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trafficNdjson } from '../samples/generator/index.ts';
import { FieldTally, LIMITS, readRuleset } from '../src/language/custom-fields/index.ts';
import { TrafficReader } from '../src/sandbox/traffic/index.ts';
import { createLogLine } from '../src/verbs/preview/log-line.ts';
import { keepRun, machineName } from './machine.ts';

/** Exchanges of one round. */
const EXCHANGES = 50_000;
/** Bytes that the command passes on at a time. */
const CHUNK_BYTES = 512 * 1024;
const RULESET = join(import.meta.dirname, '../samples/ruleset.json');

/** Measures and prints a table. @param rounds the median is reported */
export async function benchFields(rounds: number): Promise<void> {
  const limits = LIMITS.classic;
  const { ruleset } = readRuleset(readFileSync(RULESET, 'utf8'), RULESET, limits);
  if (ruleset === undefined) throw new Error('cannot bench: the ruleset of the samples is invalid');
  const lines = exchangeLines();
  const ndjson = Buffer.from(`${lines.join('\n')}\n`);
  const har = Buffer.from(JSON.stringify({ log: { version: '1.2', entries: lines.map(harEntry) } }));
  const line = createLogLine(ruleset, undefined);

  const preview = (bytes: Buffer, onLine?: (text: string) => void) => () => {
    const tally = new FieldTally(ruleset, limits);
    const reader = new TrafficReader({
      exchange: (exchange) => {
        const logged = tally.add({ request: exchange.request.headers, response: exchange.response.headers });
        onLine?.(line(exchange, logged.values));
      },
      passedOver: () => {},
      problem: ({ message }) => {
        throw new Error(`cannot bench: ${message}`);
      },
    });
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) reader.push(bytes.subarray(at, at + CHUNK_BYTES));
    reader.end();
    if (tally.figures().exchanges !== EXCHANGES) throw new Error('cannot bench: exchanges were lost');
  };
  let written = 0;
  const tasks: Readonly<Record<string, () => void>> = {
    'JSON.parse alone': () => {
      for (const text of lines) JSON.parse(text);
    },
    'NDJSON → figures': preview(ndjson),
    'NDJSON → figures and log lines': preview(ndjson, (text) => {
      written += text.length;
    }),
    'HAR → figures': preview(har),
  };
  const rows = Object.entries(tasks).map(([task, run]) => {
    run();
    const seconds = Array.from({ length: rounds }, () => secondsOf(run)).sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
    const bytes = task.startsWith('HAR') ? har.length : ndjson.length;
    return { task, 'exchanges/s': Math.round(EXCHANGES / seconds), 'MB/s': Math.round(bytes / seconds / 1e6) };
  });
  if (written === 0) throw new Error('cannot bench: no line was written');
  console.log(`${machineName()}, ${Math.round(ndjson.length / EXCHANGES)} bytes per exchange\n`);
  console.table(rows);
  console.log(`raw runs: ${keepRun('fields', { rows })}`);
}

/** Returns the processor time of this process: other load on the machine does not increase it. Seconds. */
function secondsOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Repeats the sample traffic without the two cookies of kilobytes, each exchange as a distinct line. */
function exchangeLines(): string[] {
  const plain = trafficNdjson()
    .split('\n')
    .filter((text) => text !== '' && text.length < 4096);
  return Array.from({ length: EXCHANGES }, (_, index) =>
    plain[index % plain.length]!.replace('?page=', `?n=${index}&page=`),
  );
}

function harEntry(text: string): object {
  const { request, response } = JSON.parse(text);
  const pairs = (headers: [string, string][]) => headers.map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: '2026-11-02T14:30:00.123Z',
    request: { ...request, headers: pairs(request.headers) },
    response: { ...response, headers: pairs(response.headers) },
  };
}
