// Shows progress on standard error: the number of objects, then, on a terminal, one line that is rewritten in place.
import { printable, printBytes, printCount, printPlural } from '../../base/index.ts';
import { type ListProgress, onRetrying } from '../../input/destination/index.ts';
import type { Progress } from '../../input/objects/index.ts';
import { folderOf, type SourceListing } from '../../input/sources/index.ts';
import type { WorkersProgress } from '../../input/workers/index.ts';
import { printPruned, startIn } from '../../report/index.ts';
import type { OutputFlags } from '../flags/output-flags.ts';
import { printNotice } from './output.ts';

/** Minimum interval between updates of the line. Milliseconds. */
const INTERVAL_MS = 200;
/** Elapsed time before the line shows the time left, which is a guess until then. Milliseconds. */
const STEADY_MS = 1500;
const CLEAR_LINE = '\r\u001b[2K';

/** Shows the progress of a run. */
export interface ProgressLine {
  /** Updates the line while sources are listed. */
  list: (progress: ListProgress) => void;
  start: (listing: SourceListing) => void;
  update: (progress: Progress) => void;
  /** Adds to the line what workers do. */
  workers: (progress: WorkersProgress) => void;
  /** Removes the line. */
  end: () => void;
}

/** Creates the display; silent with --quiet, without the line if standard error is not a terminal. */
export function createProgressLine(flags: Pick<OutputFlags, 'quiet'>): ProgressLine {
  const isMoving = process.stderr.isTTY === true && flags.quiet !== true;
  let started = Date.now();
  let shown = 0;
  let isRetrying = false;
  let latest: Progress | undefined;
  let workers: WorkersProgress | undefined;
  const show = (now: number): void => {
    shown = now;
    const columns = process.stderr.columns || 80;
    const parts = [
      ...(isRetrying ? ['retrying'] : []),
      ...(workers === undefined ? [] : workersOf(workers)),
      ...(latest === undefined ? [] : (workers === undefined ? partsOf : ratesOf)(latest, now - started)),
    ];
    process.stderr.write(CLEAR_LINE + startIn(parts.join(' · '), columns - 1));
  };
  // While all requests are being retried, no progress updates the line.
  const unlisten = onRetrying((count) => {
    if (count > 0 === isRetrying) return;
    isRetrying = count > 0;
    if (isMoving) show(Date.now());
  });
  return {
    list: (progress) => {
      const now = Date.now();
      if (!isMoving || now - shown < INTERVAL_MS) return;
      shown = now;
      process.stderr.write(CLEAR_LINE + startIn(listingLineOf(progress), (process.stderr.columns || 80) - 1));
    },
    start: (listing) => {
      started = Date.now();
      if (isMoving && shown > 0) process.stderr.write(CLEAR_LINE);
      printNotice(noticeOf(listing), flags);
    },
    update: (progress) => {
      const now = Date.now();
      latest = progress;
      if (!isMoving || now - shown < INTERVAL_MS) return;
      show(now);
    },
    workers: (progress) => {
      workers = progress;
      if (isMoving) show(Date.now());
    },
    end: () => {
      unlisten();
      if (isMoving && shown > 0) process.stderr.write(CLEAR_LINE);
    },
  };
}

function listingLineOf({ objects, listed, at }: ListProgress): string {
  const left = listed > objects ? ` (${printCount(listed)} listed)` : '';
  return `listing: ${printPlural(objects, 'object')} found${left} · ${printable(folderOf(at))}`;
}

function noticeOf({ objects, bytes, pruned, prunedFolders, skipped, indexes }: SourceListing): string {
  const left = [
    ...(pruned > 0 ? [printPruned({ pruned, prunedFolders })] : []),
    ...(skipped > 0 ? [`${printCount(skipped)} skipped`] : []),
  ];
  // The size is that of the objects, which are not read.
  const isOfIndex =
    indexes !== undefined && [...objects].every(({ destination }) => destination.location.kind === 'index');
  const size = isOfIndex ? ' from an index' : bytes > 0 ? `, ${printBytes(bytes)}` : '';
  return `headgate: reading ${printPlural(objects.length, 'object')}${size}${left.length > 0 ? ` (${left.join(', ')})` : ''}`;
}

function workersOf({ shards, shardsDone, workers }: WorkersProgress): string[] {
  return [`${printCount(shardsDone)} of ${printPlural(shards, 'shard')}`, printPlural(workers, 'worker')];
}

function partsOf(progress: Progress, elapsedMs: number): string[] {
  return [
    `${printCount(progress.objects)} of ${printPlural(progress.objectsInAll, 'object')}`,
    progress.bytesInAll > 0
      ? `${printBytes(progress.bytes)} of ${printBytes(progress.bytesInAll)}`
      : printBytes(progress.bytes),
    `${printPlural(progress.lines, 'line')} (${printCount(progress.lines / secondsOf(elapsedMs))}/s)`,
    ...leftOf(progress, elapsedMs),
  ];
}

/** Beside the shards, whose number has the place of objects and bytes: 80 columns have room for all. */
function ratesOf(progress: Progress, elapsedMs: number): string[] {
  const seconds = secondsOf(elapsedMs);
  return [
    ...leftOf(progress, elapsedMs),
    `${printBytes(progress.bytes / seconds)}/s`,
    `${printCount(progress.lines / seconds)} lines/s`,
  ];
}

function leftOf({ bytes, bytesInAll }: Progress, elapsedMs: number): string[] {
  const left = bytes === 0 ? 0 : (elapsedMs / bytes) * (bytesInAll - bytes);
  return elapsedMs > STEADY_MS && left > 0 ? [`${printSeconds(left / 1000)} left`] : [];
}

function secondsOf(elapsedMs: number): number {
  return Math.max(elapsedMs, 1) / 1000;
}

function printSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
