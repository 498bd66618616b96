// Rewrites the imports in the .d.ts files of dist/ from .ts to .js, as `tsc` does in the JavaScript. The published paths then name files that
// exist, for every tool that reads declarations. A step of `npm run build`, after `tsc`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const dist = resolve(import.meta.dirname, '../../dist');
const IMPORT = /((?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/g;

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = join(dist, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(IMPORT, '$1.js'));
}
