// Compiles assembly/*.ts to kernel.wasm, in a checkout only: the published package contains the built file and no sources. Writes a
// temporary file and renames it: processes that compile at the same time never read half a file.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Path of the compiled kernel, in a checkout and in the published package. */
export const KERNEL_FILE: string = join(import.meta.dirname, 'kernel.wasm');
const SETTINGS = join(import.meta.dirname, 'asconfig.json');
const SOURCES = join(import.meta.dirname, 'assembly');
/** Shared with TypeScript. */
const NUMBERS = join(import.meta.dirname, 'abi.ts');
/** Changes with the version of the compiler. */
const PACKAGES = join(import.meta.dirname, '../../../package-lock.json');

/** Whether a source is newer than the compiled kernel. */
export function isKernelStale(): boolean {
  const compiled = changedAt(KERNEL_FILE);
  if (changedAt(SOURCES) === undefined) return false;
  const sources = [SETTINGS, NUMBERS, PACKAGES, ...sourceFiles()];
  return compiled === undefined || sources.some((source) => (changedAt(source) ?? 0) > compiled);
}

function sourceFiles(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((name) => join(SOURCES, name));
}

/** Returns the time of the last change of a file, in ms since 1970; undefined if the file does not exist. */
function changedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Compiles the kernel in a separate process: the compiler takes 150 MB. Takes about two seconds.
 * @returns false if the compiler is not installed
 * @throws Error with the compiler's messages if the sources do not compile
 */
export async function compileKernel(): Promise<boolean> {
  const compiler = findCompiler();
  if (compiler === undefined) return false;
  const temporary = `${KERNEL_FILE}.${randomUUID()}.tmp`;
  try {
    await run(compiler, ['--config', SETTINGS, '--outFile', temporary]);
    renameSync(temporary, KERNEL_FILE);
  } finally {
    rmSync(temporary, { force: true });
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
