// Inputs with a very large number of one kind of thing, generated once in the system's temporary folder, and the
// command that reads each.
import { createWriteStream, existsSync, linkSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ERRORS } from './filters.ts';
import { generateLogs } from './generated-logs.ts';

/** One input and one command. */
export interface GrowthRow {
  name: string;
  /** Arguments of the command line. */
  args: string[];
  /** The arguments as shown in the table. */
  shown: string;
  /** The expected growth, in words. */
  expected: string;
  /** Generates the input, once. */
  prepare: () => Promise<void>;
}

const FOLDER = join(tmpdir(), 'headgate-bench', 'growth');
const LINE_MB = 50;
const LOG_BYTES = 500_000_000;
/** Each line takes time for every field it lacks, so a few lines isolate the cost of the names. */
const A_FEW_LINES = 'samples/logs/errors-and-threats/20261103/20261103T044400Z_20261103T071000Z_5e8aeca6.log.gz';
const JOB = { name: 'many', dataset: 'http_requests' };
const LONG_LINE_BYTES = 16 * 1024 * 1024 - 1024;

/** Returns all rows. */
export function growthRows(): GrowthRow[] {
  const blank = file('line-feeds.ndjson', () => repeated('\n', LINE_MB * 1e6));
  const faulty = file('x.ndjson', () => repeated('x\n', LINE_MB * 1e6));
  const zipped = file('line-feeds.log.gz', () => repeated('\n', 2e9), true);
  const oneLiners = folder('200k-files', 200_000, () => '{"ClientRequestMethod":"GET","EdgeResponseStatus":500}\n');
  const logs: Input = {
    path: join(tmpdir(), 'headgate-bench', `logs-${LOG_BYTES}.ndjson`),
    prepare: async () => void (await generateLogs(LOG_BYTES)),
  };
  const thrice = threeTimes(logs);
  const manyFields = file('many-field-names.json', () => [
    JSON.stringify({ ...JOB, output_options: { field_names: numbered(100_000, 'Field') } }),
  ]);
  const longRegion = file('long-region.json', () => [
    JSON.stringify({ ...JOB, destination_conf: `s3://bucket/logs?region=${'x-amz-'.repeat(50_000)}` }),
  ]);
  const manyJobs = file('many-jobs.json', () => [JSON.stringify(Array.from({ length: 10_000 }, () => JOB))]);
  const longLines = file('long-lines.ndjson', () =>
    numbered(42, '').map((number) => `{"RayID":"${number}","ClientRequestPath":"${'x'.repeat(LONG_LINE_BYTES)}"}\n`),
  );
  const keeps = ['--filter', ERRORS];
  return [
    row(`${LINE_MB} MB of line feeds`, blank, '≥ 100 MB/s', ['replay', blank.path, ...keeps]),
    row(`${LINE_MB} MB of x and a line feed`, faulty, '≥ 100 MB/s', ['replay', faulty.path, ...keeps]),
    row('2 GB of line feeds, 2 MB gzip', zipped, '≥ 100 MB/s', ['replay', zipped.path, ...keeps]),
    row('200,000 files of one line', oneLiners, '20 s', ['replay', oneLiners.path, ...keeps]),
    ...[1, 32, 33, 100, 200].map((count) =>
      row(`${count} filters, 500 MB`, logs, 'in proportion', ['replay', logs.path, ...filters(count)]),
    ),
    row('a region of 50,000 × x-amz-, redacted', longRegion, 'linear', ['replay', '--job', longRegion.path]),
    row('100,000 field_names', manyFields, 'linear', ['validate', A_FEW_LINES, '--job', manyFields.path]),
    row('10,000 jobs with one name', manyJobs, 'linear', ['check', '--job', manyJobs.path]),
    row('300,000 of 1.2 million lines', thrice, 'bounded', ['sample', thrice.path, '-n', '300000']),
    row('40 samples of 16 MiB', longLines, 'streamed', [
      ...['replay', longLines.path, '--filter', 'all', '-s', '40', '--format', 'json'],
    ]),
  ];
}

/** A file or folder that is generated on demand. */
interface Input {
  path: string;
  prepare: () => Promise<void>;
}

function row(name: string, { prepare }: Input, expected: string, args: string[]): GrowthRow {
  const shown = args.filter((arg) => !arg.startsWith(tmpdir())).join(' ');
  return { name, expected, prepare, shown, args: [...args, '--quiet'] };
}

function filters(count: number): string[] {
  const fields = ['EdgeResponseStatus', 'BotScore', 'EdgeResponseBytes', 'OriginResponseStatus'];
  return numbered(count, '').flatMap((number) => [
    '--filter',
    `${fields[Number(number) % fields.length]} >= ${Number(number) * 7} and ClientCountry in {"de" "c${number}"} and not ClientRequestPath contains "/p${number}"`,
  ]);
}

function numbered(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
}

function file(name: string, parts: () => Iterable<string>, isGzip = false): Input {
  const path = join(FOLDER, name);
  const prepare = async (): Promise<void> => {
    if (existsSync(path)) return;
    mkdirSync(FOLDER, { recursive: true });
    const target = `${path}.${process.pid}.tmp`;
    const [from, to] = [Readable.from(parts()), createWriteStream(target)];
    await (isGzip ? pipeline(from, createGzip({ level: 9 }), to) : pipeline(from, to));
    renameSync(target, path);
  };
  return { path, prepare };
}

function folder(name: string, count: number, text: (number: number) => string): Input {
  const path = join(FOLDER, name);
  const prepare = async (): Promise<void> => {
    if (existsSync(path)) return;
    const target = `${path}.${process.pid}.tmp`;
    mkdirSync(target, { recursive: true });
    for (let number = 0; number < count; number += 1) writeFileSync(join(target, `${number}.log`), text(number));
    renameSync(target, path);
  };
  return { path, prepare };
}

/** Links one file under three names. */
function threeTimes(logs: Input): Input {
  const path = join(FOLDER, 'three-logs');
  const prepare = async (): Promise<void> => {
    await logs.prepare();
    if (existsSync(path)) return;
    mkdirSync(path, { recursive: true });
    for (const name of numbered(3, '')) linkSync(logs.path, join(path, `${name}.log`));
  };
  return { path, prepare };
}

function* repeated(text: string, bytes: number): Generator<string> {
  const piece = text.repeat(1_000_000 / text.length);
  for (let made = 0; made < bytes; made += piece.length) yield piece;
}
