// Rewrites the .d.ts files of dist/ so that they compile alone: imports from .ts to .js, as `tsc` does in the JavaScript, and the integer
// types of AssemblyScript, which only the checkout declares, to number. Types of optional packages are `any` where the package is not installed.
// A step of `npm run build`, after `tsc`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const dist = resolve(import.meta.dirname, '../../dist');
/** The types of src/input/kernel/abi-types.d.ts. */
const INTEGER_TYPE = /: (?:u32|usize);/g;
const IMPORT = /((?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/g;
const { optionalDependencies, peerDependencies } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8'));
const OPTIONAL = new RegExp(
  `^import type .* from '(?:${Object.keys({ ...optionalDependencies, ...peerDependencies }).join('|')})';$`,
  'gm',
);

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = join(dist, name);
  const text = readFileSync(file, 'utf8').replace(IMPORT, '$1.js').replace(INTEGER_TYPE, ': number;');
  writeFileSync(file, text.replace(OPTIONAL, '// @ts-ignore: it may not be installed\n$&'));
}
