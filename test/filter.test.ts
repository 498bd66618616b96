// The light entry of the library: what it exports, and that it loads little.
import { expect, it } from 'vitest';
import * as filter from '../src/filter.ts';
import * as headgate from '../src/index.ts';
import { loadedByModule } from './helpers/cli/loaded-files.ts';

it('exports are chosen, and exports of the whole library', () => {
  expect(Object.keys(filter).sort()).toMatchInlineSnapshot(`
    [
      "DATASET_NAMES",
      "DEFAULT_DATASET",
      "Decimal",
      "HeadgateError",
      "HugeInteger",
      "MAX_FILTER_BYTES",
      "MAX_FILTER_OPERATORS",
      "VERDICT_NAMES",
      "areEqual",
      "canonicalFilter",
      "compileFilter",
      "createRecordReader",
      "explainFilter",
      "getDataset",
      "implies",
      "neverHas",
      "parseJson",
      "printExpression",
      "printFilterJson",
      "printJobString",
      "printJson",
      "readFilter",
      "readLine",
      "recordFrom",
    ]
  `);
  expect(headgate).toMatchObject(filter);
});

it('decides and explains a line without a file that reads objects, and without large packages', async () => {
  const { stdout, packages, files } = await loadedByModule(`
    import { compileFilter, explainFilter, getDataset, readFilter, readLine, VERDICT_NAMES } from './src/filter.ts';
    const dataset = getDataset('http_requests');
    const { filter } = readFilter('EdgeResponseStatus >= 500 and ClientCountry == "de"', dataset);
    const compiled = compileFilter(filter, dataset);
    const { record } = readLine('{"EdgeResponseStatus":503,"ClientCountry":"at"}');
    const { children } = explainFilter(compiled, record);
    console.log(VERDICT_NAMES[compiled.verdict(record)], ...children.map(({ truth }) => truth));`);
  expect(stdout).toBe('drop true false\n');
  expect(packages).toEqual(['fastest-levenshtein', 'get-east-asian-width', 'stream-chain', 'stream-json']);
  const rooms = /^src\/(?:filter\.ts$|base\/|language\/(?:dataset|filter|logic)\/|input\/record\/)/;
  expect(files.filter((file) => !rooms.test(file) && file !== 'package.json')).toEqual([]);
});

it.each([
  ['{"EdgeResponseStatus":9007199254740993}\n', { record: new Map([['EdgeResponseStatus', 9007199254740993n]]) }],
  ['[1]', { problem: expect.stringMatching(/^not a record: .*found/) }],
  ['', { problem: 'found a blank line, expected one line that contains a JSON object' }],
  ['{}\n{}', { problem: 'found 2 lines, expected one line that contains a JSON object' }],
])('readLine(%j)', (text, reading) => expect(filter.readLine(text)).toEqual(reading));
