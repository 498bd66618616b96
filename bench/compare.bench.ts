// Measures `headgate compare` of two filters next to `headgate replay` with the same two filters in the same run: without and with the
// search for distinguishing values. Prints medians, ratios and peak memory; stores the raw runs.
import { ERRORS } from './filters.ts';
import { generateLogs } from './generated-logs.ts';
import { buildPackage, headgate, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { alternate, median, type TimedCommand } from './timed-command.ts';

/** Differs from {@link ERRORS} in two edits: 3 % of the lines are newly kept. */
const LOOSER = 'EdgeResponseStatus >= 400 and ClientRequestMethod == "GET" and ClientCountry != "us"';
const REPLAY = 'replay --no-fields';

/** Measures with a number of plain bytes and of counted rounds. */
export async function benchCompare(bytes: number, rounds: number): Promise<void> {
  buildPackage();
  const logs = await generateLogs(bytes);
  const compare = (name: string, flags: readonly string[]): TimedCommand =>
    headgate(name, ['compare', logs.gzip, '--from', ERRORS, '--to', LOOSER, ...flags, '--format', 'json', '--quiet']);
  const sides: TimedCommand[] = [
    replaying(REPLAY, [logs.gzip], [ERRORS, LOOSER], ['--no-fields']),
    replaying('replay', [logs.gzip], [ERRORS, LOOSER]),
    compare('compare --no-values', ['--no-values']),
    compare('compare', []),
  ];
  const runs = await alternate(sides, rounds);
  console.log(
    `${machineName()}\n${(logs.bytes / 1e6).toFixed(0)} MB of plain lines, medians of ${rounds} alternating rounds\n`,
  );
  const secondsOf = (name: string): number => median(runs.get(name)!.map(({ seconds }) => seconds));
  console.table(
    sides.map(({ name }) => ({
      command: name,
      seconds: Number(secondsOf(name).toFixed(2)),
      'MB/s': Math.round(logs.bytes / 1e6 / secondsOf(name)),
      'times replay --no-fields': Number((secondsOf(REPLAY) / secondsOf(name)).toFixed(2)),
      'times replay': Number((secondsOf('replay') / secondsOf(name)).toFixed(2)),
      'peak MB': Math.round(Math.max(...runs.get(name)!.map(({ peakBytes }) => peakBytes)) / 1e6),
    })),
  );
  const raw = Object.fromEntries(
    [...runs].map(([name, list]) => [name, list.map(({ seconds, peakBytes }) => ({ seconds, peakBytes }))]),
  );
  console.log(
    `raw runs: ${keepRun(`compare-${Math.round(logs.bytes / 1e6)}mb`, { bytes: logs.bytes, from: ERRORS, to: LOOSER, runs: raw })}`,
  );
}
