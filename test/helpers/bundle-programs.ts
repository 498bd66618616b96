// Bundles the programs that tests start as processes, once before a run. A process that calls the API loads 1,500 files otherwise, 1,169
// of them of the Cloudflare SDK, in half a second of processor time. Must not be imported by tests: see programs.ts.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../../src/build/bundle.ts';
import { edgeScript } from '../../src/sandbox/edge/edge-script.ts';
import { PROGRAMS, PROGRAMS_FOLDER, ROOT } from './programs.ts';

/** What the bundles depend on. */
const SOURCES = ['src/**/*.{ts,json}', 'test/helpers/**/*.ts', 'package-lock.json'];
/** Holds the hash of the sources that the bundles are of. Written last. */
const STAMP = join(PROGRAMS_FOLDER, 'sources.sha256');
/** Packages that read files of their own folder, and those that only build. */
const OUTSIDE = ['miniflare', 'vite', '@lezer/generator'];
/** Where packages are looked for. */
const ROOT_URL = pathToFileURL(join(ROOT, 'package.json')).href;
/** Bundles the programs unless that was done for the present sources. */
export default async function bundlePrograms(): Promise<void> {
  const hash = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  const files = await bundle({ input: PROGRAMS, isOutside: (name) => OUTSIDE.includes(name), change: withWorkDone });
  mkdirSync(PROGRAMS_FOLDER, { recursive: true });
  for (const { name, content } of files) replaceFile(join(PROGRAMS_FOLDER, name), content);
  replaceFile(STAMP, hash);
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const name of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort())) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(ROOT, name)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** At once: another run may be reading it. */
function replaceFile(path: string, content: string | Uint8Array): void {
  const incomplete = `${path}.${process.pid}`;
  writeFileSync(incomplete, content);
  renameSync(incomplete, path);
}

/**
 * The code without two parts of each start of a sandbox that have the same outcome every time: removing the types from the edge script,
 * for which Node loads a compiler in 0.2 s of processor time, and examining the 4.5 MB of miniflare for the syntax of modules, 0.06 s.
 */
function withWorkDone(code: string): string {
  return code
    .replace('stripTypeScriptTypes(typescript)', () => JSON.stringify(edgeScript()))
    .replace(
      "import('miniflare')",
      `Promise.resolve().then(() => process.getBuiltinModule('node:module').createRequire(${JSON.stringify(ROOT_URL)})('miniflare'))`,
    );
}
