// Measures `replay` with the example of the guide as a transformer, in this thread: from gzip and from an index, beside the same replay without a
// transformer. Also the check of SQL of 10 KB. Prints medians of processor time; stores the raw runs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, indexLogs, replay } from '../src/index.ts';
import { generateLogs } from './generated-logs.ts';
import { keepRun, machineName } from './machine.ts';
import { median } from './timed-command.ts';

/** The example of the guide of the platform, for timestamps of the samples. */
const GUIDE = `SELECT
  EdgeStartTimestamp / 1000000000 AS unix_ts,
  ClientRequestMethod AS method,
  EdgeResponseStatus >= 500 AS is_server_error,
  'Cloudflare' AS provider,
  named_struct('host', ClientRequestHost, 'path', ClientRequestPath, 'method', ClientRequestMethod) AS request,
  [ClientRequestHost, ClientRequestPath] AS request_meta
FROM http_requests
WHERE ClientRequestHost IS NOT NULL AND ClientRequestPath <> '/health'`;
/** The same conditions, and no output that depends on several fields. */
const FIELDS = `SELECT RayID, ClientRequestHost, EdgeResponseStatus FROM http_requests
WHERE ClientRequestHost IS NOT NULL AND ClientRequestPath <> '/health' AND EdgeResponseStatus >= 400`;
/** 10 KB of conditions. */
const LONG = `SELECT RayID FROM http_requests WHERE ${Array.from({ length: 240 }, (_, index) => `ClientRequestPath <> '/p${index}/x'`).join(' AND ')}`;

const US_PER_MS = 1000;

/** Measures with a number of plain bytes and of counted rounds. */
export async function benchTransformer(bytes: number, rounds: number): Promise<void> {
  const logs = await generateLogs(bytes);
  const folder = await mkdtemp(join(tmpdir(), 'headgate-bench-'));
  try {
    await indexLogs({ sources: [logs.gzip], out: folder });
    const raw: Record<string, number[]> = {};
    const timed = async (name: string, source: string, sql: string | undefined): Promise<Record<string, unknown>> => {
      raw[name] = [];
      let lines = 0;
      for (let round = 0; round <= rounds; round += 1) {
        const before = process.cpuUsage();
        const subject = sql === undefined ? { filters: ['all'] } : { transformer: { sql } };
        const report = await replay({ sources: [source], ...subject, detail: 'counts', threads: 1 });
        const { user, system } = process.cpuUsage(before);
        if (round > 0) raw[name].push((user + system) / US_PER_MS);
        lines = report.lines.read;
      }
      const ms = median(raw[name]);
      return { work: name, ms: Math.round(ms), 'lines/s': Math.round((lines / ms) * 1000) };
    };
    const rows = [
      await timed('gzip, no transformer', logs.gzip, undefined),
      await timed('gzip, guide', logs.gzip, GUIDE),
      await timed('gzip, fields', logs.gzip, FIELDS),
      await timed('index, no transformer', folder, undefined),
      await timed('index, guide', folder, GUIDE),
      await timed('index, fields', folder, FIELDS),
    ];
    raw.check = [];
    for (let round = 0; round <= rounds; round += 1) {
      const before = process.cpuUsage();
      await check({ transformer: { sql: LONG } });
      const { user, system } = process.cpuUsage(before);
      if (round > 0) raw.check.push((user + system) / US_PER_MS);
    }
    console.log(
      `${machineName()}\n${(logs.bytes / 1e6).toFixed(0)} MB of lines; processor time, medians of ${rounds} rounds`,
    );
    console.table([...rows, { work: 'check of 10 KB', ms: median(raw.check).toFixed(1) }]);
    console.log(
      `raw runs: ${keepRun(`transformer-${Math.round(logs.bytes / 1e6)}mb`, { bytes: logs.bytes, runs: raw })}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
