// Every command that gives an answer, with input that allows none: exit code 2 and one sentence, never a table of zeros or a green tick.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type CliRun, runTogether } from '../helpers/cli/run-cli.ts';
import { s3ErrorBody, s3ListBody, s3Source } from '../helpers/destination/bucket-answers.ts';
import { type HttpAnswer, startHttpServer } from '../helpers/http-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-no-answer-'));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const FILTER = 'BotScore < 30';
const JOB = file(
  'job.json',
  JSON.stringify({
    name: 'j',
    filter: '{"where":{"key":"BotScore","operator":"lt","value":30}}',
    output_options: { field_names: ['RayID', 'EdgeStartTimestamp'] },
  }),
);
/** Nanoseconds, which JavaScript's numbers do not hold. */
const TIME = `${Date.UTC(2026, 10, 2, 10)}000000`;
const line = (id: string): string => `{"RayID":"${id}","EdgeStartTimestamp":${TIME}}\n`;
const RANGE = ['--since', '2026-12-01', '--until', '2026-12-02'];

/** Objects whose names leave nothing of the range. */
const named = join(folder, 'named');
mkdirSync(named);
for (const hour of ['10', '11']) {
  const name = `20261102T${hour}0000Z_20261102T${hour}3000Z_0badc0de.log.gz`;
  writeFileSync(join(named, name), gzipSync(line(hour)));
}

interface Input {
  source: string;
  range?: string[];
  /** Of the one sentence. */
  says: RegExp;
}

const NO_RECORDS: Readonly<Record<string, Input>> = {
  'an empty file': { source: file('empty.ndjson', ''), says: /found no records \(no line in 1 object\)/ },
  '/dev/null': { source: '/dev/null', says: /found no records \(no line in 1 object\)/ },
  'gzip of nothing': { source: file('empty.log.gz', gzipSync('')), says: /found no records \(no line in 1 object\)/ },
  'blank lines': {
    source: file('blank.ndjson', '\n \t\n'.repeat(1907)),
    says: /found no records \(3,814 blank lines in 1 object\), expected one JSON object on each line/,
  },
  'malformed lines': {
    source: file('malformed.ndjson', 'no\n{"a":\n\n'),
    says: /\(2 malformed lines and 1 blank line in 1 object; the first problem is in \S+malformed.ndjson at byte 0: cannot parse the line: /,
  },
  'lines out of range': {
    source: file('outside.ndjson', `${line('a')}${line('b')}\n`),
    range: RANGE,
    says: /found no records in range \(2 lines outside --since\/--until and 1 blank line in 1 object; the time of the first line is 2026-11-02T10:00:00Z\), .*widen --since\/--until/,
  },
  'objects out of range': {
    source: named,
    range: RANGE,
    says: /found no records in range \(2 objects and day folders outside the time range\), .* within --since\/--until \(since \S+Z, until \S+Z\); widen --since\/--until/,
  },
};

/** Commands by name, each with the arguments that a source follows. */
const COMMANDS: Readonly<Record<string, string[]>> = {
  replay: ['replay', '-f', FILTER],
  'replay without a filter': ['replay'],
  'replay --counts': ['replay', '--counts', '-f', FILTER],
  'replay --emit': ['replay', '--emit', '-', '-f', FILTER],
  'sample -n': ['sample', '-n', '3', '-f', FILTER],
  'sample --estimate': ['sample', '--estimate', '-f', FILTER],
  'sample --precision': ['sample', '--estimate', '--precision', '5%', '-f', FILTER],
  validate: ['validate', '--job', JOB],
  explain: ['explain', '-f', FILTER],
  bench: ['bench', '--rounds', '2', '--seconds', '1', '-f', FILTER],
};

const run = (command: string, { source, range = [] }: Input, ...more: string[]): Promise<CliRun> =>
  runTogether([...COMMANDS[command]!, source, ...range, ...more, '-q']);

/** Bars of figures, and a verdict that all is well. */
const GREEN = /[█·]{3}|✓|keeps 0 %|(?<!\d)0\.0 %/;

describe.each(Object.keys(COMMANDS))('%s', (command) => {
  it.each(Object.entries(NO_RECORDS))('%s: exit 2, one sentence', async (_, input) => {
    const { code, stdout, stderr } = await run(command, input);
    // bench reads its source in every round.
    const isReadOnce = command === 'bench' && input.source === '/dev/null';
    expect(stderr).toMatch(isReadOnce ? /it can be read only once/ : input.says);
    expect(stderr).toMatch(/^headgate: cannot [^\n]+\n$/);
    expect(code).toBe(2);
    // What a validation finds of names and blank lines stays.
    if (command !== 'validate') expect(stdout).toBe('');
    expect(stdout).not.toMatch(GREEN);
  });
});

describe('objects that end before their first line', () => {
  it.each<[string, string[], HttpAnswer, RegExp]>([
    [
      'one, in the middle of a line',
      ['a.log'],
      { body: line('a'), cutAt: 20 },
      /the only object, s3:\/\/b\/a\.log, breaks off: reading stopped after 20 stored bytes and could not be resumed: /,
    ],
    [
      'several',
      ['a.log', 'b.log'],
      { body: line('a'), cutAt: 20 },
      /none of 2 objects have a complete line, the first is s3:\/\/b\/a\.log: reading stopped after 20 stored bytes /,
    ],
    [
      'one that is denied',
      ['a.log'],
      { status: 403, body: s3ErrorBody('AccessDenied') },
      /the only object, s3:\/\/b\/a\.log, cannot be read: .*s3:GetObject/,
    ],
  ])('%s: the reason, from every command', async (_, keys, answer, says) => {
    const page = s3ListBody(keys, undefined, line('a').length);
    const server = await startHttpServer(({ query }) => (query.has('list-type') ? { body: page } : answer));
    try {
      for (const command of ['replay', 'sample -n', 'sample --estimate', 'validate', 'explain']) {
        const { code, stderr } = await run(command, { source: s3Source(server.origin), says }, '--retry-for', '0');
        expect(stderr.trimEnd().split('\n').at(-1), command).toMatch(says);
        expect(code).toBe(2);
      }
    } finally {
      await server.stop();
    }
  });
});

describe('JSON has the counts all the same', () => {
  const [blank, outside] = [NO_RECORDS['blank lines']!, NO_RECORDS['lines out of range']!];
  it.each<[string, (report: never) => object]>([
    ['replay', ({ lines }: { lines: object }) => lines],
    ['sample -n', ({ lines }: { lines: object }) => lines],
    ['sample --estimate', ({ lines }: { lines: object }) => lines],
    ['validate', ({ jobs: [job] }: { jobs: { lines: object }[] }) => job!.lines],
    ['explain', ({ kinds }: { kinds: object }) => kinds],
  ])('%s', async (command, linesOf) => {
    for (const [input, counts] of [
      [blank, { read: 0, outside: 0, malformed: 0, blank: 3814 }],
      [outside, { read: 0, outside: 2, malformed: 0, blank: 1 }],
    ] as const) {
      const { code, stdout, stderr } = await run(command, input, '--format', 'json');
      expect(linesOf(JSON.parse(stdout) as never)).toMatchObject(counts);
      expect(stderr).toMatch(input.says);
      expect(code).toBe(2);
    }
  });
});

describe('every line undecided: exit 2, the report, and a sentence with what to add', () => {
  const undecided: Input = { source: file('undecided.ndjson', line('a') + line('b')), says: /BotScore is missing/ };
  const judging = Object.keys(COMMANDS).filter((command) => !['replay without a filter', 'explain'].includes(command));
  it.each(judging)('%s', async (command) => {
    const { code, stderr, stdout } = await run(command, undecided);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^headgate: cannot \w+: found 2 of 2 lines undecided by the filter \(.*BotScore.*\), expected .*field_names/,
    );
    expect(code).toBe(2);
    expect(stdout).not.toContain('✓');
  });

  it('its JSON report is whole', async () => {
    const { code, stdout } = await run('sample --estimate', undecided, '--format', 'json');
    expect(JSON.parse(stdout).shares.undecided.lines).toEqual({ share: 1, low: 1, high: 1 });
    expect(code).toBe(2);
  });

  it('why lines are undecided is an answer of explain', async () => {
    const { code, stdout, stderr } = await run('explain', undecided);
    expect(stdout.match(/unknown BotScore < 30 {3}field missing/g)).toHaveLength(2);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('one filter that decides is an answer, and so are undecided lines that are asked for', async () => {
    const more = ['-f', 'RayID == "a"'];
    expect((await run('replay', undecided, ...more)).code).toBe(0);
    const drawn = await run('sample -n', undecided, '--verdict', 'undecided');
    expect(drawn).toMatchObject({ code: 0, stdout: line('a') + line('b'), stderr: '' });
  });
});

describe('--out of data without an answer: no file', () => {
  const undecided = file('undecided-out.ndjson', line('a') + line('b'));
  const empty = file('empty-out.ndjson', '');
  const outs = join(folder, 'outs');
  mkdirSync(outs);

  it.each<[string, string[]]>([
    ['a suite of undecided lines', ['test', '--mine', undecided, '-f', FILTER]],
    ['a suite of no record', ['test', '--mine', empty, '-f', FILTER, '--format', 'json']],
    ['lines of a sample', ['sample', '-n', '3', '--verdict', 'keep', undecided, '-f', FILTER]],
    ['lines of no record', ['sample', '-n', '3', empty, '--format', 'text']],
    ['lines of a preview', ['fields', 'preview', '--ruleset', 'samples/ruleset.json', empty, '--format', 'lines']],
    ['a proposed ruleset', ['fields', 'propose', empty]],
  ])('%s', async (_, args) => {
    const out = join(outs, 'new.out');
    for (let run = 0; run < 2; run += 1) {
      const { code, stderr } = await runTogether([...args, '-q', '--out', out]);
      expect(stderr).toMatch(/^headgate: cannot [^\n]+\n$/);
      expect([code, existsSync(out), readdirSync(outs)]).toEqual([2, false, []]);
    }
  });
});

describe('--format github names the file of the filter', () => {
  const filter = file('wrong-guard.txt', 'EdgeResponseStatus >= 500');
  const later = file('later.txt', 'EdgeResponseStatus >= 501');
  const unknown = file('unknown.txt', 'WAFAttackScore < 20');
  const GUARD = ['--guard', 'kept >= 99%', 'samples/logs/all-requests'];
  it.each<[string, string[], string, RegExp]>([
    ['replay', ['replay', '-f', `@${filter}`, ...GUARD], filter, /wrong-guard%3A kept/],
    ['replay of a job', ['replay', '--job', JOB, ...GUARD], JOB, /j%3A kept/],
    ['compare', ['compare', '--from', `@${filter}`, '--to', `@${later}`, ...GUARD], later, /later%3A kept/],
    ['an estimate', ['sample', '--estimate', '-f', `@${filter}`, ...GUARD], filter, /wrong-guard%3A kept/],
    [
      'no answer',
      ['replay', '-f', `@${unknown}`, file('undecided-github.ndjson', line('a'))],
      unknown,
      /has an answer/,
    ],
  ])('%s', async (_, args, path, title) => {
    const { stdout } = await runTogether([...args, '-q', '--format', 'github']);
    expect(stdout).toContain(`::error file=${path.replaceAll(':', '%3A')},title=`);
    expect(stdout).toMatch(title);
  });
});

describe('lines of another dataset', () => {
  const SHARED = ['-d', 'firewall_events', '-f', 'EdgeResponseStatus >= 500'];
  const OWN = ['-d', 'firewall_events', '-f', 'ClientRefererHost == "a"'];
  const LOGS = 'samples/logs/all-requests';

  it.each([[[]], [['--counts']], [['--no-fields']]])('a replay that decides warns with %j', async (flags) => {
    const { code, stdout } = await runTogether(['replay', LOGS, '-q', ...SHARED, ...flags]);
    expect(stdout).toMatch(
      /warning: the lines look like http_requests \(\w+,\s+\w+,\s+\w+\): .* --dataset http_requests/s,
    );
    expect(code).toBe(0);
  });

  it.each([
    ['replay', ['replay', ...OWN]],
    ['sample', ['sample', '-n', '3', ...OWN]],
    ['an estimate', ['sample', '--estimate', ...OWN]],
  ])('%s that decides nothing names the dataset that fits', async (_, args) => {
    const { code, stderr } = await runTogether([...args, LOGS, '-q']);
    expect(stderr).toMatch(
      /the lines look like http_requests, not firewall_events: use --dataset http_requests, or a job of that dataset/,
    );
    expect(code).toBe(2);
  });

  it.each(['text', 'markdown'])('a profile of several datasets says so: %s', async (format) => {
    const http = '{"RayID":"a","BotScore":3,"OriginIP":"192.0.2.1","EdgeColoID":4,"EdgeStartTimestamp":1}\n';
    const firewall = '{"RayID":"b","Action":"block","Kind":"firewall","Source":"waf","RuleID":"r"}\n';
    const mixed = file('mixed.ndjson', http + firewall + firewall);
    const { code, stdout } = await runTogether(['replay', mixed, '-q', '--format', format]);
    expect(stdout).toMatch(/the lines look like several datasets: firewall\\?_events \(2 lines\), http\\?_requests/i);
    expect(code).toBe(0);
  });

  it('explain warns, too', async () => {
    const { code, stdout, stderr } = await runTogether(['explain', LOGS, '--limit', '1', ...OWN]);
    expect(stderr).toContain('warning: the lines look like http_requests, not like firewall_events');
    expect(stdout).toContain('field missing');
    expect(code).toBe(0);
  });

  it('of the right dataset nothing is said', async () => {
    const { stdout } = await runTogether(['replay', LOGS, '-f', FILTER, '-q', '--format', 'json']);
    expect(JSON.parse(stdout)).not.toHaveProperty('otherDatasets');
  });
});

describe('fields preview', () => {
  const preview = (source: string, ...more: string[]) =>
    runTogether(['fields', 'preview', '--ruleset', 'samples/ruleset.json', source, '-q', ...more]);

  it.each([
    ['an empty file', NO_RECORDS['an empty file']!.source, /found no exchange \(no entry in 1 file\)/],
    ['blank lines', NO_RECORDS['blank lines']!.source, /found no exchange \(no entry in 1 file\)/],
    ['malformed lines', NO_RECORDS['malformed lines']!.source, /the first problem is in \S+ at byte 0/],
  ])('%s: exit 2, one sentence', async (_, source, says) => {
    for (const format of ['text', 'lines', 'json']) {
      const { code, stdout, stderr } = await preview(source, '--format', format);
      expect(stderr).toMatch(/^headgate: cannot preview custom fields: found no exchange .*\n$/m);
      expect(stderr).toMatch(says);
      expect(code).toBe(2);
      if (format === 'json') expect(JSON.parse(stdout).traffic.exchanges).toBe(0);
      else expect(stdout).toBe('');
    }
  });
});
