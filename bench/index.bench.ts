// Measures whole commands that build and ask an index, beside DuckDB loading a table of the same lines and asking it, with two threads each.
// columns.bench.ts measures queries of columns that are in memory.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { THREADS } from './against-peers.ts';
import { ERRORS, PAGES, TEN } from './filters.ts';
import { generateObjects } from './generated-logs.ts';
import { buildPackage, headgate, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { installedPeers } from './peer-commands.ts';
import { median, type TimedCommand, type TimedRun, timeCommand } from './timed-command.ts';

const OBJECTS = 8;
const DUCKDB = join(import.meta.dirname, 'peers/duckdb.ts');
const flags = ['--threads', `${THREADS}`];

/** @param bytes of lines @param rounds alternating ones; the median is reported */
export async function benchIndex(bytes: number, rounds: number): Promise<void> {
  buildPackage();
  const { gzip, ...logs } = await generateObjects(OBJECTS, Math.round(bytes / OBJECTS));
  const hasDuckDb = installedPeers(console.error).some(({ name }) => name === 'duckdb');
  const folder = mkdtempSync(join(tmpdir(), 'headgate-bench-index-'));
  const [index, database] = [join(folder, 'index'), join(folder, 'lines.duckdb')];
  const duckdb = (...args: string[]): TimedCommand => ({
    ...{ name: args[0]!, command: process.execPath, args: [DUCKDB, ...args] },
  });
  const sides: readonly TimedCommand[] = [
    headgate('build', ['index', ...gzip, '--out', index, '--quiet', ...flags]),
    replaying('replay of the logs', gzip, [PAGES], flags),
    replaying('counts of the index', [index], [ERRORS], ['--counts', ...flags]),
    replaying('replay of the index', [index], [PAGES], flags),
    replaying('ten filters of the index', [index], TEN, flags),
    ...(hasDuckDb ? [duckdb('load', database, ...gzip), duckdb('table', database)] : []),
  ];
  const runs = new Map<string, TimedRun[]>(sides.map(({ name }) => [name, []]));
  let sizes = { index: 0, database: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const path of [index, database]) rmSync(path, { recursive: true, force: true });
      for (const side of sides) runs.get(side.name)!.push(await timeCommand(side));
      const files = readdirSync(index).map((file) => statSync(join(index, file)).size);
      sizes = {
        index: files.reduce((sum, size) => sum + size, 0),
        database: hasDuckDb ? statSync(database).size : 0,
      };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const of = (name: string, figure: 'seconds' | 'cpuSeconds' = 'seconds'): number =>
    median(runs.get(name)!.map((run) => run[figure]));
  const ratio = (a: string, b: string): string => {
    const figures = (['seconds', 'cpuSeconds'] as const).map((figure) => (of(a, figure) / of(b, figure)).toFixed(2));
    return `${figures[0]} × (processor time: ${figures[1]} ×)`;
  };
  const table = (runs.get('table') ?? []).map(({ output }): Record<'count' | 'full', number[]> & { kept: number } =>
    JSON.parse(output),
  );
  const kept = JSON.parse(runs.get('counts of the index')!.at(-1)!.output).jobs[0].kept.lines;
  for (const answer of table)
    if (answer.kept !== kept) throw new Error(`cannot compare: DuckDB found ${answer.kept} lines, expected ${kept}`);
  const asked = (mode: 'count' | 'full'): string =>
    table.length === 0 ? '' : `; DuckDB: ${median(table.flatMap((answer) => answer[mode])).toFixed(0)} ms`;
  const megabytes = (size: number): string => `${(size / 1e6).toFixed(1)} MB`;
  console.log(`${machineName()}, ${megabytes(logs.bytes)} of lines, medians of ${rounds} rounds\n`);
  console.table([
    {
      work: 'build from gzip',
      aim: '≥ 3 × DuckDB; ≥ 0.4 × a full replay; ≤ 400 MB',
      measured: `${of('build').toFixed(2)} s${hasDuckDb ? `: ${ratio('load', 'build')} of DuckDB` : ''}; ${ratio('replay of the logs', 'build')} of a replay; peak ${megabytes(Math.max(...runs.get('build')!.map(({ peakBytes }) => peakBytes)))}`,
    },
    {
      work: 'size',
      aim: '≤ 1.3 × the gzip',
      measured: `${megabytes(sizes.index)}: ${(sizes.index / logs.storedBytes).toFixed(2)} ×; DuckDB: ${megabytes(sizes.database)}`,
    },
    {
      work: 'replay --counts of the index, the whole command',
      aim: '≤ 0.5 s for 4 GB',
      measured: `${of('counts of the index').toFixed(2)} s${asked('count')} for the query`,
    },
    {
      work: 'replay of the index, the whole command',
      aim: '',
      measured: `${of('replay of the index').toFixed(2)} s${asked('full')} for the query, without conditions`,
    },
    {
      work: 'ten filters of the index, the whole command',
      aim: '≤ 3 × one',
      measured: ratio('ten filters of the index', 'replay of the index'),
    },
  ]);
  console.log(
    `raw runs: ${keepRun(`index-${Math.round(logs.bytes / 1e6)}mb`, { sizes, runs: Object.fromEntries(runs) })}`,
  );
}
