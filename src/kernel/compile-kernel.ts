// assembly/*.ts → kernel.wasm, in a checkout only: what is published carries the built file and no sources. Written
// beside and renamed, so that processes that compile at the same time never see half a file.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Where the compiled kernel is, in a checkout as in the published package. */
export const KERNEL_FILE: string = join(import.meta.dirname, 'kernel.wasm');
const SETTINGS = join(import.meta.dirname, 'asconfig.json');
const SOURCES = join(import.meta.dirname, 'assembly');

/** Whether there are sources and no file as new as they are. */
export function isKernelStale(): boolean {
  const compiled = changedAt(KERNEL_FILE);
  if (changedAt(SOURCES) === undefined) return false;
  const sources = [SETTINGS, ...sourceFiles()];
  return compiled === undefined || sources.some((source) => changedAt(source)! > compiled);
}

function sourceFiles(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((name) => join(SOURCES, name));
}

/** When a file was changed last, in ms since 1970; undefined where there is none. */
function changedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Compiles the kernel, in a process of its own: the compiler takes 150 MB. About two seconds.
 * @returns false where the compiler is not installed
 * @throws Error with the compiler's words where the sources are wrong
 */
export async function compileKernel(): Promise<boolean> {
  const compiler = findCompiler();
  if (compiler === undefined) return false;
  const beside = `${KERNEL_FILE}.${randomUUID()}.tmp`;
  try {
    await run(compiler, ['--config', SETTINGS, '--outFile', beside]);
    renameSync(beside, KERNEL_FILE);
  } finally {
    rmSync(beside, { force: true });
  }
  return true;
}

function findCompiler(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');
  } catch {
    return undefined;
  }
}

function run(compiler: string, flags: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [compiler, ...flags], { cwd: import.meta.dirname }, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`cannot compile the kernel:\n${stdout}${stderr}`, { cause: error }));
    });
  });
}
