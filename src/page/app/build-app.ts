// Builds the page into one folder of hashed assets: in a checkout when a source has changed, into its cache; for the package, by publish-app.ts.
// Runs in Node; the page itself imports nothing of this file.
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
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { HeadgateError } from '../../base/index.ts';

/** In place of the nonce of a response in index.html: the server replaces each one. Style elements of the editor carry the nonce. */
export const NONCE_PLACEHOLDER = 'headgate-nonce';

const APP = import.meta.dirname;
const ROOT = join(APP, '../../..');
/** The built page of the package. */
const PUBLISHED = join(APP, 'assets');
/** What decides the built page: its sources, those that it imports, and the versions of the packages. */
const SOURCES = [
  'src/page/app/**/*',
  'src/base/**/*.ts',
  'src/analysis/cost/*.ts',
  'src/language/job/job-document.ts',
  'src/report/html/style-sheet.ts',
  'package-lock.json',
];
const CACHE = join(ROOT, 'node_modules/.cache/headgate-page');
/** Builds that no run has used for this long are removed. Milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The folder with index.html and `assets/`. In a checkout, builds the page if a source has changed. */
export async function appFolder(): Promise<string> {
  if (!import.meta.filename.endsWith('.ts')) return PUBLISHED;
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort())) {
    const absolute = join(ROOT, path);
    if (statSync(absolute).isFile()) hash.update(`${path}\0`).update(readFileSync(absolute)).update('\0');
  }
  const name = hash.digest('hex').slice(0, 32);
  const folder = join(CACHE, name);
  if (existsSync(folder)) utimesSync(folder, new Date(), new Date());
  else await buildInto(folder);
  for (const old of readdirSync(CACHE)) {
    const path = join(CACHE, old);
    if (old !== name && statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
  return folder;
}

/** Builds the page. The folder is complete or absent at any time. @throws {HeadgateError} if the development packages are not installed */
export async function buildInto(folder: string): Promise<void> {
  const incomplete = `${folder}.${randomUUID()}.tmp`;
  mkdirSync(incomplete, { recursive: true });
  const { NODE_ENV } = process.env;
  try {
    // Vite builds for development in any other environment, such as that of a test.
    process.env.NODE_ENV = 'production';
    await build(incomplete);
    renameSync(incomplete, folder);
  } catch (error) {
    rmSync(incomplete, { recursive: true, force: true });
    // Another run was first.
    if (!existsSync(folder)) throw error;
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

async function build(outDir: string): Promise<void> {
  const [{ build }, { buildParserFile }, { DARK, LIGHT }] = await Promise.all([
    import('vite'),
    import('@lezer/generator'),
    import('../../report/index.ts'),
  ]).catch((error: unknown) => {
    throw new HeadgateError(
      'page-build-missing',
      'cannot build the page: found no vite; install the development packages with npm ci',
      { cause: error },
    );
  });
  const colors = `:root { color-scheme: light dark; ${LIGHT} } @media (prefers-color-scheme: dark) { :root { ${DARK} } }`;
  await build({
    root: APP,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    base: './',
    html: { cspNonce: NONCE_PLACEHOLDER },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [
      {
        name: 'grammar',
        transform: (code, id) =>
          id.endsWith('.grammar') ? { code: buildParserFile(code, { fileName: id }).parser, map: null } : null,
      },
      {
        // The colors are those of the HTML reports.
        name: 'colors',
        enforce: 'pre',
        transform: (code, id) => (id.endsWith('/page.css') ? { code: `${colors}\n${code}`, map: null } : null),
      },
    ],
    build: {
      outDir,
      license: { fileName: 'licenses.md' },
      emptyOutDir: false,
      target: ['chrome125', 'firefox128', 'safari17.5'],
      // No script of a polyfill, and no data: URL.
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        // The page uses a few functions that print figures: what else their part loads does not belong into a browser.
        treeshake: { moduleSideEffects: (id) => !/\/src\/(?:base|analysis|language|input)\//.test(id) },
      },
    },
  });
}
