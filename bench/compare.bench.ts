// Measures `headgate compare` next to `headgate replay` with the same filters in the same run: without and with the search for
// distinguishing values, for pairs of filters that need different parts of the time: conditions, selections, samples, values. Prints medians, ratios and peak memory; stores the raw runs.
import { ERRORS, PAGES } from './filters.ts';
import { generateLogs } from './generated-logs.ts';
import { buildPackage, headgate, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { alternate, median, type TimedCommand, type TimedRun } from './timed-command.ts';

/** Filters to compare. */
interface FilterPairs {
  name: string;
  from: string;
  to: readonly string[];
}

/** Differs from {@link ERRORS} in two edits: 3 % of the lines are newly kept. */
const LOOSER = 'EdgeResponseStatus >= 400 and ClientRequestMethod == "GET" and ClientCountry != "us"';
const PAIRS: readonly FilterPairs[] = [
  { name: 'a few lines change', from: ERRORS, to: [LOOSER] },
  { name: 'every second line changes', from: PAGES, to: [ERRORS] },
  { name: 'every line changes', from: 'EdgeResponseStatus >= 400', to: ['EdgeResponseStatus < 400'] },
  // The slowest without the search: 20 edits, each with the lines that it is responsible for.
  { name: 'ten conditions each, all different', from: tenPaths('a'), to: [tenPaths('b')] },
  // The slowest with the search: seven samples.
  { name: 'three --to', from: ERRORS, to: [LOOSER, PAGES, 'EdgeResponseStatus >= 404'] },
];

/** Measures with a number of plain bytes and of counted rounds. */
export async function benchCompare(bytes: number, rounds: number): Promise<void> {
  buildPackage();
  const logs = await generateLogs(bytes);
  console.log(
    `${machineName()}\n${(logs.bytes / 1e6).toFixed(0)} MB of lines, gzip: processor time, medians of ${rounds} alternating rounds\n`,
  );
  const rows: Record<string, string | number>[] = [];
  const raw: Record<string, unknown> = {};
  for (const pair of PAIRS) {
    const runs = await alternate(sidesOf(pair, logs.gzip), rounds);
    const [replay, lines, all] = [...runs.values()];
    rows.push({
      filters: pair.name,
      'replay --no-fields, s': cpuOf(replay!),
      '--no-values, s': cpuOf(lines!),
      ratio: Number((cpuOf(replay!) / cpuOf(lines!)).toFixed(2)),
      'compare, s': cpuOf(all!),
      'ratio with search': Number((cpuOf(replay!) / cpuOf(all!)).toFixed(2)),
      'peak MB': Math.round(Math.max(...all!.map(({ peakBytes }) => peakBytes)) / 1e6),
    });
    raw[pair.name] = Object.fromEntries(
      [...runs].map(([name, list]) => [name, list.map(({ output: _, ...figures }) => figures)]),
    );
  }
  console.table(rows);
  console.log(`raw runs: ${keepRun(`compare-${Math.round(logs.bytes / 1e6)}mb`, { bytes: logs.bytes, runs: raw })}`);
}

function sidesOf({ from, to }: FilterPairs, source: string): TimedCommand[] {
  const given = ['compare', source, '--from', from, ...to.flatMap((filter) => ['--to', filter])];
  const compare = (name: string, flags: readonly string[]): TimedCommand =>
    headgate(name, [...given, ...flags, '--format', 'json', '--quiet']);
  return [
    replaying('replay --no-fields', [source], [from, ...to], ['--no-fields']),
    compare('compare --no-values', ['--no-values']),
    compare('compare', []),
  ];
}

function cpuOf(runs: readonly TimedRun[]): number {
  return Number(median(runs.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2));
}

function tenPaths(letter: string): string {
  return Array.from({ length: 10 }, (_, index) => `ClientRequestPath contains "${letter}${index}"`).join(' or ');
}
