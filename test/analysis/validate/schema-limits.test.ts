// Schemas, names and IDs around the limits of the kernel's tables: the findings are the same on either side of a limit.
import { describe, expect, it } from 'vitest';
import { repeatFindings } from '../../../src/analysis/validate/repeats/repeat-findings.ts';
import type { Ruleset } from '../../../src/language/custom-fields/index.ts';
import { BothWays, bothWays } from '../../helpers/validate/both-ways.ts';
import type { Held } from '../../helpers/validate/checked.ts';

/** Slots of the kernel; each field of a form has one. */
const SLOTS = 256;
/** Names of up to five bytes that it holds of rulesets, and bytes of a single one. */
const SHORT_NAMES = 1015;
const LONGEST_NAME = 16_229;
/** Names of one object that it follows where there is no ruleset. */
const FREE_NAMES = 128;
/** Ids of lines that it holds before it hands them over. */
const IDS = 1024;

/** Lines that the kernel reads by itself. @throws where both ways do not agree */
function readLines(held: Held, text: string): number {
  const both = new BothWays(held);
  both.read(text);
  return both.byKernel;
}

describe('fields of a form', () => {
  const MORE: Pick<Held, 'filter' | 'range'> = { filter: 'BotScore < 3', range: { since: 1n } };

  it.each<[count: number, what: string, more: typeof MORE, isRead: boolean]>([
    [SLOTS - 1, 'alone', {}, true],
    [SLOTS, 'alone', {}, true],
    [SLOTS + 1, 'alone', {}, false],
    [SLOTS - 2, 'with two that a filter and a range ask for', MORE, true],
    [SLOTS - 1, 'with two that a filter and a range ask for', MORE, false],
    [SLOTS, 'with two that a filter and a range ask for', MORE, false],
  ])('%i %s', (count, _, more, isRead) => {
    const names = Array.from({ length: count }, (_, index) => `F${index}`);
    const line = `{${names.map((name) => `"${name}":1`).join(',')}}\n`;
    expect(readLines({ options: { field_names: names }, ...more }, line.repeat(3)) > 0).toBe(isRead);
  });
});

describe('names of custom fields', () => {
  const rows: [count: number, length: number, withRuleset: boolean, without: boolean][] = [
    [FREE_NAMES, 5, true, true],
    [FREE_NAMES + 1, 5, true, false],
    [SHORT_NAMES, 5, true, false],
    [SHORT_NAMES + 1, 5, false, false],
    [1023, 5, false, false],
    [1024, 5, false, false],
    [1025, 5, false, false],
    [120, 90, true, true],
    [1, LONGEST_NAME, true, true],
    [1, LONGEST_NAME + 1, false, true],
    [1, 32_800, false, true],
    [3, 16_000, false, true],
  ];

  it.each(rows)('%i of %i bytes', (count, length, withRuleset, without) => {
    const names = Array.from({ length: count }, (_, index) => String(index).padStart(length, 'n'));
    const fields = names.map((name) => ({
      array: 'cookie_fields' as const,
      name,
      preserveDuplicates: false,
      path: '',
    }));
    const ruleset: Ruleset = { fields };
    const orders = [names, names.toReversed(), [...names, names[0]!], [...names.slice(1), 'zz'], names];
    const text = orders
      .map((order) => `{"RayID":"a","Cookies":{${order.map((name) => `"${name}":""`).join(',')}}}\n`)
      .join('');
    const options = { field_names: ['RayID', 'Cookies'] };
    const read = [ruleset, undefined].map((one) => readLines({ options, ruleset: one, limits: 'current' }, text) > 0);
    expect(read).toEqual([withRuleset, without]);
  });
});

describe('ids', () => {
  const line = (id: number, score = '5', cookies = '{}') =>
    `{"RayID":"${id}","BotScore":${score},"Cookies":${cookies}}\n`;
  const NEAR_LIMIT = `{"x":"${'y'.repeat(7500)}"}`;
  const options = { field_names: ['RayID', 'BotScore', 'Cookies'] };

  it.each([IDS - 1, IDS, IDS + 1, 2 * IDS + 1])('of %i lines, none of them left, some found again', (count) => {
    const lines = Array.from({ length: count }, (_, index) => line(index));
    const both = new BothWays({ options });
    both.read(lines.join(''));
    expect(both.byKernel).toBe(count);
    const { ids } = both.read(lines.slice(-3).join(''), { name: 'b.log' });
    expect(repeatFindings(ids, 'RayID').counts).toMatchObject([{ code: 'repeated-between-objects', count: 3 }]);
  });

  it.each([-2, -1, 0, 1])('%i more than the kernel holds, with lines between that have findings', (more) => {
    const at = IDS + more;
    const lines = Array.from({ length: 3000 }, (_, index) => line(index));
    lines[0] = line(0, 'null');
    for (let by = -3; by < 4; by += 1) lines[at + by] = by % 2 === 0 ? line(7, '5', NEAR_LIMIT) : line(7, 'null');
    lines[at + 5] = '\n';
    lines[2 * IDS - 1] = line(7, 'null');
    lines[2999] = line(3, 'null');
    for (const [size, maxIds] of [[undefined], [1000], [7], [undefined, 100]]) {
      bothWays({ options, filter: 'BotScore < 30', maxIds }, lines.join(''), { size });
    }
  });
});
