// A job that is said to have written the source and cannot have: what every format states, and which guards have no answer.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMPARE_RENDERERS, REPLAY_RENDERERS } from '../../../src/report/index.ts';
import { compare } from '../../../src/verbs/index.ts';
import { replay } from '../../../src/verbs/replay/replay.ts';
import { replayRequest } from '../../helpers/verbs/replay-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-contradiction-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hour = '2026-11-01T00:';
const source = join(folder, 'lines.ndjson');
writeFileSync(
  source,
  Array.from({ length: 100 }, (_, index) => {
    const time = `${hour}${String(index % 60).padStart(2, '0')}:00Z`;
    return `${JSON.stringify({ EdgeStartTimestamp: time, EdgeResponseStatus: index < 12 ? 200 : 503, BotScore: index })}\n`;
  }).join(''),
);

const where = (key: string, operator: string, value: number) => JSON.stringify({ where: { key, operator, value } });
let files = 0;
function jobFile(settings: Record<string, unknown>): string {
  files += 1;
  const file = join(folder, `job-${files}.json`);
  writeFileSync(file, JSON.stringify({ name: 'prod', dataset: 'http_requests', ...settings }));
  return file;
}

const ERRORS = where('EdgeResponseStatus', 'geq', 500);
const EVERY = where('EdgeResponseStatus', 'geq', 100);
const FIELDS = ['EdgeStartTimestamp', 'EdgeResponseStatus'];

const replayed = (writtenBy: string, more: Parameters<typeof replayRequest>[0] = {}) =>
  replay(
    replayRequest({ sources: [source], filters: ['EdgeResponseStatus >= 500'], writtenBy, stored: false, ...more }),
  );

describe.each(['text', 'markdown', 'html', 'json'] as const)('%s', (format) => {
  it.each<[name: string, settings: Record<string, unknown>, words: string[]]>([
    ['a filter that is false', { filter: ERRORS }, ['the filter of prod is false for 12 of 100 lines']],
    ['other fields', { output_options: { field_names: FIELDS } }, ['lines contain BotScore, which prod does not push']],
    [
      'both',
      { filter: ERRORS, output_options: { field_names: FIELDS } },
      ['is false for 12 of 100 lines, and lines contain BotScore', 'or prod was edited since'],
    ],
  ])('states %s', async (_, settings, words) => {
    const writtenBy = jobFile(settings);
    const report = await replayed(writtenBy);
    const compared = await compare({
      ...{ sources: [source], from: 'EdgeResponseStatus >= 500', to: ['BotScore < 5'], writtenBy, findsValues: false },
    });
    const texts = [
      [...(await REPLAY_RENDERERS[format]())(report, { color: false, width: 500 })].join(''),
      [...(await COMPARE_RENDERERS[format]())(compared, { color: false, width: 500 })].join(''),
    ];
    for (const text of texts) for (const word of words) expect(text).toContain(word);
    for (const { answer } of [report.completeness![0]!, compared.comparisons[0]!.completeness!]) {
      expect(answer).toBe('unknown');
    }
  });

  it('states that the job is disabled, which contradicts nothing', async () => {
    const report = await replayed(jobFile({ filter: EVERY, enabled: false }));
    const text = [...(await REPLAY_RENDERERS[format]())(report, { color: false, width: 500 })].join('');
    expect(text).toMatch(/is disabled: the source can contain only what it pushed before|"isWriterDisabled": ?true/);
    expect(report.completeness![0]).toMatchObject({ answer: 'complete', isWriterDisabled: true });
  });
});

describe('guards', () => {
  const judged = async (settings: Record<string, unknown>, guards: string[], more = {}) => {
    const { guards: found = [] } = await replayed(jobFile(settings), { guards, ...more });
    return found.map(({ holds, value }) => (value === null ? 'open' : holds));
  };
  const GUARDS = ['kept <= 100', 'kept >= 50%', 'kept >= 80', 'kept >= 100', 'undecided == 0'];

  it('are judged on the lines of a job that can have written them', async () => {
    expect(await judged({ enabled: false }, GUARDS)).toEqual([true, true, true, false, true]);
  });

  it.each([
    ['its filter', { filter: ERRORS }],
    ['its fields', { filter: EVERY, output_options: { field_names: FIELDS } }],
  ])('have no answer where lines may be missing, if %s shows that it cannot', async (_, settings) => {
    // Lines that are there stay there.
    expect(await judged(settings, GUARDS)).toEqual(['open', 'open', true, 'open', true]);
  });

  it('do not undo the sampling of a job that did not write the source', async () => {
    const sampled = { filter: ERRORS, output_options: { sample_rate: 0.01 } };
    expect(await judged(sampled, ['kept >= 80', 'kept >= 100'])).toEqual([true, 'open']);
    expect(await judged(sampled, ['cost > 0/month'], { price: '1/GB' })).toEqual(['open']);
  });
});

describe('a promise that logic alone proves', () => {
  const sampled = jobFile({ output_options: { sample_rate: 0.01 } });
  it.each<[kind: 'neverDrop' | 'neverKeep', filter: string, expression: string, result: boolean | 'open']>([
    ['neverDrop', 'EdgeResponseStatus >= 500', 'EdgeResponseStatus == 503', true],
    ['neverDrop', 'EdgeResponseStatus >= 500', 'EdgeResponseStatus >= 499', 'open'],
    ['neverKeep', 'EdgeResponseStatus >= 500', 'EdgeResponseStatus < 500', true],
    ['neverKeep', 'EdgeResponseStatus >= 500', 'BotScore > 200', 'open'],
  ])('%s: %s, %s', async (kind, filter, expression, result) => {
    const { guards } = await replayed(sampled, { filters: [filter], [kind]: [expression] });
    const [{ holds, value, found }] = guards as [NonNullable<typeof guards>[number]];
    expect(value === null ? 'open' : holds).toBe(result);
    expect(found.includes('proven for every event')).toBe(result === true);
  });

  it('holds for a comparison: a looser filter newly drops nothing, on any source', async () => {
    const { guards } = await compare({
      ...{ sources: [source], from: 'EdgeResponseStatus >= 502', to: ['EdgeResponseStatus >= 500'] },
      ...{ writtenBy: sampled, guards: ['newly-dropped == 0', 'newly-kept == 0'], findsValues: false },
    });
    expect(guards!.map(({ holds, value }) => (value === null ? 'open' : holds))).toEqual([true, 'open']);
  });
});
