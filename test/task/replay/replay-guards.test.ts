// Guards of the library's replay: in threads, with filters beyond the limits of the platform, and on a run without a line.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replay } from '../../../src/task/index.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';

const FOLDER = join(SAMPLES, 'logs/all-requests/20261101');
const folder = mkdtempSync(join(tmpdir(), 'headgate-guards-'));

it.each([1, 2])('filters that the platform would reject, in %i threads', async (threads) => {
  const paths = Array.from({ length: 40 }, (_, index) => `ClientRequestPath contains "/no-such-path-${index}"`);
  // As deep as a filter can be; `not` adds one more level.
  const deep = `${'(BotScore < 300 and ('.repeat(31)}EdgeResponseStatus >= 500${' or BotScore < 0))'.repeat(31)}`;
  const { guards } = await replay({
    ...{ sources: [FOLDER], filters: ['EdgeResponseStatus >= 500', 'BotScore < 30'], threads, bytesPerThread: 0 },
    neverKeep: [[...paths, 'EdgeResponseStatus == 999'].join(' or ')],
    neverDrop: [deep],
  });
  expect(guards!.map(({ job, kind, holds }) => [job, kind, holds])).toEqual([
    ['filter-1', 'never-drop', true],
    ['filter-1', 'never-keep', true],
    ['filter-2', 'never-drop', true],
    ['filter-2', 'never-keep', true],
  ]);
});

it('guards judge what is known: nothing without a line', async () => {
  const source = join(folder, 'empty.ndjson');
  writeFileSync(source, '\n');
  const { guards } = await replay({ sources: [source], filters: ['all'], guards: ['kept <= 5'], neverKeep: ['all'] });
  expect(guards).toMatchObject([
    { holds: false, found: 'no line was read' },
    { holds: false, found: 'no line was read', lines: [] },
  ]);
});

it('the time of a rate is that of the objects read', async () => {
  const [object] = ['20261101T000000Z_20261101T120000Z_0a1b2c3d.log'].map((name) => join(folder, name));
  writeFileSync(object!, '{"EdgeStartTimestamp":"2026-11-01T01:00:00Z"}\n');
  const request = { sources: [object!], filters: ['all'], guards: ['kept-bytes <= 92 B/day'] };
  expect((await replay(request)).guards).toMatchObject([{ holds: true, value: 92, span: { seconds: 43_200 } }]);
  const range = { since: '2026-11-01', until: '2026-11-01T06:00:00Z' };
  expect((await replay({ ...request, range })).guards).toMatchObject([
    {
      holds: false,
      value: 184,
      span: { since: '2026-11-01T00:00:00Z', until: '2026-11-01T06:00:00Z', seconds: 21_600 },
    },
  ]);
  const later = join(folder, '20261103T000000Z_20261103T120000Z_0a1b2c3e.log');
  writeFileSync(later, '{"EdgeStartTimestamp":"2026-11-03T01:00:00Z"}\n');
  expect((await replay({ ...request, sources: [object!, later] })).guards).toMatchObject([
    { found: 'kept 92 B in 1 day (2026-11-01T00:00:00Z to 2026-11-03T12:00:00Z, gaps not counted): 92 B/day' },
  ]);
});
