// Checks that the time per line is the same for small and large inputs. One thread: headgate reads a small input with
// one thread anyway, and a second thread would look like an effect of size. Subtracts the time of the smallest input
// with its lines: start-up alone would leave the compilation of hot code, which happens within its first lines.
import { ERRORS } from './filters.ts';
import { generateObjects } from './generated-logs.ts';
import { replaying } from './headgate-command.ts';
import { type Measured, medianSeconds, OWN } from './target-row.ts';
import { type TimedRun, timeCommand } from './timed-command.ts';

/** Largest spread of the time per line, as a share of the smallest. */
const TARGET = 0.1;
/** Inputs of up to this many plain bytes are so short that each is measured several times. */
const SHORT_BYTES = 200_000_000;
/** Runs of a short side per round. */
const SHORT_REPEATS = 5;

interface Side {
  name: string;
  files: string[];
  bytes: number;
}

/**
 * Measures full reports of gzip objects.
 * @param largest plain bytes of the largest input; the others have 1/4, 1/40 and 1/400 of it
 * @param bytesEach plain bytes of one object of the largest input
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
    measured: `${isMeasured ? `${Math.round((most / least - 1) * 100)} % apart` : 'below the noise'} (${text}; subtracted: ${first!.name}, ${Math.round(first!.seconds * 1000)} ms)`,
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
