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

/** Returns the edge script: its entry, then each module after the one that imports it first. */
export function edgeScript(): EdgeScript {
  const sections = new Map<string, string>();
  const add = (name: string): void => {
    if (sections.has(name)) return;
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    sections.set(name, text.replaceAll(IMPORT, '').replaceAll(EXPORT, '').trim());
    for (const [, imported] of text.matchAll(IMPORT)) add(imported!);
  };
  add(ENTRY);
  const texts = [...sections].map(([name, text]) => (name === ENTRY ? text : `${headingOf(name)}\n${text}`));
  const typescript = `${texts.join('\n\n')}\n`;
  return { typescript, javascript: withoutWarning(() => stripTypeScriptTypes(typescript)) };
}

/** `// --- allow list ---`, for readers who search. */
function headingOf(name: string): string {
  return `// --- ${name.replace(/\.ts$/, '').replaceAll('-', ' ')} ---`;
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
