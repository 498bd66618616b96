// An index answers as its objects would, is updated by what has changed, and survives every fault with a sentence.

import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PartFile } from '../../../src/input/columns/index.ts';
import { openDestination } from '../../../src/input/destination/index.ts';
import { lockIndex, Manifest } from '../../../src/input/manifest/index.ts';
import { type IndexReport, replay } from '../../../src/verbs/index.ts';
import { describeIndex } from '../../../src/verbs/index-logs/describe-index.ts';
import { indexLogs } from '../../../src/verbs/index-logs/index-logs.ts';
import { runCli, runTogether } from '../../helpers/cli/run-cli.ts';
import { runInShell } from '../../helpers/cli/run-example.ts';

const LINES = Array.from({ length: 400 }, (_, at) =>
  JSON.stringify({
    RayID: `ray${at}`,
    EdgeStartTimestamp: `2026-11-0${1 + (at % 3)}T00:00:${String(at % 60).padStart(2, '0')}Z`,
    ClientIP: `192.0.2.${at % 250}`,
    EdgeResponseStatus: at % 7 === 0 ? 503 : 200,
    ClientRequestPath: `/p/${at % 40}`,
    BotScore: at % 5 === 0 ? null : at % 100,
  }),
);
const slice = (from: number, to: number): string =>
  LINES.slice(from, to)
    .map((line) => `${line}\n`)
    .join('');

let root: string;
let logs: string;
let out: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'headgate-index-'));
  logs = join(root, 'logs');
  out = join(root, 'index');
  mkdirSync(logs);
  writeFileSync(join(logs, '1.log.gz'), gzipSync(slice(0, 100)));
  writeFileSync(join(logs, '2.log'), `${slice(100, 200)}malformed\n\n{"a":1,"a":2}\n`);
  writeFileSync(join(logs, '3.log'), slice(200, 300).trimEnd());
});

const build = (request: Partial<Parameters<typeof indexLogs>[0]> = {}): Promise<IndexReport> =>
  indexLogs({ sources: [logs], out, threads: 1, ...request });
const changesOf = ({ changes: { lost, malformed, ...counts } = {} as never }: IndexReport): unknown =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

/** The bytes of all objects, from the index alone; without those that no build has read yet. */
async function stored(): Promise<Record<string, string>> {
  const destination = await openDestination({ kind: 'index', path: out, display: out });
  const { objects } = await destination.list({});
  const found: Record<string, string> = {};
  for (const object of objects) {
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of destination.open(object)) chunks.push(chunk);
    } catch (error) {
      if ((error as { code?: string }).code !== 'object-waiting') throw error;
      continue;
    }
    found[object.name.slice(logs.length + 1)] = Buffer.concat(chunks).toString();
  }
  return found;
}

/** Reports of a source, without what names it. */
async function answers(source: string): Promise<unknown[]> {
  const filter = ['--filter', 'EdgeResponseStatus >= 500 and BotScore < 30', '--null', 'zero'];
  const commands = [
    ['replay', source, '--reproducible', '--samples', '2', ...filter],
    ['replay', source, '--since', '2026-11-02', '--reproducible', ...filter],
    ['sample', source, '-n', '5', ...filter],
    // Two conditions on one field, the first true of every value.
    ['replay', source, '--reproducible', '--filter', 'not starts_with(RayID, "x") and not RayID contains "1"'],
  ];
  return await Promise.all(
    commands.map(async (command) => {
      const { code, stdout } = await runTogether([...command, '--format', 'json', '-q']);
      const { source: _, ...report } = JSON.parse(stdout.replaceAll(out, logs));
      return { code, report };
    }),
  );
}

describe('an index', () => {
  it('answers as its objects do', async () => {
    const report = await build();
    expect(report.objects).toEqual({ columns: 3, stored: 0, waiting: 0 });
    expect(report.lines).toBe(303);
    expect(await answers(out)).toEqual(await answers(logs));
  });

  it.each([
    ['one thread', { threads: 1 }],
    ['two threads', { threads: 2, bytesPerThread: 0 }],
  ])('has the lines when the objects are gone: built in %s', async (_name, request) => {
    await build(request);
    rmSync(logs, { recursive: true });
    expect(await stored()).toEqual({
      '1.log.gz': slice(0, 100),
      '2.log': `${slice(100, 200)}malformed\n\n{"a":1,"a":2}\n`,
      '3.log': slice(200, 300).trimEnd(),
    });
  });

  it('is built by a kernel in each thread', async () => {
    const line = `${String.raw`{"\u0052ayID":"1"}`}\n`;
    for (const name of ['1.log.gz', '2.log', '3.log', '4.log']) writeFileSync(join(logs, name), line);
    await build({ threads: 2, bytesPerThread: 0 });
    const manifest = Manifest.open(out, 'read');
    const parts = [...manifest.parts().values()].map((part) => new PartFile(out, part));
    manifest.close();
    // JavaScript stores a key with an escape in columns.
    expect(parts.map(({ lines }) => lines.texts.ends.length > 0)).toEqual([true, true]);
  });

  it.each([
    ['a folder with a slash', () => `${logs}/`],
    ['a folder with a dot', () => `${root}/./logs`],
    ['a relative folder', () => relative(process.cwd(), logs)],
    ['a folder of days', () => join(logs, '{DATE}')],
    ['a file', () => relative(process.cwd(), join(logs, '1.log.gz'))],
  ])('has each object once if its source is also named as %s', async (_, source) => {
    if (source().endsWith('{DATE}')) {
      mkdirSync(join(logs, '20261101'));
      for (const name of ['1.log.gz', '2.log', '3.log']) renameSync(join(logs, name), join(logs, '20261101', name));
    }
    const { objects, lines } = await build();
    const { changes, ...second } = await build({ sources: [source()] });
    expect([second.objects, second.lines, changes!.added, changes!.replaced]).toEqual([objects, lines, 0, 0]);
    appendFileSync(join(logs, source().endsWith('{DATE}') ? '20261101' : '', '1.log.gz'), gzipSync(slice(0, 1)));
    const third = await build({ sources: [source()] });
    expect([third.objects, third.lines, third.changes!.replaced]).toEqual([objects, lines + 1, 1]);
  });

  it('counts each object once beside its logs, wherever it was built', async () => {
    const built = await runTogether(['index', 'logs', '--out', out, '-q'], { cwd: root });
    expect(built.code).toBe(0);
    const { lines } = await replay({ sources: [logs], filters: ['all'], threads: 1 });
    expect((await replay({ sources: [out, logs], filters: ['all'], threads: 1 })).lines).toEqual(lines);
    // However the folder, or a file of it, is spelled.
    const link = join(root, 'link');
    symlinkSync(logs, link);
    for (const sources of [
      [logs, link],
      [out, link],
      [join(link, '3.log'), logs],
    ])
      expect((await replay({ sources, filters: ['all'], threads: 1 })).lines).toEqual(lines);
    expect(changesOf(await build({ sources: [link] }))).toEqual({ unchanged: 3 });
  });

  it('of two that have the same objects, the whole one answers, or the newer one', async () => {
    const [first, second, partial] = ['first', 'second', 'partial'].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ];
    await indexLogs({ sources: [logs], out: first });
    appendFileSync(join(logs, '2.log'), slice(300, 301));
    await indexLogs({ sources: [logs], out: second });
    await indexLogs({ sources: [logs], out: partial, without: ['ClientIP'] });
    rmSync(logs, { recursive: true });
    for (const sources of [
      [first, second, partial],
      [partial, second, first],
    ]) {
      const { lines, jobs } = await replay({ sources, filters: ['ClientIP == "192.0.2.1"'], threads: 1 });
      expect([lines.read, lines.malformed, jobs![0]!.undecided.lines]).toEqual([302, 1, 1]);
    }
  });

  it('is the same without the kernel', async () => {
    const { code } = await runTogether(['index', logs, '--out', out, '-q'], { env: { HEADGATE_KERNEL: 'off' } });
    expect(code).toBe(0);
    const slow = [describeIndex(out).lines, await stored()];
    out = join(root, 'fast');
    await build();
    expect([describeIndex(out).lines, await stored()]).toEqual(slow);
  });

  it('has files for its owner alone', async () => {
    await build();
    const modes = [out, ...readdirSync(out).map((file) => join(out, file))].map((path) =>
      (statSync(path).mode & 0o777).toString(8),
    );
    if (process.platform !== 'win32') expect(modes).toEqual(['700', ...modes.slice(1).map(() => '600')]);
    expect(readdirSync(out).filter((file) => !/^(index\.sqlite|part-[0-9a-f]+\.arrow)$/.test(file))).toEqual([]);
  });

  it.each<[string, string | Buffer]>([
    ['CSV', 'RayID,EdgeResponseStatus\nx,200\n'],
    ['a JSON document', JSON.stringify([{ RayID: 'x' }, { RayID: 'y' }])],
    ['with a byte order mark', `\ufeff${slice(0, 2)}`],
    ['damaged', gzipSync(slice(0, 300)).subarray(0, 900)],
  ])('reads an object where it is: %s', async (_name, content) => {
    writeFileSync(join(logs, '4.log'), content);
    expect((await build()).objects).toEqual({ columns: 3, stored: 1, waiting: 0 });
    expect(await answers(out)).toEqual(await answers(logs));
    rmSync(join(logs, '4.log'));
    await expect(stored()).rejects.toThrow('its lines are not in the columns of the index');
  });
});

describe('an update', () => {
  beforeEach(async () => {
    await build();
  });

  it.each<[string, () => void, unknown]>([
    ['nothing', () => {}, { unchanged: 3 }],
    ['a new object', () => writeFileSync(join(logs, '4.log'), slice(300, 400)), { added: 1, unchanged: 3 }],
    ['a longer object', () => appendFileSync(join(logs, '2.log'), slice(300, 301)), { replaced: 1, unchanged: 2 }],
    ['an object of another time', () => utimesSync(join(logs, '2.log'), 1, 1), { replaced: 1, unchanged: 2 }],
    ['a deleted object', () => rmSync(join(logs, '2.log')), { removed: 1, unchanged: 2 }],
  ])('after %s', async (_name, change, expected) => {
    change();
    expect(changesOf(await build())).toEqual(expected);
    expect(await answers(out)).toEqual(await answers(logs));
    expect(changesOf(await build({ sources: [] }))).toEqual({ unchanged: readdirSync(logs).length });
  });

  it('of a source that was named in another working directory is rejected', async () => {
    out = join(root, 'relative');
    const built = await runTogether(['index', 'logs', '--out', out, '-q'], { cwd: root });
    expect(built.code).toBe(0);
    expect((await runTogether(['index', '--out', out, '-q'], { cwd: root })).stdout).toContain('3 unchanged');
    const { code, stderr } = await runTogether(['index', '--out', out, '-q']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        `its source logs was named in another working directory; run the command in ${root}, with --out ${out} (the source is ${logs})`,
      ),
    ]);
  });

  it('of other objects with the same names is rejected', async () => {
    out = join(root, 'relative');
    expect((await runTogether(['index', 'logs', '--out', out, '-q'], { cwd: root })).code).toBe(0);
    const before = describeIndex(out).lines;
    const other = join(root, 'other');
    mkdirSync(join(other, 'logs'), { recursive: true });
    writeFileSync(join(other, 'logs', '2.log'), slice(300, 400));
    const { code, stderr } = await runTogether(['index', 'logs', '--out', out, '-q'], { cwd: other });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('the index has another object with the name logs/2.log, from another server or folder'),
    ]);
    expect(describeIndex(out).lines).toBe(before);
  });

  it.each([
    ['replay', ['--transformer']],
    ['compare', ['--from', 'all', '--to-transformer']],
  ])('%s rejects SQL for another dataset than that of the index', async (verb, flags) => {
    await build();
    const run = await runTogether([verb, out, ...flags, 'SELECT RayID FROM firewall_events', '-q']);
    expect(run).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/found firewall_events, expected http_requests, the dataset of/),
    });
  });

  it('without its source is rejected: the index stays, and answers', async () => {
    await indexLogs({ sources: [logs], out });
    const before = describeIndex(out);
    const objects = await replay({ sources: [logs], filters: ['BotScore < 30'] });
    rmSync(logs, { recursive: true });
    await expect(indexLogs({ out })).rejects.toThrow(
      `cannot read ${logs}: found no object, expected at least one with logs; the index ${out} stays as it is, and commands still take it as their source, such as headgate replay ${out}`,
    );
    expect(describeIndex(out)).toEqual({ ...before, sourcesGone: [logs] });
    const index = await replay({ sources: [out], filters: ['BotScore < 30'] });
    const other = { source: {}, timing: {} };
    expect({ ...index, ...other }).toEqual({ ...objects, ...other });
  });

  it('leaves nothing of deleted objects', async () => {
    const texts = (): string => {
      const manifest = Manifest.open(out, 'read');
      const parts = [...manifest.parts().values()].map((part) => new PartFile(out, part));
      manifest.close();
      return parts.map(({ fields }) => Buffer.from(fields.get('RayID')!.texts.bytes).toString()).join('');
    };
    expect(texts()).toContain('"ray150"');
    rmSync(join(logs, '2.log'));
    await build();
    expect(texts()).not.toContain('"ray150"');
    expect(await stored()).toEqual({ '1.log.gz': slice(0, 100), '3.log': slice(200, 300).trimEnd() });
    expect(readdirSync(out).length).toBe(2);
    expect(describeIndex(out).lines).toBe(200);
  });

  it('keeps the lines of a source that no longer exists, unless they are pruned', async () => {
    const other = join(root, 'other');
    mkdirSync(other);
    writeFileSync(join(other, '9.log'), slice(300, 310));
    await build({ sources: [other] });
    rmSync(logs, { recursive: true });
    const listed = await runTogether(['index', '--list', out, '-q']);
    const text = (listed.stdout + listed.stderr).replaceAll(root, 'ROOT').replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'Source: ROOT/logs no longer exists; headgate index --out ROOT/index --prune removes its lines',
    );
    const rejection = `cannot update the index ${out}: found no object in ${logs}, of which the index has 3, expected at least one; `;
    await expect(build({ sources: [] })).rejects.toThrow(rejection);
    // A disk that is not mounted leaves an empty folder.
    mkdirSync(logs);
    await expect(build({ sources: [] })).rejects.toThrow(rejection);
    expect(changesOf(await build({ sources: [other] }))).toEqual({ unchanged: 1 });
    expect(changesOf(await build({ sources: [], prune: true }))).toEqual({ removed: 3, unchanged: 1 });
    expect(describeIndex(out)).toMatchObject({ sources: [other], sourcesGone: [] });
  });

  it('keeps the lines of a file that no longer exists, unless they are pruned', async () => {
    const file = join(logs, '2.log');
    const files = join(root, 'files');
    await indexLogs({ sources: [join(logs, '3.log'), file], out: files });
    rmSync(file);
    const update = { sources: [], out: files };
    await expect(indexLogs(update)).rejects.toThrow(`found no object in ${file}, of which the index has 1`);
    expect((await replay({ sources: [files], filters: ['all'], threads: 1 })).lines.read).toBe(201);
    expect(changesOf(await indexLogs({ ...update, prune: true }))).toEqual({ removed: 1, unchanged: 1 });
    expect(describeIndex(files)).toMatchObject({ sources: [join(logs, '3.log')], sourcesGone: [] });
  });

  it.skipIf(process.getuid?.() === 0)('keeps the lines of a folder that cannot be listed', async () => {
    const closed = join(logs, 'closed');
    mkdirSync(closed);
    writeFileSync(join(closed, '4.log'), slice(300, 310));
    await build();
    chmodSync(closed, 0);
    onTestFinished(() => chmodSync(closed, 0o700));
    const { changes, objects } = await build();
    expect([changes!.removed, objects.columns, objects.waiting]).toEqual([0, 4, 1]);
    chmodSync(closed, 0o700);
    expect(changesOf(await build())).toMatchObject({ removed: 1, unchanged: 4 });
  });

  it('removes the objects that are gone of a source that has others, whatever the range and the other sources are', async () => {
    const days = ['20261105', '20261106'].map((day) => join(logs, day));
    for (const day of days) {
      mkdirSync(day);
      for (const hour of ['00', '05']) {
        const name = `${day.slice(-8)}T${hour}0000Z_${day.slice(-8)}T${hour}0100Z_aaaaaaaa.log`;
        writeFileSync(join(day, name), slice(0, 5));
      }
    }
    await build({ sources: days });
    rmSync(join(days[1]!, '20261106T050000Z_20261106T050100Z_aaaaaaaa.log'));
    // The folder lists the objects of its own folder, too.
    expect(changesOf(await build({ sources: [logs, days[1]!] }))).toMatchObject({ removed: 1 });
    rmSync(days[0]!, { recursive: true });
    const range = { since: '2026-11-05', until: '2026-11-05T12:00Z' };
    expect(changesOf(await build({ sources: [logs], range }))).toMatchObject({ removed: 2 });
  });

  it('a folder that could not be listed counts as unreadable until it can', async () => {
    await build();
    const manifest = Manifest.open(out, 'write');
    const [location] = manifest.locations().keys();
    const closed = { location: location!, name: join(logs, 'closed/'), key: 'closed/', bytes: null, etag: null };
    manifest.change(() => manifest.addWaiting({ ...closed, stamp: null }));
    manifest.close();
    const { source } = await replay({ sources: [out], filters: ['all'], threads: 1 });
    expect([source.unreadable, source.skipped, source.indexes]).toMatchObject([1, 0, [{ waiting: 1 }]]);
    expect(changesOf(await build())).toEqual({ removed: 1, unchanged: 3 });
  });

  it('removes the objects that are gone, however the source was spelled when they were read', async () => {
    const other = join(root, 'other');
    mkdirSync(join(logs, 'a'));
    mkdirSync(other);
    writeFileSync(join(other, '9.log'), slice(300, 310));
    writeFileSync(join(logs, 'a', '4.log'), slice(300, 310));
    await build({ sources: [logs, join(logs, 'a'), other] });
    rmSync(join(logs, '2.log'));
    const spelled = `${root}/./logs`;
    expect(changesOf(await build({ sources: [spelled] }))).toEqual({ removed: 1, unchanged: 3 });
    expect(describeIndex(out).sources).not.toContain(logs);
    // A folder in it that has become empty is a source of its own only if it is named.
    await build({ sources: [join(logs, 'a')] });
    rmSync(join(logs, 'a', '4.log'));
    await expect(build({ sources: [] })).rejects.toThrow(
      `found no object in ${join(logs, 'a')}, of which the index has 1`,
    );
    expect(changesOf(await build({ sources: [spelled] }))).toEqual({ removed: 1, unchanged: 2 });
  });

  it('has a file once, whatever links lead to it now', async () => {
    const count = async (...sources: string[]): Promise<number> =>
      (await replay({ sources, filters: ['all'], threads: 1 })).lines.read;
    const [other, moved] = [join(root, 'other'), join(root, 'moved')];
    mkdirSync(other);
    writeFileSync(join(other, '9.log'), slice(300, 310));
    symlinkSync(other, join(logs, 'sub'));
    const file = join(logs, 'sub', '9.log');
    expect([await count(logs, join(logs, 'sub')), await count(logs, file), await count(file, logs)]).toEqual([
      311, 311, 311,
    ]);
    expect(changesOf(await build({ sources: [logs, join(logs, 'sub'), file] }))).toMatchObject({
      unchanged: 3,
      added: 1,
    });
    expect(await count(out)).toBe(311);
    // Its lines stay while it is away.
    renameSync(other, moved);
    expect(changesOf(await build())).toEqual({ removed: 1, unchanged: 3 });
    renameSync(moved, other);
    symlinkSync(join(other, '9.log'), join(logs, '9.log'));
    rmSync(join(logs, 'sub'));
    await build();
    renameSync(other, moved);
    expect(changesOf(await build())).toEqual({ unchanged: 4 });
    // A folder is replaced by a link to a copy that is a source, too.
    renameSync(moved, other);
    rmSync(join(logs, '9.log'));
    cpSync(other, moved, { recursive: true });
    await build({ sources: [logs, other, moved] });
    expect(await count(out)).toBe(321);
    rmSync(other, { recursive: true });
    symlinkSync(moved, other);
    expect(changesOf(await build({ sources: [] }))).toMatchObject({ removed: 1 });
    expect(await count(out)).toBe(311);
  });

  it('leaves a file to the source that has it at its place, whatever links another source has', async () => {
    const other = join(root, 'other');
    mkdirSync(other);
    writeFileSync(join(other, '9.log'), slice(300, 310));
    symlinkSync(other, join(logs, 'sub'));
    await build({ sources: [logs, other] });
    expect(changesOf(await build({ sources: [logs] }))).toEqual({ unchanged: 4 });
    appendFileSync(join(other, '9.log'), slice(310, 311));
    expect(changesOf(await build({ sources: [logs] }))).toEqual({ replaced: 1, unchanged: 3 });
    expect((await replay({ sources: [out], filters: ['all'], threads: 1 })).lines.read).toBe(312);
    // A disk that is not mounted.
    renameSync(other, join(root, 'away'));
    await expect(build({ sources: [] })).rejects.toThrow(`found no object in ${other}, of which the index has 1`);
    renameSync(join(root, 'away'), other);
    rmSync(join(logs, 'sub'));
    expect(changesOf(await build({ sources: [logs] }))).toEqual({ unchanged: 3 });
    expect(changesOf(await build({ sources: [] }))).toEqual({ unchanged: 4 });
    // An update that reads neither leaves both.
    mkdirSync(join(logs, 'sub'));
    writeFileSync(join(logs, 'sub', '9.log'), slice(310, 315));
    await build({ sources: [logs] });
    rmSync(join(logs, 'sub'), { recursive: true });
    symlinkSync(other, join(logs, 'sub'));
    const third = join(root, 'third');
    mkdirSync(third);
    writeFileSync(join(third, '8.log'), slice(310, 315));
    expect(changesOf(await build({ sources: [third] }))).toEqual({ added: 1 });
    expect(changesOf(await build({ sources: [] }))).toEqual({ removed: 1, unchanged: 5 });
  });

  it.each(['gone', 'there'])('of a folder in a source leaves the source; its object is %s', async (state) => {
    mkdirSync(join(logs, 'sub'));
    writeFileSync(join(logs, 'sub', '4.log'), slice(300, 310));
    const whole = join(root, 'whole');
    await indexLogs({ sources: [logs], out: whole });
    for (const name of ['1.log.gz', '2.log', '3.log']) rmSync(join(logs, name));
    await indexLogs({ sources: [logs], out: whole });
    if (state === 'gone') renameSync(join(logs, 'sub', '4.log'), join(logs, 'sub', '5.log'));
    await indexLogs({ sources: [join(logs, 'sub')], out: whole });
    writeFileSync(join(logs, '6.log'), slice(310, 320));
    expect(changesOf(await indexLogs({ sources: [], out: whole }))).toEqual({ added: 1, unchanged: 1 });
  });

  it('of folders by day is that of the same folders in another spelling', async () => {
    const day = join(logs, '20261105');
    mkdirSync(day);
    const [first, second] = ['00', '01'].map((hour) =>
      join(day, `20261105T${hour}0000Z_20261105T${hour}0100Z_a.log`),
    ) as [string, string];
    for (const path of [first, second]) writeFileSync(path, slice(0, 5));
    const days = join(root, 'days');
    await indexLogs({ sources: [join(logs, '{DATE}')], out: days });
    rmSync(second);
    expect(changesOf(await indexLogs({ sources: [`${root}/./logs/{DATE}`], out: days }))).toEqual({
      removed: 1,
      unchanged: 1,
    });
    expect(describeIndex(days).sources).toEqual([`${root}/./logs/{DATE}`]);
    // A day gives way to all days.
    await indexLogs({ sources: [day], out: join(root, 'day') });
    const all = { sources: [join(logs, '{DATE}')], out: join(root, 'day') };
    expect(changesOf(await indexLogs(all))).toEqual({ unchanged: 1 });
    expect(describeIndex(all.out).sources).toEqual(all.sources);
  });

  it('leaves a file that cannot be checked, and names it', async () => {
    symlinkSync('4.log', join(logs, '4.log'));
    const { changes, objects } = await build();
    expect([changes!.lost[0]!.object, objects.waiting]).toEqual([join(logs, '4.log'), 1]);
    const resumed = { sources: [logs], filters: ['all'], resume: join(root, 'run'), threads: 1 };
    expect((await replay(resumed)).source.unreadable).toBe(1);
  });

  it('keeps objects outside the time range of the update', async () => {
    const day = join(logs, '20261105');
    mkdirSync(day);
    writeFileSync(join(day, '20261105T000000Z_20261105T000100Z_aaaaaaaa.log'), slice(0, 5));
    await build();
    const { changes } = await build({ range: { since: '2026-11-20' } });
    expect(changes!.removed).toBe(0);
    expect(describeIndex(out).objects.columns).toBe(4);
  });

  it('begins where the builds have begun, unless another time is named', async () => {
    for (const day of ['20261105', '20261106']) {
      mkdirSync(join(logs, day));
      writeFileSync(join(logs, day, `${day}T000000Z_${day}T000100Z_aaaaaaaa.log`), slice(0, 5));
    }
    const limited = join(root, 'limited');
    const update = async (since?: string, until?: string) => {
      const sources = since === '2026-11-06' ? [logs] : [];
      const report = await build({ out: limited, sources, range: { since, until } });
      return [report.changes!.added, report.listedSince];
    };
    const first = await update('2026-11-06');
    expect(await update()).toEqual([0, '2026-11-06T00:00:00Z']);
    expect(await update(undefined, '2026-11-07')).toEqual([0, '2026-11-06T00:00:00Z']);
    await expect(update(undefined, '2026-11-05')).rejects.toThrow('pass --since to extend it');
    expect(await update('2026-11-05')).toEqual([1, '2026-11-05T00:00:00Z']);
    expect([first[1], (await build()).listedSince]).toEqual(['2026-11-06T00:00:00Z', null]);
  });

  it('rejects other settings, and sources that are no objects', async () => {
    await expect(build({ dataset: 'dns_logs' })).rejects.toThrow(
      'found the dataset http_requests, expected the dataset dns_logs',
    );
    await expect(build({ without: ['ClientIP'] })).rejects.toThrow(
      'found an index with all fields, expected an index without ClientIP',
    );
    await expect(build({ sources: [out] })).rejects.toThrow('it is an index');
    await expect(build({ out: logs })).rejects.toThrow('found a folder with other files');
  });

  it.each<[string, () => Partial<Parameters<typeof indexLogs>[0]>, string]>([
    [
      'a field that the dataset does not have',
      () => ({ out: join(root, 'new'), without: ['RequestHeaders', 'ClientIp'] }),
      'cannot leave out the values of ClientIp: found no such field in http_requests, expected names of its fields; did you mean ClientIP?',
    ],
    [
      'the event time',
      () => ({ out: join(root, 'new'), without: ['EdgeStartTimestamp'] }),
      'cannot leave out the values of EdgeStartTimestamp: found the event time of http_requests, by which an index selects lines',
    ],
    [
      'an address as its folder',
      () => ({ out: 's3://bucket/new' }),
      'cannot create the index s3://bucket/new: found an address, expected a folder of this machine; name a folder with --out',
    ],
    ['a source that is an index', () => ({ sources: [out] }), 'cannot index ROOT/index: it is an index'],
    [
      'a source in the index',
      () => ({ sources: [join(out, 'day')] }),
      'cannot index ROOT/index/day: it is in the index',
    ],
    [
      'an index in its source',
      () => ({ out: join(logs, 'new', 'index') }),
      'cannot index ROOT/logs: the index ROOT/logs/new/index is in this folder; name a folder outside the source',
    ],
    ['a link to the source', () => ({ out: join(root, 'link', 'new') }), 'is in this folder'],
    [
      'no source of a new index',
      () => ({ sources: [], out: join(root, 'new') }),
      'cannot update the index ROOT/new: found no index there, expected a folder that headgate index has written; run headgate index <source> --out ROOT/new',
    ],
    ['a pipe', () => ({ sources: ['-'], out: join(root, 'new') }), 'cannot index stdin: it can be read only once'],
    [
      'a file as its folder',
      () => ({ out: join(logs, '2.log', 'new') }),
      'cannot create the index ROOT/logs/2.log/new: ',
    ],
  ])('rejects %s before it lists anything', async (_name, request, message) => {
    mkdirSync(join(out, 'day'));
    symlinkSync(logs, join(root, 'link'), 'junction');
    const listed = vi.fn();
    await expect(build({ onListing: listed, onListProgress: listed, ...request() })).rejects.toThrow(
      message.replaceAll('ROOT', root),
    );
    expect(listed).not.toHaveBeenCalled();
    expect(readdirSync(root).sort()).toEqual(['index', 'link', 'logs']);
  });

  it.each<[string, () => void]>([
    ['an index', () => {}],
    ['an index without its manifest', () => rmSync(join(out, 'index.sqlite'))],
  ])('a folder with logs and %s is read as the logs', async (_name, change) => {
    change();
    const { lines } = await replay({ sources: [root], filters: ['EdgeResponseStatus >= 500'], threads: 1 });
    expect([lines.read, lines.malformed]).toEqual([301, 1]);
  });
});

describe('a query of an index whose source differs', () => {
  it.each(['first', 'last'])(
    'an index beside its own folder, named %s, reads each object once, as the folder has it',
    async (place) => {
      await indexLogs({ sources: [logs], out });
      writeFileSync(join(logs, '4.log'), slice(300, 400));
      appendFileSync(join(logs, '2.log'), slice(300, 301));
      rmSync(join(logs, '3.log'));
      const manifest = Manifest.open(out, 'write');
      manifest.change(() => manifest.setState(join(logs, '1.log.gz'), 'waiting'));
      manifest.close();
      const sources = place === 'first' ? [out, logs] : [logs, out];
      const { lines, source } = await replay({ sources, filters: ['EdgeResponseStatus >= 500'], threads: 1 });
      expect([lines.read, lines.malformed, source.objects]).toEqual([402, 1, 4]);
      const lacks = { missing: 0, changed: 0, waiting: 0, gone: 1 };
      expect(source.indexes).toMatchObject([lacks]);
      // Of two indexes, none lacks what the folder has, and none without values is read.
      const other = join(root, 'other-index');
      await indexLogs({ sources: [logs], out: other, without: ['ClientIP'] });
      const request = { filters: ['ClientIP == "192.0.2.1"'], threads: 1 };
      const both = await replay({ ...request, sources: place === 'first' ? [other, out, logs] : [logs, out, other] });
      // A line that has no ClientIP.
      expect(both.jobs![0]!.undecided.lines).toBe(1);
      expect(both.source.indexes!.map(({ changed, waiting }) => changed + waiting)).toEqual([0, 0]);
      // A file that cannot be checked is read where it is, which reports why.
      rmSync(join(logs, '2.log'));
      symlinkSync('2.log', join(logs, '2.log'));
      const { source: broken } = await replay({ ...request, sources });
      expect(broken.unreadable).toBe(1);
    },
  );

  /** What a report states of an index. */
  type State = Partial<Record<'covered' | 'missing' | 'waiting' | 'changed' | 'gone', unknown>>;
  const rows: [string, () => void, State, string | undefined][] = [
    ['in nothing', () => {}, {}, undefined],
    [
      'in a new object',
      () => writeFileSync(join(logs, '4.log'), slice(300, 400)),
      { missing: 1 },
      '1 object of its source is not in it',
    ],
    [
      'in a longer object',
      () => appendFileSync(join(logs, '2.log'), slice(300, 301)),
      { changed: 1 },
      '1 object has changed since',
    ],
    [
      'in the time of an object',
      () => utimesSync(join(logs, '2.log'), 1, 1),
      { changed: 1 },
      '1 object has changed since',
    ],
    [
      'in deleted objects',
      () => ['1.log.gz', '2.log'].forEach((name) => void rmSync(join(logs, name))),
      { gone: 2 },
      '2 objects are gone since',
    ],
    [
      'in the objects of an empty folder',
      () => readdirSync(logs).forEach((name) => void rmSync(join(logs, name))),
      { gone: 3 },
      '3 objects are gone since',
    ],
    [
      'in everything',
      () => {
        writeFileSync(join(logs, '4.log'), slice(300, 400));
        appendFileSync(join(logs, '2.log'), slice(300, 301));
        rmSync(join(logs, '3.log'));
      },
      { missing: 1, changed: 1, gone: 1 },
      '1 object of its source is not in it and 1 object has changed since; 1 object is gone since',
    ],
    [
      'in a file that cannot be checked',
      () => {
        rmSync(join(logs, '2.log'));
        symlinkSync('2.log', join(logs, '2.log'));
      },
      {},
      undefined,
    ],
    // The index has the lines.
    ['in all of its folder', () => rmSync(logs, { recursive: true }), {}, undefined],
  ];
  const filter = ['--filter', 'BotScore > 1'];
  const JOB = JSON.stringify({ name: 'prod', dataset: 'http_requests', filter: '' });
  /** Every command with a report, by the formats that state how the index differs; `sample` writes lines, and csv a table. */
  const reports = (): [string[], string[]][] => [
    [
      ['replay', out, ...filter],
      ['text', 'markdown', 'html', 'github', 'junit'],
    ],
    [
      ['compare', out, '--from', 'BotScore > 1', '--to', 'BotScore > 2'],
      ['text', 'markdown', 'html', 'github', 'junit'],
    ],
    [['explain', out, ...filter], ['text']],
    [
      ['sample', out, ...filter, '--estimate'],
      ['text', 'markdown', 'html', 'junit'],
    ],
    [
      ['validate', out, '--job', join(root, 'job.json')],
      ['text', 'markdown', 'html', 'github', 'junit'],
    ],
    [['replay', out, '--list'], ['text']],
  ];

  it.each(rows)(
    '%s',
    async (name, change, state, expected) => {
      writeFileSync(join(root, 'job.json'), JOB);
      await build();
      const { asOf } = describeIndex(out);
      change();
      const whole = {
        ...{
          index: out,
          asOf,
          covered: true,
          listedSince: null,
          missing: 0,
          waiting: 0,
          changed: 0,
          gone: 0,
          sourcesGone: existsSync(logs) ? [] : [logs],
          without: [],
        },
        ...state,
      };
      const plain = (text: string): string => text.replaceAll(/<[^>]*>|`|\s+/g, ' ').replaceAll(/ +/g, ' ');
      for (const [command, formats] of reports()) {
        const { stdout } = await runTogether([...command, '--format', 'json', '-q']);
        const report = JSON.parse(stdout);
        const found = (report.source ?? report.jobs?.[0]?.source ?? report).indexes;
        expect([command[0], found]).toEqual([command[0], [whole]]);
        // All formats have the same page or cases.
        for (const format of name.endsWith('thing') ? formats : formats.slice(0, 1)) {
          const details =
            command[0] === 'replay' && format === 'text' && !command.includes('--list') ? ['--details'] : [];
          const { stdout: text, stderr } = await runTogether([...command, '--format', format, '-q', ...details]);
          expect(stderr).not.toContain('index');
          if (expected !== undefined)
            expect([format, plain(text)]).toEqual([format, expect.stringContaining(expected)]);
          else expect(text).not.toContain('updates it');
          if (whole.sourcesGone.length > 0 && format !== 'github')
            expect(plain(text)).toContain(`not compared with its logs: ${logs} no longer exists`);
          if (expected !== undefined) expect(plain(text)).toContain(`headgate index --out ${out} updates it`);
          // Workflow commands are for what is wrong.
          if (expected !== undefined || format !== 'github') expect(text).toContain(asOf);
        }
      }
      // Lines and tables have no place for it.
      for (const command of [
        ['sample', out, ...filter, '-n', '1'],
        ['test', '--mine', out, ...filter],
        ['replay', out, ...filter, '--format', 'csv'],
      ]) {
        const { stderr } = await runTogether(command);
        if (expected === undefined) expect(stderr).not.toContain('the index');
        else
          expect(plain(stderr)).toContain(
            `warning: the index ${out} is as of ${asOf}: ${expected}; headgate index --out`,
          );
      }
    },
    120_000,
  );

  /** A guard that holds over all objects, and one that is broken by a line. */
  const GUARDS = ['--guard', 'dropped <= 99%', '--guard', 'undecided <= 99%'];
  const day = (number: number): string => `2026110${number}T000000Z_2026110${number}T000100Z_aaaaaaaa.log`;
  const ofDay = (range: NonNullable<Parameters<typeof build>[0]>['range']) => () => build({ range });
  it.each<[string, (() => Promise<unknown>)[], () => void, string[], number]>([
    ['all of its source', [() => build()], () => {}, [], 0],
    ['all of a source that is gone', [() => build()], () => rmSync(logs, { recursive: true }), [], 0],
    ['a time range', [ofDay({ since: '2026-11-02' })], () => {}, [], 2],
    [
      'a time range of a source that is gone',
      [ofDay({ since: '2026-11-02' })],
      () => rmSync(logs, { recursive: true }),
      [],
      2,
    ],
    ['the time range', [ofDay({ since: '2026-11-02' })], () => {}, ['--since', '2026-11-02'], 0],
    [
      'a longer time range',
      [ofDay({ since: '2026-11-02' })],
      () => rmSync(logs, { recursive: true }),
      ['--since', '2026-11-03'],
      0,
    ],
    [
      'a shorter time range',
      [ofDay({ since: '2026-11-02', until: '2026-11-03' })],
      () => rmSync(logs, { recursive: true }),
      ['--since', '2026-11-02'],
      2,
    ],
    [
      'two time ranges that meet',
      [ofDay({ until: '2026-11-03' }), ofDay({ since: '2026-11-03' })],
      () => rmSync(logs, { recursive: true }),
      [],
      0,
    ],
    [
      'two time ranges with a gap',
      [ofDay({ until: '2026-11-02' }), ofDay({ since: '2026-11-04' })],
      () => rmSync(logs, { recursive: true }),
      [],
      2,
    ],
    ['no new object', [() => build()], () => writeFileSync(join(logs, day(4)), slice(0, 5)), [], 2],
    [
      'no new object of another time',
      [() => build()],
      () => writeFileSync(join(logs, day(4)), slice(0, 5)),
      ['--until', '2026-11-03'],
      0,
    ],
    ['an object that has changed', [() => build()], () => appendFileSync(join(logs, day(2)), slice(0, 5)), [], 2],
    ['an object that is gone', [() => build()], () => rmSync(join(logs, day(2))), [], 0],
  ])(
    'guards over an index that has %s',
    async (_name, builds, change, range, expected) => {
      for (const name of readdirSync(logs)) rmSync(join(logs, name));
      for (const number of [1, 2, 3]) writeFileSync(join(logs, day(number)), slice(0, 99));
      for (const run of builds) await run();
      change();
      for (const command of [
        ['replay', out, ...filter, ...GUARDS],
        ['compare', out, '--from', 'BotScore > 1', '--to', 'BotScore > 2', ...GUARDS],
        ['sample', out, ...filter, '--estimate', ...GUARDS],
      ]) {
        const { code, stdout, stderr } = await runTogether([...command, ...range, '--format', 'json', '-q']);
        expect([command[0], code, stderr]).toEqual([
          command[0],
          expected,
          expected === 0
            ? ''
            : expect.stringMatching(/cannot judge .*the index .* is incomplete .*; run headgate index --out/),
        ]);
        expect(JSON.parse(stdout).guards.map(({ holds }: { holds: boolean }) => holds)).toEqual(
          GUARDS.filter((_, at) => at % 2 === 1).map(() => expected === 0),
        );
      }
      // Lines that are not read cannot mend it.
      const broken = await runTogether(['replay', out, ...filter, '--never-keep', 'BotScore > 1', ...range, '-q']);
      expect(broken.code).toBe(1);
    },
    60_000,
  );

  it('has no answer outside the time of its builds, and says how to read it', async () => {
    for (const day of ['20261104', '20261105']) {
      mkdirSync(join(logs, day));
      writeFileSync(join(logs, day, `${day}T000000Z_${day}T000100Z_aaaaaaaa.log`), slice(0, 5));
    }
    const days = join(logs, '{DATE}');
    await indexLogs({ sources: [days], out: join(root, 'days'), range: { until: '2026-11-04T12:00:00Z' } });
    const { code, stderr } = await runTogether([
      'replay',
      join(root, 'days'),
      '-f',
      'all',
      '--since',
      '2026-11-05',
      '-q',
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /found no records in range .*; the index .* is incomplete \(1 object of its source is not in it\), .*; run headgate index --out /,
    );
  });

  it('of which builds have listed a part says from when on it answers', async () => {
    const name = '20261105T000000Z_20261105T000100Z_aaaaaaaa.log';
    mkdirSync(join(logs, '20261105'));
    writeFileSync(join(logs, '20261105', name), slice(0, 5));
    await indexLogs({ sources: [logs], out: join(root, 'late'), range: { since: '2026-11-06' } });
    const guarded = ['replay', join(root, 'late'), '-f', 'EdgeResponseStatus >= 500', '--guard', 'kept < 90%', '-q'];
    const { code, stdout } = await runTogether(guarded);
    expect(code).toBe(2);
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      `headgate index --out ${join(root, 'late')} and query with --since 2026-11-06T00:00:00Z, or`,
    );
    expect((await runTogether([...guarded, '--since', '2026-11-06T00:00:00Z'])).stdout).not.toContain('incomplete');
  });

  it('reports only objects of the time range', async () => {
    const name = '20261105T000000Z_20261105T000100Z_aaaaaaaa.log';
    mkdirSync(join(logs, '20261105'));
    writeFileSync(join(logs, '20261105', name), slice(0, 5));
    await build();
    rmSync(join(logs, '20261105', name));
    const run = async (since: string): Promise<string> =>
      (await runTogether(['replay', out, '--filter', 'BotScore > 1', '--until', since])).stdout;
    expect(await run('2026-11-03')).not.toContain('gone');
    expect((await run('2026-11-06')).replaceAll(/\s+/g, ' ')).toContain('1 object is gone since');
  });

  it.each([
    ['exists', () => {}],
    ['is gone', () => rmSync(logs, { recursive: true })],
  ])('counts an object that no build has read as unreadable; the source %s', async (_name, change) => {
    await build();
    const manifest = Manifest.open(out, 'write');
    manifest.setState(join(logs, '2.log'), 'waiting');
    manifest.removeOpenRuns();
    manifest.close();
    change();
    const filter = ['--filter', 'EdgeResponseStatus >= 500', '--null', 'zero'];
    const replay = ['replay', out, ...filter, '--guard', 'kept <= 50%'];
    const { code, stdout } = await runTogether([...replay, '--format', 'json', '-q']);
    // The guard has no answer, which a CI must not read as a broken guard.
    expect(code).toBe(2);
    const { source } = JSON.parse(stdout);
    expect(source).toMatchObject({ listed: 3, unreadable: 1, lost: [{ code: 'object-waiting' }] });
    for (const format of ['text', 'html', 'markdown', 'github', 'junit']) {
      const run = await runTogether([...replay, '--format', format, '-q']);
      expect([format, run.code, run.stdout]).toEqual([format, 2, expect.stringMatching(/1 object.* unreadable/)]);
    }
    const explained = await runTogether(['explain', out, ...filter, '--ray', 'ray150']);
    expect(explained.code).toBe(2);
    expect(explained.stdout.replaceAll(/\s+/g, ' ')).toContain('1 object is still to read');
    expect(explained.stderr).toContain('object-waiting: ');
  });

  it.each<[string, () => void, string]>([
    ['has changed', () => appendFileSync(join(logs, '4.log'), 'x,500\n'), 'object-changed'],
    ['is gone', () => rmSync(join(logs, '4.log')), 'object-gone'],
  ])('names an object that is not in columns and %s', async (_name, change, code) => {
    writeFileSync(join(logs, '4.log'), 'RayID,EdgeResponseStatus\nx,200\n');
    await build();
    change();
    const { stdout } = await runTogether([
      'replay',
      out,
      '--filter',
      'EdgeResponseStatus >= 500',
      '--format',
      'json',
      '-q',
    ]);
    expect(JSON.parse(stdout).source.lost).toMatchObject([{ code }]);
  });
});

describe('the time of an index', () => {
  const asOf = (): string => describeIndex(out).asOf;
  it.each<[string, () => Promise<unknown>, 'moves' | 'stays']>([
    ['an update', () => build({ sources: [] }), 'moves'],
    ['an update with its source', () => build(), 'moves'],
    ['a time range', () => build({ range: { since: '2026-11-02' } }), 'stays'],
    [
      'another source',
      () => {
        writeFileSync(join(root, 'other.log'), slice(300, 310));
        return build({ sources: [join(root, 'other.log')] });
      },
      'stays',
    ],
    ['an index as source', () => build({ sources: [out] }), 'stays'],
    ['no source', () => build({ sources: [join(root, 'none')] }), 'stays'],
    [
      'an interruption',
      () => {
        writeFileSync(join(logs, '4.log'), slice(300, 400));
        const controller = new AbortController();
        return build({ signal: controller.signal, onListing: () => controller.abort() });
      },
      'moves',
    ],
  ])('after %s', async (_name, update, expected) => {
    await build();
    const manifest = Manifest.open(out, 'write');
    const before = '2026-01-01T00:00:00.000Z';
    manifest.set('listings', JSON.stringify(manifest.listings.map((listing) => ({ ...listing, at: before }))));
    manifest.close();
    await update().catch(() => undefined);
    expect(asOf() === before ? 'stays' : 'moves').toBe(expected);
  });
});

describe('fields without values', () => {
  it.each([{}, { HEADGATE_KERNEL: 'off' }])('are not in whole lines with %o', async (env) => {
    rmSync(logs, { recursive: true });
    mkdirSync(logs);
    writeFileSync(join(logs, 'repeated.log'), `${LINES[0]}\n{"ClientIP":"192.0.2.1","ClientIP":"192.0.2.2"}\n`);
    const { code, stderr } = await runTogether(['index', logs, '--out', out, '--without', 'ClientIP', '-q'], { env });
    expect([code, stderr]).toEqual([0, '']);
    expect(describeIndex(out).objects).toEqual({ columns: 0, stored: 1, waiting: 0 });
    expect(readdirSync(out)).toEqual(['index.sqlite']);
  });

  it('are in no file, and leave conditions undecided', async () => {
    expect((await build({ without: ['ClientIP', 'BotScore'] })).without).toEqual(['BotScore', 'ClientIP']);
    const files = readdirSync(out).map((file) => readFileSync(join(out, file)).toString('latin1'));
    expect(files.filter((file) => file.includes('192.0.2'))).toEqual([]);
    const { objects } = describeIndex(out);
    // The malformed line could contain a value.
    expect(objects).toEqual({ columns: 2, stored: 1, waiting: 0 });
    rmSync(join(logs, '2.log'));
    await build();
    const run = async (filter: string): Promise<{ kept: number; undecided: number }> => {
      const { stdout } = await runTogether(['replay', out, '--filter', filter, '--format', 'json', '-q']);
      const [{ kept, undecided }] = JSON.parse(stdout).jobs;
      return { kept: kept.lines, undecided: undecided.lines };
    };
    expect(await run('ClientIP eq "192.0.2.1"')).toEqual({ kept: 0, undecided: 200 });
    expect((await run('EdgeResponseStatus >= 500')).undecided).toBe(0);
    const { stderr } = await runTogether(['replay', out, '--filter', 'ClientIP eq "192.0.2.1"']);
    expect(stderr).not.toContain('BotScore');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the index was built without the values of ClientIP: read the logs themselves, or build another index',
    );
    for (const name of ['1.log.gz', '3.log']) rmSync(join(logs, name));
    expect((await runTogether(['sample', out, '-n', '1'])).stderr).toContain(
      `the index ${out} was built without BotScore, ClientIP, and the object no longer exists; restore the object`,
    );
  });
});

describe('a field without values', () => {
  it.each([
    ['in a last line without a line end', '{"RayID":"a","BotScore":30}\n{"RayID":"b","BotScore":4}'],
    ['in a last line that ends in CR', '{"RayID":"a","BotScore":30}\r\n{"RayID":"b","BotScore":4}\r'],
    ['in the only line', '{"BotScore":4}'],
    ['beside custom fields that were cut', `{"RayID":"a","BotScore":3,"RequestHeaders":{"a":"${'x'.repeat(8190)}"}}\n`],
    ['with whitespace in its value', '{"Cookies":{"a": "b \\"c\\" ", "d":[ ]},"BotScore":3}\n{"Cookies":{ }}\n'],
    ['with whitespace alone in its value', `{"Cookies":[${' '.repeat(70)}],"BotScore":3}\n`],
    ['with many escapes in its value', `{"BotScore":"${'\\na'.repeat(3_000_000)}"}\n`],
  ])('%s has its lines and bytes', async (_name, text) => {
    const log = join(root, 'w.log');
    writeFileSync(log, text);
    await build({ sources: [log], without: ['BotScore', 'Cookies'] });
    const fieldsOf = async (source: string) => {
      const { lines, fields } = await replay({ sources: [source], threads: 1 });
      return { lines, fields: fields!.map(({ truncated: _, ...field }) => field) };
    };
    expect(await fieldsOf(out)).toEqual(await fieldsOf(log));
    expect(describeIndex(out).objects.columns).toBe(1);
  });

  it('is named, if it leaves each line undecided', async () => {
    rmSync(join(logs, '2.log'));
    await build({ without: ['BotScore'] });
    const { code, stderr } = await runTogether(['compare', out, '--from', 'all', '--to', 'BotScore < 30', '-q']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /undecided by the filter "after" \(it reads BotScore\), .*; the index was built without the values of BotScore: /,
    );
  });

  const filter = ['--filter', 'EdgeResponseStatus >= 500'];
  const compared = ['--from', 'EdgeResponseStatus >= 500', '--to', 'EdgeResponseStatus >= 400'];
  const rejected = (action: string, values = 'its values'): RegExp =>
    new RegExp(
      `cannot ${action}: the index OUT was built without ${values}; read the logs themselves, or build another index with these values`,
    );
  it.each<[string, string[], number, RegExp]>([
    ['--by', ['replay', 'OUT', ...filter, '--by', 'ClientIP'], 2, rejected('list the values of ClientIP')],
    [
      '--by of a profile',
      ['replay', 'OUT', '--by', 'BotScore,ClientIP'],
      2,
      rejected('list the values of BotScore, ClientIP', 'their values'),
    ],
    [
      '--by of a comparison',
      ['compare', 'OUT', ...compared, '--by', 'ClientIP'],
      2,
      rejected('list the values of ClientIP'),
    ],
    [
      '--never-drop',
      ['replay', 'OUT', ...filter, '--never-drop', 'ClientIP == "192.0.2.1"'],
      2,
      rejected(`judge --never-drop 'ClientIP == "192.0.2.1"' by ClientIP`),
    ],
    [
      '--never-keep of a comparison',
      ['compare', 'OUT', ...compared, '--never-keep', 'BotScore > 1'],
      2,
      rejected("judge --never-keep 'BotScore > 1' by BotScore"),
    ],
    [
      'a filter that other fields decide for some lines',
      ['replay', 'OUT', '--filter', 'ClientIP == "192.0.2.1" or EdgeResponseStatus >= 500', '--details'],
      0,
      /warning: conditions on ClientIP are undecided: the index OUT was built without these values(?!.* lacks? ClientIP)/,
    ],
    [
      'a comparison',
      ['compare', 'OUT', '--from', 'all', '--to', 'BotScore < 30 and EdgeResponseStatus >= 500'],
      0,
      /conditions on BotScore are undecided(?!.*lack a field that a filter tests: BotScore)/,
    ],
    [
      '--use of a suggestion',
      ['suggest', 'OUT', '--goal', '10 %', '--no-promise', '--use', 'ClientIP'],
      2,
      rejected('suggest filters by ClientIP'),
    ],
    // These read the objects.
    [
      'explain',
      ['explain', 'OUT', '--filter', 'ClientIP == "192.0.2.50"', '--where', 'ClientIP == "192.0.2.50"'],
      0,
      /keeps the line/,
    ],
    ['sample', ['sample', 'OUT', '--filter', 'ClientIP == "192.0.2.50"', '-n', '5'], 0, /"ClientIP":"192\.0\.2\.50"/],
    [
      'test --mine',
      ['test', '--mine', 'OUT', '--filter', 'ClientIP == "192.0.2.50"', '--mask', 'none'],
      0,
      /192\.0\.2\.50/,
    ],
    // Their lines are counted from columns.
    [
      'sample --estimate',
      ['sample', 'OUT', '--estimate', '--filter', 'ClientIP == "192.0.2.50"'],
      0,
      /66\.78 % are undecided.*, without the values of BotScore, ClientIP/,
    ],
  ])('%s', async (_name, args, expected, output) => {
    await build({ without: ['ClientIP', 'BotScore'] });
    const { code, stdout, stderr } = await runTogether(args.map((arg) => arg.replace('OUT', out)));
    const printed = (stderr + stdout).replaceAll(out, 'OUT').replaceAll(/\s+/g, ' ');
    expect([code, printed]).toEqual([expected, expect.stringMatching(output)]);
  });
});

describe('faults', () => {
  const manifest = (): string => join(out, 'index.sqlite');
  const part = (): string => join(out, readdirSync(out).find((file) => file.endsWith('.arrow'))!);
  const change = (statement: string): void => {
    const db = new DatabaseSync(manifest());
    db.exec(statement);
    db.close();
  };

  /** A part of an index that has other lines. */
  const otherPart = (): string =>
    join(root, 'other', readdirSync(join(root, 'other')).find((file) => file.endsWith('.arrow'))!);

  it.each<[string, () => void]>([
    ['is cut', () => truncateSync(part(), 200)],
    [
      'has other bits',
      () =>
        writeFileSync(
          part(),
          readFileSync(part()).map((byte, at) => (at > 200 && at < 900 ? byte ^ 1 : byte)),
        ),
    ],
    ['is gone', () => rmSync(part())],
    ['is the manifest', () => cpSync(manifest(), part())],
    ['is that of another index', () => cpSync(otherPart(), part())],
  ])('a part that %s is reported, and read again by the next build', async (_name, damage) => {
    await build();
    writeFileSync(join(root, 'other.log'), slice(300, 400));
    await build({ sources: [join(root, 'other.log')], out: join(root, 'other') });
    damage();
    const { code, stderr } = await runTogether(['replay', out, '--filter', 'EdgeResponseStatus >= 500']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /cannot read the index .*; if the objects of the index still exist, (?:move the file away and )?run headgate index --out /,
    );
    // Without reading the parts.
    const list = await runTogether(['index', '--list', out]);
    const listed = list.stdout.replaceAll(/\s+/g, ' ');
    expect(list.code).toBe(_name === 'has other bits' ? 0 : 1);
    if (_name === 'has other bits') expect(listed).not.toContain('gone or cut');
    else
      expect(listed).toContain(
        `; 1 part gone or cut: headgate index --out ${out} reads the rest, unless another build is reading it now.`,
      );
    expect(changesOf(await build())).toEqual({ added: 3, damagedParts: 1 });
    expect(await answers(out)).toEqual(await answers(logs));
  });

  it.each<[string, () => void, RegExp]>([
    ['another version', () => change('PRAGMA user_version = 99'), /found version 99, expected a manifest of version 3/],
    [
      'a manifest without a setting',
      () => change("DELETE FROM settings WHERE name = 'schema'"),
      /found a damaged manifest/,
    ],
    ['a manifest without settings', () => change('DELETE FROM settings'), /found a damaged manifest/],
    ['a cut manifest', () => truncateSync(manifest(), 5000), /found a manifest that is cut off/],
  ])('%s', async (_name, damage, message) => {
    await build();
    damage();
    const { code, stderr } = await runTogether(['replay', out, '--filter', 'EdgeResponseStatus >= 500']);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    await expect(build()).rejects.toThrow(message);
  });

  it.each<[string, () => void]>([
    ['removed', () => rmSync(manifest())],
    ['emptied', () => truncateSync(manifest(), 0)],
    ['overwritten', () => writeFileSync(manifest(), randomBytes(3000))],
    ['removed beside a lock', () => cpSync(manifest(), join(out, 'building.sqlite'))],
  ])('a manifest that was %s', async (name, damage) => {
    await build();
    damage();
    if (name.endsWith('lock')) rmSync(manifest());
    const { code, stderr } = await runTogether(['replay', out, '--filter', 'EdgeResponseStatus >= 500']);
    const found =
      /: found \S*(?:part-\w+\.arrow|building\.sqlite) of an index without a valid manifest index\.sqlite, expected /;
    expect([code, stderr]).toEqual([2, expect.stringMatching(found)]);
    await expect(build()).rejects.toThrow(found);
    expect(() => describeIndex(out)).toThrow(found);
  });

  it.each(['', 'text of another program'])('a file index.sqlite of another program with %j stays', async (text) => {
    mkdirSync(out);
    writeFileSync(manifest(), text);
    await expect(build()).rejects.toThrow(
      `cannot create the index ${out}: found a folder with other files, such as index.sqlite, expected an index or a new folder`,
    );
    expect([readFileSync(manifest(), 'utf8'), readdirSync(out)]).toEqual([text, ['index.sqlite']]);
  });

  it.skipIf(process.getuid?.() === 0)('a manifest that this user may not read is reported', async () => {
    await build();
    chmodSync(manifest(), 0o000);
    const { code, stderr } = await runTogether(['replay', out, '--filter', 'EdgeResponseStatus >= 500']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`cannot open the index ${out}: you have no permission to read it`),
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('a file of that name that may not be read makes no folder an index', async () => {
    const logs = join(root, 'beside');
    mkdirSync(logs);
    writeFileSync(join(logs, '1.log'), slice(0, 100));
    writeFileSync(join(logs, 'index.sqlite'), 'text', { mode: 0o000 });
    const { code } = await runTogether(['replay', logs, '--filter', 'EdgeResponseStatus >= 500']);
    expect(code).toBe(0);
  });

  it('a manifest of other parts is reported', async () => {
    await build();
    writeFileSync(join(root, 'other.log'), slice(300, 400));
    await build({ sources: [join(root, 'other.log')], out: join(root, 'other') });
    cpSync(join(root, 'other', 'index.sqlite'), manifest());
    const { code, stderr } = await runTogether(['replay', out, '--filter', 'EdgeResponseStatus >= 500']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /cannot read the index .*: part-.*; if the objects of the index still exist, run headgate index/,
      ),
    ]);
    // Its objects are not those of the update.
    await expect(build()).rejects.toThrow(
      `damaged, expected its objects, such as ${join(root, 'other.log')}, among those of the update; the index stays as it is; run headgate index --out ${out}, without`,
    );
    expect(changesOf(await build({ sources: [] }))).toEqual({ added: 1, damagedParts: 1 });
    expect(changesOf(await build())).toEqual({ added: 3 });
    expect((await stored())['1.log.gz']).toBe(slice(0, 100));
  });

  it('two builds at once', async () => {
    await build();
    const lock = lockIndex(out);
    await expect(build()).rejects.toThrow('another run of headgate index builds it');
    lock.close('remove');
    expect(changesOf(await build())).toEqual({ unchanged: 3 });
  });

  it.each([
    ['changes', () => rmSync(join(logs, '1.log.gz'))],
    ['is built anew', () => rmSync(out, { recursive: true })],
  ])('an index that %s between two threads of a query', async (_, change) => {
    await build();
    const { location } = await openDestination({ kind: 'index', path: out, display: out });
    change();
    await build();
    await expect(openDestination(location)).rejects.toThrow('another run of headgate index has changed it');
  });

  it('an object that changes while it is read is not in the index', async () => {
    let isChanged = false;
    const onProgress = (): void => {
      if (!isChanged) appendFileSync(join(logs, '3.log'), '\n{}\n');
      isChanged = true;
    };
    const report = await build({ onProgress });
    expect(changesOf(report)).toEqual({ added: 2, changing: 1 });
    expect(report.objects).toEqual({ columns: 2, stored: 0, waiting: 1 });
    expect(changesOf(await build())).toEqual({ added: 1, unchanged: 2 });
    expect(await answers(out)).toEqual(await answers(logs));
  });

  it('an interrupted build counts what it has read', async () => {
    const stop = new AbortController();
    await build();
    appendFileSync(join(logs, '1.log.gz'), gzipSync(slice(300, 301)));
    for (let at = 0; at < 40; at += 1) writeFileSync(join(logs, `more-${at}.log`), slice(0, 100));
    const onProgress = (): void => stop.abort();
    const { changes, objects, partial } = await build({ signal: stop.signal, onProgress });
    const read = changes!.added + changes!.replaced;
    expect([partial, objects.waiting > 0, changes!.unchanged]).toEqual([true, true, 2]);
    expect(objects.columns).toBe(2 + read);
    expect(read + objects.waiting).toBe(41);
    const next = (await build()).changes!;
    expect([next.added, next.unchanged]).toEqual([objects.waiting, 2 + read]);
  });

  it.skipIf(process.platform === 'win32')(
    'a full disk ends the build with a sentence, and another build continues',
    async () => {
      // A limit for each file, with which the manifest fits and the part does not.
      const random = Array.from({ length: 4000 }, () => `{"RayID":"${randomBytes(60).toString('base64')}"}\n`).join('');
      writeFileSync(join(logs, '4.log'), random);
      const { code, stderr } = await runInShell(
        `ulimit -f 100; npm run -s headgate -- index '${logs}' --out '${out}' -q`,
      );
      expect(code).toBe(2);
      expect(stderr).toMatch(/^headgate: cannot write the index .*: .*; the objects that are in it stay/);
      expect(readdirSync(out)).toEqual(['index.sqlite']);
      expect(describeIndex(out).objects).toEqual({ columns: 0, stored: 0, waiting: 4 });
      expect((await build()).objects).toEqual({ columns: 4, stored: 0, waiting: 0 });
      expect((await stored())['4.log']).toBe(random);
    },
  );

  it('a change of the manifest that was killed half done is taken back', async () => {
    await build();
    const before = describeIndex(out);
    const { db } = Manifest.open(out, 'write');
    db.exec('PRAGMA cache_size = 1; BEGIN; DELETE FROM runs');
    for (let row = 0; row < 2000; row += 1) db.prepare('INSERT INTO parts (content) VALUES (?)').run('x'.repeat(500));
    const killed = ['', '-journal'].map((suffix): [string, Buffer] => [suffix, readFileSync(manifest() + suffix)]);
    db.exec('ROLLBACK');
    db.close();
    for (const [suffix, bytes] of killed) writeFileSync(manifest() + suffix, bytes);
    expect(killed[0]![1].length).toBeGreaterThan(500_000);
    expect(describeIndex(out)).toEqual(before);
  });

  it.each<[string, () => boolean]>([
    ['before the manifest', () => readdirSync(root).includes('index')],
    ['with a manifest', () => readdirSync(out).includes('index.sqlite')],
    ['while it reads', () => readdirSync(out).some((file) => file.endsWith('-journal'))],
    ['while it writes a part', () => readdirSync(out).some((file) => file.startsWith('.part-'))],
    ['with a part', () => readdirSync(out).some((file) => file.startsWith('part-'))],
  ])('a build that is killed %s is continued', async (_name, isReached) => {
    const running = runCli(['index', logs, '--out', out, '-q'], {
      onStart: (kill) => {
        const timer = setInterval(() => {
          try {
            if (!isReached()) return;
            kill('SIGKILL');
          } catch {
            return;
          }
          clearInterval(timer);
        }, 1);
        timer.unref();
      },
    });
    await running;
    if (readdirSync(out).includes('index.sqlite') && statSync(manifest()).size > 0) {
      const { objects } = describeIndex(out);
      if (objects.columns > 0) expect(Object.values(await stored()).join('').length).toBeGreaterThan(0);
    }
    const { objects } = await build();
    expect(objects).toEqual({ columns: 3, stored: 0, waiting: 0 });
    expect(await answers(out)).toEqual(await answers(logs));
    expect(readdirSync(out).length).toBe(2);
  });
});

describe('headgate index --list', () => {
  it('reports while a build removes a file', async () => {
    await build();
    const before = describeIndex(out).indexBytes;
    // A name without a file, as between the listing of the folder and that of the file.
    symlinkSync(join(root, 'removed'), join(out, 'index.sqlite-journal'));
    expect(describeIndex(out).indexBytes).toBe(before);
  });

  const usage = (found: string): string => `${found}, expected only a folder with --list`;

  it.each<[string, string[], number, string | RegExp]>([
    ['--out', ['--out', 'OUT'], 0, /OUT has 303 lines of 3 objects as of 20.*Z, \d+ (?:s|min) ago\./],
    ['the folder as argument', ['OUT'], 0, /OUT has 303 lines of 3 objects as of /],
    ['no folder', [], 2, 'cannot list an index: found no folder, expected one; name it'],
    ['two folders', ['LOGS', '--out', 'OUT'], 2, 'cannot list the index OUT: found LOGS too, expected one folder'],
    ['a flag of a build', ['OUT', '--without', 'ClientIP', '--since', '1d'], 2, usage('found --without, --since')],
    ['logs', ['LOGS'], 2, /cannot read the index LOGS: found no index there, .*; name the folder of --out/],
  ])('%s', async (_name, args, expected, output) => {
    await build();
    const named = args.map((arg) => arg.replace('OUT', out).replace('LOGS', logs));
    const { code, stdout, stderr } = await runTogether(['index', '--list', ...named]);
    const printed = (stdout + stderr).replaceAll(out, 'OUT').replaceAll(logs, 'LOGS').replaceAll(/\s+/g, ' ');
    expect(code).toBe(expected);
    if (typeof output === 'string') expect(printed).toContain(output);
    else expect(printed).toMatch(output);
  });

  it('a new index of no object in the time range is not created, an update finds nothing new', async () => {
    const range = ['--since', '2027-01-01', '-q'];
    cpSync(logs, join(root, 'days/20261101'), { recursive: true });
    const days = join(root, 'days/{DATE}');
    const made = await runTogether(['index', days, '--out', out, ...range]);
    expect([made.code, made.stderr]).toEqual([2, expect.stringContaining('cannot index: found no records in range')]);
    expect(statSync(out, { throwIfNoEntry: false })).toBe(undefined);
    expect((await runTogether(['index', days, '--out', out, '-q'])).code).toBe(0);
    expect((await runTogether(['index', days, '--out', out, ...range])).code).toBe(0);
  });

  it.each<[string, string, string]>([
    ['text', '# Notes\n\nnot a log\n', 'found no records (2 malformed lines and 1 blank line in 1 object)'],
    ['an HTML page', '<!doctype html>\n', 'found an HTML page'],
    ['an empty file', '', 'found no records (no line in 1 object)'],
  ])('a new index of %s is not created', async (_, content, found) => {
    writeFileSync(join(root, 'one.log'), content);
    const made = await runTogether(['index', join(root, 'one.log'), '--out', out, '-q']);
    expect([made.code, made.stdout, made.stderr]).toEqual([2, '', expect.stringContaining(found)]);
    expect(existsSync(out)).toBe(false);
    mkdirSync(out);
    await runTogether(['index', join(root, 'one.log'), '--out', out, '-q']);
    expect(readdirSync(out)).toEqual([]);
  });

  it.each([
    ['in the kernel', {}],
    ['without values', { without: ['ClientIP'] }],
  ])('counts malformed lines %s', async (_, settings) => {
    writeFileSync(join(logs, '4.csv'), 'RayID,BotScore\na,1\n');
    const { changes } = await build(settings);
    expect(changes!.malformed).toBe(1);
    const { stdout } = await runTogether(['index', logs, '--out', join(root, 'other'), '-q']);
    expect(stdout).toContain('Lines: 1 malformed');
  });

  it('progress names the index, whose objects are not read', async () => {
    await build();
    const { stderr } = await runTogether(['replay', out, '--counts', '-f', 'BotScore < 3']);
    expect(stderr).toBe('headgate: reading 3 objects from an index\n');
    writeFileSync(join(root, 'other.log'), slice(300, 310));
    const mixed = await runTogether(['replay', out, join(root, 'other.log'), '--counts', '-f', 'BotScore < 3']);
    expect(mixed.stderr).not.toContain('from an index');
  });

  it('its dataset is that of queries, unless a flag or a job names another', async () => {
    writeFileSync(
      join(logs, '1.log'),
      `${JSON.stringify({ QueryName: 'a.example', Timestamp: '2026-11-01T00:00:00Z' })}\n`,
    );
    await runTogether(['index', join(logs, '1.log'), '--out', out, '--dataset', 'dns_logs', '-q']);
    const filter = 'QueryName == "a.example"';
    for (const args of [
      ['replay', out, '-f', filter],
      ['compare', out, '--from', 'none', '--to', filter],
      ['sample', out, '-n', '1', '-f', filter],
      ['explain', out, '-f', filter],
    ]) {
      const { code, stderr } = await runTogether([...args, '-q']);
      expect([code, stderr]).toEqual([0, '']);
    }
    const named = await runTogether(['replay', out, '-f', filter, '-d', 'http_requests', '-q']);
    expect([named.code, named.stderr]).toEqual([1, expect.stringContaining('dns_logs')]);
  });

  it('an unknown dataset is a usage error', async () => {
    expect((await runTogether(['index', logs, '--out', out, '-d', 'http_reqests'])).code).toBe(2);
  });

  it('a build needs --out, and suggests it', async () => {
    expect((await runTogether(['index', logs])).stderr).toContain("required option '--out <dir>' not specified");
    expect((await runTogether(['index', logs, '--outt', out])).stderr).toContain('--out?');
  });
});
