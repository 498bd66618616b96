// Measures sampling: whole commands next to a full-report replay of the same objects, and how often the intervals of
// --estimate contain the true value, over 1,000 seeded samples of each population. Prints both; stores the raw runs.
import { MISS } from '../src/analysis/sample/index.ts';
import {
  BEYOND,
  type Coverage,
  coverageOf,
  coverageUntil,
  OBJECTS,
  POPULATION_NAMES,
} from '../test/properties/populations.ts';
import { ERRORS } from './filters.ts';
import { generateObjects } from './generated-logs.ts';
import { buildPackage, headgate, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { alternate, median } from './timed-command.ts';

/** Samples of each population. */
const SAMPLES = 1000;
/** Sample sizes, of 600 objects. */
const READ = [20, 60, 100, 200];
/** Half widths at which samples stop growing. */
const PRECISIONS = [0.05, 0.02];
/** Smallest share of intervals that must contain the true value. */
const LEAST_COVERED = 0.93;
/** Number of objects that share the bytes. */
const OBJECTS_READ = 4;

/** Measures with a number of plain bytes and of counted rounds. @throws Error if intervals miss too often */
export async function benchSample(bytes: number, rounds: number): Promise<void> {
  const coverage = measureCoverage();
  const speed = await measureSpeed(bytes, rounds);
  console.log(`raw runs: ${keepRun(`sample-${Math.round(bytes / 1e6)}mb`, { samples: SAMPLES, coverage, ...speed })}`);
  const missed = coverage.filter(({ population, covered }) => population !== BEYOND && covered < LEAST_COVERED);
  if (missed.length > 0) {
    throw new Error(
      `cannot accept the intervals: found ${JSON.stringify(missed)}, expected a share of at least ${LEAST_COVERED}`,
    );
  }
}

interface MeasuredCoverage extends Coverage {
  population: string;
  sample: string;
}

function measureCoverage(): MeasuredCoverage[] {
  const names = [...POPULATION_NAMES, BEYOND];
  const found = names.flatMap((population) => [
    ...READ.map((read) => ({ population, sample: `${read} objects`, ...coverageOf(population, read, SAMPLES) })),
    ...PRECISIONS.map((precision) => ({
      population,
      sample: `until ±${precision * 100} %`,
      ...coverageUntil(population, precision, SAMPLES),
    })),
  ]);
  console.log(
    `${SAMPLES} samples each, of ${OBJECTS} objects: share of ${100 - MISS * 100} % intervals that contain the true value (mean half width, mean objects read)\n`,
  );
  console.table(
    names.map((population) => ({
      population,
      ...Object.fromEntries(
        found
          .filter((one) => one.population === population)
          .map(({ sample, covered, width, read }) => [
            sample,
            `${(covered * 100).toFixed(1)} % (±${(width * 50).toFixed(1)}, ${read.toFixed(0)})`,
          ]),
      ),
    })),
  );
  return found;
}

async function measureSpeed(bytes: number, rounds: number): Promise<object> {
  buildPackage();
  const logs = await generateObjects(OBJECTS_READ, Math.round(bytes / OBJECTS_READ));
  const times = ['--since', '2026-11-01', '--until', '2026-11-04'];
  const sampling = (flags: string[]) =>
    headgate(['sample', ...flags].join(' '), ['sample', ...logs.gzip, '--quiet', ...flags]);
  const sides = [
    replaying('replay, full report', logs.gzip, [ERRORS]),
    sampling(['-n', '1000']),
    sampling(['-n', '1000', '--by', 'object']),
    sampling(['-n', '1000', '--by', 'time', ...times]),
    sampling(['-n', '1000', '--verdict', 'drop', '--filter', ERRORS]),
    sampling(['-n', '10000']),
    sampling(['--estimate', '--filter', ERRORS]),
  ];
  const runs = await alternate(sides, rounds);
  const secondsOf = (name: string): number => median(runs.get(name)!.map(({ seconds }) => seconds));
  console.log(
    `${machineName()}\n${(logs.bytes / 1e6).toFixed(0)} MB of gzipped lines, medians of ${rounds} alternating rounds\n`,
  );
  console.table(
    sides.map(({ name }) => ({
      command: name.replace(ERRORS, '…'),
      seconds: Number(secondsOf(name).toFixed(2)),
      'MB/s': Math.round(logs.bytes / 1e6 / secondsOf(name)),
      'of replay': Number((secondsOf(sides[0]!.name) / secondsOf(name)).toFixed(2)),
      'peak MB': Math.round(Math.max(...runs.get(name)!.map(({ peakBytes }) => peakBytes)) / 1e6),
    })),
  );
  return {
    bytes: logs.bytes,
    runs: Object.fromEntries(
      [...runs].map(([name, list]) => [name, list.map(({ seconds, peakBytes }) => ({ seconds, peakBytes }))]),
    ),
  };
}
