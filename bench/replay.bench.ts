// Measures the command `headgate replay` on generated lines, plain and gzipped, next to `jq -c 'select(…)'` on the same
// gzip file in the same run. Prints medians, ratios and peak memory; stores the raw runs.
import { execFileSync } from 'node:child_process';
import { ERRORS } from './filters.ts';
import { generateLogs } from './generated-logs.ts';
import { buildPackage, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { alternate, median, type TimedCommand } from './timed-command.ts';

const SELECT =
  'select(.EdgeResponseStatus >= 500 and .ClientRequestMethod == "GET" and (.ClientRequestPath | startswith("/static") | not))';

/** Measures with a number of plain bytes and of counted rounds, with jq if it is installed. */
export async function benchReplay(bytes: number, rounds: number): Promise<void> {
  buildPackage();
  const logs = await generateLogs(bytes);
  const sides: TimedCommand[] = [
    replaying('replay gzip', [logs.gzip], [ERRORS]),
    replaying('replay gzip --no-fields', [logs.gzip], [ERRORS], ['--no-fields']),
    replaying('replay gzip --counts', [logs.gzip], [ERRORS], ['--counts']),
    replaying('replay plain', [logs.plain], [ERRORS]),
    replaying('replay plain --counts', [logs.plain], [ERRORS], ['--counts']),
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
    `raw runs: ${keepRun(`replay-${Math.round(logs.bytes / 1e6)}mb`, { bytes: logs.bytes, filter: ERRORS, runs: raw })}`,
  );
}

function hasJq(): boolean {
  try {
    execFileSync('jq', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
