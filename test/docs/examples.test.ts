// The examples of every page: each command in a ```console block runs, and prints what the page shows below it.
// UPDATE_DOCS=1 writes the present output into the pages.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT, runShell } from '../helpers/cli/run-cli.ts';
import { NPM_ENV, runExample, runInShell } from '../helpers/cli/run-example.ts';
import { isAsShown, renewed } from '../helpers/docs/compare-output.ts';
import { type Example, examplesOf, readPages } from '../helpers/docs/pages.ts';

const UPDATES = process.env.UPDATE_DOCS === '1';

const pages = readPages();
const examples = pages.flatMap(examplesOf);
const changed = new Map<Example, string>();

it('there are examples', () => expect(examples.length).toBeGreaterThan(10));

it('npm passes the arguments of an example on', async () => {
  const { command } = examples.find((example) => /^npm run -s headgate -- check .*".*"/.test(example.command))!;
  const run = await runShell(command, { env: NPM_ENV });
  expect(run.stdout).not.toBe('');
  expect(run).toEqual(await runInShell(command));
  expect(run).toEqual(await runExample(command));
});

describe.concurrent('example', () => {
  it.each(examples.map((example) => [example.page, example.command, example] as const))(
    '%s: %s',
    async (_page, _command, example) => {
      const run = await runExample(example.command);
      expect([0, 1], run.stderr).toContain(run.code);
      const output = run.stdout.trimEnd();
      const found = output === '' ? [] : output.split('\n');
      if (isAsShown(found, example.expected, example.figuresVary)) return;
      if (UPDATES)
        changed.set(
          example,
          `${renewed(found, example.expected).join('\n')}${example.expected.length === 0 ? '\n' : ''}`,
        );
      else expect(found.join('\n')).toBe(example.expected.join('\n'));
    },
  );
});

afterAll(() => {
  for (const { path, text } of pages) {
    const inPage = [...changed].filter(([{ page }]) => page === path).sort(([a], [b]) => b.start - a.start);
    if (inPage.length === 0) continue;
    const renewedText = inPage.reduce(
      (rest, [{ start, end }, output]) => rest.slice(0, start) + output + rest.slice(end),
      text,
    );
    writeFileSync(join(ROOT, path), renewedText);
  }
});
