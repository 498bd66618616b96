// Lines in envelopes, for every command that reads logs: the results are those of the lines without envelopes, except for the bytes and
// places of lines, with and without the kernel.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateLines } from '../../samples/generator/index.ts';
import { ENVELOPES } from '../cases/record/envelopes.ts';
import { type CliRun, runTogether } from '../helpers/cli/run-cli.ts';
import { SAMPLES } from '../helpers/stored-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-wrapped-lines-'));
const NAME = '20261101T000000Z_20261104T000000Z_0a1b2c3d.log';
const JOB = join(SAMPLES, 'jobs/all-requests.json');
const SAMPLED = join(folder, 'sampled.json');
const CSV = join(folder, 'csv.json');

/** So few that every line is examined for hints: which others are depends on their places. */
const LINES = [...generateLines({ count: 42 })].map((line) => line.trim());
const job = JSON.parse(readFileSync(JOB, 'utf8'));
writeFileSync(SAMPLED, JSON.stringify({ ...job, output_options: { ...job.output_options, sample_rate: 0.5 } }));
writeFileSync(
  CSV,
  JSON.stringify({ ...job, output_options: { field_names: ['RayID', 'BotScore'], output_type: 'csv' } }),
);

/** Writes lines to a folder of their own. @returns the folder */
function store(name: string, lines: readonly string[]): string {
  const path = mkdtempSync(join(folder, 'source-'));
  writeFileSync(join(path, NAME), lines.map((line) => `${line}\n`).join(''));
  expect(name).not.toBe('');
  return path;
}

const plain = store('plain', LINES);
const FILTER = ['-f', 'EdgeResponseStatus >= 400 or BotScore < 30'];

/** A command line for a source, and the part of its output that envelopes do not change. */
const COMMANDS: readonly { args: (source: string) => string[]; format?: 'json' }[] = [
  {
    args: (source) => ['replay', source, ...FILTER, '-f', 'ClientCountry == "de"', '--samples', '200'],
    format: 'json',
  },
  { args: (source) => ['replay', source, ...FILTER, '--no-fields'], format: 'json' },
  { args: (source) => ['replay', source, '--job', JOB, '--counts'], format: 'json' },
  { args: (source) => ['replay', source], format: 'json' },
  { args: (source) => ['explain', source, ...FILTER, '--limit', '40'], format: 'json' },
  { args: (source) => ['explain', source, '--job', SAMPLED, '--limit', '40'], format: 'json' },
  { args: (source) => ['validate', source, '--job', JOB], format: 'json' },
  {
    args: (source) => ['compare', source, '--from', 'BotScore < 30', '--to', 'BotScore < 50', '--samples', '200'],
    format: 'json',
  },
  { args: (source) => ['sample', source, '--estimate', ...FILTER], format: 'json' },
  { args: (source) => ['replay', source, ...FILTER, '--emit', '-'] },
  { args: (source) => ['replay', source, '--job', SAMPLED, '--emit', '-'] },
  { args: (source) => ['replay', source, '--job', CSV, '--emit', '-'] },
];

async function run(args: readonly string[], kernel: 'on' | 'off'): Promise<CliRun> {
  return runTogether([...args, '-q'], { env: { HEADGATE_KERNEL: kernel === 'off' ? 'off' : '' } });
}

/** Figures without those that the envelopes change: bytes, places, and what depends on them. */
function withoutBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (typeof value !== 'object' || value === null) return value;
  const changed = [
    'bytes',
    'bytesInAll',
    'bytesShare',
    'unwrapped',
    'offset',
    'object',
    'source',
    'timing',
    'cost',
    'rates',
    'objects',
  ];
  const left = Object.entries(value).filter(([key]) => 'empty' in value || !changed.includes(key));
  return Object.fromEntries(left.map(([key, one]) => [key, withoutBytes(one)]));
}

describe.each(ENVELOPES)('$name', ({ path, wrap }) => {
  const lines = LINES.map(wrap);
  const source = store(path, lines);
  // Some plain lines among them, which keep their meaning.
  const mixed = store(
    'mixed',
    LINES.map((line, index) => (index % 3 === 0 ? line : wrap(line))),
  );

  it.each(COMMANDS.map(({ args, ...rest }) => ({ name: args('SOURCE').join(' '), args, ...rest })))(
    '$name',
    async ({ args, format }) => {
      const more = format === undefined ? [] : ['--format', format];
      const wanted = await run([...args(plain), ...more], 'on');
      expect(wanted.stderr).toBe('');
      for (const [kernel, one] of [
        ['on', source],
        ['off', source],
        ['on', mixed],
      ] as const) {
        const found = await run([...args(one), ...more], kernel);
        expect([found.code, found.stderr]).toEqual([wanted.code, wanted.stderr]);
        if (format === undefined) expect(found.stdout.replaceAll(one, plain)).toBe(wanted.stdout);
        else expect(withoutBytes(JSON.parse(found.stdout))).toEqual(withoutBytes(JSON.parse(wanted.stdout)));
      }
    },
  );

  it.each(['on', 'off'] as const)('sample, kernel %s: the stored lines byte for byte', async (kernel) => {
    const all = await run(['sample', source, '-n', '500'], kernel);
    expect(all.stdout.split('\n').slice(0, -1).sort()).toEqual(lines.toSorted());
    const some = await run(['sample', source, '-n', '500', ...FILTER], kernel);
    const kept = (await run(['replay', plain, ...FILTER, '--emit', '-'], kernel)).stdout.split('\n').slice(0, -1);
    expect(some.stdout.split('\n').slice(0, -1).sort()).toEqual(kept.map(wrap).sort());
  });

  it('--unwrap PATH gives the same, and none gives no answer', async () => {
    const args = ['replay', source, ...FILTER, '--format', 'json', '--reproducible'];
    const wanted = await run(args, 'on');
    expect(await run([...args, '--unwrap', path], 'on')).toEqual(wanted);
    const none = await run(['replay', source, ...FILTER, '--unwrap', 'none'], 'on');
    expect(none.code).toBe(2);
    expect(none.stderr).toMatch(
      /42 of 42 lines undecided .*the keys of the lines are .*, and none is a field of http_requests/,
    );
    expect(none.stderr).toContain(path);
    expect(none.stderr).not.toContain('field_names');
    expect(none.stdout).toContain('no key of the lines is a field of http_requests');
  });

  it.each(['text', 'markdown', 'html', 'junit'])('a replay says what it unwrapped: %s', async (format) => {
    const more = ['--format', format, '--guard', 'kept >= 1'];
    const text = async (of: string) =>
      (await run(['replay', of, ...FILTER, ...more], 'on')).stdout.replaceAll(/<\/?code>|`/g, '');
    expect(await text(source)).toContain(`each line unwrapped from ${path}`);
    expect(await text(mixed)).toContain(`28 of 42 lines unwrapped from ${path}`);
    expect(await text(plain)).not.toContain('unwrapped');
  });

  it('so do the other commands', async () => {
    const said = `each line unwrapped from ${path}`;
    const text = async (...args: string[]) => {
      const { stdout, stderr } = await runTogether(args);
      return (stdout + stderr).replaceAll('`', '');
    };
    expect(await text('validate', source, '--job', JOB)).toContain(said);
    expect(await text('compare', source, '--from', 'BotScore < 30', '--to', 'BotScore < 50')).toContain(said);
    expect(await text('sample', source, '-n', '3')).toContain(said);
    expect(await text('sample', source, '--estimate', ...FILTER)).toContain(said);
    expect(await text('test', '--mine', source, '-f', 'BotScore < 30')).toContain(said);
    expect(await text('explain', source, ...FILTER)).toContain(`Unwrapped from ${path}`);
  });
});

describe('keys that do not fit', () => {
  const lower = LINES.map((line) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(JSON.parse(line)).map(([key, value]) => [key.toLowerCase(), value])),
    ),
  );
  const CASE = 'edgeresponsestatus differs from EdgeResponseStatus only in letter case';
  it.each([
    ['plain', lower],
    ['in an envelope', lower.map((line) => `{"event":${line}}`)],
  ])('fields in lower case, %s', async (name, lines) => {
    const source = store(name, lines);
    const { code, stdout, stderr } = await run(['replay', source, '-f', 'EdgeResponseStatus >= 500'], 'on');
    expect(code).toBe(2);
    expect(stderr).toContain(`the field ${CASE} (and `);
    expect(stdout).toContain('edgeresponsestatus differs from EdgeResponseStatus');
    expect(stdout + stderr).not.toContain('field_names');
    const json = await run(
      ['replay', source, '-f', 'EdgeResponseStatus >= 500', '--format', 'json', '--counts'],
      'off',
    );
    expect(JSON.parse(json.stdout).foreignKeys.otherCase[0]).toEqual({
      key: 'edgeresponsestatus',
      field: 'EdgeResponseStatus',
    });
    expect(
      (await runTogether(['explain', source, '-f', 'EdgeResponseStatus >= 500', '--limit', '1'])).stderr,
    ).toContain(CASE);
  });

  it('lines without any field list their keys, from standard input too', async () => {
    const stdin = '{"b":{"x":1},"a b\\n":2}\n'.repeat(3);
    const { code, stderr } = await runTogether(['replay', '-', '-q', '-f', 'BotScore < 30'], { stdin });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'the keys of the lines are "a b\\n" and b, and none is a field of http_requests: if the fields are inside one of them, name it with --unwrap PATH',
    );
  });

  it('the answer of a search gets the path of its records, whose envelopes are then recognized', async () => {
    const hits = LINES.map((line, index) => ({ _index: 'logs', _id: String(index), _source: JSON.parse(line) }));
    const answer = { took: 3, hits: { total: { value: hits.length }, hits } };
    const sources = [store('one line', [JSON.stringify(answer)]), store('lines', [JSON.stringify(answer, null, 1)])];
    const counts = ({ stdout }: CliRun) => {
      const { lines, jobs } = JSON.parse(stdout);
      return [lines.read, jobs[0].kept.lines, jobs[0].dropped.lines, jobs[0].undecided.lines];
    };
    const expected = counts(await run(['replay', plain, ...FILTER, '-q', '--format', 'json'], 'on'));
    for (const source of sources) {
      const wrong = await run(['replay', source, ...FILTER, '-q'], 'on');
      expect([wrong.code, wrong.stderr]).toEqual([
        2,
        expect.stringContaining("read these with --input 'json:hits.hits[]'"),
      ]);
      const right = await run(
        ['replay', source, '--input', 'json:hits.hits[]', ...FILTER, '-q', '--format', 'json'],
        'on',
      );
      expect(counts(right)).toEqual(expected);
      expect(JSON.parse(right.stdout).lines.unwrapped).toEqual([{ path: '_source', lines: LINES.length }]);
    }
  });

  it('a record that lacks a field gets the advice to add it', async () => {
    const source = store('lacking', ['{"event":{"RayID":"a","ClientIP":"b"}}']);
    const { stderr } = await run(['replay', source, '-f', 'BotScore < 30'], 'on');
    expect(stderr).toContain('add missing fields to field_names');
  });
});

describe('--input json:PATH on lines', () => {
  it.each(['replay', 'explain', 'validate', 'sample', 'compare'])(
    '%s rejects it, and names --unwrap',
    async (command) => {
      const source = store(
        'records',
        LINES.map((line) => `{"event":${line}}`),
      );
      const more = {
        ...{ replay: FILTER, explain: FILTER, validate: ['--job', JOB], sample: ['-n', '3'] },
        compare: ['--from', 'BotScore < 30', '--to', 'BotScore < 50'],
      }[command]!;
      const { code, stdout, stderr } = await run([command, source, '--input', 'json:event', ...more], 'on');
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(
        'found NDJSON, one JSON object on each line, expected one JSON document for --input json:event; use --unwrap event',
      );
    },
  );
});
