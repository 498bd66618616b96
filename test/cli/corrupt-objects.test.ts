// One wrong byte in a compressed object: every command counts the same lines, and nothing is advised because of it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-corrupt-'));
const LINE = '{"ClientIP":"192.0.2.1","EdgeResponseStatus":503}\n';
const FILTER = 'EdgeResponseStatus >= 500';
const JOB = join(folder, 'job.json');
writeFileSync(
  JOB,
  '{"name":"all","dataset":"http_requests","output_options":{"field_names":["ClientIP","EdgeResponseStatus"]}}',
);

/** Gzip that stores its bytes as they are, with one of them changed. */
function corrupt(name: string, text: string, found: string, changed: string): string {
  const stored = gzipSync(text, { level: 0 });
  stored.write(changed, stored.indexOf(found));
  const path = join(folder, name);
  writeFileSync(path, stored);
  return path;
}

const MARKED = LINE.repeat(10) + LINE.replace('192.0.2.1', '198.51.100.7') + LINE.repeat(9);
/** A key is another one: a record all the same. */
const otherKey = corrupt('key.log.gz', MARKED, 'EdgeResponseStatus', 'EdgeResponseStatuz');
/** The eleventh of twenty lines is no record. */
const broken = corrupt('broken.log.gz', MARKED, '"198', "'198");

it('a key that is wrong: the object is damaged, and field_names are not to blame', async () => {
  const { code, stdout } = await runTogether(['replay', otherKey, '-f', FILTER, '-q', '--details']);
  expect(code).toBe(1);
  expect(stdout).toContain('gzip-corrupt ×1');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('checksum confirms bytes 0 to ');
  expect(stdout).not.toContain('field_names');
});

it('a field that more lines lack than are in the object', async () => {
  const lacking = join(folder, 'lacking.log');
  writeFileSync(lacking, '{"ClientIP":"192.0.2.1"}\n'.repeat(20));
  const { stdout } = await runTogether(['replay', otherKey, lacking, '-f', FILTER, '-q']);
  expect(stdout).toContain('21 of 40 lines lack EdgeResponseStatus');
});

describe('every command reads ten of twenty lines', () => {
  const offset = LINE.length * 10;
  const lost = [{ object: broken, code: 'gzip-corrupt', offset, message: expect.stringContaining('are not counted') }];

  it.each([
    ['replay', ['-f', FILTER]],
    ['sample', ['-n', '20']],
    ['validate', ['--job', JOB]],
  ])('%s', async (command, flags) => {
    const args = [command, broken, ...flags, '--format', 'json', '-q'];
    const run = await runTogether(args);
    expect(run.code).toBe(1);
    const found = JSON.parse(run.stdout);
    const { lines, source } = command === 'validate' ? found.jobs[0] : found;
    expect(lines).toMatchObject({ read: 10, malformed: 0, bytes: offset });
    expect(source).toMatchObject({ damaged: 1, unreadable: 0, unconfirmedLines: 10, lost });
    const off = JSON.parse((await runTogether(args, { env: { HEADGATE_KERNEL: 'off' } })).stdout);
    const { lines: slowLines, source: slowSource } = command === 'validate' ? off.jobs[0] : off;
    expect([slowLines, slowSource]).toEqual([lines, source]);
  });

  it('explain', async () => {
    const run = await runTogether(['explain', broken, '-f', FILTER, '--limit', '100', '--format', 'json', '-q']);
    expect(JSON.parse(run.stdout).lines).toHaveLength(10);
    expect(JSON.parse(run.stdout).problems).toMatchObject([{ code: 'gzip-corrupt', offset }]);
  });

  it('replay --emit', async () => {
    const pushed = join(folder, 'pushed');
    mkdirSync(pushed);
    await runTogether(['replay', broken, '--job', JOB, '--emit', pushed, '-q']);
    const files = readdirSync(pushed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.gz'));
    expect(files.map((name) => gunzipSync(readFileSync(join(pushed, name))).toString())).toEqual([LINE.repeat(10)]);
  });

  it('standard input cannot be read again: all lines count, and the object is damaged', async () => {
    const run = await runTogether(['replay', '-', '--format', 'json', '-q'], { stdin: readFileSync(broken) });
    expect(run.code).toBe(1);
    expect(JSON.parse(run.stdout).lines).toMatchObject({ read: 19, malformed: 1 });
    expect(JSON.parse(run.stdout).source.lost[0].message).toContain('no checksum confirms');
  });
});
