// Whether the time per line stays the same from small inputs to large ones. One thread: a small input is read by one
// whatever is allowed, and a second one would look like a gain of size. What is taken off is the time of the smallest
// input, with its lines: start-up alone would leave in the compiling of what is hot, which is done within its first lines.
import { ERRORS } from './filters.ts';
import { generateObjects } from './generated-logs.ts';
import { replaying } from './headgate-command.ts';
import { type Measured, medianSeconds, OWN } from './target-row.ts';
import { type TimedRun, timeCommand } from './timed-command.ts';

/** How far apart the time per line may be, as a share of the least. */
const TARGET = 0.1;
/** Plain bytes up to which a run is so short that it is repeated. */
const SHORT_BYTES = 200_000_000;
/** Runs of a short side in each round. */
const SHORT_REPEATS = 5;

interface Side {
  name: string;
  files: string[];
  bytes: number;
}

/**
 * Measures full reports of gzip objects.
 * @param largest plain bytes of the largest input; the others are a quarter of it, its fortieth and its four hundredth
 * @param bytesEach plain bytes of an object of the largest
 */
export async function measurePerLine(largest: number, bytesEach: number, rounds: number): Promise<Measured> {
  const sides: Side[] = [
    await sideOf(1, Math.round(largest / 400)),
    await sideOf(1, Math.round(largest / 40)),
    await sideOf(Math.round(largest / bytesEach / 4), bytesEach),
    await sideOf(Math.round(largest / bytesEach), bytesEach),
  ];
  const runs = new Map<string, TimedRun[]>(sides.map(({ name }) => [ownName(name), []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, files, bytes } of sides) {
      for (let repeat = 0; repeat < (bytes <= SHORT_BYTES ? SHORT_REPEATS : 1); repeat += 1) {
        const run = await timeCommand(replaying(ownName(name), files, [ERRORS], ['--threads', '1']));
        if (round > 0) runs.get(ownName(name))!.push(run);
      }
    }
  }
  const points = sides.map(({ name }) => {
    const report = JSON.parse(runs.get(ownName(name))![0]!.output) as { lines: { read: number } };
    return { name, seconds: medianSeconds(runs, ownName(name)), lines: report.lines.read };
  });
  const [first, ...larger] = points;
  const perLine = larger.map(({ name, seconds, lines }) => ({
    name,
    nanoseconds: ((seconds - first!.seconds) / (lines - first!.lines)) * 1e9,
  }));
  const times = perLine.map(({ nanoseconds }) => nanoseconds);
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const isMeasured = least > 0;
  const text = perLine.map(({ name, nanoseconds }) => `${name} ${Math.round(nanoseconds)} ns`).join(', ');
  const row = {
    work: 'time per line, full report, gzip, 1 thread',
    target: `within ${TARGET * 100} %`,
    measured: `${isMeasured ? `${Math.round((most / least - 1) * 100)} % apart` : 'below the noise'} (${text}; the ${first!.name} before them off: ${Math.round(first!.seconds * 1000)} ms)`,
    ...(isMeasured && { isMet: most / least - 1 <= TARGET }),
  };
  return { rows: [row], runs };
}

async function sideOf(count: number, bytesEach: number): Promise<Side> {
  const { gzip, bytes } = await generateObjects(count, bytesEach);
  return { name: `${Math.round(bytes / 1e6)} MB`, files: gzip, bytes };
}

function ownName(name: string): string {
  return `${OWN} per line, ${name}`;
}
