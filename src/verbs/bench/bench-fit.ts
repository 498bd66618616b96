// Selects as much of the data in memory as can be measured in the given time.
import { chooseClock, secondsOf } from './bench-clock.ts';
import { cutHeld, type HeldObject, heldSource } from './bench-part.ts';
import { type PassSettings, type ReplayPass, replayPass } from './bench-pass.ts';
import { bytesOf } from './bench-read.ts';

/** Number of passes that enlarge the part: the code gets faster as it runs, and the first lines of an object are the slowest. */
const TURNS = 4;
/** Minimum size to measure, if there is as much. Bytes as stored; ours. */
const LEAST_BYTES = 64 * 1024;

/**
 * Selects as many objects as a pass can read in the given time, at least the beginning of the first. The first trial pass stops
 * when the time is up; each further pass reads as much as the previous one would have read in that processor time.
 */
export async function fitPart(
  held: readonly HeldObject[],
  seconds: number,
  settings: PassSettings,
  pass: ReplayPass,
): Promise<HeldObject[]> {
  const until = performance.now() + seconds * 1000;
  const done: number[] = [];
  await replayPass(held.map(heldSource), settings, {
    ...pass,
    goesOn: (object, stored) => {
      done[object] = stored;
      return performance.now() < until;
    },
  });
  let fitting = firstBytes(held, Math.max(LEAST_BYTES, sum(done)));
  for (let turn = 0; turn < TURNS; turn += 1) {
    const tried = bytesOf(fitting);
    const taken = await secondsOf(chooseClock(true), () => replayPass(fitting.map(heldSource), settings, pass));
    fitting = firstBytes(held, Math.max(LEAST_BYTES, Math.floor((tried / taken) * seconds)));
    if (bytesOf(fitting) <= tried) break;
  }
  return fitting;
}

/** Returns the first objects with at most `bytes` in total; if the first is larger, its beginning. */
function firstBytes(held: readonly HeldObject[], bytes: number): HeldObject[] {
  let before = 0;
  const tooMany = held.findIndex((one) => {
    before += one.bytes;
    return before > bytes;
  });
  if (tooMany === 0) return [cutHeld(held[0]!, bytes) ?? held[0]!];
  return tooMany < 0 ? [...held] : held.slice(0, tooMany);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
