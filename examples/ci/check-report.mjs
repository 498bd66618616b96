// Reads a report of `headgate replay --format json`, prints the shares of each job, and fails if a job keeps nothing or leaves lines
// undecided. Change the conditions to what your jobs must keep.
import { readFileSync } from 'node:fs';

const { jobs, lines } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const percent = (count) => `${((100 * count) / lines.read).toFixed(1)} %`;

for (const { name, kept, dropped, undecided } of jobs) {
  const isFine = kept.lines > 0 && undecided.lines === 0;
  if (!isFine) process.exitCode = 1;
  console.log(
    `${isFine ? '✓' : '✗'} ${name}: keeps ${percent(kept.lines)}, drops ${percent(dropped.lines)}, leaves ${percent(undecided.lines)} undecided`,
  );
}
