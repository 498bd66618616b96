// The README's examples: every command in a ```console block is run, and what it prints is what stands below it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLASSIC_FIELDS, COMBINED_BYTES, CURRENT_FIELDS_PER_ARRAY } from '../src/custom-fields/index.ts';
import { DATASET_NAMES } from '../src/dataset/index.ts';
import { DEFAULT_SLACK_MS } from '../src/destination/index.ts';
import { LIMIT_WARNING_SHARE, MAX_FILTER_BYTES, MAX_FILTER_OPERATORS } from '../src/filter/index.ts';
import { MAX_LINE_BYTES, MAX_NESTING } from '../src/record/index.ts';
import { EXAMINED_ONE_IN } from '../src/replay/replay.ts';
import { ROOT, runCli, runShell } from './helpers/cli/run-cli.ts';

/** A line of this in the expected output stands for any number of lines. */
const ELLIPSIS = '…';

interface Example {
  command: string;
  expected: string[];
}

function examplesOf(text: string): Example[] {
  const blocks = [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [command = '', ...output] = part.trimEnd().split('\n');
        return { command, expected: output };
      }),
  );
}

/** Whether `found` is `expected`, where an ellipsis stands for any lines. */
function isLike(found: readonly string[], expected: readonly string[]): boolean {
  const [first, ...rest] = expected;
  if (first === undefined) return found.length === 0;
  if (first.trim() !== ELLIPSIS)
    return found.length > 0 && found[0]!.trimEnd() === first.trimEnd() && isLike(found.slice(1), rest);
  return found.some((_, index) => isLike(found.slice(index), rest)) || rest.length === 0;
}

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const examples = examplesOf(README);

/** Numbers that the README names, each behind a comment with the constant's name. */
const CONSTANTS: Readonly<Record<string, number>> = {
  CLASSIC_FIELDS,
  COMBINED_BYTES,
  CURRENT_FIELDS_PER_ARRAY,
  DATASETS: DATASET_NAMES.length,
  EXAMINED_ONE_IN,
  MAX_FILTER_BYTES,
  MAX_FILTER_OPERATORS,
  MAX_LINE_MIB: MAX_LINE_BYTES / 2 ** 20,
  MAX_NESTING,
  WARNED_PERCENT: LIMIT_WARNING_SHARE * 100,
};

describe('numbers in the README are those of the code', () => {
  const marked = [...README.matchAll(/<!-- (\w+) -->(\d+(?:,\d{3})*)/g)].map(([, name = '', number = '']) => ({
    name,
    number: Number(number.replaceAll(',', '')),
  }));
  it.each(marked)('$name', ({ name, number }) => expect(number).toBe(CONSTANTS[name]));
  it('every constant is there', () =>
    expect(marked.map(({ name }) => name).sort()).toEqual(Object.keys(CONSTANTS).sort()));

  it('the slack of one hour, in the README and in the help', async () => {
    expect(DEFAULT_SLACK_MS).toBe(3_600_000);
    expect(README).toContain('up to one hour (`--slack`)');
    expect((await runCli(['replay', '--help'])).stdout.replace(/\s+/g, ' ')).toContain('(default: 1h)');
  });
});

it('there are examples', () => expect(examples.length).toBeGreaterThan(3));

describe('README example', () => {
  it.each(examples)('$command', async ({ command, expected }) => {
    // Node's own, since only commands started by npm get the checkout's Node.
    const run = await runShell(command, { env: { PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` } });
    const found = run.stdout.trimEnd().split('\n');
    if (!isLike(found, expected)) expect(found.join('\n')).toBe(expected.join('\n'));
    expect([0, 1]).toContain(run.code);
  });
});
