// Files of pools: what a user has from his account, and what is wrong with it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPools } from '../../../src/sandbox/pools/read-pools.ts';

const folder = mkdtempSync(join(tmpdir(), 'pools-'));
afterAll(() => rmSync(folder, { recursive: true }));

const A = { id: 'a'.repeat(32), name: 'a', notification_email: 'Ops@example.com, dev@example.com' };
const B = { name: 'b', notification_email: null, notification_filter: { pool: { healthy: false } } };
const page = (pools: object[], total_count: number) => ({
  ...{ success: true, errors: [], messages: [], result: pools },
  result_info: { page: 1, per_page: 25, count: pools.length, total_count },
});
const lines = (...values: unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;

const read = async (text: string | Buffer) => {
  const file = join(folder, 'pools.json');
  writeFileSync(file, text);
  try {
    return await readPools({ file });
  } catch (error) {
    return (error as Error).message.replace(file, 'FILE');
  }
};

describe('pools are read from', () => {
  it.each<[string, string]>([
    ['an answer of the API', JSON.stringify(page([A, B], 2))],
    ['an answer with line ends', JSON.stringify(page([A, B], 2), null, 2)],
    ['only its result', JSON.stringify({ result: [A, B] })],
    ['an array', JSON.stringify([A, B], null, 1)],
    ['one pool per line', lines(A, B)],
    ['lines with CR and blank lines', `\r\n${JSON.stringify(A)}\r\n\r\n${JSON.stringify(B)}\r\n`],
    ['one answer per line', lines(page([A], 2), page([B], 2))],
    ['a text with a byte order mark', `\uFEFF${JSON.stringify([A, B])}`],
  ])('%s', async (_, text) => {
    expect(await read(text)).toEqual([A, B]);
  });

  it('a single pool', async () => {
    expect(await read(JSON.stringify(A, null, 2))).toEqual([A]);
  });

  it('an array of the caller', async () => {
    expect(await readPools([A, B])).toEqual([A, B]);
    await expect(readPools([A, { name: 7 }])).rejects.toThrow(
      'cannot read the pools: pools[1].name: found integer, expected the name of the pool',
    );
  });
});

it.each<[string, string | Buffer, string]>([
  ['an empty file', '', 'FILE: found an empty file, expected pools as the API returns them'],
  [
    'text that is not JSON',
    'name,email\n',
    'FILE, line 1, column 1: found "name", expected a JSON value: one JSON text in the file, or one on each line',
  ],
  [
    'one bad line',
    `${JSON.stringify(A)}\n\n  {"name": `,
    'FILE, line 3, column 12: found the end of the text, expected a JSON value: one JSON text in the file, or one on each line',
  ],
  [
    'a comma too many in a text over several lines',
    `[\n  {\n    "name": "a",\n  }\n]\n`,
    'FILE, line 4, column 3: found "}", expected a key in double quotes: one JSON text in the file, or one on each line',
  ],
  [
    'a text over several lines that is cut',
    JSON.stringify([A], null, 2).slice(0, -4),
    'FILE, line 6, column 2: found the end of the text, expected "," or "}": one JSON text in the file, or one on each line',
  ],
  [
    'an answer with the error of the API',
    JSON.stringify({ success: false, result: null, errors: [{ code: 10000, message: 'Authentication error' }] }),
    'FILE: found an answer without success (10000 "Authentication error"), expected the answer to the list of pools',
  ],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff]), 'FILE: found bytes that are not UTF-8, expected JSON'],
  ['a number', '7', 'FILE: pool: found integer, expected a pool: an object with a name'],
  [
    'an answer without pools',
    JSON.stringify({ result: null }),
    'FILE: result: found null, expected an array of pools: the answer to the list of pools',
  ],
  [
    'a pool without a name',
    JSON.stringify(page([A, { id: B.name }], 2)),
    'FILE: result[1].name: found nothing, expected the name of the pool',
  ],
  [
    'an id of another form',
    lines(A, { ...B, id: 'b' }),
    'FILE, line 2: pool.id: found string, expected 32 hexadecimal digits, or no id for a new one',
  ],
  [
    'two pools with one id',
    JSON.stringify([A, { ...B, id: A.id }]),
    'FILE: [1].id: found the id of FILE: [0], expected an id of its own for each pool',
  ],
  [
    'only the first page',
    JSON.stringify(page([A], 137)),
    'FILE: found 1 of 137 pools, expected all of them; add the other pages (per_page and page), each answer on a line of its own',
  ],
])('rejects %s', async (_, text, message) => {
  expect(String(await read(text)).replaceAll(/\/\S+\.json/g, 'FILE')).toBe(`cannot read the pools: ${message}`);
});

it('rejects a file that does not exist', async () => {
  await expect(readPools({ file: join(folder, 'none.json') })).rejects.toThrow(/cannot read the pools .*none\.json: /);
});
