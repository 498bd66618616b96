// How many lines the kernel leaves to the compiled filter, and why. Each of them costs a multiple of one that it takes.
import { createScanner, loadKernel, type Way } from '../kernel/index.ts';
import { countLines, type PassResult, type PassSettings, type ReplayPass, replayPass, reportOf } from './bench-pass.ts';
import type { SourceObject } from './sources.ts';

/**
 * What the kernel does: `on`; `off`: there is none, or the environment says so; `beyond`: it runs, but something in the
 * filter is more than it can test, so that every line goes to the compiled filter.
 */
export type KernelUse = 'on' | 'off' | 'beyond';

/** Why lines were left. `head`: they stand where an object begins, until it is clear how it is written, or in one that is no NDJSON. */
export type LeftReason = Way | 'head';

/** Lines that went to the compiled filter. */
export interface LeftLines {
  kernel: KernelUse;
  lines: number;
  /** Most lines first. Empty without a kernel: then it is all of them. */
  reasons: { reason: LeftReason; lines: number }[];
}

/** Replays the objects once and counts the lines that the kernel leaves. */
export async function countLeft(
  items: readonly SourceObject[],
  settings: PassSettings,
  pass: ReplayPass,
): Promise<{ result: PassResult; left: LeftLines }> {
  const kernel = await kernelUse(settings, pass);
  let lines = 0;
  let counted = 0;
  const result = await replayPass(items, settings, {
    ...pass,
    around: (reader, replay) => ({
      ...reader,
      close: () => {
        // What the kernel took comes with `close`: until then a report has the other lines only.
        lines += countLines(reportOf(replay).lines) - counted;
        reader.close?.();
        counted = countLines(reportOf(replay).lines);
      },
    }),
  });
  if (kernel !== 'on') return { result, left: { kernel, lines: countLines(result.report.lines), reasons: [] } };
  const told = Object.entries(result.replay.leftLines) as [Way, number][];
  const head = lines - told.reduce((sum, [, count]) => sum + count, 0);
  const reasons = [...told, ['head', head] as const]
    .map(([reason, count]) => ({ reason, lines: count }))
    .filter((one) => one.lines > 0)
    .sort((a, b) => b.lines - a.lines || (a.reason < b.reason ? -1 : 1));
  return { result, left: { kernel, lines, reasons } };
}

async function kernelUse({ dataset, range }: PassSettings, { jobs, detail }: ReplayPass): Promise<KernelUse> {
  const kernel = await loadKernel().catch(() => undefined);
  if (kernel === undefined) return 'off';
  const filters = jobs.map(({ filter }) => filter);
  const plan = { dataset, filters, range, detail, examinedHeadBytes: 0, examinedOneIn: 1 };
  return createScanner(kernel, plan) === undefined ? 'beyond' : 'on';
}
