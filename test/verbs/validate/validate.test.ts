// Checks pushed lines against their job: the samples are valid; in a copy, exactly the planted damage is found, with any number of threads
// and any order of lines.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { JobValidation, ValidationReport } from '../../../src/analysis/validate/index.ts';
import { listValidation, type ValidateRequest, validate } from '../../../src/verbs/index.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';

const root = mkdtempSync(join(tmpdir(), 'headgate-validate-'));
let folders = 0;

function requestFor(sources: string[], job: string, changes: Partial<ValidateRequest> = {}): ValidateRequest {
  return {
    sources,
    job: join(SAMPLES, 'jobs', `${job}.json`),
    jobName: undefined,
    ruleset: join(SAMPLES, 'ruleset.json'),
    limits: 'classic',
    strict: false,
    range: {},
    slackMs: undefined,
    nullAs: 'unknown',
    connection: {},
    threads: 1,
    bytesPerThread: 0,
    reading: { input: 'auto', records: undefined, columns: undefined },
    stdin: async () => '',
    signal: new AbortController().signal,
    onInput: () => {},
    onListing: () => {},
    onProgress: () => {},
    ...changes,
  };
}

async function reportOf(request: ValidateRequest): Promise<ValidationReport> {
  const report = await validate(request);
  delete report.timing;
  return report;
}

async function jobOf(request: ValidateRequest): Promise<JobValidation> {
  return (await reportOf(request)).jobs[0]!;
}

/** What is wrong, remarks aside. */
function faultsOf({ findings }: JobValidation): string[] {
  return findings.filter(({ severity }) => severity !== 'remark').map(({ code }) => code);
}

/** A copy of the first objects of a job's first day. */
class Copy {
  readonly folder: string;
  readonly day: string;
  /** Names of its objects, in order. */
  readonly names: string[];

  constructor(job: string) {
    folders += 1;
    this.folder = join(root, String(folders));
    this.day = join(this.folder, '20261101');
    mkdirSync(this.day, { recursive: true });
    const from = join(SAMPLES, 'logs', job, '20261101');
    this.names = readdirSync(from).sort().slice(0, 4);
    for (const name of this.names) cpSync(join(from, name), join(this.day, name));
  }

  path(index: number): string {
    return join(this.day, this.names[index]!);
  }

  lines(index: number): string[] {
    return gunzipSync(readFileSync(this.path(index)))
      .toString()
      .split(/(?<=\n)/);
  }

  write(index: number, text: string | Uint8Array): void {
    writeFileSync(this.path(index), gzipSync(text));
  }

  /** Changes one line of an object. */
  edit(index: number, line: number, change: (line: string) => string | Uint8Array): void {
    const lines = this.lines(index);
    const parts = lines.map((one, at) => Buffer.from(at === line ? (change(one) as string) : one));
    this.write(index, Buffer.concat(parts));
  }

  rename(index: number, name: string, day = '20261101'): void {
    mkdirSync(join(this.folder, day), { recursive: true });
    renameSync(this.path(index), join(this.folder, day, name));
  }
}

const replace = (pattern: RegExp, by: string) => (line: string) => {
  const changed = line.replace(pattern, () => by);
  expect(changed).not.toBe(line);
  return changed;
};
/** With these headers and cookies alone. */
const custom = (cookies: string, request: string, response: string) => (line: string) =>
  line.replace(/"Cookies":.*$/m, `"Cookies":${cookies},"RequestHeaders":${request},"ResponseHeaders":${response}}`);

/** One kind of damage each, with the expected finding; each has a separate place, so that all can be planted at once. */
const DAMAGE: [string, string[], (copy: Copy) => void][] = [
  [
    'a line the filter drops',
    ['filter-drop'],
    (copy) => copy.edit(0, 5, replace(/"ClientRequestPath":"[^"]*"/, '"ClientRequestPath":"/healthz"')),
  ],
  ['a field is missing', ['field-missing'], (copy) => copy.edit(0, 10, replace(/"BotScore":\d+,/, ''))],
  ['a field too many', ['field-extra'], (copy) => copy.edit(0, 15, replace(/^\{/, '{"WAFAttackScore":1,'))],
  [
    'two fields have changed places',
    ['field-order'],
    (copy) => copy.edit(0, 20, (line) => line.replace(/("ClientIP":"[^"]*"),("ClientCountry":"[^"]*")/, '$2,$1')),
  ],
  ['a field twice', ['field-repeated'], (copy) => copy.edit(0, 25, replace(/"BotScore":/, '"BotScore":1,"BotScore":'))],
  [
    'a number as text',
    ['type'],
    (copy) => copy.edit(0, 30, replace(/"EdgeResponseBytes":\d+/, '"EdgeResponseBytes":"17"')),
  ],
  [
    'seconds for nanoseconds',
    ['timestamp-format'],
    (copy) => copy.edit(0, 35, replace(/"EdgeEndTimestamp":\d+/, '"EdgeEndTimestamp":1793491528')),
  ],
  ['half a line', ['malformed'], (copy) => copy.edit(0, 40, (line) => `${line.slice(0, 300)}\n`)],
  [
    'no UTF-8',
    ['malformed'],
    (copy) =>
      copy.edit(0, 45, (line) =>
        Buffer.concat([Buffer.from(line.slice(0, 10)), Buffer.from([0xff]), Buffer.from(line.slice(10))]),
      ),
  ],
  ['a blank line', ['blank'], (copy) => copy.edit(0, 55, (line) => `${line} \t\n`)],
  ['a line twice', ['repeated-in-object'], (copy) => copy.edit(0, 60, (line) => line + line)],
  [
    'a name that is not configured',
    ['custom-unknown'],
    (copy) => copy.edit(0, 65, custom('{}', '{"x-forwarded-for":"1"}', '{}')),
  ],
  ['a name in another case', ['custom-case'], (copy) => copy.edit(0, 70, custom('{"Session_ID":"1"}', '{}', '{}'))],
  [
    'an array of values',
    ['custom-shape'],
    (copy) => copy.edit(0, 75, custom('{}', '{}', '{"cache-control":["a","b"]}')),
  ],
  [
    '9,000 bytes of values',
    ['custom-size'],
    (copy) => copy.edit(0, 80, custom(`{"prefs":"${'x'.repeat(9000)}"}`, '{}', '{}')),
  ],
  [
    'values cut at the limit',
    ['custom-truncated'],
    (copy) => copy.edit(0, 85, custom(`{"session_id":"${'é'.repeat(4095)}","prefs":""}`, '{"content-type":"x"}', '{}')),
  ],
  // After the other edits of its object, each of which inflates and deflates all of it.
  [
    'a line too long',
    ['too-long'],
    (copy) => copy.edit(0, 50, (line) => `${line.slice(0, -2)}${' '.repeat(17 * 1024 * 1024)}}\n`),
  ],
  ['a byte order mark', ['bom'], (copy) => copy.edit(1, 0, (line) => `\ufeff${line}`)],
  [
    'an object under two names',
    ['repeated-between-objects'],
    (copy) => cpSync(copy.path(1), copy.path(1).replace(/_[0-9a-f]+\.log/, '_00000000.log')),
  ],
  [
    'an object that ends too early by its name',
    ['event-after-batch'],
    (copy) => copy.rename(2, '20261101T025600Z_20261101T030000Z_d96a142f.log.gz'),
  ],
  ['an object in the folder of another day', ['day-folder'], (copy) => copy.rename(0, copy.names[0]!, '20261105')],
  [
    'an object of which nothing is left',
    ['object-empty'],
    (copy) => writeFileSync(join(copy.day, '20261101T090000Z_20261101T093000Z_00000001.log.gz'), ''),
  ],
  [
    'a cut object',
    ['object-damaged'],
    (copy) => writeFileSync(copy.path(3), readFileSync(copy.path(3)).subarray(0, 9000)),
  ],
];

describe('samples', () => {
  it.each(['all-requests', 'errors-and-threats'])('%s is clean', async (job) => {
    const found = await jobOf(requestFor([join(SAMPLES, 'logs', job)], job));
    expect(faultsOf(found)).toEqual([]);
    expect(found).toMatchObject({ valid: true, name: job, repeats: { field: 'RayID', oneIn: 1 } });
    const { read, clean, kept, malformed } = found.lines;
    expect([read, clean, kept]).toEqual([read, read, read]);
    expect(malformed).toBe(0);
  });

  it('an hour in which nothing was pushed is a remark', async () => {
    const found = await jobOf(requestFor([join(SAMPLES, 'logs/errors-and-threats')], 'errors-and-threats'));
    expect(found.findings.find(({ code }) => code === 'hour-without-object')).toMatchObject({
      severity: 'remark',
      count: 1,
      places: [{ object: '2026-11-02T03:00Z', message: '1 hour' }],
    });
  });
});

describe('planted damage', () => {
  it.each(DAMAGE)('%s', async (_, codes, plant) => {
    const copy = new Copy('all-requests');
    plant(copy);
    const found = await jobOf(requestFor([copy.folder], 'all-requests'));
    expect(faultsOf(found)).toEqual(codes);
    expect(found.findings.filter(({ code }) => codes.includes(code)).map(({ count }) => count > 0)).toEqual([true]);
    expect(found.valid).toBe(found.findings.every(({ severity }) => severity !== 'error'));
  });

  it('all of it at once, and nothing else', async () => {
    const copy = new Copy('all-requests');
    for (const [, , plant] of DAMAGE) plant(copy);
    const found = await jobOf(requestFor([copy.folder], 'all-requests'));
    expect(faultsOf(found).sort()).toEqual([...new Set(DAMAGE.flatMap(([, codes]) => codes))].sort());
    const single = found.findings.filter(
      ({ of, severity, code }) => of === 'line' && severity !== 'remark' && !/between|after|malformed/.test(code),
    );
    expect(single.map(({ code, count }) => [code, count])).toEqual(single.map(({ code }) => [code, 1]));
  });

  it('${ where the job rewrites it', async () => {
    const copy = new Copy('errors-and-threats');
    copy.edit(1, 3, replace(/"ClientRequestPath":"/, `"ClientRequestPath":"/\${jndi:ldap}`));
    const { findings } = await jobOf(requestFor([copy.folder], 'errors-and-threats'));
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ code: 'cve-rewrite', count: 1 }]);
  });

  it('an object far later than its events is a warning', async () => {
    const copy = new Copy('all-requests');
    copy.rename(2, '20261101T075600Z_20261101T083700Z_d96a142f.log.gz');
    const found = await jobOf(requestFor([copy.folder], 'all-requests'));
    expect(faultsOf(found)).toEqual(['event-before-batch']);
    expect(found.valid).toBe(true);
    expect((await jobOf(requestFor([copy.folder], 'all-requests', { strict: true }))).valid).toBe(false);
  });

  it('places have object and offset, in order', async () => {
    const copy = new Copy('all-requests');
    copy.edit(0, 10, replace(/"BotScore":\d+,/, ''));
    const offset = Buffer.byteLength(copy.lines(0).slice(0, 10).join(''));
    const { findings } = await jobOf(requestFor([copy.folder], 'all-requests'));
    expect(findings[0]).toMatchObject({
      code: 'field-missing',
      places: [{ object: copy.path(0), offset, message: 'lacks BotScore' }],
      details: [{ name: 'BotScore', lines: 1 }],
    });
  });

  it('names without times, and an object that is missing, are remarks', async () => {
    const copy = new Copy('all-requests');
    rmSync(copy.path(2));
    copy.rename(0, 'part-0.log.gz');
    const found = await jobOf(requestFor([copy.folder], 'all-requests'));
    expect(faultsOf(found)).toEqual([]);
    const codes = found.findings.map(({ code }) => code).filter((code) => code !== 'custom-near-limit');
    expect(codes).toEqual(['object-name', 'hour-without-object']);
  });
});

describe('the same report', () => {
  it('with 2 and 3 threads, large plain files in parts', async () => {
    const copy = new Copy('all-requests');
    for (const [, , plant] of DAMAGE) plant(copy);
    writeFileSync(join(copy.day, '20261101T000000Z_20261101T235900Z_ff.log'), copy.lines(1).join(''));
    const one = await reportOf(requestFor([copy.folder], 'all-requests'));
    for (const threads of [2, 3]) {
      const more = await reportOf(requestFor([copy.folder], 'all-requests', { threads, partBytes: 20_000 }));
      expect(more, `${threads} threads`).toEqual(one);
    }
    expect(one.jobs[0]!.findings.length).toBeGreaterThan(15);
  });
});

it('CSV of a job is checked against its columns', async () => {
  const folder = join(root, 'csv');
  mkdirSync(folder);
  const name = '20261101T000000Z_20261101T001000Z_aa.log';
  writeFileSync(
    join(folder, name),
    '"a1",1793491528058337013,200\n"a2",1793491528,"x"\n"a3",1793491528058337013\n"a1",1793491528058337013,200\n',
  );
  const job = join(folder, 'job.json');
  writeFileSync(
    job,
    JSON.stringify({
      output_options: { output_type: 'csv', field_names: ['RayID', 'EdgeStartTimestamp', 'EdgeResponseStatus'] },
    }),
  );
  const found = await jobOf(requestFor([join(folder, name)], '', { job, ruleset: undefined }));
  expect(found.findings.map(({ code, count }) => [code, count])).toEqual([
    ['malformed', 1],
    ['type', 1],
    ['timestamp-format', 1],
    ['repeated-in-object', 1],
  ]);
});

it('an interrupt before anything of several jobs is listed gives an empty listing', async () => {
  const job = join(root, 'two-jobs.json');
  const jobs = ['a', 'b'].map((name) => ({ name, destination_conf: join(SAMPLES, 'logs') }));
  writeFileSync(job, JSON.stringify(jobs));
  const interrupt = new AbortController();
  const request = requestFor([], '', { job, signal: interrupt.signal, onInput: () => interrupt.abort() });
  expect(await listValidation(request)).toMatchObject({ objects: [], bytes: 0 });
});

it('a job whose destination has no days: day folders where most names show them, not a folder that the user named', async () => {
  const copy = new Copy('all-requests');
  const job = join(copy.folder, '..', `undated-${copy.folder.split('/').at(-1)}.json`);
  const stored = JSON.parse(readFileSync(join(SAMPLES, 'jobs/all-requests.json'), 'utf8'));
  writeFileSync(job, JSON.stringify({ ...stored, destination_conf: 's3://b/logs?region=eu-west-1' }));
  copy.rename(0, copy.names[0]!, '20261105');
  expect(faultsOf(await jobOf(requestFor([copy.folder], '', { job })))).toEqual(['day-folder']);
  rmSync(copy.day, { recursive: true });
  expect(faultsOf(await jobOf(requestFor([copy.folder], '', { job })))).toEqual([]);
  expect(faultsOf(await jobOf(requestFor([join(copy.folder, '20261105')], 'all-requests')))).toEqual([]);
});

it('a job with a transformer cannot be validated: its lines have other fields', async () => {
  const job = JSON.stringify({ name: 'slim', transformer_id: 17, output_options: { field_names: ['RayID'] } });
  const request = { sources: ['samples/logs/all-requests'], job: '-', stdin: async () => job };
  await expect(validate(request)).rejects.toMatchObject({
    ...{ code: 'job-transformed', message: expect.stringContaining('the job slim: found transformer_id 17') },
  });
});
