// What a fresh process loads, and a process in which packages are missing. Both start from the source files.
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type CliRun, ROOT, runFromSource, runShell } from './run-cli.ts';

/** Run in the child before the program: prints the address of each module that it loads, those of CommonJS included. */
const RECORD_LOADS = `
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
process.on('exit', () => writeSync(2, loaded.join('\\n')));`;

/** What a process loads. */
export interface Loaded {
  stdout: string;
  /** Names of packages, each once, sorted. */
  packages: string[];
  /** Paths of files other than those of packages, relative to the folder. */
  files: string[];
}

/** Returns what a command loads from start to end. It must exit with 0. */
export async function loadedBy(args: readonly string[]): Promise<Loaded> {
  return loadedIn(await runFromSource(args, { env: nodeOptions(RECORD_LOADS) }));
}

/** Returns what a module loads. @param code with imports relative to `folder`, which contains node_modules */
export async function loadedByModule(code: string, folder = ROOT): Promise<Loaded> {
  const options = { stdin: code, cwd: folder, env: nodeOptions(RECORD_LOADS) };
  return loadedIn(await runShell(`'${process.execPath}' --input-type=module`, options), folder);
}

/** Runs a command in a process that finds none of the packages. */
export function runWithout(packages: readonly string[], args: readonly string[]): Promise<CliRun> {
  return runFromSource(args, {
    env: {
      CLOUDFLARE_API_TOKEN: 'token',
      ...nodeOptions(`
import { registerHooks } from 'node:module';
const missing = ${JSON.stringify(packages)};
registerHooks({ resolve: (name, context, next) => {
  const found = missing.find((one) => name === one || name.startsWith(one + '/'));
  if (found === undefined) return next(name, context);
  throw Object.assign(new Error("Cannot find package '" + found + "'"), { code: 'ERR_MODULE_NOT_FOUND' });
} });`),
    },
  });
}

function nodeOptions(module: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
}

function loadedIn({ code, stdout, stderr }: CliRun, folder = ROOT): Loaded {
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const paths = stderr
    .split('\n')
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(folder, fileURLToPath(url)).replaceAll(sep, '/'));
  const packageOf = (path: string) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return {
    stdout,
    packages: [...new Set(paths.flatMap((path) => packageOf(path) ?? []))].sort(),
    files: paths.filter((path) => packageOf(path) === undefined),
  };
}
