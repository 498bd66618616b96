// Installs the dependencies of the package into a folder without npm, which takes 20 s of processor time to unpack their 23,000 files.
// `npm install` then finds the versions of the lock file in place, and installs the package alone.
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../cli/run-cli.ts';

/** An entry of `packages` in package-lock.json; the key is its folder. */
interface LockedPackage {
  dev?: true;
  optional?: true;
  peer?: true;
  devOptional?: true;
  bin?: Readonly<Record<string, string>>;
}

/** Copies every package that the lock file needs at run time, and the links to their programs. @param folder without node_modules */
export function installDependencies(folder: string): void {
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
