// An index of a bucket answers as the bucket does, is updated by what was added, and answers when the bucket is gone.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startBucket } from '../../../src/sandbox/index.ts';
import { replay } from '../../../src/verbs/index.ts';
import { indexLogs } from '../../../src/verbs/index-logs/index-logs.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';

const FILTERS = ['EdgeResponseStatus >= 500 and not starts_with(ClientRequestPath, "/static")', 'BotScore < 30'];

async function answerOf(source: string): Promise<unknown> {
  const { lines, jobs, fields, hours, problems } = await replay({ sources: [source], filters: FILTERS, samples: 3 });
  return structuredClone({ lines, jobs, fields, hours, problems });
}

it('answers as the bucket, with the secret of the bucket nowhere in it', async () => {
  const out = join(mkdtempSync(join(tmpdir(), 'headgate-index-')), 'logs.index');
  const bucket = await startBucket();
  let expected: unknown;
  try {
    await bucket.uploadFolder(join(SAMPLES, 'logs/all-requests/20261101'), 'logs/20261101');
    const source = bucket.destinationConf('logs/{DATE}');
    const all = await replay({ sources: [source], filters: ['all'] });
    // More objects are read at a time than there are threads, so their rows alternate.
    const first = await indexLogs({ sources: [source], out, threads: 2 });
    expect(first.objects).toMatchObject({ stored: 0, waiting: 0 });
    expect(await answerOf(out)).toEqual(await answerOf(source));
    // An object that two sources have counts once.
    expect((await replay({ sources: [out, source], filters: ['all'] })).lines).toEqual(all.lines);
    await bucket.put(
      'logs/20261102/20261102T000000Z_20261102T000100Z_0a1b2c3d.log.gz',
      gzipSync(
        '{"RayID":"1","EdgeStartTimestamp":"2026-11-02T00:00:01Z","EdgeResponseStatus":503,"ClientRequestPath":"/x"}\n',
      ),
    );
    const second = await indexLogs({ sources: [source], out });
    expect(second.changes).toMatchObject({ added: 1, unchanged: first.objects.columns });
    expected = await answerOf(source);
    expect(await answerOf(out)).toEqual(expected);
    const part = join(mkdtempSync(join(tmpdir(), 'headgate-index-')), 'part.index');
    await indexLogs({ sources: [source], out: part, range: { since: '2026-11-02' } });
    for (const [index, since, covered] of [
      [out, undefined, true],
      [part, undefined, false],
      [part, '2026-11-02', true],
    ] as const) {
      const { source: read, guards } = await replay({
        ...{ sources: [index], filters: FILTERS.slice(0, 1), guards: ['kept <= 99 lines'], range: { since } },
      });
      // A query lists no bucket.
      expect(read.indexes).toMatchObject([{ covered, missing: 0 }]);
      if (!covered) expect(guards).toMatchObject([{ holds: false, value: null }]);
      else expect(guards![0]!.value).not.toBe(null);
    }
    // The bucket itself is complete.
    for (const [beside, covered] of [
      [source, true],
      [bucket.destinationConf('logs/'), true],
      [bucket.destinationConf('logs/20261101'), false],
    ] as const) {
      const { source: read } = await replay({ sources: [part, beside], filters: ['all'] });
      expect(read.indexes).toMatchObject([{ covered }]);
    }
    // A range that ends after the listing has events that no build has listed; logs of the future do not exist.
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    onTestFinished(() => later.mockRestore());
    for (const [range, covered] of [
      [{}, true],
      [{ since: '2026-11-02' }, false],
      [{ since: '2026-11-02', until: '2026-11-03' }, true],
      [{ until: '2030-01-01' }, false],
    ] as const) {
      const { source: read } = await replay({ sources: [out], filters: ['all'], range });
      expect(read.indexes).toMatchObject([{ covered }]);
    }
    later.mockRestore();
    expect(readFileSync(join(out, 'index.sqlite')).includes(bucket.secretAccessKey)).toBe(false);
  } finally {
    await bucket.stop();
  }
  expect(await answerOf(out)).toEqual(expected);
});
