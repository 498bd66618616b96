// The package as a user gets it: built, packed, installed into an empty folder without its optional packages, and used there.
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { linkedDocuments, linksIn } from '../../src/build/linked-documents.ts';
import { DEFAULT_PROJECT, edgeProject } from '../../src/sandbox/edge/index.ts';
import { loadedByModule } from '../helpers/cli/loaded-files.ts';
import { ROOT, runShell } from '../helpers/cli/run-cli.ts';
import { docstringExamples, documentExamples } from '../helpers/library-examples.ts';
import { storedObjects } from '../helpers/stored-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-packed-'));
const installed = join(folder, 'node_modules/headgate');
// The bundled Node, which npm puts on the path of scripts in the checkout only.
const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
/** The page that `headgate open` serves. */
const PAGE_FILES = ['assets/index-HASH.css', 'assets/index-HASH.js', 'index.html', 'licenses.md'].map(
  (name) => `src/page/app/assets/${name}`,
);
/** What the program reads as text. */
const EDGE_FILES = ['src/sandbox/edge/worker', 'src/sandbox/edge/project/template'].flatMap((path) =>
  readdirSync(join(ROOT, path)).map((name) => `${path}/${name}`),
);
/** What `npm run build` runs. Without a check of the types, which takes half its time: `npm run types` checks the same files. */
const BUILD: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.build.replace(
  /\btsc /,
  'tsc --noCheck ',
);
/** In this environment the compiler, which is a Go program, takes half the processor time: one thread, no garbage collection. */
const buildEnv = {
  ...env,
  PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${env.PATH}`,
  GOGC: 'off',
  GOMAXPROCS: '1',
};
const inFolder = (command: string) => runShell(command, { cwd: folder, env });

beforeAll(async () => {
  const built = await runShell(`${BUILD} && npm pack --silent --pack-destination '${folder}' ./dist`, {
    env: buildEnv,
  });
  expect(built).toMatchObject({ code: 0 });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  const dependencies = { headgate: `file:${tarball}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  installDependencies(folder);
  const run = await inFolder('npm install --omit=optional --prefer-offline --no-audit --no-fund --loglevel=error');
  expect(run).toMatchObject({ code: 0 });
}, 180_000);

describe('the checkout', () => {
  it('cannot be packed', async () => {
    const run = await runShell(`npm pack --silent --pack-destination '${join(folder, 'node_modules')}'`, { env });
    expect(run.code).not.toBe(0);
    expect(run.stderr).toContain(
      'cannot pack the checkout: found the root folder, expected dist/; run npm run build && npm pack ./dist\n',
    );
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => name.endsWith('.tgz'))).toEqual([]);
  });

  it('is private, so that npm does not publish it', () => {
    expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).private).toBe(true);
  });
});

describe('the packed tarball', () => {
  it('has a manifest without what only a checkout needs', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    for (const key of ['private', 'scripts', 'devDependencies']) expect(manifest).not.toHaveProperty(key);
    const checkout = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toEqual(checkout.dependencies);
    expect(checkout.optionalDependencies).toMatchObject(manifest.optionalDependencies);
    expect(Object.keys(manifest.optionalDependencies)).toEqual(['@aws-sdk/client-s3', 'cloudflare']);
  });

  it('has every entry of the checkout, with its types', () => {
    const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(exports).toEqual({
      '.': { types: './src/index.d.ts', default: './src/program/index.mjs' },
      './filter': { types: './src/filter.d.ts', default: './src/program/filter.mjs' },
      './package.json': './package.json',
      './schema/*': './schema/*',
    });
  });

  it('contains the program, its types and the documents, nothing else', () => {
    const found = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
    const code = found.filter((name) => /^src\/(?:program\/.*\.mjs|.*\.d\.ts)$/.test(name));
    const isOther = (name: string): boolean => !code.includes(name) && !/^(?:docs|examples)\//.test(name);
    // Names of assets end with a hash of their content.
    const others = found.filter(isOther).map((name) => name.replace(/(assets\/index-)[\w-]{8}\./, '$1HASH.'));
    expect(others.sort()).toEqual(
      [
        'package.json',
        ...PAGE_FILES,
        'src/cli/headgate.cjs',
        'src/input/kernel/kernel.wasm',
        ...EDGE_FILES,
        ...readdirSync(join(ROOT, 'schema')).map((name) => `schema/${name}`),
        ...linkedDocuments(ROOT, ['README.md', 'CHANGELOG.md', 'LICENSE']).filter(
          (name) => !/^(?:docs|examples)(?:\/|$)/.test(name),
        ),
      ].sort(),
    );
    const ofTypeScript = code.filter((name) =>
      /['"]\.[^'"]*\.ts['"]/.test(readFileSync(join(installed, name), 'utf8')),
    );
    expect(ofTypeScript).toEqual([]);
    expect(code.filter((name) => /^src\/build\/|assembly/.test(name))).toEqual([]);
  });

  it('contains every file that its documents link to', () => {
    const documents = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/library.md']));
    for (const name of documents) expect(() => linksIn(installed, name)).not.toThrow();
    const ofCode = documents.filter((name) => /^(?:bench|samples|src)\//.test(name));
    expect(ofCode.sort()).toEqual([...PAGE_FILES, ...EDGE_FILES].filter((name) => name.endsWith('.md')));
  });

  it('checks and replays', async () => {
    const checked = await inFolder(`node_modules/.bin/headgate check 'BotScore < 30'`);
    expect(checked).toMatchObject({ code: 0, stderr: '' });
    const replayed = await inFolder(
      `node_modules/.bin/headgate replay '${join(ROOT, 'samples/logs')}' -f 'EdgeResponseStatus >= 500' --format json`,
    );
    expect(JSON.parse(replayed.stdout).lines.read).toBe(21_957);
  });

  it('replays in threads', async () => {
    const place = mkdtempSync(join(folder, 'logs-'));
    const text = storedObjects('all-requests')
      .map((one) => one.text)
      .join('');
    // As gzip, even if it is not compressed, it is enough for two threads to be started.
    const stored = gzipSync(text, { level: 0 });
    for (const name of ['a.log.gz', 'b.log.gz', 'c.log.gz']) writeFileSync(join(place, name), stored);
    const command = `node_modules/.bin/headgate replay '${place}' -f 'EdgeResponseStatus >= 500' --counts --format json --reproducible`;
    const [one, two] = [await inFolder(`${command} --threads 1`), await inFolder(`${command} --threads 2`)];
    expect(JSON.parse(two.stdout).lines.read).toBe(3 * 19_575);
    expect(two).toEqual(one);
    // A thread that cannot start is an error: so there are threads.
    const dying = "data:text/javascript,import{isMainThread}from'node:worker_threads';if(!isMainThread)process.exit(3)";
    const died = await runShell(`${command} --threads 2`, {
      cwd: folder,
      env: { ...env, NODE_OPTIONS: `--import=${dying}` },
    });
    expect(died.stderr).toContain('a worker thread ended');
  });

  it('writes the edge script of the checkout', async () => {
    const args = 'edge init edge --bucket http-logs --format json';
    expect(await inFolder(`node_modules/.bin/headgate ${args}`)).toMatchObject({ code: 0, stderr: '' });
    const expected = edgeProject({ ...DEFAULT_PROJECT, bucket: 'http-logs' });
    expect(readdirSync(join(folder, 'edge')).sort()).toEqual(expected.map(({ name }) => name).sort());
    for (const { name, text } of expected) expect(readFileSync(join(folder, 'edge', name), 'utf8')).toBe(text);
  });

  it('is a library', async () => {
    const used = await inFolder(
      `node --input-type=module -e "import { check } from 'headgate'; console.log((await check({ filters: ['BotScore < 30'] })).checks[0].operators.used)"`,
    );
    expect(used).toMatchObject({ code: 0, stdout: '1\n' });
  });

  it('has a light entry for filters', async () => {
    const code = `import { compileFilter, explainFilter, getDataset, readFilter, readLine, VERDICT_NAMES } from 'headgate/filter';
      const dataset = getDataset('http_requests');
      const compiled = compileFilter(readFilter('EdgeResponseStatus >= 500 and BotScore < 30', dataset).filter, dataset);
      const { record } = readLine('{"EdgeResponseStatus":503,"BotScore":99}');
      const { text, truth, children } = explainFilter(compiled, record);
      console.log(VERDICT_NAMES[compiled.verdict(record)], text, truth, children.map((child) => child.truth).join());`;
    const { stdout, packages } = await loadedByModule(code, folder);
    expect(stdout).toBe('drop EdgeResponseStatus >= 500 and BotScore < 30 false true,false\n');
    expect(packages).toEqual([
      'fastest-levenshtein',
      'get-east-asian-width',
      'headgate',
      'stream-chain',
      'stream-json',
    ]);
  });

  it('has types that compile without skipLibCheck', async () => {
    const examples = [...docstringExamples(), ...documentExamples()];
    expect(readdirSync(join(folder, 'node_modules'))).not.toContain('cloudflare');
    for (const [index, { code }] of examples.entries()) writeFileSync(join(folder, `example-${index}.ts`), code);
    cpSync(join(ROOT, 'examples/library'), join(folder, 'library'), { recursive: true });
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
    const compilerOptions = { target: 'es2024', module: 'nodenext', strict: true, skipLibCheck: false, noEmit: true };
    const stricter = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { ...compilerOptions, ...stricter },
        include: ['*.ts', 'library'],
      }),
    );
    const compiled = await inFolder(`node '${join(ROOT, 'node_modules/typescript/bin/tsc')}' -p .`);
    expect(compiled).toMatchObject({ code: 0, stdout: '' });
  });

  it('has the examples of the verbs in its types', () => {
    const types = readFileSync(join(installed, 'src/verbs/replay/replay.d.ts'), 'utf8');
    expect(types).toMatch(
      /@example[^/]*import \{ replay \} from 'headgate';[\s\S]*\*\/\nexport declare function replay\(/,
    );
  });

  it.each([
    ['demo', 'cannot push to a bucket', '@aws-sdk/client-s3'],
    ['replay s3://logs/a?region=auto -f all', 'cannot use a bucket with the S3 API', '@aws-sdk/client-s3'],
    ['jobs list --zone example.com', 'cannot use the management API', 'cloudflare'],
    ['replay a.log -f all --workers redis://127.0.0.1', 'cannot read with workers', 'ioredis'],
    ['worker redis://127.0.0.1', 'cannot work', 'bullmq'],
    ['worker redis://127.0.0.1 --metrics 127.0.0.1:9464', 'cannot serve metrics', 'prom-client'],
    ['runs list redis://127.0.0.1', 'cannot list runs', 'ioredis'],
  ])('headgate %s names the package that is not installed', async (args, action, name) => {
    const { optionalDependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const version = { ...optionalDependencies, ...peerDependencies }[name];
    const run = await runShell(`node_modules/.bin/headgate ${args}`, {
      cwd: folder,
      env: { ...env, CLOUDFLARE_API_TOKEN: 'token' },
    });
    expect(run.code).toBe(2);
    expect(run.stderr.trim().split('\n').at(-1)).toBe(
      `headgate: ${action}: the package ${name} is not installed; run npm install ${name}@${version}`,
    );
  });

  it('runs the demo, and a sandbox with the edge script, with the packages for them', async () => {
    mkdirSync(join(folder, 'node_modules/@aws-sdk'), { recursive: true });
    for (const name of ['miniflare', '@aws-sdk/client-s3']) {
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
    const demo = await inFolder('node_modules/.bin/headgate demo -q');
    expect(demo).toMatchObject({ code: 0, stderr: '' });
    const script = `import { startSandbox } from 'headgate';
      const sandbox = await startSandbox({ traffic: { rate: 10, seconds: 5 }, speed: Infinity });
      await sandbox.trafficEnd;
      await sandbox.flush();
      const { url, key } = sandbox.edge;
      const page = await (await fetch(url + '/?list&delimiter=/', { headers: { 'x-custom-auth-key': key } })).json();
      console.log((await sandbox.stop()).exchanges, page.prefixes.includes('all-requests/'));`;
    writeFileSync(join(folder, 'sandbox.mjs'), script);
    const stdout = '50 true\n';
    expect(await inFolder('node sandbox.mjs')).toMatchObject({ code: 0, stdout });
  });
});

/** An entry of `packages` in package-lock.json; the key is its folder. */
interface LockedPackage {
  dev?: true;
  optional?: true;
  peer?: true;
  devOptional?: true;
  bin?: Readonly<Record<string, string>>;
}

/** Copies every package that the lock file needs at run time other than optional ones, and the links to their programs. @param folder without node_modules */
function installDependencies(folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const programs = join(folder, 'node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  for (const [path, { dev, optional, peer, devOptional, bin = {} }] of Object.entries(packages)) {
    if (path === '' || dev || optional || peer || devOptional) continue;
    copyFolder(join(ROOT, path), join(folder, path));
    // Without it, npm would install the package once more.
    for (const name of Object.keys(bin)) {
      symlinkSync(readlinkSync(join(ROOT, 'node_modules/.bin', name)), join(programs, name));
    }
  }
}

/** Places in the sources of a package, which debuggers read: a third of the files. */
const SOURCE_MAP = '.map';

/** Copies a folder without its node_modules, since each package has an entry of its own, and without source maps. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name.endsWith(SOURCE_MAP)) continue;
    if (!entry.isDirectory()) linkOrCopy(source, target);
    else if (entry.name !== 'node_modules') copyFolder(source, target);
  }
}

/** A link takes a quarter of the time of a copy, but not every file system, or pair of them, has links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
