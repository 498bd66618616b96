// Prints a wait in a message.

/** A time in words: `0.5 s`, `4 min 10 s`. */
export function printWait(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.ceil(seconds);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min${whole % 60 === 0 ? '' : ` ${whole % 60} s`}`;
}
