// With the kernel and without it, the same report: whole objects, damaged ones, plain ones, several at a time.
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

describe('the kernel changes nothing but the time', () => {
  it.each([
    ['samples/logs', 0],
    ['samples/damaged', 1],
    ['samples', 1],
  ])('%s', async (source, code) => {
    const args = [
      'replay',
      source,
      '-f',
      'EdgeResponseStatus >= 500',
      '--samples',
      '3',
      '--format',
      'json',
      '--reproducible',
      '-q',
    ];
    const [on, off] = await Promise.all([runTogether(args), runTogether(args, { env: { HEADGATE_KERNEL: 'off' } })]);
    expect(on).toMatchObject({ code, stderr: '' });
    expect(on.stdout).toBe(off.stdout);
  });
});
