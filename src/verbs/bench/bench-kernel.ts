// Counts the lines that the kernel defers to the compiled filter, by reason. A deferred line takes many times as long as a counted one.
import { createScanner, type DeferReason, loadKernel } from '../../input/kernel/index.ts';
import { countLines } from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { compileFilters } from '../request/named-filters.ts';
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
  pass: ReplayPass,
): Promise<{ result: PassResult; left: DeferredLines }> {
  const kernel = await kernelUse(settings, pass);
  const result = await replayPass(items, settings, pass);
  if (kernel !== 'on') return { result, left: { kernel, lines: countLines(result.report.lines), reasons: [] } };
  const reasons = (Object.entries(result.pass.deferredLines) as [DeferReason, number][])
    .map(([reason, lines]) => ({ reason, lines }))
    .sort((a, b) => b.lines - a.lines || (a.reason < b.reason ? -1 : 1));
  return { result, left: { kernel, lines: reasons.reduce((sum, { lines }) => sum + lines, 0), reasons } };
}

async function kernelUse(
  { dataset, range, nullAs }: PassSettings,
  { filters: named, detail }: ReplayPass,
): Promise<KernelUse> {
  const kernel = await loadKernel().catch(() => undefined);
  if (kernel === undefined) return 'off';
  const filters = compileFilters(named, nullAs).map(({ filter }) => filter);
  const request = { dataset, filters, range, detail, examinedHeadBytes: 0, examinedOneIn: 1 };
  return createScanner(kernel, request) === undefined ? 'beyond' : 'on';
}
