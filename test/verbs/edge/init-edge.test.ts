// What `edge init` writes: the files that the Worker is tested with, with the names of a user, or nothing.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { DEFAULT_PROJECT, EDGE_KEY_HEADER, edgeProject } from '../../../src/sandbox/edge/index.ts';
import { initEdge } from '../../../src/verbs/edge/init-edge.ts';
import { ROOT, runShell } from '../../helpers/cli/run-cli.ts';

const FILES = ['worker.ts', 'wrangler.jsonc', 'README.md', 'package.json', 'tsconfig.json', '.gitignore'];
const parent = mkdtempSync(join(tmpdir(), 'headgate-init-'));
let folders = 0;

/** A path at which nothing exists. */
function newFolder(): string {
  folders += 1;
  return join(parent, `edge-${folders}`);
}

const readIn = (folder: string) => (name: string) => readFileSync(join(folder, name), 'utf8');
const workerFile = readIn(join(ROOT, 'src/sandbox/edge/worker'));

function textOf(file: string): string {
  return edgeProject(DEFAULT_PROJECT).find(({ name }) => name === file)!.text;
}

describe('the project', () => {
  it('contains the script and the settings of the Worker', async () => {
    const folder = newFolder();
    const { files: written, bucket, name } = await initEdge({ folder });
    const read = readIn(folder);
    expect(written.map((file) => file.name)).toEqual(FILES);
    expect(readdirSync(folder).sort()).toEqual([...FILES].sort());
    for (const { name, bytes } of written) expect(Buffer.byteLength(read(name))).toBe(bytes);
    expect([bucket, name]).toEqual(['logs', 'headgate-edge']);
    const [origin, empty, ...script] = read('worker.ts').split('\n');
    expect(origin).toBe(
      `// From headgate ${manifest.version}, written by \`headgate edge init\`; yours to change. License: ${manifest.license}.`,
    );
    expect([empty, script.join('\n')]).toEqual(['', workerFile('worker.ts')]);
    for (const name of ['wrangler.jsonc', 'tsconfig.json']) expect(read(name)).toBe(workerFile(name));
  });

  it('contains the names that the user chose, everywhere', async () => {
    const folder = newFolder();
    await initEdge({ folder, bucket: 'http-logs', name: 'reader', prefixes: ['a=1/b-2/', 'c_3.d/'] });
    const read = readIn(folder);
    const expected = workerFile('wrangler.jsonc')
      .replace('"headgate-edge"', '"reader"')
      .replace('"logs"', '"http-logs"')
      .replace('create logs', 'create http-logs')
      .replace(
        '"ALLOW_LIST_WITH_KEY": { "keys": [], "prefixes": []',
        '"ALLOW_LIST_WITH_KEY": { "keys": [], "prefixes": ["a=1/b-2/", "c_3.d/"]',
      );
    expect(read('wrangler.jsonc')).toBe(expected);
    expect(JSON.parse(read('package.json')).name).toBe('reader');
    for (const text of FILES.map(read)) expect(text).not.toMatch(/\{\{|headgate-edge|\blogs\//);
    expect(read('README.md')).toContain('a=1/b-2/');
  });

  it('pins the versions that the checkout is tested with', () => {
    const { devDependencies } = JSON.parse(textOf('package.json'));
    const { '@cloudflare/workers-types': types, typescript } = manifest.devDependencies;
    expect(devDependencies).toEqual({
      '@cloudflare/workers-types': types,
      typescript,
      wrangler: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  });

  it('keeps keys out of a repository', () => {
    const ignored = textOf('.gitignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['node_modules', '.dev.vars', '.wrangler']));
    expect(ignored).toContain(/> (key\.\w+)\)/.exec(textOf('README.md'))?.[1]);
  });

  it('has a README with the commands that deploy it, and the names of the script', async () => {
    const { commands } = await initEdge({ folder: newFolder() });
    const readme = textOf('README.md');
    expect(readme).toContain(`\`\`\`sh\n${commands.join('\n')}\n\`\`\``);
    const page = readIn(ROOT)('docs/edge.md').replaceAll('http-logs', DEFAULT_PROJECT.bucket);
    for (const command of commands) expect(page).toContain(command);
    for (const name of ['ALLOW_LIST', 'ALLOW_LIST_WITH_KEY', 'STRICT_METHODS', 'AUTH_KEY_SECRET', 'READ_KEY_SECRET']) {
      for (const text of [readme, page]) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
      expect(workerFile('worker.ts')).toContain(`  ${name}?:`);
    }
    expect(readme.toLowerCase()).toContain(`'${EDGE_KEY_HEADER}: %s`);
  });
});

describe('a folder', () => {
  it('is created with its parents', async () => {
    const folder = join(newFolder(), 'deep/edge');
    await initEdge({ folder });
    expect(readdirSync(folder)).toHaveLength(FILES.length);
  });

  it('may exist, with other files, and as a link', async () => {
    const [folder, link] = [newFolder(), newFolder()];
    mkdirSync(folder);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    symlinkSync(folder, link);
    await initEdge({ folder: link });
    expect(readdirSync(folder).sort()).toEqual([...FILES, 'notes.txt'].sort());
  });

  it.each(FILES)('that contains %s is left alone', async (name) => {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, name), 'mine');
    await expect(initEdge({ folder })).rejects.toMatchObject({
      code: 'edge-exists',
      message: `cannot write the edge script to ${folder}: the folder already has ${name}; nothing was written; choose another folder`,
    });
    expect(readdirSync(folder)).toEqual([name]);
    expect(readIn(folder)(name)).toBe('mine');
  });

  it('that contains a link to nothing in place of a file is left alone', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    symlinkSync(join(parent, 'nowhere'), join(folder, '.gitignore'));
    await expect(initEdge({ folder })).rejects.toMatchObject({ code: 'edge-exists' });
    expect([readdirSync(folder), existsSync(join(parent, 'nowhere'))]).toEqual([['.gitignore'], false]);
  });

  it.each<[place: string, make: (folder: string) => string, reason: string]>([
    ['is a file', fileAt, 'it is a file; choose another folder'],
    ['is below a file', (folder) => join(fileAt(folder), 'edge'), 'a part of the path is not a folder'],
    ['is a link to nothing', brokenLinkAt, 'it is a link to nothing; choose another folder'],
    ['has a name that is too long', (folder) => join(folder, 'x'.repeat(300)), 'the name is too long'],
  ])('that %s is an error', async (_, make, reason) => {
    const folder = make(newFolder());
    await expect(initEdge({ folder })).rejects.toMatchObject({
      code: 'edge-init-failed',
      message: expect.stringContaining(`${folder}: ${reason}`),
    });
  });

  it.each<[code: string, isStuck: boolean, reason: string]>([
    ['ENOSPC', false, 'cannot write %/package.json: the disk is full; no file was left there'],
    ['ENOSPC', true, 'cannot write %/package.json: the disk is full; these were left there: worker.ts'],
    // Another process has just written one.
    [
      'EEXIST',
      false,
      'cannot write the edge script to %: the folder already has package.json; no file was left there;',
    ],
  ])('in which one file fails with %s, and one cannot be removed: %j', async (code, isStuck, reason) => {
    const folder = newFolder();
    const { open, rm } = files;
    files.rm = async (path, ...rest) => {
      if (isStuck && String(path).endsWith('worker.ts')) throw new Error('stuck');
      return rm(path, ...rest);
    };
    files.open = async (path, ...rest) => {
      if (String(path).endsWith('package.json')) throw Object.assign(new Error(), { code });
      return open(path, ...rest);
    };
    syncBuiltinESMExports();
    try {
      await expect(initEdge({ folder })).rejects.toThrow(reason.replace('%', folder));
    } finally {
      files.open = open;
      files.rm = rm;
      syncBuiltinESMExports();
    }
    expect(readdirSync(folder)).toEqual(isStuck ? ['worker.ts'] : []);
  });

  it('without room for all files is left empty', async () => {
    const folder = newFolder();
    // Blocks of 1024 bytes, fewer than the script has.
    const run = await runShell(
      `ulimit -f 8; NODE_DISABLE_COMPILE_CACHE=1 '${process.execPath}' src/cli/main.ts edge init '${folder}'`,
    );
    expect(run).toEqual({
      code: 2,
      stdout: '',
      stderr: `headgate: cannot write ${folder}/worker.ts: the file would exceed the size limit; raise the limit, for example with ulimit -f unlimited; no file was left there\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

function fileAt(path: string): string {
  writeFileSync(path, '');
  return path;
}

function brokenLinkAt(path: string): string {
  symlinkSync(join(parent, 'nowhere'), path);
  return path;
}

describe('an invalid name is rejected', () => {
  it.each(['', 'ab', 'Logs', 'my_logs', '-logs', 'logs-', 'logs/2026', 'logs\n', 'a'.repeat(64)])(
    'bucket %j',
    async (bucket) => {
      const folder = newFolder();
      await expect(initEdge({ folder, bucket })).rejects.toMatchObject({
        code: 'usage',
        message: `cannot use bucket: found ${JSON.stringify(bucket)}, expected 3 to 63 lower-case letters, digits and hyphens, no hyphen at either end`,
      });
      expect(existsSync(folder)).toBe(false);
    },
  );

  it.each(['', '/', 'logs', '/logs/', 'logs//', 'logs/../', './', 'a b/', "it's/", '{DATE}/', 'ü/', 'a\n/', 'a/\n'])(
    'prefix %j',
    async (prefix) => {
      const folder = newFolder();
      await expect(initEdge({ folder, prefixes: ['logs/', prefix] })).rejects.toMatchObject({ code: 'usage' });
      expect(existsSync(folder)).toBe(false);
    },
  );

  it.each(['', 'Edge', 'my_edge', '-edge', 'edge-', 'a.b', 'a'.repeat(64)])('Worker %j', async (name) => {
    await expect(initEdge({ folder: newFolder(), name })).rejects.toMatchObject({ code: 'usage' });
  });

  it.each([
    { bucket: 'abc', name: 'a' },
    { bucket: `a${'-'.repeat(61)}9`, name: `0${'-'.repeat(61)}z` },
  ])('not %j', async (names) => {
    expect(await initEdge({ folder: newFolder(), ...names })).toMatchObject(names);
  });

  it('nor is a folder without a name created', async () => {
    await expect(initEdge({ folder: '' })).rejects.toMatchObject({ code: 'usage' });
  });
});
