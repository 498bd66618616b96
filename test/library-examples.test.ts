// Runs the TypeScript examples of the documentation on samples/ and compares what they print with their comments.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runShell } from './helpers/cli/run-cli.ts';
import { docstringExamples, documentExamples, type LibraryExample } from './helpers/library-examples.ts';
import { programPath } from './helpers/programs.ts';

/** The bundles of the entries: loading the files of src/index.ts takes a second of processor time. */
const LIBRARY = pathToFileURL(programPath('library')).href;
const FILTER = pathToFileURL(programPath('filter')).href;
/** Node loads {@link LIBRARY} in place of the sources. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) => next(name === 'headgate' ? '${LIBRARY}' : name, context) });`)}`;
const env = { NODE_OPTIONS: `--import=${HOOK}` };

const folder = mkdtempSync(join(tmpdir(), 'headgate-examples-'));
let files = 0;

afterEach(() => {
  vi.restoreAllMocks();
});

async function printedBy({ code }: LibraryExample): Promise<string[]> {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((...values) => {
    printed.push(...format(...values).split('\n'));
  });
  files += 1;
  const file = join(folder, `example-${files}.ts`);
  const bundled = code
    .replaceAll("'headgate'", JSON.stringify(LIBRARY))
    .replaceAll("'headgate/filter'", JSON.stringify(FILTER));
  writeFileSync(file, bundled);
  await import(file);
  return printed;
}

/** The verbs of the library and the sandbox; each has an example in its docstring. */
const VERBS = [
  'applyJobs',
  'check',
  'estimate',
  'explain',
  'initEdge',
  'listJobs',
  'planJobs',
  'previewFields',
  'replay',
  'sample',
  'startSandbox',
  'validate',
];

describe('the docstring of', () => {
  const examples = docstringExamples();
  it.each(examples)('$name', async (example) => expect(await printedBy(example)).toEqual(example.output));
  it('each verb has an example', () => expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(VERBS)));
});

describe('docs/library.md', () => {
  const examples = documentExamples();
  it.each(examples)('$name', async (example) => expect(await printedBy(example)).toEqual(example.output));
  it('has examples', () => expect(examples.length).toBeGreaterThan(5));
});

describe('examples/library', () => {
  it('prints a table of two filters', async () => {
    const run = await runShell(
      `'${process.execPath}' examples/library/compare-filters.ts samples/logs/all-requests/20261102`,
      { env },
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatchInlineSnapshot(`
      "┌─────────┬────────────────────────────────────────────────────────────────────────────────┬────────────┬─────────┬────────────┬───────────┐
      │ (index) │ filter                                                                         │ kept lines │ share   │ kept bytes │ undecided │
      ├─────────┼────────────────────────────────────────────────────────────────────────────────┼────────────┼─────────┼────────────┼───────────┤
      │ 0       │ 'EdgeResponseStatus >= 500'                                                    │ 179        │ '2.6 %' │ '2.7 %'    │ 0         │
      │ 1       │ 'EdgeResponseStatus >= 400 and not starts_with(ClientRequestPath, "/static/")' │ 375        │ '5.4 %' │ '5.3 %'    │ 0         │
      └─────────┴────────────────────────────────────────────────────────────────────────────────┴────────────┴─────────┴────────────┴───────────┘
      "
    `);
  });

  it('exits with the code of the command, and uses the library of the checkout', async () => {
    const run = await runShell(`'${process.execPath}' examples/library/compare-filters.ts no/such/folder`);
    expect(run).toMatchObject({ code: 2, stdout: '' });
  });

  it('is a test that passes', async () => {
    const run = await runShell(`'${process.execPath}' --test examples/library/filter.test.ts`, { env });
    expect(run).toMatchObject({ code: 0 });
  });
});
