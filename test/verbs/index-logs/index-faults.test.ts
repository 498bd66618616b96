// A manifest of an index with other bits, or cut: the answer of the whole index, or an error that names the index, never another answer.
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HeadgateError } from '../../../src/base/index.ts';
import { indexLogs, replay } from '../../../src/verbs/index.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';

/** Places of the manifest that are damaged, evenly over it. */
const PLACES = 400;

const root = mkdtempSync(join(tmpdir(), 'headgate-index-faults-'));

/** The answer of an index, or the code of its error. */
async function answerOf(index: string): Promise<string> {
  try {
    const filters = ['EdgeResponseStatus >= 500'];
    const { timing: _, ...report } = await replay({ sources: [index], filters, threads: 1, detail: 'counts' });
    return JSON.stringify(report);
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    return error.code;
  }
}

it('never answers from a damaged manifest', async () => {
  const out = join(root, 'index');
  await indexLogs({ sources: [join(SAMPLES, 'logs/errors-and-threats')], out });
  const expected = await answerOf(out);
  const manifest = join(out, 'index.sqlite');
  const bytes = readFileSync(manifest);
  const found = new Set<string>();
  for (let place = 0; place < PLACES; place += 1) {
    const at = Math.floor((bytes.length * place) / PLACES);
    for (const damage of ['flip', 'cut']) {
      writeFileSync(manifest, damage === 'cut' ? bytes : bytes.with(at, bytes[at]! ^ (1 << (place % 8))));
      if (damage === 'cut') truncateSync(manifest, at);
      const answer = await answerOf(out);
      const isRight = answer === expected || /^(?:index-|location-|no-)/.test(answer);
      expect([damage, at, isRight ? '' : answer]).toEqual([damage, at, '']);
      found.add(answer === expected ? 'same' : answer);
    }
  }
  expect(found).toContain('index-invalid');
});
