// `npm run bench -- stored-size`: how often the 95 % interval of a stored size contains the size that compressing everything gives. Each kind of
// source is written with several seeds; each copy of it under another name has other drawn lines.
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DRAWN, EXACT, MEASURED_FILTERS, measureFolder } from '../test/helpers/cost/stored-sizes.ts';
import { SOURCE_KINDS, writeSource } from '../test/properties/skewed-sources.ts';

/** Draws for each source. */
const DRAWS_OF_SOURCE = 10;

const names = ['all lines', ...MEASURED_FILTERS.map(({ name }) => name)];

/** Prints the share of covering intervals. @param runs of each kind @param only part of the names of kinds */
export async function benchStoredSize(runs: number, only = ''): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'headgate-stored-'));
  try {
    await measureKinds(root, runs, only);
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function measureKinds(root: string, runs: number, only: string): Promise<void> {
  for (const kind of SOURCE_KINDS) {
    if (!kind.name.includes(only)) continue;
    const outcomes = names.map(() => ({ inside: 0, below: 0, above: 0, unmeasured: 0, widths: 0, bias: 0 }));
    for (let run = 0; run < runs; run += DRAWS_OF_SOURCE) {
      let folder = join(root, `${run}`);
      writeSource(folder, kind, run + 1);
      const [exact] = await measureFolder(folder, [EXACT]);
      for (let draw = 0; draw < DRAWS_OF_SOURCE; draw += 1) {
        const next = join(root, `${run}-${draw}`);
        renameSync(folder, next);
        folder = next;
        const [drawn] = await measureFolder(folder, [DRAWN]);
        for (const [index, outcome] of outcomes.entries()) {
          const size = index === 0 ? drawn?.all : drawn?.jobs[index - 1];
          const truth = (index === 0 ? exact!.all : exact!.jobs[index - 1])!.stored.value;
          if (!size) outcome.unmeasured += 1;
          else if (truth < size.stored.low) outcome.below += 1;
          else if (truth > size.stored.high) outcome.above += 1;
          else outcome.inside += 1;
          if (!size) continue;
          outcome.widths += (size.stored.high - size.stored.low) / truth;
          outcome.bias += size.stored.value / truth - 1;
        }
      }
      rmSync(folder, { recursive: true });
    }
    console.log(kind.name);
    for (const [index, { inside, below, above, unmeasured, widths, bias }] of outcomes.entries()) {
      const measured = inside + below + above;
      const percent = (part: number): string => `${((part / Math.max(1, measured)) * 100).toFixed(1)} %`;
      console.log(
        `  ${names[index]!.padEnd(12)} covered ${percent(inside)} of ${measured}; truth below ${below}, above ${above}; unmeasured ${unmeasured}; width ${percent(widths)}; bias ${percent(bias)}`,
      );
    }
  }
}
