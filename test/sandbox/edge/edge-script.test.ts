// The edge script as text: the file that users get, and the JavaScript that the runtime runs.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
} from '../../../src/sandbox/edge/index.ts';

const execute = promisify(execFile);
const folder = join(import.meta.dirname, '../../../src/sandbox/edge/worker');
const typescript = readFileSync(join(folder, 'worker.ts'), 'utf8');

describe('the script', () => {
  it('is one module that imports nothing and exports the Worker', () => {
    const { errors, module } = parseSync('edge.ts', typescript);
    expect(errors).toEqual([]);
    expect(module.staticImports).toEqual([]);
    expect(module.dynamicImports).toEqual([]);
    expect(module.staticExports.map(({ entries }) => entries.map(({ exportName }) => exportName.kind))).toEqual([
      ['Default'],
    ]);
  });

  it('has the same lines in JavaScript, which has no types', () => {
    const javascript = edgeScript();
    expect(javascript.split('\n').length).toBe(typescript.split('\n').length);
    expect(parseSync('edge.js', javascript, { lang: 'js' }).errors).toEqual([]);
  });

  it('is created without a warning', async () => {
    const module = join(import.meta.dirname, '../../../src/sandbox/edge/index.ts');
    const program = `import { edgeScript } from ${JSON.stringify(module)}; console.log(edgeScript().length)`;
    // Node warns once in a process.
    const { stdout, stderr } = await execute(process.execPath, ['--input-type=module', '--eval', program]);
    expect({ stdout, stderr }).toEqual({ stdout: `${edgeScript().length}\n`, stderr: '' });
  });
});

it.each([
  ['wrangler.jsonc', `"compatibility_date": "${EDGE_COMPATIBILITY_DATE}"`],
  ['wrangler.jsonc', `"name": "${EDGE_SCRIPT_NAME}"`],
  ['worker.ts', `AUTH_KEY_HEADER = '${EDGE_KEY_HEADER}'`],
  ['worker.ts', `${BUCKET_BINDING}: R2Bucket`],
  ['worker.ts', `${AUTH_KEY_SECRET}?: string`],
  ['worker.ts', `${READ_KEY_SECRET}?: string`],
])('%s contains %s, as the programs around the script expect', (file, text) => {
  expect(readFileSync(join(folder, file), 'utf8')).toContain(text);
});
