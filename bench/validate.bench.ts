// Measures `headgate validate` of generated lines next to a full-report replay of the same files, plain and gzipped,
// alternating: a validation must be at least half as fast. Prints medians and ratios; stores the raw runs.
import { join } from 'node:path';
import { ERRORS } from './filters.ts';
import { generateObjects } from './generated-logs.ts';
import { buildPackage, headgate, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { alternate, median, type TimedCommand } from './timed-command.ts';

/** Distinct objects; more would be copies, whose events are repeats. */
const OBJECTS = 3;
const SAMPLES = join(import.meta.dirname, '../samples');

/** Measures with a total number of plain bytes and of counted rounds. */
export async function benchValidate(bytes: number, rounds: number): Promise<void> {
  buildPackage();
  const logs = await generateObjects(OBJECTS, Math.round(bytes / OBJECTS));
  const forms = [
    ['gzip', logs.gzip],
    ['plain', logs.plain],
  ] as const;
  const sides = forms.flatMap(([name, files]): TimedCommand[] => [
    replaying(`replay ${name}`, files, [ERRORS]),
    validating(`validate ${name}`, files),
  ]);
  const runs = await alternate(sides, rounds);
  const secondsOf = (name: string): number => median(runs.get(name)!.map(({ seconds }) => seconds));
  console.log(
    `${machineName()}\n${(logs.bytes / 1e6).toFixed(0)} MB of plain lines in ${OBJECTS} objects, medians of ${rounds} alternating rounds\n`,
  );
  console.table(
    sides.map(({ name }) => {
      const [, form] = name.split(' ');
      const seconds = secondsOf(name);
      return {
        command: name,
        seconds: Number(seconds.toFixed(2)),
        'MB/s': Math.round(logs.bytes / 1e6 / seconds),
        'peak MB': Math.round(Math.max(...runs.get(name)!.map((run) => run.peakBytes)) / 1e6),
        'of replay': Number((secondsOf(`replay ${form}`) / seconds).toFixed(2)),
      };
    }),
  );
  const raw = Object.fromEntries(
    [...runs].map(([name, list]) => [name, list.map(({ seconds, peakBytes }) => ({ seconds, peakBytes }))]),
  );
  console.log(`raw runs: ${keepRun(`validate-${Math.round(logs.bytes / 1e6)}mb`, { bytes: logs.bytes, runs: raw })}`);
}

function validating(name: string, files: readonly string[]): TimedCommand {
  const job = join(SAMPLES, 'jobs/all-requests.json');
  const ruleset = join(SAMPLES, 'ruleset.json');
  const flags = ['--format', 'json', '--quiet'];
  return headgate(name, ['validate', ...files, '--job', job, '--ruleset', ruleset, ...flags]);
}
