// Writes the manifest of what is published into dist/: the checkout's own, without what only a checkout needs
// (scripts, development packages, the bundled Node), pointing at the emitted JavaScript. Run by `npm run build`.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');

const {
  scripts: _,
  devDependencies: __,
  optionalDependencies: ___,
  ...kept
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const published = {
  ...kept,
  exports: { '.': { types: './src/index.d.ts', default: './src/index.js' } },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
// What starts the program is no TypeScript, so it is not emitted.
const copied = ['README.md', 'LICENSE', 'CHANGELOG.md', kept.bin.headgate];
for (const name of copied) copyFileSync(join(root, name), join(dist, name));
