// Counts the lines that the kernel defers to the compiled filter, by reason. A deferred line takes many times as long as a counted one.
import { type DeferReason, loadKernel } from '../../input/kernel/index.ts';
import { countLines } from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { type PassResult, type PassSettings, type ReplayPass, replayPass } from './bench-pass.ts';

/**
 * State of the kernel. `on`; `off`: it is unavailable or disabled; `beyond`: it does not support a part of the filter, so every
 * line goes to the compiled filter.
 */
export type KernelUse = 'on' | 'off' | 'beyond';

/** Lines that went to the compiled filter. */
export interface DeferredLines {
  kernel: KernelUse;
  lines: number;
  /** Most lines first. Empty without a kernel, when all lines go to the compiled filter. */
  reasons: { reason: DeferReason; lines: number }[];
}

/** Replays the objects once and counts the lines that the kernel defers. */
export async function countDeferred(
  items: readonly SourceObject[],
  settings: PassSettings,
  replay: ReplayPass,
): Promise<{ result: PassResult; left: DeferredLines }> {
  const isLoaded = await loadKernel().then(Boolean, () => false);
  const result = await replayPass(items, settings, replay);
  const { report, pass } = result;
  const kernel = !isLoaded ? 'off' : pass.isBeyondKernel ? 'beyond' : 'on';
  if (kernel !== 'on') return { result, left: { kernel, lines: countLines(report.lines), reasons: [] } };
  const reasons = (Object.entries(pass.deferredLines) as [DeferReason, number][])
    .map(([reason, lines]) => ({ reason, lines }))
    .sort((a, b) => b.lines - a.lines || (a.reason < b.reason ? -1 : 1));
  return { result, left: { kernel, lines: reasons.reduce((sum, { lines }) => sum + lines, 0), reasons } };
}
