// Log lines on a terminal have their control characters escaped; in a pipe they are the same bytes.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printableLines } from '../../../src/base/index.ts';
import { terminalText } from '../../../src/cli/stdio/terminal-text.ts';
import { ROOT, runCli } from '../../helpers/cli/run-cli.ts';

const HIDDEN = '\u009b2J\u202e\u2028\u200f\u{e0041}';
const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
/** Run in the child before the program. */
const AS_TERMINAL = `--import=data:text/javascript,${encodeURIComponent('process.stdout.isTTY = true')}`;

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const LOG = file('a.log', `{"RayID":"1","ClientRequestHost":"a${HIDDEN}b"}\r\n`);
const EXCHANGE = readFileSync(join(ROOT, 'samples/traffic/shop.ndjson'), 'utf8').split('\n', 1)[0]!;
const TRAFFIC = file('a.ndjson', EXCHANGE.replace(/(\["accept-language",")/i, `$1${HIDDEN}`));

describe('lines', () => {
  it.each<[string, string[]]>([
    ['sample', ['sample', LOG, '-n', '1']],
    ['replay --emit -', ['replay', LOG, '-f', 'RayID == "1"', '--emit', '-']],
    ['fields preview', ['fields', 'preview', '-r', 'samples/ruleset.json', TRAFFIC, '--format', 'lines']],
    ['check --as-job-string', ['check', `ClientRequestHost == "a${HIDDEN}b"`, '--as-job-string']],
  ])('%s', async (_, args) => {
    const piped = await runCli([...args, '-q']);
    const shown = await runCli([...args, '-q'], { env: { NODE_OPTIONS: AS_TERMINAL } });
    expect(piped.stdout).toContain(HIDDEN);
    expect(shown).toEqual({ ...piped, stdout: printableLines(piped.stdout) });
    expect(shown.stdout).not.toMatch(/[\u0080-\u009f\u200f\u202e\u2028\u{e0000}-\u{e007f}]/u);
  });
});

it('however the bytes are cut', () => {
  const text = fc.stringMatching(/^([a-c€😀\r\n\t\u0000\u001b\u009b\u202e]|\u{e0041})*$/u);
  fc.assert(
    fc.property(text, fc.infiniteStream(fc.integer({ min: 1, max: 5 })), (whole, sizes) => {
      let shown = '';
      const put = terminalText({
        write: (piece: unknown) => {
          shown += String(piece);
          return true;
        },
      });
      const bytes = Buffer.from(`${whole}.`);
      for (let at = 0; at < bytes.length; ) {
        const size = sizes.next().value!;
        put(bytes.subarray(at, at + size));
        at += size;
      }
      expect(shown).toBe(printableLines(`${whole}.`));
    }),
  );
});
