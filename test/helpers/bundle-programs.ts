// Bundles the programs that tests start as processes, once before a run. A process that calls the API loads 1,500 files otherwise, 1,169
// of them of the Cloudflare SDK, in half a second of processor time. Must not be imported by tests: see programs.ts.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { edgeScript } from '../../src/sandbox/edge/edge-script.ts';
import { PROGRAMS, PROGRAMS_FOLDER, ROOT } from './programs.ts';

/** What the bundles depend on. */
const SOURCES = ['src/**/*.{ts,json}', 'test/helpers/**/*.ts', 'package-lock.json'];
/** Holds the hash of the sources that the bundles are of. Written last. */
const STAMP = join(PROGRAMS_FOLDER, 'sources.sha256');
/** Where packages are looked for. */
const ROOT_URL = pathToFileURL(join(ROOT, 'package.json')).href;
/** A module that starts threads: those of the bundle, which are next to it. */
const STARTS_THREADS = /\bworkerEntry\('/;

/** Bundles the programs unless that was done for the present sources. */
export default async function bundlePrograms(): Promise<void> {
  const hash = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  const bundle = await rolldown({
    cwd: ROOT,
    input: { ...PROGRAMS },
    platform: 'node',
    // Reads files of its own folder.
    external: ['miniflare'],
    plugins: [{ name: 'sources', transform: (code, id) => (isSource(id) ? withWorkDone(withPlaces(code, id)) : null) }],
  });
  const { output } = await bundle.generate({
    entryFileNames: '[name].mjs',
    // Without a hash, so that a run replaces the files of the last one, and Node their entries in its compile cache.
    chunkFileNames: 'part-[name].mjs',
    keepNames: true,
  });
  await bundle.close();
  mkdirSync(PROGRAMS_FOLDER, { recursive: true });
  for (const one of output) {
    replaceFile(join(PROGRAMS_FOLDER, one.fileName), one.type === 'chunk' ? one.code : one.source);
  }
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

function isSource(id: string): boolean {
  return ['src', 'test'].some((folder) => id.startsWith(join(ROOT, folder)));
}

/** The code as in its own file: it finds files beside itself, and behaves as a checkout, not as the published package. */
function withPlaces(code: string, id: string): string {
  return code
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
    .replaceAll('import.meta.filename', JSON.stringify(id))
    .replaceAll('import.meta.url', STARTS_THREADS.test(code) ? 'import.meta.url' : JSON.stringify(pathToFileURL(id)));
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
