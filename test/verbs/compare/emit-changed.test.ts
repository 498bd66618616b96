// --emit-changed: all changed lines byte for byte in a folder for each kind, complete or absent, and never over other files.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { type CompareRequest, compare } from '../../../src/verbs/index.ts';
import { naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';
import { filesBelow, linesOf, recordOf, SAMPLES, storedObjects } from '../../helpers/stored-samples.ts';

const LOGS = join(SAMPLES, 'logs/all-requests/20261101');
const folder = mkdtempSync(join(tmpdir(), 'headgate-emit-changed-'));
const json = (key: string, operator: string, value: unknown): string =>
  JSON.stringify({ where: { key, operator, value } });
const [from, to, other] = [
  json('BotScore', 'lt', 30),
  json('ClientCountry', 'eq', 'de'),
  json('EdgeResponseStatus', 'geq', 500),
];
const lines = storedObjects('all-requests', '20261101/')
  .flatMap(({ text }) => linesOf(text))
  .map((line) => ({ line, record: recordOf(line) }));

const linesIn = (path: string): string[] =>
  filesBelow(path)
    .filter((name) => name.endsWith('.gz'))
    .flatMap((name) => linesOf(gunzipSync(readFileSync(join(path, name))).toString()))
    .sort();
const changed = (filter: string, before: string, after: string): string[] =>
  lines
    .filter(({ record }) => naiveVerdict(from, record) === before && naiveVerdict(filter, record) === after)
    .map(({ line }) => line)
    .sort();
const run = (target: string, more: Partial<CompareRequest> = {}) =>
  compare({
    ...{ sources: [LOGS], from, to: [to], samples: 0, findsValues: false, threads: 1 },
    ...{ emitChanged: { kind: 'folder', folder: target, overwrite: false } },
    ...more,
  });

it('writes all changed lines, byte for byte', async () => {
  const target = join(folder, 'one');
  await run(target, { threads: 2, bytesPerThread: 0 });
  expect(linesIn(join(target, 'newly-kept'))).toEqual(changed(to, 'drop', 'keep'));
  expect(linesIn(join(target, 'newly-dropped'))).toEqual(changed(to, 'keep', 'drop'));
  expect(linesIn(join(target, 'undecided'))).toEqual([]);
  expect(linesIn(target)).not.toEqual([]);
});

it('writes a folder for each new filter', async () => {
  const target = join(folder, 'two');
  await run(target, { to: [to, other] });
  expect(linesIn(join(target, 'after-2/newly-dropped'))).toEqual(changed(other, 'keep', 'drop'));
  expect(linesIn(join(target, 'after-1/newly-dropped'))).toEqual(changed(to, 'keep', 'drop'));
});

it('writes lines that a filter leaves undecided', async () => {
  const source = join(folder, 'few.ndjson');
  writeFileSync(source, '{"BotScore":1,"ClientCountry":"de"}\n{"BotScore":1}\n{"ClientCountry":"de"}\n{}\n');
  await run(join(folder, 'open'), { sources: [source] });
  expect(linesIn(join(folder, 'open/undecided'))).toEqual(['{"BotScore":1}', '{"ClientCountry":"de"}', '{}']);
});

it.each(['on', 'off'])('keeps every byte of a line, and ends it with LF (kernel %s)', async (kernel) => {
  const stored = [
    '  {"BotScore" : 1\t,"spaces":2}\t ',
    '{"BotScore":1,"BotScore":2,"escapes":"\\u0041\\ud800\\/","number":1.0e3}',
    '{"BotScore":1,"text":"\u2028\u00e9\u{1f600}"}',
    '{"BotScore":1,"end":"none"}',
  ];
  const source = join(folder, `bytes-${kernel}.ndjson`);
  writeFileSync(source, `\ufeff${stored[0]}\r\n \n${stored[1]}\n\r\n${stored[2]}\r\n${stored[3]}`);
  vi.stubEnv('HEADGATE_KERNEL', kernel);
  const target = join(folder, `bytes-${kernel}`);
  await run(target, { sources: [source], from: 'none', to: ['BotScore < 30'] });
  vi.unstubAllEnvs();
  const files = filesBelow(target).filter((name) => name.endsWith('.gz'));
  const written = files.map((name) => gunzipSync(readFileSync(join(target, name))).toString()).join('');
  expect(written).toBe(stored.map((line) => `${line}\n`).join(''));
});

it('rejects a folder that is not empty, and a stream', async () => {
  const target = join(folder, 'full');
  mkdirSync(target);
  writeFileSync(join(target, 'file'), '');
  await expect(run(target)).rejects.toMatchObject({ code: 'emit-not-empty' });
  const stream = { kind: 'stream', write: () => undefined } as const;
  await expect(run('', { emitChanged: stream })).rejects.toMatchObject({ code: 'emit-several' });
});

it('an interrupted run leaves no incomplete object', async () => {
  const stop = new AbortController();
  const target = join(folder, 'stopped');
  const report = await run(target, { signal: stop.signal, onListing: () => stop.abort() });
  expect(report.partial).toBe(true);
  expect(filesBelow(target)).toEqual([]);
});
