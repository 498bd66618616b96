// The page over sources of every kind: read meanwhile, changed by another run, cut, unreadable; and what is left of it at the end.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type * as Page from '../../../src/page/contract.ts';
import { type OpenPage, type OpenPageRequest, openPage } from '../../../src/page/server/open-page.ts';
import { readBeginning } from '../../../src/page/server/read-beginning.ts';
import { indexLogs } from '../../../src/verbs/index-logs/index-logs.ts';
import { replay } from '../../../src/verbs/replay/replay.ts';
import { runCli } from '../../helpers/cli/run-cli.ts';
import { SAMPLE_LINES } from './sample-lines.ts';

const STATE: Page.PageState = { from: '', to: 'EdgeResponseStatus >= 500', guards: [], neverDrop: [], prices: [] };
const SECRET = 'hidden-access-key';

let root: string;
let logs: string;
let page: OpenPage | undefined;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'headgate-open-'));
  logs = join(root, 'logs');
  mkdirSync(logs);
  writeFileSync(join(logs, '1.log.gz'), gzipSync(SAMPLE_LINES.slice(0, 60).join('')));
  writeFileSync(join(logs, '2.log'), SAMPLE_LINES.slice(60).join(''));
});
afterEach(async () => {
  await page?.stop();
  page = undefined;
});

async function open(sources: readonly string[], more: Partial<OpenPageRequest> = {}): Promise<OpenPage> {
  page = await openPage({
    ...{
      sources,
      connection: {},
      range: {},
      slackMs: undefined,
      reading: undefined,
      nullAs: 'unknown',
      undecidedOk: false,
    },
    ...{
      dataset: undefined,
      threads: 1,
      state: STATE,
      sql: '',
      output: undefined,
      sourceFlags: [],
      port: 0,
      onWarning: () => {},
    },
    signal: new AbortController().signal,
    ...more,
  });
  return page;
}

/** Asks one question. @returns its answer, or why there is none */
async function post(name: string, question: object): Promise<Partial<Page.Failed>> {
  const [origin, token] = page!.address.split('/#token=');
  const response = await fetch(`${origin}/api`, {
    ...{ method: 'POST', body: JSON.stringify([{ name, question }]) },
    headers: {
      ...{ origin: origin!, 'sec-fetch-site': 'same-origin', authorization: `Bearer ${token}` },
      'content-type': 'application/json',
    },
  });
  return JSON.parse(await response.text()).answer;
}
/** Asks again, as the page does, until an object is read. */
async function ask<Answer>(name: string, question: object): Promise<Answer> {
  for (;;) {
    const answer = await post(name, question);
    if (answer.error?.code !== 'superseded') return answer as Answer;
  }
}

/** The folders of open pages of this process. */
const leftovers = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`.headgate-open-${process.pid}-`));

describe('a page', () => {
  it('over logs answers as a replay, and leaves nothing behind', async () => {
    const { read, stop } = await open([logs]);
    const [folder] = leftovers();
    expect(statSync(join(tmpdir(), folder!)).mode & 0o777).toBe(0o700);
    expect(await read).toBeUndefined();
    const { over, report } = await ask<Page.Verdict>('verdict', STATE);
    const { jobs } = await replay({ sources: [logs], filters: [STATE.to], threads: 1 });
    expect(over).toMatchObject({ objects: 2, objectsInAll: 2, lines: 150, isComplete: true });
    expect(report.jobs[1]!.kept).toEqual(jobs![0]!.kept);
    // The temporary index is no concern of a user.
    expect(report.source).not.toHaveProperty('indexes');
    const opened = await ask<Page.Opened>('open', {});
    expect(opened).toMatchObject({
      dataset: 'http_requests',
      sources: [logs],
      state: STATE,
      firstTime: '2026-11-01T00:00:20.000Z',
    });
    expect(opened.fields.find(({ name }) => name === 'RayID')).toMatchObject({ share: 1, type: 'string' });
    await stop();
    page = undefined;
    expect(leftovers()).toEqual([]);
  });

  it('answers while it reads: figures of what was read, then of everything', async () => {
    for (let at = 3; at < 120; at += 1) writeFileSync(join(logs, `${at}.log`), SAMPLE_LINES.join(''));
    const { read } = await open([logs]);
    const seen: Page.Coverage[] = [];
    for (;;) {
      const { over, report } = await ask<Page.Verdict>('verdict', STATE);
      seen.push(over);
      expect(report.source.objects).toBe(over.objects);
      expect(report.lines.read).toBe(over.lines);
      expect(report.partial).toBe(false);
      if (over.isComplete) break;
    }
    await read;
    const objects = seen.map((one) => one.objects);
    expect(objects).toEqual(objects.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toMatchObject({ objects: 119, objectsInAll: 119, lines: 150 + 117 * 150 });
  });

  it('over an index sees what another run adds to it', async () => {
    const out = join(root, 'index');
    await indexLogs({ sources: [logs], out });
    writeFileSync(join(logs, '3.log'), SAMPLE_LINES.slice(0, 10).join(''));
    await open([out]);
    const before = await ask<Page.Verdict>('verdict', STATE);
    const { warnings } = await ask<Page.Opened>('open', {});
    expect(warnings).toEqual([expect.stringContaining('1 object of its source is not in it')]);
    appendFileSync(join(logs, '2.log'), SAMPLE_LINES[0]!);
    await indexLogs({ sources: [logs], out });
    const after = await ask<Page.Verdict>('verdict', STATE);
    expect([before.over.lines, after.over.lines]).toEqual([150, 161]);
    expect(after.report.lines.read).toBe(161);
    expect(after.over.revision).toBeGreaterThan(before.over.revision);
    const { total } = await ask<Page.Lines>('lines', { ...STATE, effect: 'all', first: 0, count: 0, columns: [] });
    expect(total).toBe(161);
  });

  it('over an index that is removed or damaged says so, and answers again once it is back', async () => {
    const out = join(root, 'index');
    await indexLogs({ sources: [logs], out });
    await open([out]);
    const manifest = join(out, 'index.sqlite');
    const content = readFileSync(manifest);
    writeFileSync(manifest, 'not an index');
    const failed = await post('verdict', STATE);
    expect(failed.error!.message).toContain(out);
    writeFileSync(manifest, content);
    expect((await ask<Page.Verdict>('verdict', STATE)).over.lines).toBe(150);
    const [part] = readdirSync(out).filter((name) => name.endsWith('.arrow'));
    rmSync(join(out, part!));
    const gone = await post('values', { ...STATE, field: 'ClientCountry', count: 3 });
    expect(gone.error!.code).toBe('index-damaged');
    rmSync(out, { recursive: true });
    const removed = await post('verdict', STATE);
    expect(removed.error!.message).toContain(out);
  });

  it('reports objects that cannot be read, and answers over the others', async () => {
    writeFileSync(join(logs, '3.log'), '<!doctype html><html><body>expired</body></html>');
    writeFileSync(join(logs, '4.log.gz'), gzipSync(SAMPLE_LINES.join('')).subarray(0, 400));
    const { read } = await open([logs]);
    expect(await read).toContain('3.log, and 1 more object');
    const { over, report } = await ask<Page.Verdict>('verdict', STATE);
    expect(over.failure).toContain('3.log');
    expect(report.lines.read).toBeGreaterThanOrEqual(150);
  });

  it('over objects of which none can be read has a sentence for each question', async () => {
    for (const name of readdirSync(logs)) writeFileSync(join(logs, name), '<!doctype html><html></html>');
    const { read } = await open([logs]);
    expect(await read).toContain('1.log.gz');
    for (const [name, more] of [
      ['verdict', {}],
      ['lines', { effect: 'all', first: 0, count: 1, columns: [] }],
    ] as const) {
      const answer = await post(name, { ...STATE, ...more });
      expect([name, answer.error?.message]).toEqual([name, expect.stringMatching(/^cannot /)]);
    }
  });

  it('over one line of hostile text passes it on as it is', async () => {
    const hostile = '</script><img src=x onerror=alert(1)>\u202e"\\\u0000';
    writeFileSync(join(logs, '3.log'), `${JSON.stringify({ RayID: hostile, EdgeResponseStatus: 599 })}\n`);
    const { read } = await open([logs]);
    await read;
    const state = { ...STATE, to: 'EdgeResponseStatus == 599' };
    const { rows } = await ask<Page.Lines>('lines', {
      ...state,
      effect: 'kept',
      first: 0,
      count: 9,
      columns: ['RayID'],
    });
    expect(rows.map(({ values: [value] }) => JSON.parse(value!))).toEqual([hostile]);
    const { fields } = await ask<Page.LineAnswer>('line', {
      ...state,
      object: rows[0]!.object,
      offset: rows[0]!.offset,
    });
    const { require } = fields.find(({ name }) => name === 'RayID')!;
    expect((await ask<Page.Verdict>('verdict', { ...state, to: require! })).report.jobs[1]!.kept.lines).toBe(1);
  });

  it('sends no secret of a job and its destination', async () => {
    const conf = `s3://bucket/logs?region=eu-west-1&access-key-id=A&secret-access-key=${SECRET}`;
    const job = { name: 'live', dataset: 'http_requests', destination_conf: conf, ownership_challenge: SECRET };
    const path = join(root, 'job.json');
    writeFileSync(path, JSON.stringify({ ...job, filter: '{"where":{"key":"BotScore","operator":"lt","value":30}}' }));
    const { sources, ...state } = await readBeginning({ sources: [], job: path });
    expect(sources).toEqual([conf]);
    expect(state).toEqual({
      ...{ dataset: 'http_requests', sql: '', output: {} },
      state: { from: 'BotScore < 30', to: 'BotScore < 30', guards: [], neverDrop: [], prices: [] },
    });
    const pasted = await open([logs]);
    expect(JSON.stringify(pasted.shown)).not.toContain(SECRET);
    for (const text of [JSON.stringify(job), JSON.stringify([job])]) {
      const failed = await ask<Page.Failed>('verdict', { ...STATE, to: text });
      expect([failed.error.code, JSON.stringify(failed).includes(SECRET)]).toEqual(['filter-is-job', false]);
      expect(JSON.stringify(await ask<Page.Checked>('check', { text }))).not.toContain(SECRET);
    }
    const asFilter = await ask<Page.Failed>('verdict', { ...STATE, to: conf });
    expect(asFilter.error.code).toBe('filter-invalid');
    const { text: command } = await ask<Page.Taken>('take', { ...STATE, what: 'command' });
    expect(command).not.toContain(SECRET);
  });

  it('begins with a transformer, of the dataset that it names', async () => {
    const path = join(root, 'slim.sql');
    writeFileSync(path, 'SELECT ColoName FROM dns_logs\n');
    const read = await readBeginning({ sources: ['logs'], transformer: path });
    expect(read).toMatchObject({
      sql: 'SELECT ColoName FROM dns_logs\n',
      dataset: 'dns_logs',
      state: { from: '', to: '' },
    });
    await expect(readBeginning({ sources: ['logs'], transformer: join(root, 'no.sql') })).rejects.toThrow(/no\.sql/);
    await expect(readBeginning({ sources: ['logs'], transformer: '17' })).rejects.toThrow(
      'cannot read --transformer 17: found an id, expected SQL or a file where no account is given; a file with this name is ./17',
    );
    await open([logs], { sql: read.sql });
    expect(await ask<Page.Opened>('open', {})).toMatchObject({ sql: read.sql });
  });

  it('opens a browser through a file that only its owner reads', async () => {
    const { redirect, address } = await open([logs]);
    const path = await redirect();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain(address);
    await page!.stop();
    page = undefined;
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['nowhere', 'no-such-folder', /does not exist/],
    ['an empty folder', 'empty', /found no object/],
  ])('over %s does not open', async (_, name, message) => {
    mkdirSync(join(root, 'empty'));
    await expect(open([join(root, name)])).rejects.toThrow(message);
    expect(leftovers()).toEqual([]);
  });

  it('does not mix an index with other sources', async () => {
    const out = join(root, 'index');
    await indexLogs({ sources: [logs], out });
    await expect(open([out, logs])).rejects.toMatchObject({ code: 'several-sources' });
  });
});

describe('the command', () => {
  const listening = /^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/;

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends with %s and removes what is temporary', async (signal) => {
    const folder = mkdtempSync(join(root, 'tmp-'));
    const { code, stdout, stderr } = await runCli(['open', logs, '--no-browser'], {
      env: { TMPDIR: folder },
      onStart: (kill, errors) =>
        errors.on('data', (text: Buffer) => String(text).includes('are exact') && kill(signal)),
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('reads ')]);
    expect(stdout).toMatch(listening);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with 0 if it is stopped while it reads', async () => {
    for (let at = 3; at < 120; at += 1) writeFileSync(join(logs, `${at}.log`), SAMPLE_LINES.join('').repeat(20));
    const { code } = await runCli(['open', logs, '--no-browser'], {
      onStart: (kill, errors) => errors.on('data', (text: Buffer) => String(text).includes('reads ') && kill('SIGINT')),
    });
    expect(code).toBe(0);
  });

  it('removes what a killed process has left', async () => {
    const folder = mkdtempSync(join(root, 'tmp-'));
    const env = { TMPDIR: folder };
    const stopAt =
      (signal: NodeJS.Signals) =>
      (kill: (signal: NodeJS.Signals) => void, errors: NodeJS.ReadableStream): void => {
        errors.on('data', (text: Buffer) => String(text).includes('are exact') && kill(signal));
      };
    await runCli(['open', logs, '--no-browser'], { env, onStart: stopAt('SIGKILL') }).catch(() => undefined);
    expect(readdirSync(folder)).toHaveLength(1);
    await runCli(['open', logs, '--no-browser'], { env, onStart: stopAt('SIGINT') });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reads standard input', async () => {
    const { code, stderr } = await runCli(['open', '-', '--no-browser'], {
      stdin: SAMPLE_LINES.join(''),
      onStart: (kill, errors) =>
        errors.on('data', (text: Buffer) => String(text).includes('are exact') && kill('SIGINT')),
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('reads -')]);
  });

  it.each([
    [2, ['--price', 'free'], /cannot parse --price/],
    [2, ['--guard', 'kept'], /--guard 'kept'/],
    [2, ['--never-drop', 'Foo == 1'], /unknown field: found "Foo"/],
    [2, ['--to', '@nowhere'], /nowhere/],
    [1, ['--to', 'EdgeResponseStatus >>= 3'], /column 21: found ">="[\s\S]*cannot use --to: the filter is invalid/],
    [1, ['--from', 'Foo == 1'], /found "Foo"[\s\S]*cannot use --from: the filter is invalid/],
    [2, ['-d', 'nonsense'], /found "nonsense", expected the name of a dataset/],
    [2, ['--from', 'all', '--job', 'job.json'], /--from and --job/],
    [2, ['--port', '65536'], /--port/],
  ])('exits with %i for %j before it listens', async (expected, flags, message) => {
    const { code, stdout, stderr } = await runCli(['open', logs, '--no-browser', ...flags]);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(message);
  });
});
