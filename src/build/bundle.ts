// Bundles the program, so that it starts from a few files: a checkout has it in a cache (bundle-checkout.ts), the package ships it
// (bundle-package.ts), and the tests add programs of their own. Packages stay outside, and dynamic imports stay lazy.
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ChunkingContext, type OutputAsset, type OutputChunk, rolldown } from 'rolldown';

/** The root of the checkout. */
export const ROOT: string = join(import.meta.dirname, '../..');

/** The entries of threads, wherever {@link STARTS_THREADS} names one. */
const WORKERS = globSync('src/**/*-worker.ts', { cwd: ROOT }).map((path) => [basename(path, '.ts'), path]);
/** The sources of the program and of its threads, by the names of their files without `.mjs`. */
export const PROGRAM: Readonly<Record<string, string>> = {
  headgate: 'src/cli/start.ts',
  ...Object.fromEntries(WORKERS),
};

/**
 * Modules that nearly every run needs share a file, because a file takes longer to find than to read: those that each of these groups imports
 * statically, and none before it. A group imports only those before it, so that no module runs before its imports.
 */
const GROUPS = {
  filter: ['src/filter.ts'],
  start: ['src/cli/start.ts', 'src/cli/commands/check.ts'],
  read: ['src/cli/commands/replay.ts', 'src/verbs/replay/replay.ts', 'src/analysis/query/query-worker.ts'],
};

/** A module that starts threads: those of the bundle, which are next to it. */
const STARTS_THREADS = /\bworkerEntry\('/;

/** What a bundle contains, and how. */
export interface BundleOptions {
  /** Paths below {@link ROOT}, by the name of the file. */
  input: Readonly<Record<string, string>>;
  /** Expression for the URL of a source file, to find files beside it and to distinguish a checkout from the package. @default its own URL */
  urlOf?: (path: string) => string;
  /** Whether a package is not part of the bundle. @default all packages */
  isOutside?: (name: string) => boolean;
  /** Changes the code of a source file. */
  change?: (code: string) => string;
}

/** A file of a bundle. */
export interface BundleFile {
  name: string;
  content: string | Uint8Array;
  /** Paths of the sources in it, absolute. */
  sources: readonly string[];
}

/** Bundles programs. All files belong into one folder. */
export async function bundle({
  input,
  urlOf = (path) => JSON.stringify(pathToFileURL(path).href),
  isOutside = () => true,
  change = (code) => code,
}: BundleOptions): Promise<BundleFile[]> {
  const isSource = (id: string): boolean => ['src', 'test'].some((folder) => id.startsWith(join(ROOT, folder)));
  const build = await rolldown({
    cwd: ROOT,
    input: { ...input },
    platform: 'node',
    // That of the page's app extends one that a checkout without tests may lack; types are removed without any.
    tsconfig: false,
    // Such an import stays one of the file that has the module.
    checks: { ineffectiveDynamicImport: false },
    // An entry of a thread has no exports.
    preserveEntrySignatures: 'allow-extension',
    external: (id) => /^[^./]/.test(id) && !isSource(join(ROOT, id)) && isOutside(id),
    plugins: [
      { name: 'sources', transform: (code, id) => (isSource(id) ? change(withPlaces(code, id, urlOf)) : null) },
    ],
  });
  const groupOf = new Map<string, string>();
  const { output } = await build.generate({
    entryFileNames: '[name].mjs',
    // Without a hash, so that a run replaces the files of the last one, and Node their entries in its compile cache.
    chunkFileNames: 'part-[name].mjs',
    keepNames: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: (id, context) => nameGroup(id, context, groupOf), debugName: 'groups' }],
    },
  });
  await build.close();
  return output.map(bundleFile);
}

/** The group of a module; null without one. @param groupOf filled by the first call */
function nameGroup(id: string, context: ChunkingContext, groupOf: Map<string, string>): string | null {
  if (groupOf.size === 0) {
    for (const [name, roots] of Object.entries(GROUPS)) {
      const waiting = roots.map((path) => join(ROOT, path));
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const module = groupOf.has(next) ? null : context.getModuleInfo(next);
        if (module === null || module.code === null) continue;
        groupOf.set(next, name);
        waiting.push(...module.importedIds);
      }
    }
  }
  const { isEntry = true, exports = [] } = context.getModuleInfo(id) ?? {};
  // A module without exports runs the program when it is imported: in a shared file it would wait for itself.
  return isEntry || exports.length === 0 ? null : (groupOf.get(id) ?? null);
}

function bundleFile(file: OutputChunk | OutputAsset): BundleFile {
  if (file.type === 'asset') return { name: file.fileName, content: file.source, sources: [] };
  return { name: file.fileName, content: file.code, sources: file.moduleIds };
}

/** The code as in its own file: it finds files beside itself, and behaves as a checkout or as the package. */
function withPlaces(code: string, id: string, urlOf: (path: string) => string): string {
  const pathOf = (path: string): string => `process.getBuiltinModule('node:url').fileURLToPath(${urlOf(path)})`;
  const places = {
    dirname: () => pathOf(dirname(id)),
    filename: () => pathOf(id),
    url: () => (STARTS_THREADS.test(code) ? 'import.meta.url' : urlOf(id)),
  };
  return code.replaceAll(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, name: keyof typeof places) => places[name]());
}
