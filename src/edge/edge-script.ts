// Joins the modules of worker/ into one file, as it is run here and as users get it. The modules have a narrow form that a test checks:
// named imports from each other, exports before declarations, no name twice.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** The edge script in both languages; line by line the same. */
export interface EdgeScript {
  typescript: string;
  /** What the runtime runs. */
  javascript: string;
}

const FOLDER = new URL('worker/', import.meta.url);
const ENTRY = 'worker.ts';

const IMPORT = /^import [^;]*? from '\.\/([^']+)';\n/gm;
const EXPORT = /^export (?!default\b)/gm;

/** Returns the edge script: its entry, then the modules in the order of their import. */
export function edgeScript(): EdgeScript {
  // A set visits what is added during the loop.
  const names = new Set([ENTRY]);
  const texts: string[] = [];
  for (const name of names) {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    for (const [, imported] of text.matchAll(IMPORT)) names.add(imported!);
    texts.push(text.replaceAll(IMPORT, '').replaceAll(EXPORT, '').trim());
  }
  const typescript = `${texts.join('\n\n')}\n`;
  return { typescript, javascript: withoutWarning(() => stripTypeScriptTypes(typescript)) };
}

/** Calls a function of Node without the warning that it is experimental, which is no concern of users. */
function withoutWarning<T>(call: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return call();
  } finally {
    process.emitWarning = emitWarning;
  }
}
