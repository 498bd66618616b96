// headgate replay over the samples, as a user runs it: shape and counts, damaged data, standard input, interruption.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ROOT, runCli, runShell, runTogether } from '../../helpers/cli/run-cli.ts';
import { programPath } from '../../helpers/programs.ts';
import { filesBelow } from '../../helpers/stored-samples.ts';

const FILTER = '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":"500"}}';
const folder = mkdtempSync(join(tmpdir(), 'headgate-replay-'));
const replayJson = async (args: string[], stdin?: string | Uint8Array) => {
  const all = ['replay', ...args, '--format', 'json', '--reproducible'];
  const run = await (stdin === undefined ? runTogether(all) : runTogether(all, { stdin }));
  return { ...run, report: run.stdout === '' ? undefined : JSON.parse(run.stdout) };
};

describe('over the samples', () => {
  it('prints the shape of the design', async () => {
    const { code, report } = await replayJson([
      'samples/logs',
      '--dataset',
      'http_requests',
      '--filter',
      FILTER,
      '--samples',
      '1',
    ]);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      version: 1,
      partial: false,
      source: { objects: 77, skipped: 2, pruned: 0 },
      lines: { read: 21_957, outside: 0, untimed: 0, malformed: 0, blank: 0 },
      problemCounts: {},
      problems: [],
    });
    const [job] = report.jobs;
    expect(Object.keys(job)).toEqual(
      expect.arrayContaining([
        'name',
        'dataset',
        'kept',
        'dropped',
        'undecided',
        'conditions',
        'missingFields',
        'mismatches',
        'fields',
      ]),
    );
    expect(job.kept.lines + job.dropped.lines + job.undecided.lines).toBe(report.lines.read);
    expect(job.conditions[0]).toMatchObject({ path: 'where', text: 'EdgeResponseStatus >= "500"', unknown: 0 });
    expect(report.fields.length).toBeGreaterThan(20);
    expect(report.timing).toBeUndefined();
  });

  it('shows samples byte for byte as stored', async () => {
    const { report } = await replayJson(['samples/logs', '--filter', FILTER, '--samples', '4', '--no-fields']);
    const [job] = report.jobs;
    for (const sample of [...job.samples.kept, ...job.samples.dropped]) {
      const bytes = gunzipSync(readFileSync(join(ROOT, sample.object)));
      const line = Buffer.from(sample.line);
      expect(bytes.subarray(sample.offset, sample.offset + line.length).equals(line)).toBe(true);
      expect(bytes[sample.offset + line.length]).toBe(0x0a);
    }
    expect(job.samples.kept).toHaveLength(4);
  });

  it.skipIf(!hasJq())('counts what jq counts', async () => {
    // jq reads 25 MB/s: once over some of the samples is enough.
    const source = 'samples/logs/errors-and-threats';
    const { report } = await replayJson([source, '--filter', FILTER]);
    const program = `reduce inputs as $line ({lines: 0, kept: 0, fields: {}};
      .lines += 1 | if $line.EdgeResponseStatus >= 500 then .kept += 1 else . end
      | reduce ($line | keys_unsorted[]) as $key (.; .fields[$key] += 1))`;
    const jq = await runShell(`find ${source} -name '*.log.gz' | xargs zcat | jq -n '${program}'`);
    expect({
      lines: report.lines.read,
      kept: report.jobs[0].kept.lines,
      fields: Object.fromEntries(report.fields.map((one: { name: string; lines: number }) => [one.name, one.lines])),
    }).toEqual(JSON.parse(jq.stdout));
  });

  it('several filters and jobs keep their order and names', async () => {
    const { report } = await replayJson([
      'samples/logs/all-requests',
      '-f',
      'BotScore < 30',
      '--job',
      'samples/jobs/errors-and-threats.json',
      '-f',
      '@samples/filters/errors.json',
      '-f',
      'BotScore > 30',
      '-f',
      '@samples/filters/errors.json',
    ]);
    expect(report.jobs.map((job: { name: string }) => job.name)).toEqual([
      'filter-1',
      'errors-and-threats',
      'errors',
      'filter-2',
      'errors-2',
    ]);
  });

  it('without a filter: a profile', async () => {
    const { code, report } = await replayJson(['samples/logs/all-requests']);
    expect(code).toBe(0);
    expect(report).toMatchObject({ lines: { read: 19_575 } });
    expect(report).not.toHaveProperty('jobs');
  });

  it('reads only the objects of the time range, then only the lines', async () => {
    const args = ['samples/logs/all-requests', '--since', '2026-11-02T18:05:00Z', '--until', '2026-11-02T19:00:00Z'];
    const { report } = await replayJson([...args, '-f', FILTER]);
    expect(report.source.objects).toBeLessThan(5);
    expect(report.source.pruned).toBeGreaterThan(5);
    const inside = filesBelow(join(ROOT, 'samples/logs/all-requests'))
      .filter((key) => key.endsWith('.gz'))
      .flatMap((key) =>
        gunzipSync(readFileSync(join(ROOT, 'samples/logs/all-requests', key)))
          .toString()
          .split('\n'),
      )
      .map((line) => BigInt(/"EdgeStartTimestamp":(\d+)/.exec(line)?.[1] ?? 0))
      .filter((time) => time >= 1793642700000000000n && time < 1793646000000000000n);
    expect(report.lines.read).toBe(inside.length);
    const listing = await runTogether(['replay', ...args, '--list', '--format', 'json']);
    expect(JSON.parse(listing.stdout).objects).toHaveLength(report.source.objects);
  });

  it('a range that leaves nothing is no answer', async () => {
    const run = await runTogether([
      'replay',
      'samples/logs',
      '--since',
      '2020-01-01',
      '--until',
      '2020-01-02',
      '-f',
      FILTER,
    ]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('found no records in range (');
    expect(run.stderr).toContain('widen --since/--until');
  });

  it('gives the same bytes twice', async () => {
    const args = ['samples/logs', 'samples/damaged', '-f', FILTER, '--samples', '5'];
    expect((await replayJson(args)).stdout).toBe(
      (await replayJson([...args.slice(1, 2), ...args.slice(0, 1), ...args.slice(2)])).stdout,
    );
  });
});

describe('an invalid filter stops before anything is read', () => {
  it('every problem of every filter, on standard error', async () => {
    const run = await runTogether(['replay', 'nowhere-at-all', '-f', 'BotScore contains "a"', '-f', 'Nothing == 1']);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('filter-1');
    expect(run.stderr).toContain('Nothing');
    expect(run.stderr).toContain('nothing was read');
  });
});

describe('damaged data is counted, located, and read around', () => {
  it('the damaged samples', async () => {
    const { code, report } = await replayJson(['samples/damaged', '-f', FILTER]);
    expect(code).toBe(1);
    expect(report.source).toMatchObject({ objects: 7, damaged: 3, unreadable: 0 });
    expect(report.problemCounts).toMatchObject({
      'gzip-corrupt': 1,
      'gzip-truncated': 1,
      'gzip-trailing': 1,
      bom: 1,
      'too-deep': 1,
    });
    expect(report.lines.malformed).toBeGreaterThan(10);
  });

  it('malformed lines alone fail only with --strict', async () => {
    const file = join(folder, 'malformed.log');
    writeFileSync(file, '{"RayID":"1"}\n{"RayID":\n');
    expect((await runTogether(['replay', file])).code).toBe(0);
    expect((await runTogether(['replay', file, '--strict'])).code).toBe(1);
  });

  it('an object cut before its first line is damaged, and there is no answer', async () => {
    const file = join(folder, 'nothing.log.gz');
    writeFileSync(file, gzipSync('{"RayID":"1"}\n').subarray(0, 9));
    const { code, report } = await replayJson([file]);
    expect(report.source).toMatchObject({ objects: 1, damaged: 1, unreadable: 0 });
    expect(code).toBe(2);
  });

  it('when no object can be had at all, there is no answer', async () => {
    const files = ['packed-1.log.xz', 'packed-2.log.xz'].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0));
    const { code, report } = await replayJson(files);
    expect(report.source).toMatchObject({ objects: 2, damaged: 0, unreadable: 2 });
    expect(code).toBe(2);
  });

  it.each([
    ['millions of escapes in an array', `{"SecurityRuleIDs":["${'\\n'.repeat(4_000_000)}"]}`],
    ['a float with a hundred thousand zeros', `{"EdgeResponseCompressionRatio":1.${'0'.repeat(100_000)}1}`],
    [
      'an integer of a million digits',
      `{"EdgeStartTimestamp":1${'0'.repeat(1_000_000)},"ClientASN":9${'9'.repeat(1_000_000)}}`,
    ],
  ])('%s is read like any other line', async (_, line) => {
    const filters = [
      'SecurityRuleIDs contains "a"',
      'EdgeResponseCompressionRatio > 1',
      'ClientASN > 5 and ClientASN < 18446744073709551615',
    ];
    const args = filters.flatMap((filter) => ['-f', filter]);
    const { code, report } = await replayJson(['-', ...args], `${line}\n`);
    expect(code).toBe(0);
    expect(report.lines).toMatchObject({ read: 1, malformed: 0 });
  });

  it.each([
    ['a line with 100,000 levels', `{"a":${'['.repeat(100_000)}`, 'too-deep'],
    ['a line over the limit', `{"a":"${'x'.repeat(17 * 1024 * 1024)}"}`, 'too-long'],
    ['a line that is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'invalid-utf8'],
  ])('%s', async (_, line, reason) => {
    const input = Buffer.concat([Buffer.from('{"RayID":"1"}\n'), Buffer.from(line), Buffer.from('\n{"RayID":"2"}\n')]);
    const { code, report } = await replayJson(['-', '-f', 'RayID == "1"'], input);
    expect(code).toBe(0);
    expect(report.lines).toMatchObject({ read: 2, malformed: 1 });
    expect(report.problems).toMatchObject([{ code: reason, object: 'stdin', offset: 14 }]);
  });
});

it('input of which no line is a record gives no answer, and says how else to read', async () => {
  const run = await runTogether(['replay', '-', '-f', FILTER], { stdin: 'no\njson\n' });
  expect(run.code).toBe(2);
  expect(run.stdout).toBe('');
  expect(run.stderr).toContain('(2 malformed lines in 1 object; the first problem is in stdin at byte 0: ');
  expect(run.stderr).toContain('set the shape of the data with --input');
});

it.skipIf(process.platform !== 'linux').each([40, 60, 80, 120])('keeps to %i columns', async (columns) => {
  const args = [
    'samples/logs/errors-and-threats',
    '-f',
    '@samples/filters/bots.json',
    '-f',
    '@samples/filters/drop-static.json',
  ];
  const env = { PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` };
  const quoted = args.map((arg) => `'${arg}'`).join(' ');
  const command = `script -qec "stty cols ${columns}; '${process.execPath}' '${programPath('headgate')}' replay ${quoted} -q" /dev/null`;
  const run = await runShell(command, { env });
  const lines = run.stdout.replaceAll('\r', '').split('\n');
  expect(lines.filter((line) => line.length > Math.max(columns, 64))).toEqual([]);
});

describe('standard input', () => {
  it('plain, gzip, empty', async () => {
    const text = '{"EdgeResponseStatus":500}\n{"EdgeResponseStatus":200}\n';
    for (const input of [
      text,
      gzipSync(text),
      Buffer.concat([gzipSync(text.slice(0, 27)), gzipSync(text.slice(27))]),
    ]) {
      const { report } = await replayJson(['-', '-f', FILTER], input);
      expect(report.jobs[0]).toMatchObject({ kept: { lines: 1, bytes: 27 }, dropped: { lines: 1 } });
    }
    const { code, report } = await replayJson(['-', '-f', FILTER], '');
    expect(code).toBe(2);
    expect(report.lines.read).toBe(0);
  });
});

describe('flags that change what is read', () => {
  it('--input csv:NAMES names the columns', async () => {
    const flags = ['--input', 'csv: EdgeResponseStatus,RayID', '--no-fields', '-f', FILTER];
    const { report } = await replayJson(['-', ...flags], '200,a\n500,b\n');
    expect(report.jobs[0]).toMatchObject({ kept: { lines: 1 }, dropped: { lines: 1 } });
    expect(report).not.toHaveProperty('fields');
  });

  it.each([
    ['csv:A,,B', 'cannot read CSV: found an empty name for column 2'],
    ['csv:', 'cannot read CSV: found an empty name for column 1'],
    ['json:', 'cannot use the records path: found ""'],
    ['json:events[', 'cannot use the records path: found "events["'],
    ['ndjson:event', 'cannot use --input ndjson:event: expected auto, ndjson, csv, csv:NAME,NAME'],
    ['auto:', 'cannot use --input auto:: expected auto,'],
    ['xml', 'cannot use --input xml: expected auto,'],
  ])('--input %s is rejected', async (input, message) => {
    const run = await runTogether(['replay', 'samples/logs/all-requests', '-q', '--input', input, '-f', FILTER]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });

  it('--null zero treats null as an empty value', async () => {
    const line = '{"ClientRequestReferer":null,"BotTags":null}\n';
    const args = ['-', '-f', 'ClientRequestReferer == "" and not BotTags contains "a"'];
    expect((await replayJson(args, line)).report.jobs[0].undecided.lines).toBe(1);
    expect((await replayJson([...args, '--null', 'zero'], line)).report.jobs[0].kept.lines).toBe(1);
  });

  it('--counts says nothing of what it did not count', async () => {
    const { report } = await replayJson(['-', '-f', FILTER, '--counts'], '{"RayID":"1"}\n');
    expect(report.jobs[0]).toMatchObject({ undecided: { lines: 1 } });
    for (const key of ['conditions', 'missingFields', 'hints', 'fields'])
      expect(report.jobs[0]).not.toHaveProperty(key);
  });
});

describe('sources', () => {
  it('one object under three names is read once', async () => {
    const place = mkdtempSync(join(folder, 'names-'));
    writeFileSync(join(place, 'a.ndjson'), '{"RayID":"1"}\n');
    const { report } = await replayJson([place, join(place, 'a.ndjson'), `${place}/./a.ndjson`]);
    expect(report).toMatchObject({ source: { objects: 1 }, lines: { read: 1 } });
  });

  it('jobs of another dataset are left out, and named', async () => {
    const job = join(folder, 'two-datasets.json');
    writeFileSync(
      job,
      JSON.stringify([
        { name: 'web', dataset: 'http_requests' },
        { name: 'dns', dataset: 'dns_logs' },
      ]),
    );
    const run = await runTogether(['replay', '-', '--job', job, '--dataset', 'http_requests', '--format', 'json'], {
      stdin: '{}\n',
    });
    expect(run.stderr).toContain('skipped jobs of datasets other than http_requests: dns');
    expect(JSON.parse(run.stdout).jobs.map(({ name }: { name: string }) => name)).toEqual(['web']);
  });
});

it('names from the data cannot steer the terminal', async () => {
  const place = mkdtempSync(join(folder, 'names-'));
  writeFileSync(join(place, 'a\u001b[31mb.log'), '{"\\u001b[31mX":1}\nbroken\n');
  const run = await runTogether(['replay', place]);
  expect(run.stdout).toContain('X');
  expect(run.stdout + run.stderr).not.toContain('\u001b');
});

describe('other shapes than NDJSON', () => {
  it('CSV by the job that wrote it', async () => {
    const place = mkdtempSync(join(folder, 'csv-'));
    writeFileSync(join(place, 'a.log.gz'), gzipSync('"1.2.3.4",503,"a1"\n"1.2.3.5",200,"a2"\n'));
    const job = join(folder, 'csv-job.json');
    const names = ['ClientIP', 'EdgeResponseStatus', 'RayID'];
    writeFileSync(
      job,
      JSON.stringify({
        filter: FILTER,
        destination_conf: place,
        output_options: { output_type: 'csv', field_names: names },
      }),
    );
    const { report } = await replayJson(['--job', job]);
    expect(report.jobs[0]).toMatchObject({ kept: { lines: 1 }, dropped: { lines: 1 } });
  });

  it('an envelope, with --input json:PATH', async () => {
    const envelope = '{"events":[\n{"info":{"EdgeResponseStatus":500}},\n{"info":{"EdgeResponseStatus":200}}\n]}';
    const { report } = await replayJson(['-', '--input', 'json:events[].info', '-f', FILTER], envelope);
    expect(report.jobs[0]).toMatchObject({ kept: { lines: 1 }, dropped: { lines: 1 } });
  });
});

const fixtures = join(ROOT, '../shared/fixtures/logs');

describe.skipIf(!existsSync(fixtures))('logs that others wrote', () => {
  it.each(existsSync(fixtures) ? readdirSync(fixtures) : [])('%s: every line is read or reported', async (name) => {
    const { report } = await replayJson([join(fixtures, name)]);
    const { read, malformed, blank } = report.lines;
    expect(read + malformed + blank).toBeGreaterThan(0);
    expect(Object.values(report.problemCounts).reduce((sum: number, count) => sum + Number(count), 0)).toBe(malformed);
  });
});

describe('Ctrl-C', () => {
  it.concurrent.each([
    [['replay', 'samples/logs', '--filter', '-']],
    [['explain', 'samples/logs', '--filter', '-']],
    [['replay', 'samples/logs', '--filter', '-', '--list']],
  ])('while waiting for a filter: %j', async (args) => {
    const run = await runCli(args, { interruptAfterStdin: 'SIGINT' });
    expect(run).toMatchObject({ code: 130, stdout: '', stderr: '' });
  });

  it('prints what is known, marked partial', async () => {
    const line = `{"EdgeResponseStatus":500,"ClientRequestPath":"/${'a'.repeat(400)}"}\n`;
    const run = await runCli(['replay', '-', '-f', 'EdgeResponseStatus >= 500', '--format', 'json'], {
      stdin: line.repeat(50),
      interruptAfterStdin: 'SIGINT',
    });
    expect(run.code).toBe(130);
    expect(JSON.parse(run.stdout)).toMatchObject({ partial: true, source: { objects: 1 }, lines: { read: 50 } });
  });
});

function hasJq(): boolean {
  try {
    execFileSync('jq', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
