// Suites in files: filters and jobs beside them, lines by file and RayID, filters of the request.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testFilters } from '../../../src/verbs/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-suites-'));
mkdirSync(join(folder, 'suites'));
const ray = (id: string, status: number): string => `{"RayID":"${id}","EdgeResponseStatus":${status}}\n`;
writeFileSync(join(folder, 'a.log.gz'), gzipSync(ray('1', 500) + ray('2', 404) + ray('2', 200) + ray('4', 200)));
writeFileSync(join(folder, 'errors.json'), '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}}');
const job = {
  name: 'errors',
  dataset: 'http_requests',
  filter: '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}}',
};
writeFileSync(join(folder, 'jobs.json'), JSON.stringify([job, { ...job, name: 'all', filter: undefined }]));

let count = 0;
/** Writes a suite. @returns its path */
function suite(value: object): string {
  count += 1;
  const path = join(folder, 'suites', `${count}.json`);
  writeFileSync(path, JSON.stringify(value, null, 1));
  return path;
}
const keeps500 = { line: { EdgeResponseStatus: 500 }, expect: 'keep' };
const drops499 = { line: { EdgeResponseStatus: 499 }, expect: 'drop' };

describe('the filter of a suite', () => {
  it.each<[string, object]>([
    ['an expression', { filter: 'EdgeResponseStatus >= 500' }],
    ['JSON text', { filter: '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}}' }],
    ['an object', { filter: { where: { key: 'EdgeResponseStatus', operator: 'geq', value: 500 } } }],
    ['a file', { filter: '@../errors.json' }],
    ['a job', { job }],
  ])('%s', async (_, subject) => {
    const result = await testFilters({ suites: [suite({ ...subject, cases: [keeps500, drops499] })] });
    expect(result).toMatchObject({ passed: true, cases: { passed: 2, failed: 0 } });
    expect(result.suites[0]!.tests[0]!.coverage.share).toBe(1);
  });

  it('every job of a file is tested', async () => {
    const result = await testFilters({ suites: [suite({ job: '../jobs.json', cases: [keeps500, drops499] })] });
    expect(result.suites[0]!.tests.map(({ name, filter, passed, failed }) => [name, filter, passed, failed])).toEqual([
      ['errors', 'EdgeResponseStatus >= 500', 2, 0],
      ['all', null, 1, 1],
    ]);
    expect(result.passed).toBe(false);
  });

  it('the filters of the request replace it, paths are then those of the process', async () => {
    const path = suite({ filter: '@no-such-file.json', cases: [keeps500, drops499] });
    const result = await testFilters({
      suites: [path],
      filters: ['EdgeResponseStatus >= 501'],
      jobs: [join(folder, 'jobs.json')],
    });
    expect(result.suites[0]!.tests.map(({ name, failed }) => [name, failed])).toEqual([
      ['filter-1', 1],
      ['errors', 0],
      ['all', 1],
    ]);
  });

  it.each<[string, object, object]>([
    ['invalid', { filter: 'EdgeResponseStatus > "x"' }, { code: 'filter-invalid', kind: 'negative' }],
    ['missing', {}, { code: 'suite-invalid', kind: 'unreachable' }],
    ['an invalid job', { job: { filter: 7 } }, { code: 'job-invalid' }],
    ['of another dataset', { dataset: 'no_such', filter: 'A == 1' }, { code: 'unknown-dataset' }],
  ])('%s', async (_, subject, error) => {
    await expect(testFilters({ suites: [suite({ ...subject, cases: [keeps500] })] })).rejects.toMatchObject(error);
  });
});

describe('lines by file and RayID', () => {
  const filter = 'EdgeResponseStatus >= 500';

  it('are read from files beside the suite', async () => {
    const cases = [
      { object: '../a.log.gz', ray: '1', expect: 'keep' },
      { object: '../a.log.gz', ray: '4', expect: 'drop' },
    ];
    const result = await testFilters({ suites: [suite({ filter, cases })] });
    expect(result.suites[0]!.tests[0]!.cases.map(({ name, passed }) => [name, passed])).toEqual([
      ['RayID 1', true],
      ['RayID 4', true],
    ]);
  });

  it('a file that cannot be read completely may have the RayID once more', async () => {
    const whole = gzipSync(ray('5', 500) + Array.from({ length: 2000 }, (_, at) => ray(`x${at * 7919}`, 200)).join(''));
    writeFileSync(join(folder, 'cut.log.gz'), whole.subarray(0, whole.length - 100));
    const path = suite({ filter, cases: [{ object: '../cut.log.gz', ray: '5', expect: 'keep' }] });
    await expect(testFilters({ suites: [path] })).rejects.toMatchObject({
      code: 'suite-invalid',
      suites: [
        {
          problems: [
            {
              path: 'cases[0].ray',
              message: expect.stringMatching(
                /^cannot check that RayID "5" is unique in .*cut\.log\.gz: found 1 line in a part of the file, expected a file that can be read completely: /,
              ),
            },
          ],
        },
      ],
    });
  });

  it('must be unique; all problems of all suites are reported', async () => {
    const first = suite({
      filter,
      cases: [
        { object: '../a.log.gz', ray: '2', expect: 'drop' },
        { object: '../a.log.gz', ray: '3', expect: 'drop' },
      ],
    });
    const second = suite({ filter, cases: [keeps500, { object: 'none.log', ray: '1', expect: 'drop' }] });
    const error = await testFilters({ suites: [first, second] }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'suite-invalid',
      suites: [
        {
          file: first,
          problems: [
            {
              path: 'cases[0].ray',
              line: 4,
              message: expect.stringMatching(/^found 2 lines with RayID "2" in .*a\.log\.gz, expected one$/),
            },
            { path: 'cases[1].ray', line: 9, message: expect.stringMatching(/^found no line with RayID "3"/) },
          ],
        },
        { file: second, problems: [{ path: 'cases[1].ray', message: expect.stringMatching(/none\.log/) }] },
      ],
    });
  });
});

it('settings: the null of the suite, of the request; coverage', async () => {
  const path = suite({ filter: 'BotScore < 30', null: 'zero', cases: [{ line: { BotScore: null }, expect: 'keep' }] });
  expect(await testFilters({ suites: [path] })).toMatchObject({ passed: true });
  expect(await testFilters({ suites: [path], nullAs: 'unknown' })).toMatchObject({ passed: false });
  expect(await testFilters({ suites: [path], minCoverage: 1 / 3 })).toMatchObject({ passed: true, minCoverage: 1 / 3 });
  expect(await testFilters({ suites: [path], minCoverage: 0.34 })).toMatchObject({
    passed: false,
    cases: { failed: 0 },
  });
});

it.each([
  ['BotScore < 30', 0.333333333333333, true],
  ['BotScore < 30', 0.333333333333334, false],
  ['BotScore < 30', 1 / 3, true],
  ['BotScore < 30 or BotScore == 30', 2 / 3, true],
  ['BotScore < 30 or BotScore == 30', 0.666666666666667, false],
  ['BotScore < 30 or BotScore == 30', 0.666666666666666, true],
])('a third or two thirds of the outcomes: %s, required %d', async (filter, minCoverage, isCovered) => {
  const cases = (filter.includes(' or ') ? [1, 30] : [1]).map((BotScore) => ({ line: { BotScore }, expect: 'keep' }));
  const result = await testFilters({ suites: [suite({ filter, cases })], minCoverage });
  expect(result).toMatchObject({ passed: isCovered, suites: [{ tests: [{ isCovered }] }] });
});

it.each([
  [{ suites: [] }, 'usage'],
  [{ suites: ['x.json'], minCoverage: 2 }, 'usage'],
  [{ suites: [join(folder, 'no-such.json')] }, 'argument-unreadable'],
])('request %#', async (request, code) => {
  await expect(testFilters(request)).rejects.toMatchObject({ code });
});

it('integers are exact', async () => {
  const path = suite({ filter: 'EdgeStartTimestamp > 1700000000002000001', cases: [] });
  const line = (nanoseconds: string, expected: string): string =>
    `{"line": {"EdgeStartTimestamp": ${nanoseconds}}, "expect": "${expected}"}`;
  writeFileSync(
    path,
    `{"filter": "EdgeStartTimestamp > 1700000000002000001", "cases": [${line('1700000000002000001', 'drop')}, ${line('1700000000002000002', 'keep')}]}`,
  );
  expect(await testFilters({ suites: [path] })).toMatchObject({ passed: true });
});
