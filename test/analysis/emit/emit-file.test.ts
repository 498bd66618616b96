// A file of --emit that cannot be written: every wait fails, before and after the file system reports the error.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { EmitFile } from '../../../src/analysis/emit/emit-file.ts';
import { FileEmitter } from '../../../src/analysis/emit/file-emitter.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { readRecords } from '../../helpers/output/read-records.ts';

const place = mkdtempSync(join(tmpdir(), 'headgate-emit-file-'));
const CHUNK = Buffer.alloc(300_000, 'x');

describe('waiting for room', () => {
  it('ends when there is room, each time', async () => {
    const file = new EmitFile(join(place, 'unfinished'), place, true);
    let stalls = 0;
    for (let index = 0; index < 30; index += 1) {
      file.write(CHUNK);
      const room = file.drained();
      if (room !== undefined) stalls += 1;
      await room;
    }
    await file.finish((path) => rename(path, join(place, 'whole.gz')));
    expect(stalls).toBeGreaterThan(3);
    expect(gunzipSync(readFileSync(join(place, 'whole.gz'))).length).toBe(30 * CHUNK.length);
  });

  it('fails if the file cannot be written', async () => {
    const file = new EmitFile(join(place, 'no/such/folder/temporary/unfinished'), join(place, 'no/such/folder'), true);
    const write = async (): Promise<void> => {
      for (;;) {
        file.write(CHUNK);
        await file.drained();
      }
    };
    await expect(write()).rejects.toThrow(/cannot write --emit .*no\/such\/folder: the folder does not exist/);
    await expect(file.drained()).rejects.toThrow('the folder does not exist');
    await file.discard();
  });
});

it('if one job cannot be written, the other leaves no incomplete file', async () => {
  const folder = mkdtempSync(join(place, 'jobs-'));
  const names = ['a', 'b'];
  const unfinished = names.map((name) => join(folder, name, '.unfinished'));
  for (const path of unfinished) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, 'a/20261101'), '');
  const jobs = names.map((name) => ({ folder: name, options: undefined }));
  const emitter = new FileEmitter({ folder, jobs, unfinished, run: 'run' }, getDataset('http_requests'));
  const emission = emitter.openObject({
    object: { name: 's3://b/x', key: '20261101T000000Z_20261101T010000Z_1.log.gz' },
  });
  // More than the buffer before a file is opened.
  const line = `{"RayID":"${'x'.repeat(200_000)}"}\n`;
  readRecords(line.repeat(3), (record) => names.forEach((_, job) => void emission.onKept(job, record)));
  await emission.drained();
  await vi.waitFor(() => expect(readdirSync(unfinished[1]!)).toEqual([expect.stringMatching(/^1-/)]));
  await expect(emission.commit(new AbortController().signal)).rejects.toThrow('a part of the path is not a folder');
  for (const path of unfinished) expect(readdirSync(path)).toEqual([]);
  expect(readdirSync(join(folder, 'b'))).toEqual(['.unfinished']);
  expect(readdirSync(join(folder, 'a')).sort()).toEqual(['.unfinished', '20261101']);
});
