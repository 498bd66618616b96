// Shows on standard error what a sandbox pushes: on a terminal one line that is rewritten in place, elsewhere one line for each batch.
import { printBytes, printCount, printPlural } from '../../base/index.ts';
import { startIn } from '../../report/index.ts';
import type { PushEvent, PushTotals } from '../../sandbox/index.ts';
import type { OutputFlags } from '../flags/output-flags.ts';
import { printNotice } from './output.ts';

/** Interval between updates of the line. Milliseconds. */
const INTERVAL_MS = 500;
const CLEAR_LINE = '\r\u001b[2K';

/** Shows the push. */
export interface PushLine {
  /** Call for each event of the sandbox. */
  event: (event: PushEvent) => void;
  /** Prints a notice without damage to the line. */
  notice: (text: string) => void;
  /** As `notice`, with --quiet, too. */
  alwaysNotice: (text: string) => void;
  /** Shows the figures from now on. */
  start: (totals: () => PushTotals) => void;
  /** Removes the line. */
  end: () => void;
}

/** Creates the display; with --quiet it shows only what is lost; without the line if standard error is not a terminal. */
export function createPushLine(flags: Pick<OutputFlags, 'quiet'>): PushLine {
  const isMoving = process.stderr.isTTY === true && flags.quiet !== true;
  let timer: NodeJS.Timeout | undefined;
  const print = (text: string, settings: Pick<OutputFlags, 'quiet'>): void => {
    if (timer !== undefined) process.stderr.write(CLEAR_LINE);
    printNotice(`headgate: ${text}`, settings);
  };
  const notice = (text: string): void => print(text, flags);
  const alwaysNotice = (text: string): void => print(text, {});
  return {
    notice,
    alwaysNotice,
    event: (event) => {
      if (event.kind === 'lost') alwaysNotice(describeEvent(event));
      else if (!isMoving || event.kind !== 'pushed') notice(describeEvent(event));
    },
    start: (totals) => {
      if (!isMoving) return;
      let before = { ms: performance.now(), exchanges: totals().exchanges };
      timer = setInterval(() => {
        const found = totals();
        const now = { ms: performance.now(), exchanges: found.exchanges };
        const perSecond = ((now.exchanges - before.exchanges) / (now.ms - before.ms)) * 1000;
        before = now;
        const columns = process.stderr.columns || 80;
        process.stderr.write(CLEAR_LINE + startIn(describeTotals(found, perSecond), columns - 1));
      }, INTERVAL_MS);
    },
    end: () => {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      process.stderr.write(CLEAR_LINE);
    },
  };
}

function describeEvent(event: PushEvent): string {
  if (event.kind === 'unusable') return `warning: cannot push ${event.job}: ${event.message}`;
  const { kind, job, object, lines, storedBytes } = event;
  const size = `${printPlural(lines, 'line')}, ${printBytes(storedBytes)}`;
  if (kind === 'pushed') return `pushed ${job}: ${size}, ${object}`;
  if (kind === 'retry') return `warning: retry ${printCount(event.attempt)} of ${job}: ${size}: ${event.message}`;
  return `warning: lost ${object}: ${job}, ${size}: ${event.message}`;
}

function describeTotals({ jobs }: PushTotals, exchangesPerSecond: number): string {
  const sum = { batches: 0, lines: 0, storedBytes: 0, lostLines: 0 };
  for (const { batches, lines, storedBytes, lostLines } of jobs) {
    sum.batches += batches;
    sum.lines += lines;
    sum.storedBytes += storedBytes;
    sum.lostLines += lostLines;
  }
  return [
    `pushed ${printPlural(sum.batches, 'batch', 'batches')}`,
    printPlural(sum.lines, 'line'),
    printBytes(sum.storedBytes),
    `${printCount(sum.lostLines)} lost`,
    `${printCount(exchangesPerSecond)} exchanges/s`,
  ].join(' · ');
}
