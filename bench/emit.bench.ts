// Measures replay --emit: how fast lines are written, compared with reading alone. One thread, plain lines, a filter
// that keeps every line: lines as stored, selected fields with rewritten timestamps, CSV.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateLogs } from './generated-logs.ts';
import { buildPackage, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { alternate, median } from './timed-command.ts';

/** Target: MB of lines read per second and thread. */
const TARGET = 100;
/** Keeps every line, after evaluating it. */
const EVERY_LINE = 'RayID != ""';
const FIELDS = [
  'EdgeStartTimestamp',
  'RayID',
  'ClientIP',
  'ClientASN',
  'ClientCountry',
  'ClientRequestHost',
  'ClientRequestMethod',
  'ClientRequestPath',
  'EdgeResponseStatus',
  'SecurityActions',
  'RequestHeaders',
  'ResponseHeaders',
];
const JOBS: Readonly<Record<string, object>> = {
  'fields and rfc3339ns': { field_names: FIELDS, timestamp_format: 'rfc3339ns', 'CVE-2021-44228': true },
  CSV: { field_names: FIELDS, output_type: 'csv', timestamp_format: 'rfc3339' },
};

/** Measures with a number of plain bytes and of counted rounds, and prints a table. */
export async function benchEmit(bytes: number, rounds: number): Promise<void> {
  buildPackage();
  const logs = await generateLogs(bytes);
  const folder = mkdtempSync(join(tmpdir(), 'headgate-bench-emit-'));
  const emitting = (place: string): string[] => ['--threads', '1', '--emit', join(folder, place), '--overwrite'];
  const ofJob = ([name, options]: [string, object]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ name, output_options: options }));
    return replaying(name, [logs.plain], [], ['--job', file, ...emitting(`${name} lines`)]);
  };
  try {
    const sides = [
      replaying('nothing', [logs.plain], [EVERY_LINE], ['--threads', '1']),
      replaying('lines as stored', [logs.plain], [EVERY_LINE], emitting('stored')),
      ...Object.entries(JOBS).map(ofJob),
    ];
    const runs = await alternate(sides, rounds);
    const rows = sides.map(({ name }) => {
      const side = runs.get(name)!;
      const rate = logs.bytes / 1e6 / median(side.map(({ seconds }) => seconds));
      const peak = Math.max(...side.map(({ peakBytes }) => peakBytes));
      return { written: name, 'MB/s read': Math.round(rate), 'at least': TARGET, 'peak MB': Math.round(peak / 1e6) };
    });
    console.log(`${machineName()}\n${(logs.bytes / 1e6).toFixed(0)} MB of lines, all of them kept, one thread\n`);
    console.table(rows);
    console.log(`raw runs: ${keepRun(`emit-${Math.round(logs.bytes / 1e6)}mb`, { bytes: logs.bytes, rows })}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
