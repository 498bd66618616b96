// Pipes as sources: read to their end, and never keep a program alive.
import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type ObjectFinding,
  openDestination,
  parseLocation,
  readObject,
} from '../../../../src/input/destination/index.ts';

const disk = mkdtempSync(join(tmpdir(), 'headgate-pipe-'));
afterAll(() => rmSync(disk, { recursive: true }));

function makePipe(name: string): string {
  const path = join(disk, name);
  execFileSync('mkfifo', [path]);
  return path;
}

async function read(path: string, signal?: AbortSignal): Promise<{ text: string; findings: ObjectFinding[] }> {
  const destination = await openDestination(await parseLocation(path));
  const { objects } = await destination.list({});
  const findings: ObjectFinding[] = [];
  const chunks: Uint8Array[] = [];
  const options = { onFinding: (one: ObjectFinding) => findings.push(one), ...(signal && { signal }) };
  for await (const chunk of readObject(destination, objects.at(0)!, options)) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString(), findings };
}

const LINES = Array.from({ length: 100_000 }, (_, at) => `{"n":${at}}\n`).join('');

/** A program that reads a source until it is interrupted; a second interruption ends it, as in the command line. */
const READER = `
  const { openDestination, parseLocation, readObject } = await import(${JSON.stringify(resolve(import.meta.dirname, '../../../../src/input/destination/index.ts'))});
  const destination = await openDestination(await parseLocation(process.argv[1]));
  const { objects } = await destination.list({});
  process.on('SIGINT', () => process.exit(130));
  process.stdout.write('ready\\n');
  for await (const chunk of readObject(destination, objects[0])) process.stdout.write(chunk);
  process.exit(0);
`;

/** Runs the reader on the shell's expansion of `source`. @returns its exit code and output */
function run(source: string, onReady: (kill: () => void) => void): Promise<{ code: number | null; printed: string }> {
  const command = `exec "$NODE" --input-type=module --disable-warning=ExperimentalWarning -e "$READER" ${source}`;
  const child = spawn('bash', ['-c', command], { env: { ...process.env, NODE: process.execPath, READER } });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (printed === '') onReady(() => child.kill('SIGINT'));
    printed += chunk.toString();
  });
  return new Promise((done) => child.once('close', (code) => done({ code, printed })));
}

describe('a pipe', () => {
  it.each([
    { name: 'plain', bytes: Buffer.from(LINES) },
    { name: 'gzip', bytes: gzipSync(LINES) },
    { name: 'empty', bytes: Buffer.alloc(0) },
  ])('is read to its end: $name', async ({ name, bytes }) => {
    const path = makePipe(`whole-${name}`);
    const reading = read(path);
    setTimeout(() => createWriteStream(path).end(bytes), 50);
    const { text, findings } = await reading;
    expect(findings).toEqual([]);
    expect(text).toBe(bytes.length === 0 ? '' : LINES);
  });

  it.each([
    { name: 'has no writer', isWritten: false },
    { name: 'falls silent', isWritten: true },
  ])('ends immediately when aborted: one that $name', async ({ name, isWritten }) => {
    const path = makePipe(name);
    const control = new AbortController();
    const reason = new Error('enough');
    const reading = read(path, control.signal);
    const writer = isWritten ? createWriteStream(path) : undefined;
    writer?.on('error', () => undefined).write('{"n":1}\n');
    setTimeout(() => control.abort(reason), 100);
    await expect(reading).rejects.toBe(reason);
    writer?.destroy();
  });

  it('that ends just before an interruption counts as interrupted: Ctrl-C stops both sides', async () => {
    const path = makePipe('interrupted');
    const control = new AbortController();
    const reason = new Error('enough');
    const writer = createWriteStream(path);
    writer.on('close', () => setTimeout(() => control.abort(reason), 10));
    const reading = read(path, control.signal);
    writer.end('{"n":1}\n');
    await expect(reading).rejects.toBe(reason);
  });

  it('lets the process end while it is silent', async () => {
    // A writer with an open standard error would delay the end of the run.
    const silent = await run('<(sleep 20 2> /dev/null)', (kill) => setTimeout(kill, 200));
    expect(silent).toEqual({ code: 130, printed: 'ready\n' });
    const unwritten = await run(makePipe('unwritten'), (kill) => setTimeout(kill, 200));
    expect(unwritten).toEqual({ code: 130, printed: 'ready\n' });
  });

  it('may be slow', async () => {
    const slow = await run('<(sleep 0.2; echo one; sleep 0.2; echo two)', () => undefined);
    expect(slow).toEqual({ code: 0, printed: 'ready\none\ntwo\n' });
  });

  it('reads devices too', async () => {
    expect(await read('/dev/null')).toEqual({ text: '', findings: [] });
  });
});
