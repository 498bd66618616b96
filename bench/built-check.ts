// Measures `check` from the built package, as a whole command without npm.
import { ERRORS } from './filters.ts';
import { headgate } from './headgate-command.ts';
import { type Measured, medianSeconds, OWN } from './target-row.ts';
import { alternate } from './timed-command.ts';

/** Longest time, start of Node included. Seconds. */
const TARGET_SECONDS = 0.15;
/** More rounds than elsewhere: a run is short, so its noise is large. */
const ROUNDS = 15;

const NAME = `${OWN} check`;

/** Measures `check` next to the start of Node alone. */
export async function measureBuiltCheck(): Promise<Measured> {
  const runs = await alternate(
    [headgate(NAME, ['check', ERRORS]), { name: 'node alone', command: process.execPath, args: ['-e', '0'] }],
    ROUNDS,
  );
  const milliseconds = (name: string) => Math.round(medianSeconds(runs, name) * 1000);
  const row = {
    work: 'check, built package',
    target: `≤ ${TARGET_SECONDS * 1000} ms`,
    measured: `${milliseconds(NAME)} ms (node alone ${milliseconds('node alone')} ms)`,
    isMet: medianSeconds(runs, NAME) <= TARGET_SECONDS,
  };
  return { rows: [row], runs };
}
