// The walk-throughs of docs/sandbox.md, docs/deploy.md, docs/edge.md and docs/pools.md: runs the shell blocks of each in one shell, in
// order, and compares what each prints with the text block directly below it. Ids, times and figures may differ from run to run. UPDATE_DOCS=1 writes
// the present output into the page.

import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT, runTogether } from '../helpers/cli/run-cli.ts';
import { isAsShown, renewed } from '../helpers/docs/compare-output.ts';
import { readPage } from '../helpers/docs/pages.ts';
import { programPath } from '../helpers/programs.ts';

/** A shell block, and the text block directly below it. */
const STEP = /^```sh\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm;
/** A loop of the page may wait for what never comes. Milliseconds. */
const LONGEST_MS = 120_000;
/** Ids, tokens and the names of objects. */
const RANDOM_PART = /[\w.-]{20,}|[0-9a-f]{8,}/g;

/** What pages show in place of the folder in which they run. */
const SHOWN_FOLDER = '/home/ann/migration';

/**
 * `headgate` on the path of a page. A sandbox is a process, with any free port, since the default one may be in use. Each other command
 * is run by {@link runRequested}: a process of its own takes 0.3 s of processor time to load the client of the API.
 */
const SHIM = `#!/bin/bash
input=/dev/null
case "$1 $2" in
  'sandbox secret') input=/dev/stdin ;;
  'sandbox bucket') ;;
  sandbox*) exec '${process.execPath}' '${programPath('headgate')}' "$@" --port 0 ;;
esac
run=$HEADGATE_RUNS/run-$$
mkdir "$run"
printf '%s\\0' "$PWD" "$@" > "$run/words"
env -0 > "$run/env"
cat $input > "$run/stdin"
code=$(curl -s --unix-socket "$HEADGATE_RUNS/requests.sock" "http://localhost/\${run##*/}")
cat "$run/stderr" >&2
cat "$run/stdout"
exit "$code"
`;

/** Runs a command line that {@link SHIM} wrote into a folder, and writes its outputs there. @returns the exit code */
async function runRequested(folder: string): Promise<number | null> {
  const [words, variables, stdin] = ['words', 'env', 'stdin'].map((name) => readFileSync(join(folder, name), 'utf8'));
  const [cwd, ...args] = words!.split('\0').slice(0, -1);
  const env = Object.fromEntries(
    [...variables!.matchAll(/([^=\0]+)=([^\0]*)\0/g)].map(([, name, value]) => [name!, value!]),
  );
  const { code, stdout, stderr } = await runTogether(args, { cwd: cwd!, env, stdin: stdin! });
  writeFileSync(join(folder, 'stdout'), stdout);
  writeFileSync(join(folder, 'stderr'), stderr);
  return code;
}

/** `--json` of curl needs curl 7.82, `--aws-sigv4` 7.75. */
const hasShellPrograms = ['curl', 'jq', 'bash'].every((name) => spawnSync(name, ['--version']).status === 0);

/** Shell blocks of each page, at least. */
const LEAST_STEPS = 4;

/** Runs a page. @param heading of the section that is run @default the whole page */
async function walkPage(page: string, heading?: string): Promise<void> {
  const { text } = readPage(page);
  const part = heading === undefined ? text : sectionOf(text, heading);
  const steps = [...part.matchAll(STEP)].map(([whole, script = '', output]) => ({ whole, script, output }));
  expect(steps.length).toBeGreaterThanOrEqual(LEAST_STEPS);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'headgate-walk-')));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const shim = join(bin, 'headgate');
  writeFileSync(shim, SHIM);
  chmodSync(shim, 0o755);
  const server = createServer((request, response) => {
    void runRequested(join(folder, request.url!)).then((code) => response.end(String(code)));
  });
  const socket = join(folder, 'requests.sock');
  await once(server.listen(socket), 'listening');
  // A page uses the samples as in a checkout.
  symlinkSync(join(ROOT, 'samples'), join(folder, 'samples'));
  steps.forEach(({ script }, index) => {
    writeFileSync(join(folder, `step-${index}.sh`), script);
  });
  const all = steps.map((_, index) => `. ./step-${index}.sh > output-${index} 2>&1`).join('\n');
  const env = { ...process.env, HEADGATE_RUNS: folder, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: '1', COLUMNS: '' };
  try {
    await promisify(execFile)('bash', ['-c', `trap 'kill $(jobs -p) 2>/dev/null' EXIT\n${all}`], {
      cwd: folder,
      env,
      timeout: LONGEST_MS,
    });
    const outputs = steps.map((_, index) =>
      readFileSync(join(folder, `output-${index}`), 'utf8')
        .trimEnd()
        .replaceAll(folder, SHOWN_FOLDER),
    );
    if (process.env.UPDATE_DOCS === '1') update(page, text, steps, outputs);
    else {
      steps.forEach(({ script, output = '' }, index) => {
        const [found, shown] = [outputs[index]!, output.trimEnd()].map((one) =>
          one.replace(RANDOM_PART, '').split('\n'),
        );
        if (!isAsShown(found!, shown!, true)) expect(outputs[index], script).toBe(output.trimEnd());
      });
    }
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sectionOf(text: string, heading: string): string {
  const start = text.indexOf(`\n## ${heading}\n`);
  expect(start, heading).toBeGreaterThan(0);
  const end = text.indexOf('\n## ', start + 1);
  return text.slice(start, end < 0 ? undefined : end);
}

function update(
  page: string,
  text: string,
  steps: readonly { whole: string; output: string | undefined }[],
  outputs: readonly string[],
): void {
  const changed = steps.reduce((before, { whole, output }, index) => {
    if (output === undefined) return before;
    const lines = renewed(outputs[index]!.split('\n'), output.trimEnd().split('\n'));
    const block = `\`\`\`text\n${lines.join('\n')}\n\`\`\``;
    return before.replace(whole, () => whole.replace(/```text\n[\s\S]*$/, () => block));
  }, text);
  writeFileSync(join(ROOT, page), changed);
}

it.skipIf(!hasShellPrograms).each([
  ['docs/sandbox.md', 'Walk through it with curl'],
  ['docs/sandbox.md', 'Health events'],
  ['docs/deploy.md', undefined],
  ['docs/edge.md', 'Try it with curl'],
  ['docs/pools.md', 'Walk through it'],
])('%s prints what it shows', (page, heading) => walkPage(page, heading), 2 * LONGEST_MS);
