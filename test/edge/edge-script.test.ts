// The joined script: one file in place of its modules, in both languages.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import {
  AUTH_KEY_SECRET,
  BUCKET_BINDING,
  EDGE_COMPATIBILITY_DATE,
  EDGE_KEY_HEADER,
  EDGE_SCRIPT_NAME,
  edgeScript,
  READ_KEY_SECRET,
} from '../../src/edge/index.ts';

const execute = promisify(execFile);
const folder = join(import.meta.dirname, '../../src/edge/worker');
const modules = readdirSync(folder).filter((name) => name.endsWith('.ts'));

/** Names that a program declares at its top level. */
function declared(text: string): string[] {
  return parseSync('edge.ts', text).program.body.flatMap((node) => {
    const one = node.type === 'ExportNamedDeclaration' ? node.declaration! : node;
    if (one.type === 'VariableDeclaration') return one.declarations.map(({ id }) => (id as { name: string }).name);
    return 'id' in one && one.id !== null ? [(one.id as { name: string }).name] : [];
  });
}

describe('the joined script', () => {
  const { typescript, javascript } = edgeScript();

  it('is one module that imports nothing and exports the Worker', () => {
    const { errors, module } = parseSync('edge.ts', typescript);
    expect(errors).toEqual([]);
    expect(module.staticImports).toEqual([]);
    expect(module.dynamicImports).toEqual([]);
    expect(module.staticExports.map(({ entries }) => entries.map(({ exportName }) => exportName.kind))).toEqual([
      ['Default'],
    ]);
  });

  it('declares all names of the modules, each once', () => {
    const inModules = modules.flatMap((name) => declared(readFileSync(join(folder, name), 'utf8')));
    expect(declared(typescript).sort()).toEqual(inModules.sort());
    expect(new Set(inModules).size).toBe(inModules.length);
  });

  it('keeps all comments, and has a heading for each module', () => {
    const comments = (text: string) => parseSync('edge.ts', text).comments.map(({ value }) => value);
    const inModules = modules.flatMap((name) => comments(readFileSync(join(folder, name), 'utf8')));
    const headings = modules
      .filter((name) => name !== 'worker.ts')
      .map((name) => ` --- ${name.slice(0, -3).replaceAll('-', ' ')} ---`);
    expect(comments(typescript).sort()).toEqual([...inModules, ...headings].sort());
  });

  it('has the same lines in JavaScript, which has no types', () => {
    expect(javascript.split('\n').length).toBe(typescript.split('\n').length);
    expect(parseSync('edge.js', javascript, { lang: 'js' }).errors).toEqual([]);
  });

  it('is created without a warning', async () => {
    const module = join(import.meta.dirname, '../../src/edge/index.ts');
    const program = `import { edgeScript } from ${JSON.stringify(module)}; console.log(edgeScript().javascript.length)`;
    // Node warns once in a process.
    const { stdout, stderr } = await execute(process.execPath, ['--input-type=module', '--eval', program]);
    expect({ stdout, stderr }).toEqual({ stdout: `${javascript.length}\n`, stderr: '' });
  });
});

it.each([
  ['wrangler.jsonc', `"compatibility_date": "${EDGE_COMPATIBILITY_DATE}"`],
  ['wrangler.jsonc', `"name": "${EDGE_SCRIPT_NAME}"`],
  ['authorization.ts', `AUTH_KEY_HEADER = '${EDGE_KEY_HEADER}'`],
  ['environment.ts', `${BUCKET_BINDING}: R2Bucket`],
  ['environment.ts', `${AUTH_KEY_SECRET}?: string`],
  ['environment.ts', `${READ_KEY_SECRET}?: string`],
])('%s contains %s, as the programs around the script expect', (file, text) => {
  expect(readFileSync(join(folder, file), 'utf8')).toContain(text);
});
