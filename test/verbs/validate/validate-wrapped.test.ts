// For every wrapping of records: the lines that a job pushes are valid, each damage is found and nothing else, and a replay decides them.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateLines } from '../../../samples/generator/index.ts';
import { type ReplayRequest, replay, type ValidateRequest, validate } from '../../../src/verbs/index.ts';
import { WRAPPINGS, type Wrapping } from '../../cases/output-wrappings.ts';

const LINES = 40;
const FIELDS = ['RayID', 'EdgeStartTimestamp', 'EdgeResponseStatus', 'BotScore'];
const FILTER = '{"where":{"key":"BotScore","operator":"geq","value":0}}';
const NAME = '20261101T000000Z_20261104T000000Z_0a1b2c3d.log';
const root = mkdtempSync(join(tmpdir(), 'headgate-wrapped-'));
const source = join(root, NAME);

const common = {
  range: {},
  slackMs: undefined,
  nullAs: 'unknown',
  connection: {},
  threads: 1,
  stdin: async () => '',
  signal: new AbortController().signal,
  onListing: () => {},
  onProgress: () => {},
} as const;

/** Writes the job and what it pushes of the source. @returns paths of both */
async function push({ options }: Wrapping, folder: string): Promise<{ job: string; object: string }> {
  mkdirSync(folder, { recursive: true });
  const job = join(folder, 'job.json');
  const content = { name: 'job', dataset: 'http_requests', filter: FILTER };
  writeFileSync(job, JSON.stringify({ ...content, output_options: { field_names: FIELDS, ...options } }));
  const reading = { input: 'ndjson', records: undefined, columns: undefined } as const;
  const emit: ReplayRequest['emit'] = { kind: 'folder', folder: join(folder, 'pushed'), overwrite: false };
  await replay(replayOf([source], { reading, emit, filters: [{ kind: 'filter', value: FILTER }] }, job));
  const [name] = readdirSync(join(folder, 'pushed', '20261101'));
  const object = join(folder, NAME);
  writeFileSync(object, gunzipSync(readFileSync(join(folder, 'pushed', '20261101', name!))));
  return { job, object };
}

function replayOf(sources: string[], changes: Partial<ReplayRequest>, job?: string): ReplayRequest {
  return {
    ...common,
    dataset: undefined,
    samples: 0,
    detail: 'full',
    sources,
    reading: { input: 'auto', records: undefined, columns: undefined },
    ...changes,
    filters: job === undefined ? changes.filters! : [{ kind: 'job', value: job }],
  };
}

async function faultsOf(object: string, job: string, records?: string): Promise<Record<string, number>> {
  const request: ValidateRequest = {
    ...common,
    sources: [object],
    job,
    jobName: undefined,
    ruleset: undefined,
    limits: 'classic',
    strict: false,
    reading: { input: 'auto', records, columns: undefined },
    onInput: () => {},
  };
  const [found] = (await validate(request)).jobs;
  expect(found!.lines.read + found!.lines.malformed).toBe(LINES);
  const faults = found!.findings.filter(({ severity }) => severity !== 'remark');
  return Object.fromEntries(faults.map(({ code, count }) => [code, count]));
}

/** What is done to the fourth record, and what is to be found. */
const DAMAGE: [string, (text: string) => string, Record<string, number>][] = [
  ['a key is misspelt', nth(/"BotScore":/g, '"botScore":'), { 'field-missing': 1, 'field-extra': 1 }],
  [
    'a value of another type',
    nth(/"EdgeResponseStatus":/g, '"EdgeResponseStatus":[],"x":'),
    { type: 1, 'field-extra': 1 },
  ],
  [
    'a timestamp of another format',
    nth(/"EdgeStartTimestamp":\d+/g, '"EdgeStartTimestamp":1793600000'),
    { 'timestamp-format': 1 },
  ],
  ['a line that the filter drops', nth(/"BotScore":\d+/g, '"BotScore":-1'), { 'filter-drop': 1 }],
  ['a field twice', nth(/"BotScore":/g, '"BotScore":7,"BotScore":'), { 'field-repeated': 1 }],
];

function nth(pattern: RegExp, by: string): (text: string) => string {
  return (text) => {
    let count = 0;
    return text.replace(pattern, (found) => {
      count += 1;
      return count === 4 ? by : found;
    });
  };
}

beforeAll(() => {
  writeFileSync(source, [...generateLines({ count: LINES, seed: 5, scale: 50 })].join(''));
});

describe.each(WRAPPINGS)('$title', (wrapping) => {
  const folder = join(root, wrapping.title.replaceAll(' ', '-'));
  let pushed: Awaited<ReturnType<typeof push>>;
  beforeAll(async () => {
    pushed = await push(wrapping, folder);
  });

  it.each(wrapping.records)('is valid as pushed, with the records at %s', async (records) => {
    expect(await faultsOf(pushed.object, pushed.job, records)).toEqual({});
  });

  it.each(DAMAGE)('%s: found with every path of the records', async (_, damage, faults) => {
    const text = readFileSync(pushed.object, 'utf8');
    const object = join(folder, `damaged-${NAME}`);
    writeFileSync(object, damage(text));
    expect(readFileSync(object, 'utf8')).not.toBe(text);
    for (const records of wrapping.records) expect(await faultsOf(object, pushed.job, records)).toEqual(faults);
  });

  it('a replay of the job decides every line', async () => {
    // Detection alone does not find an array below the first level; the last path leads to every array of these rows.
    const reading = { input: 'auto', records: wrapping.records.at(-1), columns: undefined } as const;
    const report = await replay(replayOf([pushed.object], { reading }, pushed.job));
    expect(report.jobs![0]).toMatchObject({ kept: { lines: LINES }, undecided: { lines: 0 } });
  });
});

it.each<[string, string, Record<string, number>]>([
  ['the wrapper has another key', '{"inf":{', { 'field-missing': 1, 'field-extra': 1 }],
  ['the wrapper has a key too many', '{"x":1,"info":{', { 'field-extra': 1 }],
  ['the wrapper holds no object', '{"info":null,"y":{', { type: 1 }],
  ['the fields are not wrapped', '{"a":{},', { 'field-missing': 1, 'field-extra': 1 }],
])('damage to a wrapper: %s', async (title, by, faults) => {
  const wrapping = WRAPPINGS.find((one) => one.title === 'lines of wrapped records')!;
  const { job, object } = await push(wrapping, join(root, title.replaceAll(' ', '-')));
  const text = readFileSync(object, 'utf8');
  const ending = title === 'the fields are not wrapped' ? /\}\}(?=\n)/g : /$^/g;
  writeFileSync(object, nth(ending, '}')(nth(/\{"info":\{/g, by)(text)));
  expect(await faultsOf(object, job)).toEqual(faults);
});
