// Bundles the program of a checkout into its cache. Started by src/cli/checkout-program.cjs when a source has changed; a run that finds the
// bundle of the same sources in the cache only notes that. Runs at the same time never read half a bundle.
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { bundle, PROGRAM, ROOT } from './bundle.ts';

/** What a bundle may depend on; the lock file names the bundler. */
const SOURCES = ['src/**/*.{ts,cjs,json}', 'package.json', 'package-lock.json'];
/** A file that was changed less than this before it was read may change again without a trace: some disks have times of two seconds. Milliseconds. */
const CLOCK_MS = 2500;
/** Bundles that no run has noted for this long are removed: one that was started before may still load files. Milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const { FOLDER, STAMP, identityOf } = createRequire(import.meta.url)('../cli/checkout-program.cjs') as {
  FOLDER: string;
  STAMP: string;
  identityOf(path: string): string;
};

const now = Date.now();
const paths = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort());
const identities = (): Map<string, string> => new Map(paths.map((path) => [path, identityOf(path)]));
const before = identities();
const hash = createHash('sha256');
for (const path of paths)
  hash
    .update(`${path}\0`)
    .update(readFileSync(join(ROOT, path)))
    .update('\0');
const name = hash.digest('hex').slice(0, 32);
const folder = join(FOLDER, name);
if (!existsSync(folder)) await write(folder);
const after = identities();
const isSettled = paths.every(
  (path) => before.get(path) === after.get(path) && statSync(join(ROOT, path)).ctimeMs < now - CLOCK_MS,
);
if (isSettled) {
  const used = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8')) as string[];
  replace(STAMP, JSON.stringify({ name, sources: used.map((path) => [path, after.get(path)]) }));
}
for (const old of readdirSync(FOLDER)) {
  const path = join(FOLDER, old);
  if (old !== name && path !== STAMP && statSync(path).mtimeMs < now - KEPT_MS)
    rmSync(path, { recursive: true, force: true });
}

/** Writes the bundle of the present sources. */
async function write(folder: string): Promise<void> {
  const files = await bundle({ input: PROGRAM });
  const incomplete = `${folder}.${randomUUID()}.tmp`;
  mkdirSync(incomplete, { recursive: true });
  for (const { name, content } of files) writeFileSync(join(incomplete, name), content);
  const used = new Set(files.flatMap(({ sources }) => sources.map((path) => relative(ROOT, path))));
  // The bundler and its settings decide, too.
  for (const path of paths) if (/^(?:src\/build\/|package)/.test(path)) used.add(path);
  const known = [...used].filter((path) => before.has(path));
  writeFileSync(join(incomplete, 'sources.json'), JSON.stringify(known.sort()));
  try {
    renameSync(incomplete, folder);
  } catch (error) {
    rmSync(incomplete, { recursive: true });
    // Another run was first.
    if (!existsSync(folder)) throw error;
  }
}

function replace(path: string, text: string): void {
  const incomplete = `${path}.${randomUUID()}.tmp`;
  writeFileSync(incomplete, text);
  renameSync(incomplete, path);
}
