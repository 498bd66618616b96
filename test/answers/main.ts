// Records what the program answers to 1,500 runs, and compares two records: `npm run answers -- record DIR [--program CHECKOUT]`, `npm run answers -- compare BEFORE AFTER`.
// A change of the structure is right if the answers are the same. Records belong outside the repository.
import { isUtf8 } from 'node:buffer';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createInputs } from './inputs.ts';
import { type Run, runsOf } from './runs.ts';

/** What a run printed and wrote. */
interface Answer {
  args: string[];
  /** Null after {@link PATIENCE_MS}. */
  exit: number | null;
  stdout: string;
  stderr: string;
  /** Digests of the files below {out}. */
  files: Record<string, string>;
}

/** A run and the name of its answer, which depends on nothing but the run: two records have the same name for the same run, whatever else they contain. */
interface NamedRun extends Run {
  key: string;
}

/** Where runs take place. */
interface Place {
  /** The inputs; the working directory of all runs. */
  inputs: string;
  /** A copy of the checkout: it may change during the record, and its path has the same length in all records, because texts are wrapped. */
  program: string;
  env: Record<string, string>;
}

/** Time after which a run has no answer. */
const PATIENCE_MS = 120_000;
const EMPTY_HOME = '/nonexistent';
/** Parts of a checkout that the program does not read. */
const NOT_COPIED = ['node_modules', '.git', 'dist', 'peers'];
/** Runs that are listed of those that only one record has. */
const MOST_MISSING = 10;
const PARTS = ['args', 'exit', 'stdout', 'stderr', 'files'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { program: { type: 'string' }, only: { type: 'string' }, processes: { type: 'string', default: '2' } },
});
const [command, first, second] = positionals;
if (command === 'record' && first !== undefined && second === undefined)
  await record(resolve(first), resolve(values.program ?? '.'));
else if (command === 'compare' && first !== undefined && second !== undefined) compare(first, second);
else
  throw new Error(
    'cannot read the command: expected record DIR [--program CHECKOUT] [--only TEXT] [--processes N] or compare BEFORE AFTER',
  );

async function record(to: string, checkout: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-answers-'));
  const place: Place = { inputs: join(folder, 'inputs'), program: join(folder, 'program'), env: {} };
  copyCheckout(checkout, place.program);
  const runs = named(runsOf(createInputs(place.inputs)));
  const present = readdirSync(place.inputs);
  const isWanted = (run: Run): boolean => run.args.join(' ').includes(values.only ?? '');
  const wanted = runs.filter(isWanted);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const late: string[] = [];
  let done = 0;
  const store = (run: NamedRun, answer: Answer): void => {
    if (!isWanted(run)) return;
    if (answer.exit === null) late.push(run.args.join(' '));
    writeFileSync(join(to, `${run.key}.json`), `${JSON.stringify(answer, null, 1)}\n`);
    done += 1;
    if (done % 50 === 0) process.stderr.write(`${done} of ${wanted.length}\n`);
  };
  const queue = wanted.filter(({ service }) => service === undefined);
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) store(next, await answerOf(next, place));
  };
  await Promise.all(Array.from({ length: Number(values.processes) }, work));
  if (wanted.some(({ service }) => service === true)) {
    const service = await startService(place);
    // All of them: a run finds what those before it left in the service.
    for (const run of runs) if (run.service === true) store(run, await answerOf(run, { ...place, env: service.env }));
    await service.stop();
  }
  const added = readdirSync(place.inputs).filter((name) => name !== 'out' && !present.includes(name));
  rmSync(folder, { recursive: true });
  process.stdout.write(`recorded ${wanted.length} runs in ${to}\n`);
  for (const text of late) process.stdout.write(`no answer within ${PATIENCE_MS / 1000} s: ${text}\n`);
  if (added.length > 0)
    process.stdout.write(`a run wrote outside {out}, where other runs find it: ${added.join(', ')}\n`);
  if (late.length + added.length > 0) process.exitCode = 2;
}

/** Copies what the program reads of a checkout. */
function copyCheckout(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (NOT_COPIED.includes(name)) continue;
    // The compiled kernel must stay newer than its sources.
    cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'));
}

/** Names the runs, each once. The answer of a run of the service depends on the runs before it, and so does its name. */
function named(runs: readonly Run[]): NamedRun[] {
  const found = new Map<string, NamedRun>();
  let state = '';
  for (const run of runs) {
    const key = digest(JSON.stringify([run.args, run.env ?? {}, run.stdin ?? '', run.service === true ? state : null]));
    if (run.service === true) state = key;
    found.set(key, { ...run, key });
  }
  return [...found.values()];
}

function start(args: readonly string[], { inputs, program, env }: Place) {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [join(program, 'src/cli/headgate.cjs'), ...args], {
    cwd: inputs,
    env: {
      // Nothing of the caller's settings: no color, no account, no width.
      ...{ PATH, HOME: EMPTY_HOME, NO_COLOR: '1', TZ: 'UTC', AWS_EC2_METADATA_DISABLED: 'true' },
      NODE_COMPILE_CACHE: join(program, '../cache'),
      ...env,
    },
  });
}

async function answerOf(run: NamedRun, place: Place): Promise<Answer> {
  const out = `out/${run.key}`;
  const folder = join(place.inputs, out);
  mkdirSync(folder, { recursive: true });
  const args = run.args.map((argument) => argument.replaceAll('{out}', out));
  const child = start(args, { ...place, env: { ...place.env, ...run.env } });
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  child.stdin.on('error', () => {}).end(run.stdin ?? '');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const exit = await new Promise<number | null>((done) => child.on('close', done));
  clearTimeout(timer);
  const files = Object.fromEntries(
    globSync('**/*', { cwd: folder })
      .sort()
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, digest(stableFile(readFileSync(join(folder, name)), place))]),
  );
  rmSync(folder, { recursive: true });
  const text = (parts: Buffer[]): string => stable(Buffer.concat(parts).toString(), place);
  return { args, exit, stdout: text(chunks.stdout), stderr: text(chunks.stderr), files };
}

function digest(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Replaces what differs between two runs of the same program: places, times, and random IDs of the service. */
function stable(text: string, { inputs, program }: Place): string {
  return text
    .replaceAll(inputs, 'FOLDER')
    .replaceAll(program, 'CHECKOUT')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/\b20\d\d-(?!11-0[1-4])\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, 'TIME')
    .replaceAll(/\b(in|after|took) \d+(\.\d+)? (s|ms|seconds)\b/g, '$1 SPAN')
    .replaceAll(/\b[0-9a-f]{32}\b/g, 'ID')
    .replaceAll(/"(durationMs|seconds|elapsed[A-Za-z]*)": ?[\d.]+/g, '"$1": 0');
}

/** The same for a file; files that are no text stay as they are. */
function stableFile(bytes: Buffer, place: Place): string | Buffer {
  return isUtf8(bytes) ? stable(bytes.toString(), place) : bytes;
}

interface Service {
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts an empty sandbox with pools; resolves once it prints its settings. */
async function startService(place: Place): Promise<Service> {
  const args = [
    'sandbox',
    '--empty',
    '--port',
    '0',
    '--format',
    'json',
    '--local-buckets',
    '--pools',
    'samples/pools.json',
  ];
  const child = start(args, place);
  const closed = new Promise<void>((done) => child.on('close', () => done()));
  const settings = await new Promise<Record<string, string>>((found, failed) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      try {
        found(JSON.parse(printed) as Record<string, string>);
      } catch {
        // The document is not complete.
      }
    });
    child.on('close', (code) =>
      failed(new Error(`cannot record the runs of the service: the sandbox stopped with exit code ${code}`)),
    );
  });
  const { baseURL, token, zoneId, accountId } = settings;
  return {
    env: {
      CLOUDFLARE_BASE_URL: baseURL!,
      CLOUDFLARE_API_TOKEN: token!,
      CLOUDFLARE_ZONE_ID: zoneId!,
      CLOUDFLARE_ACCOUNT_ID: accountId!,
    },
    stop: async () => {
      child.kill('SIGINT');
      await closed;
    },
  };
}

function compare(before: string, after: string): void {
  const [old, now] = [before, after].map(readRecord) as [Map<string, ComparableAnswer>, Map<string, ComparableAnswer>];
  const missing = [...old].filter(([key]) => !now.has(key));
  const added = [...now].filter(([key]) => !old.has(key));
  let differing = 0;
  let compared = 0;
  for (const [key, answer] of now) {
    const former = old.get(key);
    if (former === undefined) continue;
    compared += 1;
    const parts = PARTS.filter((part) => JSON.stringify(former[part]) !== JSON.stringify(answer[part]));
    if (parts.length === 0) continue;
    differing += 1;
    process.stdout.write(`${key}.json: headgate ${answer.args.join(' ')}\n`);
    for (const part of parts) process.stdout.write(firstDifference(part, former, answer));
  }
  // A record of `--only` lacks most runs.
  for (const [folder, ones] of [
    [before, missing],
    [after, added],
  ] as const)
    for (const [key, { args }] of ones.slice(0, MOST_MISSING))
      process.stdout.write(`${key}.json: only in ${folder}: headgate ${args.join(' ')}\n`);
  process.stdout.write(
    `${compared} runs compared, ${differing} differ; ${missing.length} only in ${before}, ${added.length} only in ${after}\n`,
  );
  if (compared === 0) process.exitCode = 2;
  else if (differing + missing.length > 0) process.exitCode = 1;
}

/** An answer without what every run chooses anew: names that contain the present time, a random text, or a hash of the folder of the inputs. */
type ComparableAnswer = Omit<Answer, 'files'> & { files: string[] };

function comparable(answer: Answer): ComparableAnswer {
  const chosen = (text: string): string =>
    text
      // Those of the samples stay.
      .replaceAll(/\b(?!2026110[1-4])\d{8}T\d{6}Z/g, 'TIME')
      .replaceAll(/(?<=undo-[a-z]+-)[0-9a-f]{8}(?=-TIME)/g, 'RANDOM')
      .replaceAll(/\d{8}\/ownership-challenge-[0-9a-f]{8}/g, 'TODAY/ownership-challenge-RANDOM');
  const files = Object.entries(answer.files).map(([name, content]) => {
    const path = chosen(name)
      .replaceAll(/\d{8}T\d{6}Z/g, 'TIME')
      .replaceAll(/(?<=TIME_TIME_)[0-9a-f]{8}/g, 'HASH');
    // Contains random IDs in binary form.
    return `${path} ${name.endsWith('.sqlite') ? 'database' : content}`;
  });
  return { ...answer, stdout: chosen(answer.stdout), stderr: chosen(answer.stderr), files: files.sort() };
}

function readRecord(folder: string): Map<string, ComparableAnswer> {
  const names = globSync('*.json', { cwd: folder }).sort();
  return new Map(
    names.map((name) => [
      name.slice(0, -'.json'.length),
      comparable(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Answer),
    ]),
  );
}

/** Returns the first line of a part that differs, before and after. */
function firstDifference(part: (typeof PARTS)[number], before: ComparableAnswer, after: ComparableAnswer): string {
  const linesOf = (answer: ComparableAnswer): string[] => {
    const value = answer[part];
    return typeof value === 'string' ? value.split('\n') : (JSON.stringify(value, null, 1) ?? '').split('\n');
  };
  const [old, now] = [linesOf(before), linesOf(after)];
  const index = old.findIndex((line, at) => line !== now[at]);
  const at = index < 0 ? old.length : index;
  const shown = (line: string | undefined): string => line?.slice(0, 300) ?? '(end)';
  return `  ${part}, line ${at + 1}\n  - ${shown(old[at])}\n  + ${shown(now[at])}\n`;
}
