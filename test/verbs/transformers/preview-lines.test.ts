// Records for the platform's preview: what leaves the machine, and how answers are compared.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Decimal, HeadgateError, type PlainObject } from '../../../src/base/index.ts';
import type { ManagementApi } from '../../../src/cloud/api/index.ts';
import { readTransformer } from '../../../src/language/transformer/index.ts';
import { planTransformer } from '../../../src/verbs/index.ts';
import {
  drawPreviewLines,
  type PreviewRequest,
  previewLines,
  undecidedPreviewError,
} from '../../../src/verbs/transformers/preview-lines.ts';
import { openLiveTransformers } from '../../helpers/api/live-transformers.ts';
import { type ServedApi, serveApi } from '../../helpers/sandbox/serve-api.ts';

const LOGS = 'samples/logs/all-requests';
const transformerOf = (sql: string) => readTransformer(sql).transformer!;

let sandbox: ServedApi;
beforeAll(async () => {
  sandbox = await serveApi();
});
afterAll(() => sandbox.stop());

async function recordsOf(line: object, sql: string): Promise<string[]> {
  const file = join(await mkdtemp(join(tmpdir(), 'preview-')), 'part.log');
  await writeFile(file, `${JSON.stringify(line)}\n`);
  return await drawPreviewLines({ sources: [file], lines: 5, threads: 1 }, transformerOf(sql));
}

it.each<[string, object, string, object]>([
  [
    'only fields that the SQL reads',
    { RayID: 'a', ClientIP: '192.0.2.1' },
    'SELECT RayID FROM http_requests',
    { RayID: 'a' },
  ],
  [
    'null for a missing field',
    { RayID: 'a' },
    'SELECT RayID, ClientIP FROM http_requests',
    { RayID: 'a', ClientIP: null },
  ],
  [
    'all fields of the line for *',
    { RayID: 'a', ClientIP: 'b' },
    'SELECT * FROM http_requests',
    { RayID: 'a', ClientIP: 'b' },
  ],
  [
    'no credential of a header or cookie',
    { RequestHeaders: { authorization: 'Bearer x', accept: '*/*' }, Cookies: { session_id: 'x', currency: 'EUR' } },
    'SELECT RequestHeaders, Cookies FROM http_requests',
    { RequestHeaders: { authorization: '…', accept: '*/*' }, Cookies: { session_id: '…', currency: 'EUR' } },
  ],
  [
    'no secret of a query',
    { ClientRequestURI: '/a?token=x' },
    'SELECT ClientRequestURI FROM http_requests',
    { ClientRequestURI: '/a?token=…' },
  ],
])('contain %s', async (_, line, sql, record) => {
  expect((await recordsOf(line, sql)).map((text) => JSON.parse(text))).toEqual([record]);
});

it('keep 64-bit integers', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'preview-')), 'part.log');
  await writeFile(file, '{"EdgeStartTimestamp":1779375600123456789}\n');
  const sql = 'SELECT EdgeStartTimestamp FROM http_requests';
  expect(await drawPreviewLines({ sources: [file], lines: 1 }, transformerOf(sql))).toEqual([
    '{"EdgeStartTimestamp":1779375600123456789}',
  ]);
});

it('rejects too many lines, and a source without one', async () => {
  const sql = 'SELECT RayID FROM http_requests';
  await expect(drawPreviewLines({ sources: [LOGS], lines: 101 }, transformerOf(sql))).rejects.toThrow(/at most 100/);
  const empty = await mkdtemp(join(tmpdir(), 'preview-'));
  await writeFile(join(empty, 'part.log'), '\n');
  await expect(drawPreviewLines({ sources: [empty], lines: 1 }, transformerOf(sql))).rejects.toThrow(
    /found no line that is a JSON record/,
  );
});

it.each<[string, string, PlainObject[] | 'rejected', boolean | null]>([
  ['equal records', 'SELECT RayID AS r FROM http_requests', [{ r: 'a' }], true],
  ['keys in another order', 'SELECT RayID AS r, ClientIP AS c FROM http_requests', [{ r: 'a', c: 'b' }], true],
  ['a null that is left out', 'SELECT RayID AS r, NULL AS c FROM http_requests', [{ r: 'a' }], true],
  ['another value', 'SELECT RayID AS r FROM http_requests', [{ r: 'b' }], false],
  ['another number of records', 'SELECT RayID AS r FROM http_requests', [], false],
  ['a dropped record', "SELECT RayID FROM http_requests WHERE RayID = 'x'", [], true],
  ['an integer of 64 bits', 'SELECT 1795997042453737629 AS n FROM http_requests', [{ n: 1795997042453737629n }], true],
  [
    'a float that is written in another way',
    'SELECT 1e18 + 0.5 AS x FROM http_requests',
    [{ x: new Decimal('1e18') }],
    true,
  ],
  ['a float and an integer', 'SELECT 2.0 AS x FROM http_requests', [{ x: 2 }], true],
  ['another one', 'SELECT 1795997042453737629 AS n FROM http_requests', [{ n: 1795997042453737622n }], false],
  ['a failure of both', 'SELECT CAST(RayID AS INT) AS r FROM http_requests', 'rejected', true],
  ['a failure of the platform alone', 'SELECT RayID AS r FROM http_requests', 'rejected', false],
])('%s', async (_, sql, answer, agrees) => {
  const previewTransformer = async () => {
    if (answer === 'rejected') throw new HeadgateError('api-rejected', 'no', { kind: 'negative' });
    return answer;
  };
  const api = { previewTransformer } as unknown as ManagementApi;
  const record = '{"RayID":"a","ClientIP":"b"}';
  const found = await previewLines({ api, account: '' }, transformerOf(sql), [record]);
  expect(found.lines).toMatchObject([{ record, agrees }]);
  expect([found.agreeing, found.differing]).toEqual([agrees ? 1 : 0, agrees ? 0 : 1]);
});

it('without a decided record, there is no answer', () => {
  const line = { record: '{}', ours: { undecided: 'x' }, platform: { records: [] }, agrees: null };
  const of = (lines: (typeof line)[], agreeing: number) =>
    undecidedPreviewError({ lines, agreeing, differing: 0 })?.code;
  expect([of([line], 0), of([line, line], 1), of([], 0)]).toEqual(['no-verdict', undefined, undefined]);
});

it('a plan without a question sends nothing', async () => {
  const { access } = openLiveTransformers(sandbox);
  const file = join(await mkdtemp(join(tmpdir(), 'preview-')), 'slim.sql');
  await writeFile(file, 'SELECT RayID FROM http_requests');
  const preview = { sources: [LOGS], lines: 1, threads: 1 } as unknown as PreviewRequest;
  await expect(planTransformer({ ...access, transformer: file, preview })).rejects.toThrow(/confirm/);
});

it('a plan sends records after the question only', async () => {
  const { access } = openLiveTransformers(sandbox);
  const file = join(await mkdtemp(join(tmpdir(), 'preview-')), 'slim.sql');
  await writeFile(
    file,
    'SELECT RayID, EdgeResponseStatus / 100 AS class FROM http_requests WHERE EdgeResponseStatus < 500',
  );
  const shown: string[][] = [];
  const run = (answer: boolean) =>
    planTransformer({
      ...{ ...access, transformer: file },
      preview: {
        ...{ sources: [LOGS], lines: 4, threads: 1 },
        confirm: async (records) => {
          shown.push([...records]);
          return answer;
        },
      },
    });
  expect((await run(false)).preview).toEqual({ lines: [], agreeing: 0, differing: 0 });
  const { preview } = await run(true);
  expect(preview).toMatchObject({ agreeing: 4, differing: 0 });
  expect(preview!.lines.map(({ record }) => record)).toEqual(shown[1]);
  expect(shown[1]).toEqual(shown[0]);
});
