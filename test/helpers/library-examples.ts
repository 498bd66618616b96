// The TypeScript examples of the documentation: `@example` blocks of docstrings in src/, and `ts` blocks of docs/library.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cli/run-cli.ts';

/** An example. */
export interface LibraryExample {
  /** The name of the documented function, or the heading above the block. */
  name: string;
  code: string;
  /** The lines that it prints: the text of its comments that begin with `// => `. */
  output: string[];
}

const DOCSTRING = /\/\*\*(?:(?!\*\/)[\s\S])*?@example\n([\s\S]*?)\*\/\n(?:export )?(?:async )?function (\w+)/g;
const BLOCK = /^```ts\n([\s\S]*?)^```$/gm;

/** Examples in the docstrings of functions of src/. */
export function docstringExamples(): LibraryExample[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(join(ROOT, 'src', name), 'utf8').matchAll(DOCSTRING)])
    .flatMap(([, docstring = '', name = '']) =>
      blocksOf(docstring.replace(/^ \* ?/gm, '')).map((code) => example(name, code)),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Examples in docs/library.md. */
export function documentExamples(): LibraryExample[] {
  const text = readFileSync(join(ROOT, 'docs/library.md'), 'utf8');
  return text.split(/^(?=#+ )/m).flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n')).replace(/^#+ /, '');
    return blocksOf(section).map((code) => example(heading, code));
  });
}

function blocksOf(text: string): string[] {
  return [...text.matchAll(BLOCK)].map(([, code = '']) => code);
}

function example(name: string, code: string): LibraryExample {
  return { name, code, output: [...code.matchAll(/\/\/ => (.*)$/gm)].map(([, line = '']) => line) };
}
