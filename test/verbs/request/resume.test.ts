// --resume: a run that ended goes on where it was, with the report of an undisturbed one; what differs from the stored run is named.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { constants, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../src/input/objects/index.ts';
import { indexLogs } from '../../../src/verbs/index.ts';
import { SAMPLES, storedObjects } from '../../helpers/stored-samples.ts';
import {
  continuedRun,
  interruptedRun,
  MANY_SHARDS,
  RESUMABLE,
  type ResumableRun,
  runResumable,
} from '../../helpers/verbs/resumed-runs.ts';

/** Takes little time. */
const QUICK: ResumableRun = ['replay', { filters: ['EdgeResponseStatus >= 500'], detail: 'counts', samples: 2 }];

const root = mkdtempSync(join(tmpdir(), 'headgate-resume-'));
const LOGS = join(SAMPLES, 'logs/all-requests/20261101');
let files = 0;
const newFile = (): string => {
  files += 1;
  return join(root, `${files}.sqlite`);
};
/** A source of its own, which the test may change. */
function newSource(): string {
  files += 1;
  const folder = join(root, `logs-${files}`);
  cpSync(LOGS, folder, { recursive: true });
  return folder;
}

/** The only run of a file. */
function storedRun(db: DatabaseSync): { facets: Record<string, unknown> } {
  const { content } = db.prepare('SELECT content FROM runs').get() as { content: Uint8Array };
  return deserialize(zstdDecompressSync(content));
}

/** A large plain file. */
const PLAIN = join(root, 'plain.log');
writeFileSync(
  PLAIN,
  storedObjects('all-requests', '20261101/')
    .map(({ text }) => text)
    .join(''),
);
it.each(Object.entries(RESUMABLE))('%s goes on with the report of an undisturbed run', async (_, run) => {
  const request = { ...MANY_SHARDS, sources: [LOGS], threads: 1 };
  const { result } = await interruptedRun(run, { ...request, resume: newFile() }, 4);
  expect(result).toEqual(await runResumable(run, request));
});

it('reads nothing twice', async () => {
  const resume = newFile();
  const request = { ...MANY_SHARDS, sources: [LOGS], resume };
  await runResumable(QUICK, request);
  let bytes = 0;
  const { resumed } = await continuedRun(QUICK, {
    ...request,
    onProgress: (progress: { bytes: number }) => {
      bytes = progress.bytes;
    },
  });
  expect(resumed!.read).toBe(resumed!.objects);
  expect(bytes).toBe(0);
});

it('of an interrupted run, takes over what was read', async () => {
  const { resumed } = await interruptedRun(
    QUICK,
    { ...MANY_SHARDS, sources: [LOGS], threads: 1, resume: newFile() },
    20,
  );
  expect(resumed!.read).toBeGreaterThan(0);
  expect(resumed!.read).toBeLessThan(resumed!.objects);
});

it.each([1, 2])('interrupted after nine tenths, reads at most 15 % of the whole, %i threads', async (threads) => {
  const source = join(root, `even-${threads}`);
  mkdirSync(source);
  const line = storedObjects('all-requests', '20261101/')[0]!.text.split('\n', 1)[0]!;
  for (let one = 0; one < 400; one += 1) writeFileSync(join(source, `${1000 + one}.log`), `${line}\n`);
  const request = { sources: [source], threads, bytesPerThread: 0, shardBytes: 1, resume: newFile() };
  const stopping = new AbortController();
  const stop = ({ objects }: Progress): void => {
    if (objects >= 360) stopping.abort();
  };
  await runResumable(QUICK, { ...request, signal: stopping.signal, onProgress: stop });
  const { resumed } = await continuedRun(QUICK, request);
  expect(resumed!.objects).toBe(400);
  expect(resumed!.read).toBeGreaterThanOrEqual(340);
});

describe('a source that has changed', () => {
  const replayOf = (request: object) => continuedRun(QUICK, { ...MANY_SHARDS, ...request });
  const line = storedObjects('all-requests', '20261102/')[0]!.text;
  const firstOf = (folder: string): string =>
    join(folder, storedObjects('all-requests', '20261101/')[0]!.key.slice('20261101/'.length));
  const NEW = '20261101T235900Z_20261101T235959Z_0a0a0a0a.log.gz';

  it('reads a changed object again', async () => {
    const [source, resume] = [newSource(), newFile()];
    await replayOf({ sources: [source], resume });
    writeFileSync(firstOf(source), gzipSync(line));
    const { result, resumed } = await replayOf({ sources: [source], resume });
    expect(resumed).toMatchObject({ changed: 1, added: 0 });
    expect(resumed!.read).toBeLessThan(resumed!.objects);
    expect(result).toEqual((await replayOf({ sources: [source] })).result);
  });

  it('reads an object of the same size and another time again', async () => {
    const [source, resume] = [newSource(), newFile()];
    await replayOf({ sources: [source], resume });
    utimesSync(firstOf(source), 1, 1);
    expect((await replayOf({ sources: [source], resume })).resumed).toMatchObject({ changed: 1 });
  });

  it('reads a plain file that has grown again, all its parts', async () => {
    const [source, resume] = [join(root, 'grown.log'), newFile()];
    cpSync(PLAIN, source);
    const request = { sources: [source], resume, partBytes: 400_000 };
    await replayOf(request);
    appendFileSync(source, line);
    const { result, resumed } = await replayOf(request);
    expect(resumed).toMatchObject({ changed: 1, read: 0 });
    expect(result).toEqual((await replayOf({ ...request, resume: undefined })).result);
  });

  it('adds a new object with relist only', async () => {
    const [source, resume] = [newSource(), newFile()];
    const before = await replayOf({ sources: [source], resume });
    writeFileSync(join(source, NEW), gzipSync(line));
    const without = await replayOf({ sources: [source], resume });
    expect(without.resumed).toMatchObject({ added: 1 });
    expect(without.result).toEqual(before.result);
    const relisted = await replayOf({ sources: [source], resume, relist: true });
    expect(relisted.resumed).toMatchObject({ added: 0, changed: 0 });
    expect(relisted.result).toEqual((await replayOf({ sources: [source] })).result);
  });

  it('goes on if another of its sources has a new object', async () => {
    const [source, other, resume] = [newSource(), join(root, 'other'), newFile()];
    const range = { since: '2026-11-01T00:00:00Z' };
    const first = readFileSync(firstOf(source));
    mkdirSync(other);
    writeFileSync(join(other, '20240101T000000Z_20240101T000100Z_aaaaaaaa.log.gz'), first);
    const request = { sources: [source, other], resume, range };
    const before = await replayOf(request);
    writeFileSync(join(other, '20261101T000000Z_20261101T000100Z_bbbbbbbb.log.gz'), first);
    const without = await replayOf(request);
    expect([without.resumed?.added, without.result]).toEqual([1, before.result]);
    const relisted = await replayOf({ ...request, relist: true });
    expect(relisted.result).toEqual((await replayOf({ sources: [source, other], range })).result);
  });

  it('reports on an object that is gone with relist only', async () => {
    const [source, resume] = [newSource(), newFile()];
    await replayOf({ sources: [source], resume });
    rmSync(firstOf(source));
    await expect(replayOf({ sources: [source], resume })).rejects.toThrow(
      /: 1 object of the run is gone from the source, such as .+; add --relist to report on the objects that are there now$/,
    );
    const relisted = await replayOf({ sources: [source], resume, relist: true });
    expect(relisted.result).toEqual((await replayOf({ sources: [source] })).result);
  });

  it('reads what could not be read again', async () => {
    const [source, resume] = [newSource(), newFile()];
    const first = firstOf(source);
    const bytes = readFileSync(first);
    // The file is gone while it is read.
    const onListing = (): void => rmSync(first);
    const lost = await runResumable(QUICK, { ...MANY_SHARDS, sources: [source], resume, onListing });
    expect(lost).toMatchObject({ source: { unreadable: 1 } });
    writeFileSync(first, bytes);
    const { result } = await replayOf({ sources: [source], resume });
    expect(result).toEqual((await replayOf({ sources: [source] })).result);
  });
});

describe('another run', () => {
  const FILTER = 'EdgeResponseStatus >= 500';
  const base = { sources: [LOGS], detail: 'counts', filters: [FILTER], range: { since: '2026-11-01T00:00:00Z' } };
  it.each<[string, ResumableRun, string]>([
    [
      'filter',
      ['replay', { ...base, filters: ['EdgeResponseStatus >= 400'] }],
      'the filter differs: found EdgeResponseStatus >= 500 in the file, expected EdgeResponseStatus >= 400',
    ],
    ['detail', ['replay', { ...base, detail: 'no-fields' }], 'what is counted differs: found '],
    [
      'source',
      ['replay', { ...base, sources: [join(SAMPLES, 'damaged')] }],
      `the source differs: found ${LOGS} in the file, expected ${join(SAMPLES, 'damaged')}`,
    ],
    [
      'time',
      ['replay', { ...base, range: { since: '2026-11-01T00:00:01Z' } }],
      '--since differs: found 2026-11-01T00:00:00Z in the file, expected 2026-11-01T00:00:01Z',
    ],
    [
      'end',
      ['replay', { ...base, range: { ...base.range, until: '2026-11-02T00:00:00Z' } }],
      '--until differs: found none in the file, expected 2026-11-02T00:00:00Z',
    ],
    [
      'reading of null',
      ['replay', { ...base, nullAs: 'zero' }],
      '--null differs: found unknown in the file, expected zero',
    ],
    [
      'form',
      ['replay', { ...base, reading: { input: 'ndjson' } }],
      '--input differs: found auto in the file, expected ndjson',
    ],
    [
      'path',
      ['replay', { ...base, reading: { unwrap: 'event' } }],
      '--unwrap differs: found auto in the file, expected event',
    ],
    [
      'figure',
      ['replay', { ...base, samples: 4 }],
      'what is counted differs: found none in the file, expected sample of filter 1 verdict kept limit 4',
    ],
    [
      'verb',
      ['estimate', { sources: [LOGS], filters: [FILTER] }],
      'the command differs: found replay in the file, expected estimate',
    ],
    [
      'verb with named runs',
      ['validate', { ...RESUMABLE.validate![1], sources: [LOGS] }],
      'the command differs: found replay in the file, expected validate',
    ],
  ])('of another %s is rejected', async (_, run, expected) => {
    const resume = newFile();
    await runResumable(['replay', base], { resume });
    const before = readFileSync(resume);
    await expect(runResumable(run, { resume })).rejects.toThrow(`cannot resume from ${resume}: ${expected}`);
    await expect(runResumable(run, { resume })).rejects.toThrow(
      /; repeat the command that wrote the file, or name another file$/,
    );
    expect(readFileSync(resume).equals(before)).toBe(true);
  });

  it('of another version is rejected', async () => {
    const resume = newFile();
    await runResumable(['replay', base], { resume });
    const db = new DatabaseSync(resume);
    const run = storedRun(db);
    run.facets['the version of headgate'] = '0.0.1';
    const bytes = zstdCompressSync(serialize(run), { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    db.prepare('UPDATE runs SET content = ?').run(bytes);
    db.close();
    await expect(runResumable(['replay', base], { resume })).rejects.toThrow(
      /the version of headgate differs: found 0\.0\.1 in the file, expected \d/,
    );
  });

  it('has the relative times of the first run', async () => {
    const resume = newFile();
    const relative = { ...base, range: { since: '20w' } };
    const first = await runResumable(['replay', relative], { resume });
    const db = new DatabaseSync(resume);
    const { '--since': since } = storedRun(db).facets;
    db.close();
    expect(since).toMatch(/^20/);
    expect(await runResumable(['replay', relative], { resume })).toEqual(first);
  });
});

describe('a file', () => {
  it.each<[string, () => string, RegExp]>([
    [
      'of text',
      () => {
        const path = newFile();
        writeFileSync(path, 'x'.repeat(200));
        return path;
      },
      /found a file that is not an SQLite database, expected a file of --resume; name another file$/,
    ],
    [
      'of another program',
      () => {
        const path = newFile();
        const db = new DatabaseSync(path);
        db.exec('PRAGMA application_id = 7; CREATE TABLE a (b)');
        db.close();
        return path;
      },
      /found the SQLite database of another program/,
    ],
    [
      'that is a folder',
      () => mkdtempSync(join(root, 'folder-')),
      /found a folder, expected a file of --resume; name another file$/,
    ],
    [
      'in a folder that does not exist',
      () => join(root, 'none/file.sqlite'),
      /cannot resume from .+: .+; name a file in another folder$/,
    ],
  ])('%s is rejected', async (_, create, expected) => {
    const resume = create();
    await expect(runResumable(QUICK, { sources: [LOGS], resume })).rejects.toThrow(expected);
  });

  it('belongs to one run at a time', async () => {
    const resume = newFile();
    let second: Promise<unknown> | undefined;
    const onListing = (): void => {
      second = runResumable(QUICK, { sources: [LOGS], resume }).catch((error: unknown) => error);
    };
    await runResumable(QUICK, { sources: [LOGS], resume, onListing });
    expect(await second).toMatchObject({ code: 'resume-in-use' });
  });

  it.skipIf(process.platform === 'win32')('that the user has created is for its owner alone', async () => {
    const resume = newFile();
    writeFileSync(resume, '', { mode: 0o644 });
    await runResumable(QUICK, { sources: [LOGS], resume });
    expect(statSync(resume).mode & 0o777).toBe(0o600);
  });

  it('of an index that another run has changed is rejected', async () => {
    const logs = mkdtempSync(join(root, 'logs-'));
    const out = join(mkdtempSync(join(root, 'index-')), 'index');
    const resume = newFile();
    const write = (status: number): void =>
      writeFileSync(join(logs, '1.log'), `{"EdgeResponseStatus":${status},"RayID":"a"}\n`);
    write(200);
    await indexLogs({ sources: [logs], out });
    await runResumable(QUICK, { sources: [out], resume });
    write(5000);
    await indexLogs({ sources: [logs], out });
    await expect(runResumable(QUICK, { sources: [out], resume })).rejects.toThrow(
      /the source differs: found .* in revision [0-9a-f]{16} in the file, expected .* in revision [0-9a-f]{16};/,
    );
  });

  it('is not left by a run that could not begin', async () => {
    const resume = newFile();
    await expect(runResumable(QUICK, { sources: [join(root, 'none')], resume })).rejects.toThrow();
    expect(existsSync(resume)).toBe(false);
  });
});

describe('what cannot go on', () => {
  const emit = { kind: 'folder', folder: join(root, 'emitted') };
  it.each<[string, ResumableRun, string]>([
    [
      '--emit',
      ['replay', { sources: [LOGS], filters: ['all'], emit }],
      'cannot replay: found --resume with --emit: lines that were written before would be missing; remove one of them',
    ],
    [
      '--emit-changed',
      ['compare', { ...RESUMABLE.compare![1], sources: [LOGS], emitChanged: emit }],
      'cannot compare: found --resume with --emit-changed: lines that were written before would be missing; remove one of them',
    ],
    [
      'standard input',
      ['estimate', { ...RESUMABLE.estimate![1], sources: ['-'] }],
      'cannot estimate: found --resume with standard input, which can be read only once; save the lines to a file',
    ],
  ])('%s is a usage error', async (_, run, message) => {
    const resume = newFile();
    await expect(runResumable(run, { resume })).rejects.toMatchObject({ code: 'usage', message });
    expect(existsSync(resume)).toBe(false);
  });

  it('--relist alone is a usage error', async () => {
    await expect(runResumable(QUICK, { sources: [LOGS], relist: true })).rejects.toMatchObject({
      code: 'usage',
    });
  });
});
