// replay --emit as a user runs it: files and standard output, the report next to them, remarks, rejected arguments, pipes and interruption.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ROOT, runCli, runShell, runTogether } from '../../helpers/cli/run-cli.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { programPath } from '../../helpers/programs.ts';
import { filesBelow, linesOf, storedObjects } from '../../helpers/stored-samples.ts';

const place = mkdtempSync(join(tmpdir(), 'headgate-cli-emit-'));
const ALL = 'samples/logs/all-requests';
/** One of its three days, for what does not depend on how much there is. */
const DAY = `${ALL}/20261101`;
const ERRORS_JOB = 'samples/jobs/errors-and-threats.json';
const TEXT = storedObjects('all-requests')
  .map(({ text }) => text)
  .join('');
/** A file whose emission takes about a second: long enough to be interrupted. */
const LARGE = join(place, 'large.log');
const bytes = Buffer.from(TEXT);
writeFileSync(LARGE, Buffer.concat([bytes, bytes, bytes]));
const bucket = useLocalBucket();
const NOTICE = 'headgate: errors-and-threats: wrote 2,376 lines, 1.61 MB, to 39 objects in ';

it('files below a folder, the report on standard output, what is lacking on standard error', async () => {
  const folder = join(place, 'one');
  const run = await runTogether(['replay', ALL, '--job', ERRORS_JOB, '--emit', folder, '--format', 'json']);
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout).jobs[0].emitted).toEqual({
    lines: 2376,
    bytes: 1_612_656,
    objects: 39,
    lacking: [{ name: 'WAFAttackScore', lines: 2376 }],
  });
  expect(run.stderr).toContain(`${NOTICE}${folder}\n`);
  expect(run.stderr).toContain(
    'warning: errors-and-threats: the source does not contain WAFAttackScore (2,376 lines); written without the key\n',
  );
  expect(filesBelow(folder)).toHaveLength(39);
});

it('the text report says what was written beside what was kept', async () => {
  const { stdout } = await runTogether(['replay', ALL, '--job', ERRORS_JOB, '--emit', join(place, 'text')]);
  expect(stdout).toMatch(
    / {2}kept .* 2,376 lines {2}2\.81 MB\n {2}dropped .*\n {2}written .* 2,376 lines {2}1\.61 MB\n/,
  );
});

it('the text report says what was lacking, and -q does not hide it', async () => {
  const run = await runTogether(['replay', ALL, '--job', ERRORS_JOB, '--emit', join(place, 'lacking'), '-q']);
  expect(run.stderr).toBe('');
  expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(
    '→ errors-and-threats: 2,376 of 2,376 written lines have no value for WAFAttackScore, because the source does not contain it; add',
  );
});

it('to standard output, -q does not hide lines that the transformer fails on or leaves undecided', async () => {
  const emit = (sql: string) => runTogether(['replay', DAY, '--transformer', sql, '--emit', '-', '-q']);
  const failing = await emit('SELECT CAST(ClientRequestPath AS INT) AS n FROM http_requests');
  expect({ code: failing.code, stdout: failing.stdout }).toEqual({ code: 1, stdout: '' });
  expect(failing.stderr).toMatch(/^headgate: transformer: the transformer fails on [\d,]+ lines: not written\n$/);
  const undecided = await emit("SELECT RayID FROM http_requests WHERE ClientCountry = 'de' OR WAFAttackScore > 1");
  expect(undecided.stderr).toMatch(
    /^headgate: transformer: the transformer leaves [\d,]+ lines undecided: not written\n$/,
  );
});

it('--overwrite says how many older files stay', async () => {
  const folder = join(place, 'overwritten');
  const all = await runTogether(['replay', DAY, '-f', 'all', '--emit', folder]);
  const objects = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.gz')).length;
  expect(all.stderr).not.toContain('older');
  const again = await runTogether(['replay', DAY, '-f', 'all', '--emit', folder, '--overwrite']);
  expect(again.stderr).not.toContain('older');
  const until = ['--until', '2026-11-01T12:00:00Z'];
  const part = await runTogether(['replay', DAY, '-f', 'all', '--emit', folder, '--overwrite', ...until]);
  const emitted = JSON.parse(
    (await runTogether(['replay', DAY, '-f', 'all', '--emit', join(place, 'part'), ...until, '--format', 'json']))
      .stdout,
  ).jobs[0].emitted;
  expect(emitted.objects).toBeLessThan(objects);
  expect(part.stderr).toContain(
    `headgate: warning: ${objects - emitted.objects} older files remain in ${folder}; this run did not write them\n`,
  );
});

it.each([
  ['logs/pushed', 'is below'],
  ['logs', 'is'],
])(
  'a folder that is, or is below, the source is rejected before anything is read or created: %s',
  async (name, how) => {
    const source = join(place, 'logs');
    mkdirSync(source, { recursive: true });
    writeFileSync(join(source, 'a.log'), '{"EdgeResponseStatus":500}\n');
    const folder = join(place, name);
    const run = await runTogether([
      'replay',
      source,
      '-f',
      'EdgeResponseStatus >= 500',
      '--emit',
      folder,
      '--overwrite',
    ]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(
      new RegExp(`^headgate: cannot write to --emit ${folder}: the folder ${how} the source ${source}/; .*\n$`),
    );
    expect(readdirSync(source)).toEqual(['a.log']);
  },
);

it('what a job file says cannot command the terminal', async () => {
  const job = join(place, 'escape.json');
  const name = 'a\u001b]0;title\u0007\u001b[8m\nheadgate: all is well';
  writeFileSync(job, JSON.stringify({ name, output_options: { field_names: ['No\u001b[2JField'], sample_rate: 0.5 } }));
  const run = await runTogether(['replay', DAY, '-j', job, '--emit', join(place, 'escaped')]);
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('headgate: a\\u001b]0;title\\u0007\\u001b[8m\\u000aheadgate: all is well: wrote');
  expect(run.stderr).toContain('the source does not contain No\\u001b[2JField');
  expect(run.stderr).toContain('a\\u001b]0;title\\u0007');
  expect(run.stderr.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f]/);
});

it.each([
  [{ output_type: 'csv' }, 'as an empty CSV cell'],
  [{ record_template: '{{ .RayID }},{{ .WAFAttackScore }}' }, 'as null, according to record_template'],
])('%j: how what the source lacks is written', async (options, form) => {
  const job = join(place, 'lacking.json');
  const output_options = { ...options, field_names: ['RayID', 'WAFAttackScore'] };
  writeFileSync(job, JSON.stringify({ name: 'lacking', output_options }));
  const run = await runTogether(['replay', DAY, '-j', job, '--emit', '-']);
  expect(run.stderr).toMatch(
    new RegExp(`lacking: the source does not contain WAFAttackScore \\(\\S+ lines\\); written ${form}\\n`),
  );
});

it('merge_subrequests is no promise here', async () => {
  const job = join(place, 'merge.json');
  writeFileSync(job, JSON.stringify({ name: 'merge', output_options: { merge_subrequests: true } }));
  const run = await runTogether(['replay', DAY, '-j', job, '--emit', join(place, 'merge')]);
  expect(run.stderr).toContain('headgate: warning: merge: merge_subrequests is set, but stored lines do not identify');
});

it('several jobs, each in a folder of its own', async () => {
  const folder = join(place, 'several');
  const args = [
    'replay',
    ALL,
    '-j',
    ERRORS_JOB,
    '-f',
    'BotScore < 30',
    '-f',
    'EdgeResponseStatus == 999',
    '--emit',
    folder,
  ];
  expect(await runTogether([...args, '-q'])).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(folder).sort()).toEqual(['errors-and-threats', 'filter-1', 'filter-2']);
  expect(readdirSync(join(folder, 'filter-2'))).toEqual([]);
});

describe('--emit -', () => {
  it('lines on standard output, a short word on standard error, the report only in --out', async () => {
    const [report, lines] = [join(place, 'report.json'), join(place, 'lines.ndjson')];
    const run = await runShell(
      `'${process.execPath}' '${programPath('headgate')}' replay ${ALL} -f all --emit - --out ${report} --format json > ${lines}`,
    );
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(lines, 'utf8')).toBe(TEXT);
    expect(run.stderr).toContain('headgate: all: wrote 19,575 lines, 25.0 MB, to standard output\n');
    expect(JSON.parse(readFileSync(report, 'utf8')).jobs[0].kept.lines).toBe(19_575);
  });

  it('from standard input, each line as soon as it is there', async () => {
    const run = await runTogether(['replay', '-', '-f', 'BotScore < 30', '--emit', '-', '-q'], {
      stdin: '{"BotScore":1}\n{"BotScore":50}\n {"BotScore": 2}',
    });
    expect(run).toEqual({ code: 0, stdout: '{"BotScore":1}\n {"BotScore": 2}\n', stderr: '' });
  });

  it('CSV that is read again', async () => {
    const job = join(place, 'csv.json');
    const options = {
      output_type: 'csv',
      field_names: ['RayID', 'EdgeStartTimestamp', 'BotTags'],
      timestamp_format: 'rfc3339ns',
    };
    writeFileSync(job, JSON.stringify({ name: 'csv', output_options: options }));
    const again = ['replay', '-', '-j', job, '--emit', '-', '-q'];
    const first = await runTogether(['replay', ALL, '-j', job, '--emit', '-', '-q']);
    expect(linesOf(first.stdout)[0]).toMatch(/^"[0-9a-f]{16}","2026-11-01T\d\d:\d\d:\d\d\.\d{9}Z","\[.*\]"$/);
    expect(await runTogether(again, { stdin: first.stdout })).toEqual(first);
  });

  it('a closed pipe is no error', async () => {
    const run = await runShell(
      `'${process.execPath}' '${programPath('headgate')}' replay ${ALL} -f all --emit - -q | head -2; echo "\${PIPESTATUS[0]}"`,
    );
    expect(run).toEqual({ code: 0, stdout: `${linesOf(TEXT).slice(0, 2).join('\n')}\n0\n`, stderr: '' });
  });
});

/** Whether an object is under way: its file is there, in a temporary folder. */
function isUnderWay(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return filesBelow(folder).some((name) => /^\.headgate-.*\.tmp\/./.test(name));
}

it('interrupted, it leaves whole objects only and exits with 130', async () => {
  const folder = join(place, 'interrupted');
  const run = await runCli(['replay', LARGE, '-f', 'all', '--emit', folder, '--threads', '1'], {
    onStart: (kill) => {
      const timer = setInterval(() => {
        if (!isUnderWay(folder)) return;
        clearInterval(timer);
        kill('SIGINT');
      }, 5);
    },
  });
  expect(run.code).toBe(130);
  expect(run.stderr).toContain('interrupted: wrote no objects whose source was not read to the end');
  expect(readdirSync(folder)).toEqual([]);
});

describe('what a run that ended early leaves', () => {
  const args = (folder: string): string[] => ['replay', LARGE, '-f', 'RayID != ""', '--emit', folder, '--threads', '1'];

  /** Starts a run and sends it signals when its object is under way. */
  function ended(folder: string, ...signals: NodeJS.Signals[]): ReturnType<typeof runCli> {
    return runCli(args(folder), {
      onStart: (kill) => {
        const timer = setInterval(() => {
          if (!isUnderWay(folder)) return;
          clearInterval(timer);
          for (const signal of signals) kill(signal);
        }, 5);
      },
    });
  }

  it('is nothing after a second Ctrl-C', async () => {
    const folder = join(place, 'twice');
    expect((await ended(folder, 'SIGINT', 'SIGTERM')).code).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is removed after SIGKILL by the next run, for which the folder is as good as empty', async () => {
    const folder = join(place, 'killed');
    expect((await ended(folder, 'SIGKILL')).code).toBeNull();
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.headgate-.*\.tmp$/)]);
    const again = await runTogether(['replay', DAY, '-f', 'RayID != ""', '--emit', folder, '-q']);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual(['20261101']);
  });

  it('is nothing torn where a file may not grow so large', async () => {
    const folder = join(place, 'limited');
    const run = await runShell(
      `ulimit -f 100; exec '${process.execPath}' '${programPath('headgate')}' ${args(folder)
        .map((arg) => `'${arg}'`)
        .join(' ')}`,
    );
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /^headgate: cannot write --emit \S+limited: the file would exceed the size limit; raise the limit, .*$/m,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a bucket', () => {
  it('gets what a folder does, and its keys are not printed', async () => {
    const conf = bucket().destinationConf('pushed/{DATE}');
    const run = await runTogether(['replay', DAY, '--job', ERRORS_JOB, '--emit', conf, '--format', 'json']);
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(
      /headgate: errors-and-threats: wrote [\d,]+ lines, \S+ \wB, to 14 objects in s3:\/\/sandbox\/pushed\/\{DATE\}\n/,
    );
    const again = await runTogether(['replay', DAY, '--job', ERRORS_JOB, '--emit', conf]);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toMatch(
      /^headgate: cannot write to --emit s3:\/\/sandbox\/pushed\/\{DATE\}: the prefix has objects, such as/,
    );
    const read = await runTogether(['replay', conf, '--job', ERRORS_JOB, '--format', 'json']);
    expect(JSON.parse(read.stdout).lines.read).toBe(JSON.parse(run.stdout).jobs[0].emitted.lines);
    const { accessKeyId, secretAccessKey } = bucket();
    for (const { stdout, stderr } of [run, again]) {
      expect(stdout + stderr).not.toContain(accessKeyId);
      expect(stdout + stderr).not.toContain(secretAccessKey);
    }
  });

  it.each([
    [
      'bucket/x?region=a&secret-access-key=SECRET',
      /bucket\/x\?region=a: found bucket parameters after the name of a folder/,
    ],
    ['gs://b/x', /gs:\/\/b\/x: found Google Cloud Storage, expected a folder, s3:.*HMAC/],
    [
      'https://u:SECRET@host/x?token=SECRET',
      /https:\/\/host\/…: found the scheme https:\/\/, expected a folder, .*; the edge script is a source only$/m,
    ],
    ['azure://c/x?sig=SECRET', /azure:\/\/c\/x: found the scheme azure/],
    ['s3:/b/x?secret-access-key=SECRET', /s3:\/b\/x: found too few slashes, expected s3:\/\/<bucket>/],
    ['s3://b/x?regoin=SECRET', /s3:\/\/b\/x: found the parameter regoin.*did you mean region\?/],
    ['s3://b/x?region=a&sse=SECRET', /found another value of sse/],
    ['s3://b/x?region=a&access-key-id=SECRET', /found access-key-id without secret-access-key/],
  ])('%s is rejected, and no folder is made of it', async (target, says) => {
    const run = await runTogether(['replay', DAY, '-f', 'RayID != ""', '--emit', target]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^headgate: cannot write to --emit /);
    expect(run.stderr).toMatch(says);
    expect(run.stderr).not.toContain('SECRET');
    expect(existsSync(join(ROOT, target.split('/')[0]!))).toBe(false);
  });
});

describe('rejects', () => {
  it.each<[string, string[], string]>([
    ['an empty name', ['-f', 'all', '--emit', ''], 'cannot use --emit: found an empty name, expected a folder'],
    [
      'the folder of the source',
      ['-f', 'all', '--emit', ALL, '--overwrite'],
      `cannot write to --emit ${ALL}: the folder is the source ${ALL}`,
    ],
    ['no job', ['--emit', 'x'], 'cannot use --emit: found no filter and no job'],
    [
      'several for one stream',
      ['-f', 'all', '-j', ERRORS_JOB, '--emit', '-'],
      'cannot use --emit -: found all, errors-and-threats, expected one filter or job; use --emit DIR',
    ],
    ['--overwrite alone', ['-f', 'all', '--overwrite'], 'cannot use --overwrite: found no --emit, expected'],
    ['a report that has no place', ['-f', 'all', '--emit', '-', '--format', 'json'], 'expected --out FILE'],
    [
      'a folder that is not empty',
      ['-f', 'all', '--emit', 'samples'],
      'cannot write to --emit samples: the folder contains the source',
    ],
  ])('%s', async (_, args, message) => {
    const run = await runTogether(['replay', ALL, ...args]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(existsSync(join(ROOT, 'x'))).toBe(false);
  });

  it('a template that the platform would not take, with 1', async () => {
    const job = join(place, 'template.json');
    writeFileSync(job, JSON.stringify({ name: 'odd', output_options: { record_template: '{{range .A}}' } }));
    const run = await runTogether(['replay', ALL, '-j', job, '--emit', '-']);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /odd: cannot use the record_template: found \{\{range \.A\}\} at character 1, expected .*no functions/,
    );
  });
});

it('gzip of any file is one member, which every reader takes', () => {
  const folder = join(place, 'one');
  for (const name of filesBelow(folder).slice(0, 5)) {
    const stored = readFileSync(join(folder, name));
    const text = gunzipSync(stored);
    expect(stored.readUInt32LE(stored.length - 4)).toBe(text.length);
    expect(stored.subarray(4, 8)).toEqual(Buffer.alloc(4));
  }
});
