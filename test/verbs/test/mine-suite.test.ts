// Mining of the samples: the same suite however it is read, masked fields, limits, and sources without an answer.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MineRequest, type MineResult, mineSuite, testFilters } from '../../../src/verbs/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-mine-'));
const FILTER = 'EdgeResponseStatus in {401 403} and (ClientCountry == "de" or ClientIP contains "203.0.113.")';
/** The attack. */
const ATTACK = { since: '2026-11-03T01:00:00Z', until: '2026-11-03T02:30:00Z' };

/** Mines an hour and a half of the first job. */
const mine = (request: Partial<MineRequest> = {}): Promise<MineResult> =>
  mineSuite({ sources: ['samples/logs/all-requests'], range: ATTACK, filters: [FILTER], threads: 1, ...request });

/** The lines of a suite. */
const linesOf = ({ suite }: MineResult): Record<string, unknown>[] =>
  JSON.parse(suite).cases.map(({ line }: { line: Record<string, unknown> }) => line);

/** Writes lines. @returns the path */
function logOf(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

it('the suite passes and does not depend on threads or the order of sources', async () => {
  const one = await mine();
  const parts = ['samples/logs/errors-and-threats', 'samples/logs/all-requests'];
  const many = await mine({ sources: parts, threads: 2, bytesPerThread: 0, partBytes: 100_000 });
  expect((await mine({ sources: parts.toReversed() })).suite).toBe(many.suite);
  const path = join(folder, 'mined.json');
  writeFileSync(path, one.suite);
  const result = await testFilters({ suites: [path] });
  expect(result).toMatchObject({ passed: true, cases: { passed: one.cases } });
  expect(result.suites[0]!.tests[0]!.coverage).toEqual(one.coverage);
});

it('cases have the fields of the filter, RayID and the event time, or whole lines', async () => {
  const fields = ['ClientCountry', 'ClientIP', 'EdgeResponseStatus', 'EdgeStartTimestamp', 'RayID'];
  for (const line of linesOf(await mine())) expect(Object.keys(line).sort()).toEqual(fields);
  for (const line of linesOf(await mine({ isWhole: true }))) expect(Object.keys(line)).toHaveLength(35);
});

describe('masks', () => {
  it('personal fields are masked unless the request names others', async () => {
    const [masked, plain, other] = await Promise.all([
      mine(),
      mine({ mask: [] }),
      mine({ mask: ['ClientCountry', 'ClientCountry'] }),
    ]);
    expect(masked.masked.map(({ field }) => field)).toEqual(['ClientIP']);
    expect(plain.masked).toEqual([]);
    expect(other.masked.map(({ field }) => field)).toEqual(['ClientCountry']);
    expect(masked.coverage).toEqual(plain.coverage);
    const real = new Set(linesOf(plain).map(({ ClientIP }) => ClientIP));
    for (const { ClientIP } of linesOf(masked)) {
      expect(ClientIP).toMatch(/^\d+(\.\d+){3}$|^[0-9a-f:]+$/);
      expect(real).not.toContain(ClientIP);
    }
  });

  it('no value of a whole line remains', async () => {
    const mask = [
      'ClientIP',
      'ClientRequestUserAgent',
      'Cookies',
      'RequestHeaders',
      'ResponseHeaders',
      'RayID',
      'ClientASN',
    ];
    const [masked, plain] = await Promise.all([mine({ isWhole: true, mask }), mine({ isWhole: true, mask: [] })]);
    const [before, after] = [linesOf(plain), linesOf(masked)];
    expect(after).toHaveLength(before.length);
    for (const [index, line] of before.entries()) {
      for (const field of mask) {
        const [value, pseudonym] = [line[field], after[index]![field]];
        expect(typeof pseudonym).toBe(typeof value);
        if (/[a-z0-9]/i.test(JSON.stringify(Object.values(value ?? {})))) expect(pseudonym).not.toEqual(value);
        expect(shapeOf(pseudonym)).toEqual(shapeOf(value));
      }
    }
  });

  it('equal values have equal pseudonyms, different values different ones', async () => {
    const lines = ['a@x.test', 'b@x.test', 'a@x.test'].map(
      (referer, index) => `{"RayID":"${index}","BotScore":${29 + index},"ClientRequestReferer":"${referer}"}`,
    );
    const result = await mine({
      sources: [logOf('equal.log', lines)],
      range: {},
      filters: ['BotScore == 30'],
      isWhole: true,
    });
    const byRay = new Map(linesOf(result).map((line) => [line.RayID, line.ClientRequestReferer]));
    expect(byRay.size).toBe(3);
    expect(byRay.get('0')).toBe(byRay.get('2'));
    expect(byRay.get('0')).not.toBe(byRay.get('1'));
  });

  it('a value that the filter names stays, and others keep what they share with it', async () => {
    const lines = ['10.0.0.9', '10.0.0.77', '192.168.1.20'].map(
      (ip, index) => `{"RayID":"${index}","ClientIP":"${ip}"}`,
    );
    const result = await mine({
      sources: [logOf('named.log', lines)],
      range: {},
      filters: ['ClientIP == "10.0.0.9" or starts_with(ClientIP, "10.0.0.")'],
    });
    const ips = linesOf(result).map(({ ClientIP }) => ClientIP as string);
    expect(ips).toContain('10.0.0.9');
    expect(ips.filter((ip) => ip.startsWith('10.0.0.'))).toHaveLength(2);
    expect(ips).not.toContain('10.0.0.77');
    expect(ips).not.toContain('192.168.1.20');
  });

  it('elements of an array that the filter names stay', async () => {
    const lines = [['api'], ['other'], ['api', 'secret']].map(
      (tags, index) => `{"RayID":"${index}","BotTags":${JSON.stringify(tags)}}`,
    );
    const request = { sources: [logOf('tags.log', lines)], range: {}, mask: ['BotTags'] };
    const result = await mine({ ...request, filters: ['BotTags contains "api"'] });
    const tags = linesOf(result).flatMap(({ BotTags }) => BotTags as string[]);
    expect(tags).toContain('api');
    expect(tags).not.toContain('other');
    expect(tags).not.toContain('secret');
  });

  it('a value without a pseudonym of the same outcomes is rejected', async () => {
    const lines = ['{"RayID":"1","ClientASN":64500}'];
    const request = { sources: [logOf('rejected.log', lines)], range: {}, mask: ['ClientASN'] };
    const filters = ['ClientASN > 64499 and ClientASN < 64501'];
    await expect(mine({ ...request, filters })).rejects.toMatchObject({
      code: 'mask-changes-outcome',
      message: expect.not.stringContaining('64500'),
    });
  });

  it('an unknown field has its nearest name', async () => {
    await expect(mine({ mask: ['ClientIp4'] })).rejects.toMatchObject({
      code: 'unknown-field',
      message: expect.stringContaining('did you mean ClientIP?'),
    });
  });
});

/** Lengths of texts and numbers, keys of objects. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return String(value).length;
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]);
}

it('boundaries: the values next to the constant', async () => {
  const status = [200, 404, 498, 499, 500, 501, 503];
  const lines = status.map((code) => `{"RayID":"${code}","EdgeResponseStatus":${code}}`);
  const result = await mine({ sources: [logOf('b.log', lines)], range: {}, filters: ['EdgeResponseStatus >= 500'] });
  expect(
    linesOf(result)
      .map(({ EdgeResponseStatus: code }) => code)
      .sort(),
  ).toEqual([499, 500, 501]);
  expect(result.boundaries).toEqual({ covered: 3, reachable: 3, all: 3 });
});

it('boundaries: other case, texts cut by one, values of a list', async () => {
  const paths = ['/api', '/ap', '/API', '/api/v1/users', '/static', '/'];
  const lines = paths.map((path, index) => `{"RayID":"${index}","ClientRequestPath":"${path}"}`);
  const source = logOf('text.log', lines);
  const starts = await mine({ sources: [source], range: {}, filters: ['starts_with(ClientRequestPath, "/api")'] });
  const found = linesOf(starts).map(({ ClientRequestPath }) => ClientRequestPath);
  expect(found).toEqual(expect.arrayContaining(['/api', '/ap', '/API']));
  const list = await mine({ sources: [source], range: {}, filters: ['ClientRequestPath in {"/" "/static" "/none"}'] });
  expect(linesOf(list).map(({ ClientRequestPath }) => ClientRequestPath)).toEqual(
    expect.arrayContaining(['/', '/static']),
  );
});

it('integers and repeated keys are those of the line', async () => {
  const lines = [
    '{"RayID":"1","EdgeStartTimestamp":1700000000002000001,"BotScore":1,"BotScore":31}',
    '{"RayID":"2","EdgeStartTimestamp":1700000000002000002,"BotScore":29}',
  ];
  const filters = ['EdgeStartTimestamp > 1700000000002000001 and BotScore < 30'];
  const { suite } = await mine({ sources: [logOf('exact.log', lines)], range: {}, filters });
  expect(suite).toContain('{"RayID":"1","EdgeStartTimestamp":1700000000002000001,"BotScore":31}');
  expect(suite).toContain('{"RayID":"2","EdgeStartTimestamp":1700000000002000002,"BotScore":29}');
});

it('a limit keeps the outcomes of conditions first', async () => {
  const [all, two] = await Promise.all([mine(), mine({ limit: 3 })]);
  expect(two.cases).toBe(3);
  expect(all.cases).toBeGreaterThan(3);
  expect(two.changes.covered).toBeLessThan(all.changes.covered);
  expect(two.coverage.covered).toBeGreaterThan(6);
});

it('null as zero is part of the suite', async () => {
  const lines = ['{"RayID":"1","BotScore":null}', '{"RayID":"2","BotScore":30}'];
  const request = {
    sources: [logOf('null.log', lines)],
    range: {},
    filters: ['BotScore < 30'],
    nullAs: 'zero' as const,
  };
  const { suite } = await mine(request);
  expect(JSON.parse(suite)).toMatchObject({ null: 'zero' });
  expect(
    JSON.parse(suite)
      .cases.map(({ expect: verdict }: { expect: string }) => verdict)
      .sort(),
  ).toEqual(['drop', 'keep']);
});

it.each<[string, Partial<MineRequest>, object]>([
  ['no filter', { filters: [] }, { code: 'no-filter' }],
  ['a filter that keeps every line', { filters: ['all'] }, { code: 'no-filter' }],
  ['two filters', { filters: ['BotScore < 30', 'BotScore < 31'] }, { code: 'one-filter' }],
  ['an invalid filter', { filters: ['BotScore < "x"'] }, { code: 'filter-invalid' }],
  ['no line in the range', { range: { since: '2020-01-01', until: '2020-01-02' } }, { kind: 'unreachable' }],
  [
    'every line undecided',
    { sources: ['samples/logs/errors-and-threats'], filters: ['BotScore < 30'] },
    { code: 'no-verdict' },
  ],
  ['a limit of 0', { limit: 0 }, { code: 'usage' }],
])('%s', async (_, request, error) => {
  await expect(mine(request)).rejects.toMatchObject(error);
});

it('a pseudonym is no other value of the field in the lines considered', async () => {
  const addresses = Array.from({ length: 8 }, (_, index) => `${index}`);
  const lines = addresses.map((ClientRequestPath, index) =>
    JSON.stringify({ ClientRequestPath, OriginResponseStatus: 500 + index }),
  );
  const suite = await mine({
    sources: [logOf('digits.log', lines)],
    range: {},
    filters: ['OriginResponseStatus in {500 501 502 503 504 505 506 507}'],
    mask: ['ClientRequestPath'],
    isWhole: true,
  });
  const masked = linesOf(suite).map(({ ClientRequestPath }) => ClientRequestPath);
  expect(masked.length).toBeGreaterThan(4);
  expect(masked.filter((one) => addresses.includes(one as string))).toEqual([]);
});
