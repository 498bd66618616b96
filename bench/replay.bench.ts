// The whole command `headgate replay` on generated lines, plain and gzipped, beside `jq -c 'select(…)'` on the same gzip
// file in the same run. Prints medians, ratios and peak memory; keeps the raw runs.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { generateLogs } from './generated-logs.ts';
import { keepRun, machineName } from './machine.ts';
import { alternate, median, type TimedCommand } from './timed-command.ts';

const MAIN = join(import.meta.dirname, '../src/cli/main.ts');
const FILTER =
  'EdgeResponseStatus >= 500 and ClientRequestMethod == "GET" and not starts_with(ClientRequestPath, "/static")';
const SELECT =
  'select(.EdgeResponseStatus >= 500 and .ClientRequestMethod == "GET" and (.ClientRequestPath | startswith("/static") | not))';

/** Measures at a size of plain bytes, with so many counted rounds. jq joins where it is installed and the input is small enough for it. */
export async function benchReplay(bytes: number, rounds: number): Promise<void> {
  const logs = await generateLogs(bytes);
  const sides: TimedCommand[] = [
    side('replay gzip', [logs.gzip]),
    side('replay gzip --no-fields', [logs.gzip, '--no-fields']),
    side('replay gzip --counts', [logs.gzip, '--counts']),
    side('replay plain', [logs.plain]),
    side('replay plain --counts', [logs.plain, '--counts']),
    ...(hasJq()
      ? [{ name: 'jq gzip', command: 'sh', args: ['-c', `gzip -dc "$0" | jq -c "$1" | wc -l`, logs.gzip, SELECT] }]
      : []),
  ];
  const runs = await alternate(sides, rounds);
  console.log(
    `${machineName()}\n${(logs.bytes / 1e6).toFixed(0)} MB of plain lines, medians of ${rounds} alternating rounds\n`,
  );
  const rows = sides.map(({ name }) => {
    const side = runs.get(name)!;
    const seconds = median(side.map((run) => run.seconds));
    return {
      command: name,
      seconds: Number(seconds.toFixed(2)),
      'MB/s': Math.round(logs.bytes / 1e6 / seconds),
      'peak MB': Math.round(Math.max(...side.map((run) => run.peakBytes)) / 1e6),
      'times jq': hasJq()
        ? Number((median(runs.get('jq gzip')!.map((run) => run.seconds)) / seconds).toFixed(1))
        : undefined,
    };
  });
  console.table(rows);
  const raw = Object.fromEntries(
    [...runs].map(([name, list]) => [name, list.map(({ seconds, peakBytes }) => ({ seconds, peakBytes }))]),
  );
  console.log(
    `raw runs: ${keepRun(`replay-${Math.round(logs.bytes / 1e6)}mb`, { bytes: logs.bytes, filter: FILTER, runs: raw })}`,
  );
}

function side(name: string, args: string[]): TimedCommand {
  return {
    name,
    command: process.execPath,
    args: [MAIN, 'replay', ...args, '--filter', FILTER, '--format', 'json', '--quiet'],
  };
}

function hasJq(): boolean {
  try {
    execFileSync('jq', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
