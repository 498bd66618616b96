// Measures the speed targets on this machine: whole commands, alternating with the peers installed in peers/. Prints
// one table; stores the raw runs.
import { GZIP_COUNT_TARGET, measureAgainstPeers, THREADS } from './against-peers.ts';
import { measureBuiltCheck } from './built-check.ts';
import { measureEvaluator, THREE_CONDITIONS } from './evaluator.bench.ts';
import { measureFromBucket } from './from-bucket.ts';
import { generateObjects } from './generated-logs.ts';
import { buildPackage } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { installedPeers } from './peer-commands.ts';
import { measurePerLine } from './per-line.ts';
import { type Measured, OWN, type TargetRow } from './target-row.ts';
import { measureTenFilters } from './ten-filters.ts';
import type { TimedRun } from './timed-command.ts';

/** Number of objects that share the plain bytes. */
const OBJECTS = 12;
/** Objects in the bucket: fewer, since it stores them again. */
const BUCKET_OBJECTS = 4;
/** Objects of the largest input for the time per line. */
const PER_LINE_OBJECTS = 16;
/** Largest peak memory of any headgate run. Bytes. */
const PEAK_TARGET = 250_000_000;
/** Lowest speed of the evaluator. Million records per second. */
const EVALUATOR_TARGET = 10;

/** Measures with a number of plain bytes and of counted rounds. @throws Error if a peer's answer differs */
export async function benchTargets(bytes: number, rounds: number): Promise<void> {
  const say = (text: string) => console.error(`bench: ${text}`);
  const bytesEach = Math.round(bytes / OBJECTS);
  const peers = installedPeers(say);
  say('building the package, generating the input');
  buildPackage();
  const objects = await generateObjects(OBJECTS, bytesEach);
  const rows: TargetRow[] = [];
  const runs = new Map<string, readonly TimedRun[]>();
  const add = (measured: Measured): void => {
    rows.push(...measured.rows);
    for (const [name, list] of measured.runs) runs.set(name, list);
  };
  const againstPeers = await measureAgainstPeers(objects, peers, rounds, say);
  add(againstPeers);
  const { gzipCountSeconds } = againstPeers;
  say('ten filters');
  add(await measureTenFilters(objects.gzip, THREADS, rounds));
  say('local bucket');
  add(
    await measureFromBucket({
      objects: await generateObjects(BUCKET_OBJECTS, bytesEach),
      threads: THREADS,
      rounds,
      gzipTarget: gzipCountSeconds && (GZIP_COUNT_TARGET * objects.bytes) / gzipCountSeconds,
    }),
  );
  say('evaluator');
  rows.push(await evaluatorRow());
  say('check from the built package');
  add(await measureBuiltCheck());
  say('time per line');
  const perLine = await measurePerLine(PER_LINE_OBJECTS * bytesEach, bytesEach, rounds);
  add({ ...perLine, rows: [] });
  rows.push(peakRow(runs), ...perLine.rows);
  print(rows);
  const figures = {
    bytes: objects.bytes,
    storedBytes: objects.storedBytes,
    rounds,
    peers,
    rows,
    runs: withoutOutput(runs),
  };
  const ratio = (objects.bytes / objects.storedBytes).toFixed(1);
  const names = peers.map(({ name, version }) => `${name} ${version}`).join(', ') || 'no peers';
  console.log(
    `${machineName()}\n${(objects.bytes / 1e6).toFixed(0)} MB of lines in ${OBJECTS} objects, gzip ratio ${ratio}, ${THREADS} threads, medians of ${rounds} alternating rounds, ${names}`,
  );
  console.log(`raw runs: ${keepRun(`targets-${Math.round(objects.bytes / 1e6)}mb`, figures)}`);
}

async function evaluatorRow(): Promise<TargetRow> {
  const rate = (await measureEvaluator([THREE_CONDITIONS])).get(THREE_CONDITIONS)!;
  return {
    work: 'evaluator alone, 3 conditions',
    target: `≥ ${EVALUATOR_TARGET} million records/s`,
    measured: `${rate.toFixed(1)} million records/s`,
    isMet: rate >= EVALUATOR_TARGET,
  };
}

function peakRow(runs: ReadonlyMap<string, readonly TimedRun[]>): TargetRow {
  const peaks = [...runs]
    .filter(([name]) => name.startsWith(OWN))
    .map(([name, list]) => ({ name, bytes: Math.max(...list.map((run) => run.peakBytes)) }));
  const worst = peaks.reduce((most, one) => (one.bytes > most.bytes ? one : most));
  return {
    work: 'peak memory, all runs above and below',
    target: `≤ ${PEAK_TARGET / 1e6} MB`,
    measured: `${Math.round(worst.bytes / 1e6)} MB (${worst.name})`,
    isMet: worst.bytes <= PEAK_TARGET,
  };
}

function print(rows: readonly TargetRow[]): void {
  const word = { true: 'ok', false: 'miss', undefined: 'not measured' };
  console.table(rows.map(({ isMet, ...row }) => ({ ...row, result: word[`${isMet}`] })));
}

function withoutOutput(runs: ReadonlyMap<string, readonly TimedRun[]>): object {
  return Object.fromEntries(
    [...runs].map(([name, list]) => [name, list.map(({ seconds, peakBytes }) => ({ seconds, peakBytes }))]),
  );
}
