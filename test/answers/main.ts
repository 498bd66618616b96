// Records what the program answers to hundreds of runs, and compares two records: `npm run answers -- record DIR [--program CHECKOUT]`, `npm run answers -- compare
// BEFORE AFTER`. A change of the structure is right if the answers are the same. Records belong outside the repository.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createInputs } from './inputs.ts';
import { type Run, runsOf } from './runs.ts';

/** What a run printed and wrote. */
interface Answer {
  args: string[];
  exit: number | null;
  stdout: string;
  stderr: string;
  /** Digests of the files below {out}. */
  files: Record<string, string>;
}

/** Milliseconds after which a run has no answer. */
const PATIENCE = 120_000;
const EMPTY_HOME = '/nonexistent';

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
    'cannot read the command: expected record DIR [--program CHECKOUT] [--only TEXT] or compare BEFORE AFTER',
  );

async function record(to: string, checkout: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-answers-'));
  const runs = runsOf(createInputs(folder));
  const wanted = runs
    .map((run, index) => ({ run, index }))
    .filter(({ run }) => run.args.join(' ').includes(values.only ?? ''));
  mkdirSync(to, { recursive: true });
  const store = (index: number, answer: Answer): void => {
    writeFileSync(join(to, `${String(index).padStart(4, '0')}.json`), `${JSON.stringify(answer, null, 1)}\n`);
  };
  const queue = wanted.filter(({ run }) => run.service === undefined);
  const total = wanted.length;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      store(next.index, await answerOf(next.run, { index: next.index, folder, checkout, env: {} }));
      done += 1;
      if (done % 50 === 0) process.stderr.write(`${done} of ${total}\n`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.processes) }, work));
  const services = wanted.filter(({ run }) => run.service === true);
  if (services.length > 0) {
    const service = await startService(folder, checkout);
    for (const { run, index } of services)
      store(index, await answerOf(run, { index, folder, checkout, env: service.env }));
    await service.stop();
  }
  rmSync(folder, { recursive: true });
  process.stdout.write(`recorded ${total} runs in ${to}\n`);
}

interface Place {
  index: number;
  folder: string;
  checkout: string;
  env: Record<string, string>;
}

function start(args: readonly string[], { folder, checkout, env }: Omit<Place, 'index'>) {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [join(checkout, 'src/cli/headgate.cjs'), ...args], {
    cwd: folder,
    // Nothing of the caller's settings: no color, no account, no width.
    env: { PATH, HOME: EMPTY_HOME, NO_COLOR: '1', TZ: 'UTC', AWS_EC2_METADATA_DISABLED: 'true', ...env },
  });
}

async function answerOf(run: Run, place: Place): Promise<Answer> {
  const out = `out/${place.index}`;
  mkdirSync(join(place.folder, out), { recursive: true });
  const args = run.args.map((argument) => argument.replaceAll('{out}', out));
  const child = start(args, { ...place, env: { ...place.env, ...run.env } });
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  child.stdin.on('error', () => {}).end(run.stdin ?? '');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  const exit = await new Promise<number | null>((done) => child.on('close', done));
  clearTimeout(timer);
  const files = Object.fromEntries(
    globSync('**/*', { cwd: join(place.folder, out) })
      .sort()
      .filter((name) => statSync(join(place.folder, out, name)).isFile())
      .map((name) => [name.replaceAll(/\d{8}T\d{6}Z/g, 'TIME'), digest(readFileSync(join(place.folder, out, name)))]),
  );
  const text = (parts: Buffer[]): string => stable(Buffer.concat(parts).toString(), place);
  return { args, exit, stdout: text(chunks.stdout), stderr: text(chunks.stderr), files };
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Replaces what differs between two runs of the same program: places, times, and random IDs of the service. */
function stable(text: string, { folder, checkout }: Place): string {
  return text
    .replaceAll(folder, 'FOLDER')
    .replaceAll(checkout, 'CHECKOUT')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/\b20\d\d-(?!11-0[1-4])\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, 'TIME')
    .replaceAll(/\b(in|after|took) \d+(\.\d+)? (s|ms|seconds)\b/g, '$1 SPAN')
    .replaceAll(/\b[0-9a-f]{32}\b/g, 'ID')
    .replaceAll(/"(durationMs|seconds|elapsed[A-Za-z]*)": ?[\d.]+/g, '"$1": 0');
}

interface Service {
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts an empty sandbox with pools; resolves once it prints its settings. */
async function startService(folder: string, checkout: string): Promise<Service> {
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
  const child = start(args, { folder, checkout, env: {} });
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
  const names = new Set([before, after].flatMap((folder) => globSync('*.json', { cwd: folder })));
  const differing = [...names].sort().filter((name) => {
    const [old, now] = [before, after].map((folder) =>
      existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '',
    );
    if (old === now) return false;
    const parts = [old, now].map((text) => (text === '' ? ({} as Partial<Answer>) : (JSON.parse(text!) as Answer)));
    const keys = (['args', 'exit', 'stdout', 'stderr', 'files'] as const).filter(
      (key) => JSON.stringify(parts[0]![key]) !== JSON.stringify(parts[1]![key]),
    );
    process.stdout.write(
      `${name}: ${keys.join(', ')} of ${parts[1]!.args?.join(' ') ?? 'a run that is missing'}\n${firstDifference(parts[0]!, parts[1]!)}`,
    );
    return true;
  });
  process.stdout.write(`${names.size} runs compared, ${differing.length} differ\n`);
  if (names.size === 0) process.exitCode = 2;
  else if (differing.length > 0) process.exitCode = 1;
}

function firstDifference(before: Partial<Answer>, after: Partial<Answer>): string {
  for (const key of ['stdout', 'stderr'] as const) {
    const [old = [], now = []] = [before[key]?.split('\n'), after[key]?.split('\n')];
    const line = Math.max(old.length, now.length);
    for (let index = 0; index < line; index += 1)
      if (old[index] !== now[index])
        return `  ${key} line ${index + 1}\n  - ${old[index]?.slice(0, 300)}\n  + ${now[index]?.slice(0, 300)}\n`;
  }
  return '';
}
