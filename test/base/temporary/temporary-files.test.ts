// Temporary files: which ones a later run removes, and which ones it keeps.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import {
  clearAbandoned,
  registerTemporary,
  releaseTemporary,
  temporaryPath,
} from '../../../src/base/temporary/temporary-files.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'temporary-'));
/** The id of a process that has ended. */
const ended = spawnSync(process.execPath, ['--version']).pid;
/** The path that a process with another id would use. */
const pathOf = (folder: string, pid: number): string =>
  temporaryPath(folder, 'out').replace(`-${process.pid}-`, `-${pid}-`);

it('names are unpredictable and hidden', () => {
  const names = Array.from({ length: 100 }, () => basename(temporaryPath('x', 'out')));
  expect(new Set(names).size).toBe(100);
  for (const name of names) expect(name).toMatch(/^\.headgate-out-\d+-[0-9a-f]{8}-[0-9a-f]{16}\.tmp$/);
});

it('removes files and folders of ended processes, but not the targets of links', async () => {
  const folder = newFolder();
  const kept = join(newFolder(), 'kept');
  writeFileSync(kept, '');
  writeFileSync(pathOf(folder, ended), '');
  const left = pathOf(folder, ended);
  mkdirSync(join(left, 'a/b'), { recursive: true });
  symlinkSync(kept, join(left, 'a/link'));
  symlinkSync(kept, pathOf(folder, ended));
  // Of an earlier process with the same id, as in a container.
  writeFileSync(pathOf(folder, process.pid), '');
  await clearAbandoned(folder);
  expect(readdirSync(folder)).toEqual([]);
  expect(existsSync(kept)).toBe(true);
});

it.each<[string, (folder: string) => string]>([
  ['of a running process', (folder) => pathOf(folder, process.ppid)],
  ['of another machine or container', (folder) => pathOf(folder, ended).replace(/-[0-9a-f]{8}-/, '-00000000-')],
  ['not named by us', (folder) => `${pathOf(folder, ended)}.gz`],
  ['not hidden', (folder) => join(folder, basename(pathOf(folder, ended)).slice(1))],
  ['in a folder below', (folder) => pathOf(join(folder, 'below'), ended)],
])('keeps a file that is %s', async (_, name) => {
  const folder = newFolder();
  mkdirSync(join(folder, 'below'));
  const path = name(folder);
  writeFileSync(path, '');
  await clearAbandoned(folder);
  expect(existsSync(path)).toBe(true);
});

it('keeps the files of this process until they are released', async () => {
  const folder = newFolder();
  const path = temporaryPath(folder, 'out');
  writeFileSync(path, '');
  registerTemporary(path);
  await clearAbandoned(folder);
  expect(existsSync(path)).toBe(true);
  releaseTemporary(path);
  await clearAbandoned(folder);
  expect(existsSync(path)).toBe(false);
});

it('ignores a folder that does not exist', () => expect(clearAbandoned('/no/such/folder')).resolves.toBe(undefined));

it.each<[string, string, string[]]>([
  ['an uncaught error', 'throw new Error()', ['released']],
  ['process.exit', 'process.exit(3)', ['released']],
  ['the end', '', ['released']],
])('%s removes registered files', (_, end, left) => {
  const folder = newFolder();
  const script = `import { registerTemporary, releaseTemporary } from '${join(import.meta.dirname, '../../../src/base/temporary/temporary-files.ts')}';
    import { mkdirSync, writeFileSync } from 'node:fs';
    process.chdir('${folder}');
    mkdirSync('a/b', { recursive: true });
    writeFileSync('b', '');
    writeFileSync('released', '');
    for (const path of ['a', 'b', 'released', 'never made']) registerTemporary(path);
    releaseTemporary('released');
    ${end}`;
  spawnSync(process.execPath, ['--input-type=module', '-e', script]);
  expect(readdirSync(folder)).toEqual(left);
});
