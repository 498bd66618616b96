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
/** All modules, in the order in which a reader needs them. */
const MODULES = [
  ENTRY,
  'environment.ts',
  'request-method.ts',
  'authorization.ts',
  'allow-list.ts',
  'object-key.ts',
  'read-object.ts',
  'preconditions.ts',
  'byte-range.ts',
  'object-headers.ts',
  'write-object.ts',
  'upload-without-length.ts',
  'list-objects.ts',
  'list-cursor.ts',
  'bucket-error.ts',
  'text-response.ts',
];

const IMPORT = /^import [^;]*? from '\.\/[^']+';\n/gm;
const EXPORT = /^export (?!default\b)/gm;

/** Returns the edge script: its entry, then the other modules under headings. */
export function edgeScript(): EdgeScript {
  const sections = MODULES.map((name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8').replaceAll(IMPORT, '').replaceAll(EXPORT, '').trim();
    return name === ENTRY ? text : `${headingOf(name)}\n${text}`;
  });
  const typescript = `${sections.join('\n\n')}\n`;
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
