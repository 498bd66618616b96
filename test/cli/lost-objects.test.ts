// Many objects that cannot be read, or only in part: the data of every command names each, and the text refers to it.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FOREIGN_FILES, MARKUP, NESTED, tarOf } from '../cases/destination/foreign-files.ts';
import { runTogether } from '../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-lost-'));
const LINE = '{"ClientIP":"192.0.2.1","EdgeResponseStatus":200}\n';
const FOREIGN = [...FOREIGN_FILES, ...NESTED];
const JOB = join(folder, 'job.json');
writeFileSync(
  JOB,
  '{"name":"all","dataset":"http_requests","output_options":{"field_names":["ClientIP","EdgeResponseStatus"]}}',
);

/** 45 cut objects, one of each foreign format, and one that is whole. */
const many = join(folder, 'many');
mkdirSync(many);
const names: string[] = [];
for (let index = 0; index < 45; index += 1) {
  names.push(join(many, `cut-${String(index).padStart(2, '0')}.log.gz`));
  writeFileSync(names.at(-1)!, gzipSync(LINE.repeat(3)).subarray(0, -4));
}
for (const [index, [, content]] of FOREIGN.entries()) {
  names.push(join(many, `foreign-${String(index).padStart(2, '0')}.log`));
  writeFileSync(names.at(-1)!, content);
}
writeFileSync(join(many, 'whole.log'), LINE);

describe.each(['1', '3'])('threads: %s', (threads) => {
  it.each([
    ['replay', ['-f', 'EdgeResponseStatus >= 500']],
    ['sample', ['-n', '2']],
    ['validate', ['--job', JOB]],
  ])('%s --format json names all of them', async (command, flags) => {
    const run = await runTogether([command, many, ...flags, '--format', 'json', '--threads', threads, '-q']);
    expect(run.code).toBe(1);
    const found = JSON.parse(run.stdout);
    const { source } = found.jobs?.[0]?.source === undefined ? found : found.jobs[0];
    expect(source.lost.map(({ object }: { object: string }) => object)).toEqual(names);
    expect(source).toMatchObject({ damaged: 45, unreadable: FOREIGN.length });
    expect(source.lost[0]).toEqual({
      object: names[0],
      code: 'gzip-truncated',
      offset: LINE.length * 3,
      message: expect.stringContaining('is truncated'),
    });
  });
});

it('the text says how many more there are, and where they are listed', async () => {
  const run = await runTogether(['replay', many, '--counts', '-q', '--details']);
  expect(run.stdout).toContain('gzip-truncated ×45');
  expect(run.stdout).toMatch(/… and \d+ more; --format json has all of them/);
});

it.each([
  ['sample', ['-n', '2']],
  ['explain', ['-f', 'EdgeResponseStatus >= 500', '--where', 'all']],
])('%s -q prints lines, and one sentence about them', async (command, flags) => {
  const run = await runTogether([command, many, ...flags, '-q']);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/^headgate: \d+ objects were not read completely: \S+cut-00\.log\.gz: [^\n]*\n$/);
});

it('fields preview names all of them', async () => {
  const flags = ['--ruleset', 'samples/ruleset.json', '--format', 'json', '-q'];
  const foreign = names.filter((name) => name.includes('foreign'));
  const run = await runTogether(['fields', 'preview', ...foreign, 'samples/traffic/shop.ndjson', ...flags]);
  expect(run.code).toBe(1);
  const { lost, unreadable } = JSON.parse(run.stdout).traffic;
  expect(lost.map(({ object }: { object: string }) => object)).toEqual(foreign);
  expect(unreadable).toBe(foreign.length);
});

describe('a source that is nothing else', () => {
  it.each(FOREIGN)('%s', async (name, content, found) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.log`);
    writeFileSync(path, content);
    const run = await runTogether(['replay', path, '-q']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^[^\n]*\n$/);
    expect(run.stderr).toContain(`cannot read ${path}: ${found}`);
  });

  it.each([
    ['sample', ['-n', '2']],
    ['validate', ['--job', JOB]],
    ['explain', ['-f', 'EdgeResponseStatus >= 500']],
    ['bench', ['-f', 'EdgeResponseStatus >= 500']],
  ])('%s', async (command, flags) => {
    const path = join(folder, `${command}.log.gz`);
    writeFileSync(path, gzipSync(tarOf('a.log', LINE)));
    const run = await runTogether([command, path, ...flags, '-q']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr.trimEnd().split('\n').at(-1)).toContain('found a tar archive inside gzip');
  });
});

it.each(MARKUP)('%s counts as lines with --input', async (_, content) => {
  const path = join(folder, 'markup.log');
  writeFileSync(path, Buffer.concat([content, Buffer.from(`\n${LINE}`)]));
  const run = await runTogether(['replay', path, '--input', 'ndjson', '--counts', '--format', 'json', '-q']);
  expect(JSON.parse(run.stdout).lines).toMatchObject({ read: 1 });
  expect(JSON.parse(run.stdout).source).toMatchObject({ unreadable: 0, lost: [] });
});
