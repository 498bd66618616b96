// An index answers as its objects would, is updated by what has changed, and survives every fault with a sentence.

import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PartFile } from '../../../src/input/columns/index.ts';
import { openDestination } from '../../../src/input/destination/index.ts';
import { lockIndex, Manifest } from '../../../src/input/manifest/index.ts';
import { type IndexReport, replay } from '../../../src/verbs/index.ts';
import { describeIndex } from '../../../src/verbs/index-logs/describe-index.ts';
import { indexLogs } from '../../../src/verbs/index-logs/index-logs.ts';
import { runCli } from '../../helpers/cli/run-cli.ts';
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
const changesOf = ({ changes: { lost, ...counts } = { lost: [] } as never }: IndexReport): unknown =>
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
  ];
  return await Promise.all(
    commands.map(async (command) => {
      const { code, stdout } = await runCli([...command, '--format', 'json', '-q']);
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

  it('is the same without the kernel', async () => {
    const { code } = await runCli(['index', logs, '--out', out, '-q'], { env: { HEADGATE_KERNEL: 'off' } });
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

  it('keeps objects outside the time range of the update', async () => {
    const day = join(logs, '20261105');
    mkdirSync(day);
    writeFileSync(join(day, '20261105T000000Z_20261105T000100Z_aaaaaaaa.log'), slice(0, 5));
    await build();
    const { changes } = await build({ range: { since: '2026-11-20' } });
    expect(changes!.removed).toBe(0);
    expect(describeIndex(out).objects.columns).toBe(4);
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
  const UPDATES = /\(headgate index --out .* updates it\)/;
  const rows: [string, () => void, RegExp | undefined][] = [
    ['in nothing', () => {}, undefined],
    [
      'in a new object',
      () => writeFileSync(join(logs, '4.log'), slice(300, 400)),
      /: 1 object of its source is not in it \(/,
    ],
    [
      'in a longer object',
      () => appendFileSync(join(logs, '2.log'), slice(300, 301)),
      /: 1 object has changed since \(/,
    ],
    ['in the time of an object', () => utimesSync(join(logs, '2.log'), 1, 1), /: 1 object has changed since \(/],
    [
      'in deleted objects',
      () => ['1.log.gz', '2.log'].forEach((name) => void rmSync(join(logs, name))),
      /: 2 objects are gone since \(/,
    ],
    [
      'in the objects of an empty folder',
      () => readdirSync(logs).forEach((name) => void rmSync(join(logs, name))),
      /: 3 objects are gone since \(/,
    ],
    [
      'in everything',
      () => {
        writeFileSync(join(logs, '4.log'), slice(300, 400));
        appendFileSync(join(logs, '2.log'), slice(300, 301));
        rmSync(join(logs, '3.log'));
      },
      /: 1 object of its source is not in it, 1 object has changed since and 1 object is gone since \(/,
    ],
    [
      'in a file that cannot be checked',
      () => {
        rmSync(join(logs, '2.log'));
        symlinkSync('2.log', join(logs, '2.log'));
      },
      undefined,
    ],
    // The index has the lines.
    ['in all of its folder', () => rmSync(logs, { recursive: true }), undefined],
  ];
  it.each(rows)('%s', async (_name, change, expected) => {
    await build();
    change();
    const filter = ['--filter', 'BotScore > 1'];
    const commands = [
      ['replay', out, ...filter],
      ['explain', out, ...filter],
      ['sample', out, ...filter, '-n', '1'],
      ['compare', out, '--from', 'BotScore > 1', '--to', 'BotScore > 2'],
    ];
    for (const command of commands) {
      const { stderr } = await runCli(command);
      if (expected === undefined) expect(stderr).not.toContain('the index');
      else {
        expect(stderr).toMatch(expected);
        expect(stderr).toMatch(UPDATES);
      }
    }
  });

  it('reports only objects of the time range', async () => {
    const name = '20261105T000000Z_20261105T000100Z_aaaaaaaa.log';
    mkdirSync(join(logs, '20261105'));
    writeFileSync(join(logs, '20261105', name), slice(0, 5));
    await build();
    rmSync(join(logs, '20261105', name));
    const run = async (since: string): Promise<string> =>
      (await runCli(['replay', out, '--filter', 'BotScore > 1', '--until', since])).stderr;
    expect(await run('2026-11-03')).not.toContain('gone');
    expect(await run('2026-11-06')).toContain('1 object is gone since');
  });

  it.each([
    ['exists', () => {}],
    ['is gone', () => rmSync(logs, { recursive: true })],
  ])('counts an object that no build has read as unreadable; the source %s', async (_name, change) => {
    await build();
    const manifest = Manifest.open(out, 'write');
    manifest.reset(join(logs, '2.log'));
    manifest.close();
    change();
    const filter = ['--filter', 'EdgeResponseStatus >= 500', '--null', 'zero'];
    const replay = ['replay', out, ...filter, '--guard', 'kept <= 50%'];
    const { code, stdout } = await runCli([...replay, '--format', 'json', '-q']);
    expect(code).toBe(1);
    const { source } = JSON.parse(stdout);
    expect(source).toMatchObject({ listed: 3, unreadable: 1, lost: [{ code: 'object-waiting' }] });
    for (const format of ['text', 'html', 'markdown', 'github', 'junit']) {
      const run = await runCli([...replay, '--format', format, '-q']);
      expect([format, run.code, run.stdout]).toEqual([format, 1, expect.stringMatching(/1 object.* unreadable/)]);
    }
    const explained = await runCli(['explain', out, ...filter, '--ray', 'ray150']);
    expect(explained.code).toBe(2);
    expect(explained.stderr).toMatch(/: 1 object of its source is not in it \(/);
    expect(explained.stderr).toContain('object-waiting: ');
  });

  it.each<[string, () => void, string]>([
    ['has changed', () => appendFileSync(join(logs, '4.log'), 'x,500\n'), 'object-changed'],
    ['is gone', () => rmSync(join(logs, '4.log')), 'object-gone'],
  ])('names an object that is not in columns and %s', async (_name, change, code) => {
    writeFileSync(join(logs, '4.log'), 'RayID,EdgeResponseStatus\nx,200\n');
    await build();
    change();
    const { stdout } = await runCli(['replay', out, '--filter', 'EdgeResponseStatus >= 500', '--format', 'json', '-q']);
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
      'stays',
    ],
  ])('after %s', async (_name, update, expected) => {
    await build();
    const manifest = Manifest.open(out, 'write');
    const before = '2026-01-01T00:00:00.000Z';
    manifest.set('asOf', before);
    manifest.close();
    await update().catch(() => undefined);
    expect(asOf() === before ? 'stays' : 'moves').toBe(expected);
  });
});

describe('fields without values', () => {
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
      const { stdout } = await runCli(['replay', out, '--filter', filter, '--format', 'json', '-q']);
      const [{ kept, undecided }] = JSON.parse(stdout).jobs;
      return { kept: kept.lines, undecided: undecided.lines };
    };
    expect(await run('ClientIP eq "192.0.2.1"')).toEqual({ kept: 0, undecided: 200 });
    expect((await run('EdgeResponseStatus >= 500')).undecided).toBe(0);
    const { stderr } = await runCli(['replay', out, '--filter', 'ClientIP eq "192.0.2.1"']);
    expect(stderr).toContain('it was built without the values of BotScore, ClientIP');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the index was built without the values of ClientIP: read the logs themselves, or build another index',
    );
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
    [
      'is another one',
      () => {
        const other = join(root, 'other');
        cpSync(out, other, { recursive: true });
        writeFileSync(part(), readFileSync(join(other, 'index.sqlite')));
      },
    ],
  ])('a part that %s is reported, and read again by the next build', async (_name, damage) => {
    await build();
    damage();
    const { code, stderr } = await runCli(['replay', out, '--filter', 'EdgeResponseStatus >= 500']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot read the index .*; run headgate index --out /);
    expect(changesOf(await build())).toEqual({ added: 3, damagedParts: 1 });
    expect(await answers(out)).toEqual(await answers(logs));
  });

  it.each<[string, () => void, RegExp]>([
    ['another version', () => change('PRAGMA user_version = 99'), /found version 99, expected a manifest of version 1/],
    ['a cut manifest', () => truncateSync(manifest(), 5000), /found a manifest that is cut off/],
  ])('%s', async (_name, damage, message) => {
    await build();
    damage();
    const { code, stderr } = await runCli(['replay', out, '--filter', 'EdgeResponseStatus >= 500']);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    await expect(build()).rejects.toThrow(message);
  });

  it.each<[string, () => void]>([
    ['removed', () => rmSync(manifest())],
    ['emptied', () => truncateSync(manifest(), 0)],
    ['removed beside a lock', () => cpSync(manifest(), join(out, 'building.sqlite'))],
  ])('a manifest that was %s', async (_name, damage) => {
    await build();
    damage();
    if (_name.endsWith('lock')) rmSync(manifest());
    const message = 'the index has no manifest (index.sqlite); remove the folder and build it again';
    const { code, stderr } = await runCli(['replay', out, '--filter', 'EdgeResponseStatus >= 500']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`cannot read ${out}: ${message}`)]);
    await expect(build()).rejects.toThrow(`cannot create the index ${out}: ${message}`);
    expect(() => describeIndex(out)).toThrow(`cannot read the index ${out}: ${message}`);
  });

  it('two builds at once', async () => {
    await build();
    const lock = lockIndex(out);
    await expect(build()).rejects.toThrow('another run of headgate index builds it');
    lock.close('remove');
    expect(changesOf(await build())).toEqual({ unchanged: 3 });
  });

  it('an index that changes between two threads of a query', async () => {
    await build();
    const { location } = await openDestination({ kind: 'index', path: out, display: out });
    rmSync(join(logs, '1.log.gz'));
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

  it.each<[string, () => boolean]>([
    ['before the manifest', () => readdirSync(root).includes('index')],
    ['with an empty manifest', () => readdirSync(out).includes('index.sqlite')],
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
  const usage = (found: string): string => `${found}, expected only a folder with --list`;

  it.each<[string, string[], number, string | RegExp]>([
    ['--out', ['--out', 'OUT'], 0, /OUT has 303 lines of 3 objects as of 20.*Z, \d+ (?:s|min) ago\./],
    ['the folder as argument', ['OUT'], 0, /OUT has 303 lines of 3 objects as of /],
    ['no folder', [], 2, "required option '--out <dir>' not specified"],
    ['two folders', ['LOGS', '--out', 'OUT'], 2, 'cannot list the index OUT: found LOGS too, expected one folder'],
    ['a flag of a build', ['OUT', '--without', 'ClientIP', '--since', '1d'], 2, usage('found --without, --since')],
    ['logs', ['LOGS'], 2, 'cannot read the index LOGS: found no index there'],
  ])('%s', async (_name, args, expected, output) => {
    await build();
    const named = args.map((arg) => arg.replace('OUT', out).replace('LOGS', logs));
    const { code, stdout, stderr } = await runCli(['index', '--list', ...named]);
    const printed = (stdout + stderr).replaceAll(out, 'OUT').replaceAll(logs, 'LOGS').replaceAll(/\s+/g, ' ');
    expect(code).toBe(expected);
    if (typeof output === 'string') expect(printed).toContain(output);
    else expect(printed).toMatch(output);
  });

  it('a build needs --out, and suggests it', async () => {
    expect((await runCli(['index', logs])).stderr).toContain("required option '--out <dir>' not specified");
    expect((await runCli(['index', logs, '--outt', out])).stderr).toContain('--out?');
  });
});
