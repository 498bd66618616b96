// Words for what a job pushes of the lines that its filter keeps. Shared by text and pages. Computes no figures.
import type { Estimated } from '../../analysis/cost/index.ts';
import { printBytes, printCount, printInterval, printPlural } from '../../base/index.ts';
import type { ReplayedJob } from '../../verbs/index.ts';

/** A filter of a report, with a job or without. */
export type PushedJob = Pick<ReplayedJob, 'kept' | 'push' | 'pushed' | 'remarks' | 'transformer'>;

/** Whether a job pushes other lines or bytes than its filter keeps, or bytes that are not known. A filter without a job does not. */
export function pushesOthers(job: PushedJob): boolean {
  const { kept, pushed } = job;
  return (
    pushesOtherLines(job) || (pushed !== undefined && (pushed.bytes === null || !isExactly(pushed.bytes, kept.bytes)))
  );
}

/** Whether it pushes other lines. */
export function pushesOtherLines({ kept, pushed }: PushedJob): boolean {
  return pushed !== undefined && !isExactly(pushed.lines, kept.lines);
}

function isExactly({ low, high }: Estimated, count: number): boolean {
  return low === count && high === count;
}

/** `37 lines, 32.1 kB`, `about 37 lines, size not measured`; empty without a job. */
export function printPushed({ pushed }: PushedJob): string {
  if (pushed === undefined) return '';
  const { lines, bytes } = pushed;
  const about = lines.low === lines.high ? '' : 'about ';
  const size = bytes === null ? 'size not measured' : printBytes(bytes.value);
  return `${about}${printPlural(Math.round(lines.value), 'line')}, ${size}`;
}

/** `95 % interval: 26 to 49 lines, 22.0 kB to 43.1 kB`; empty if the figures are exact, or print so. */
export function printPushedRange({ pushed }: PushedJob): string {
  if (pushed === undefined) return '';
  const { lines, bytes } = pushed;
  const range = (estimated: Estimated | null, print: (value: number) => string): string[] =>
    estimated === null ? [] : [printInterval(estimated, print)].filter((one) => one !== '');
  const ranges = [
    ...range(lines, (value) => printCount(Math.round(value))).map((one) => `${one} lines`),
    ...range(bytes, printBytes),
  ];
  return ranges.length === 0 ? '' : `95 % interval: ${ranges.join(', ')}`;
}

/** `kept 374 lines, 378 kB; pushed about 37 lines, 32.1 kB (95 % interval: 26 to 49 lines, 22.0 kB to 43.1 kB)` */
export function printKeptAndPushed(job: PushedJob): string {
  const range = printPushedRange(job);
  const kept = `kept ${printPlural(job.kept.lines, 'line')}, ${printBytes(job.kept.bytes)}`;
  return `${kept}; pushed ${printPushed(job)}${range === '' ? '' : ` (${range})`}`;
}
