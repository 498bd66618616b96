// How much of what is in memory the time allows for.
import { cutHeld, type HeldObject, heldSource } from './bench-part.ts';
import { type PassSettings, type ReplayPass, replayPass } from './bench-pass.ts';
import { wallSecondsOf } from './bench-rounds.ts';

/**
 * As many objects as a pass should get through in some time; of the first one at least the beginning. Found by a pass that
 * stops when the time is up, and by a second one over the same bytes, since the first has the code to compile.
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
  const tried = firstBytes(held, sum(done));
  const taken = await wallSecondsOf(() => replayPass(tried.map(heldSource), settings, pass));
  const bytes = sum(tried.map((one) => one.bytes));
  return firstBytes(held, Math.floor((bytes / taken) * seconds));
}

/** The first objects that have no more than `bytes` together; where that is none, so much of the first. */
function firstBytes(held: readonly HeldObject[], bytes: number): HeldObject[] {
  let behind = 0;
  const tooMany = held.findIndex((one) => {
    behind += one.bytes;
    return behind > bytes;
  });
  if (tooMany === 0) return [cutHeld(held[0]!, bytes) ?? held[0]!];
  return tooMany < 0 ? [...held] : held.slice(0, tooMany);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
