// The public face: the example at its head runs, and nothing is exported by accident.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as headgate from '../src/index.ts';
import { ROOT, runShell } from './helpers/cli/run-cli.ts';

it('the example at the head of src/index.ts runs', async () => {
  const text = readFileSync(join(ROOT, 'src/index.ts'), 'utf8');
  const example = text
    .split('\n')
    .filter((line) => line.startsWith('//   '))
    .map((line) => line.slice(5))
    .join('\n')
    .replace("'headgate'", JSON.stringify(join(ROOT, 'src/index.ts')));
  const file = join(mkdtempSync(join(tmpdir(), 'headgate-example-')), 'example.ts');
  writeFileSync(file, example);
  expect(await runShell(`'${process.execPath}' '${file}'`)).toMatchObject({ code: 0, stdout: 'keep\n' });
});

it('exports are chosen, not leaked', () => {
  expect(Object.keys(headgate).sort()).toMatchInlineSnapshot(`
    [
      "DATASET_NAMES",
      "DEFAULT_DATASET",
      "Decimal",
      "HeadgateError",
      "HugeInteger",
      "MAX_FILTER_BYTES",
      "MAX_FILTER_OPERATORS",
      "Replay",
      "VERDICT_NAMES",
      "canonicalFilter",
      "compileFilter",
      "createLineOutput",
      "createRecordReader",
      "explainFilter",
      "getDataset",
      "isSampled",
      "mergeReports",
      "openDestination",
      "parseJson",
      "parseLocation",
      "parseObjectKey",
      "printExpression",
      "printFilterJson",
      "printJobString",
      "printJson",
      "readFilter",
      "readObject",
      "recordFrom",
    ]
  `);
});

it('an object with an integer that JavaScript has rounded is refused', () => {
  expect(() => headgate.recordFrom(JSON.parse('{"EdgeStartTimestamp":1700000000002000001}'))).toThrow(
    /EdgeStartTimestamp.*rounded.*BigInt/,
  );
});
