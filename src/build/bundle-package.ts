// Bundles the program and the library into dist/, beside their types. A step of `npm run build`, after `tsc`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { bundle, PROGRAM, ROOT } from './bundle.ts';

const FOLDER = join(ROOT, 'dist/src/program');

/** Where a source file would be in the package: as JavaScript, which shows that the program does not run in a checkout. */
function urlOf(path: string): string {
  const from = relative(join(ROOT, 'src/program'), path).split(sep).join('/').replace(/\.ts$/, '.js');
  return `new URL(${JSON.stringify(from)}, import.meta.url)`;
}

mkdirSync(FOLDER, { recursive: true });
const input = { ...PROGRAM, index: 'src/index.ts', filter: 'src/filter.ts' };
for (const { name, content } of await bundle({ input, urlOf })) writeFileSync(join(FOLDER, name), content);
