// Writes into dist/ what `tsc` does not emit: the manifest of the package, the program's entry, the edge script and the documents. The
// manifest is that of the checkout without what only a checkout needs, and refers to the emitted JavaScript. The last step of `npm run build`.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkedDocuments, withoutDeadLinks } from './linked-documents.ts';

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');

/** Files that the program reads as text: the edge script with its settings, and the files that `edge init` writes beside it. */
const READ_AS_TEXT = ['src/sandbox/edge/worker', 'src/sandbox/edge/project/template'];
/** The JSON Schemas of the reports, which no document links to. */
const SCHEMAS = 'schema';
/** The Node that only a checkout runs on. */
const BUNDLED_NODE = /^node-/;

const {
  private: _private,
  scripts: _scripts,
  devDependencies: _devDependencies,
  optionalDependencies,
  ...kept
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The entries of the package: bundles and emitted types, in place of the sources. */
const entries = Object.entries<string>(kept.exports).map(([name, source]) => {
  const emitted = source.replace(/\.ts$/, '');
  return [name, { types: `${emitted}.d.ts`, default: emitted.replace('src/', 'src/program/').concat('.mjs') }];
});
const optional = Object.entries(optionalDependencies).filter(([name]) => !BUNDLED_NODE.test(name));
const manifest = {
  ...kept,
  optionalDependencies: Object.fromEntries(optional),
  exports: {
    ...Object.fromEntries(entries),
    './package.json': './package.json',
    './schema/*': './schema/*',
  },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const documents = linkedDocuments(root, ['README.md', 'CHANGELOG.md', 'LICENSE']);
for (const name of [...documents, ...READ_AS_TEXT, SCHEMAS, kept.bin.headgate])
  cpSync(join(root, name), join(dist, name), { recursive: true });
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.md')) writeFileSync(join(dist, name), withoutDeadLinks(dist, name));
}
