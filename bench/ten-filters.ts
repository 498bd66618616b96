// Compares ten filters in one pass with one filter, as counts and with the full report.
import { ERRORS, TEN } from './filters.ts';
import { replaying } from './headgate-command.ts';
import { type Measured, medianSeconds, OWN, ratioText } from './target-row.ts';
import { alternate } from './timed-command.ts';

/** Longest time of ten filters, as a multiple of the time of one. */
const TARGET = 1.5;

/** Measures on gzip objects. */
export async function measureTenFilters(files: string[], threads: number, rounds: number): Promise<Measured> {
  const flags = ['--threads', String(threads)];
  const one = `${OWN} one filter`;
  const ten = `${OWN} ten filters`;
  const runs = await alternate(
    [
      replaying(`${one}, count`, files, [ERRORS], [...flags, '--counts']),
      replaying(`${ten}, count`, files, TEN, [...flags, '--counts']),
      replaying(`${one}, full`, files, [ERRORS], flags),
      replaying(`${ten}, full`, files, TEN, flags),
    ],
    rounds,
  );
  const rows = ['count', 'full'].map((mode) => {
    const ratio = medianSeconds(runs, `${ten}, ${mode}`) / medianSeconds(runs, `${one}, ${mode}`);
    return {
      work: `ten filters in one pass, gzip, ${mode === 'count' ? 'counts' : 'full report'}`,
      target: `≤ ${TARGET} × the time of one`,
      measured: `${ratioText(ratio)} ×`,
      isMet: ratio <= TARGET,
    };
  });
  return { rows, runs };
}
