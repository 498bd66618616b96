// Guards of several filters that the same lines break.
import { expect, it } from 'vitest';
import { guardsInShort, printGuards } from '../../../src/report/text/guards-text.ts';
import { severalReport } from '../../helpers/report/reports.ts';

const { guards = [] } = severalReport();

it('prints lines that break a guard with several filters once', () => {
  const text = printGuards(guards, () => ({ dataset: 'http_requests', tested: [] }), { color: false, width: 100 });
  expect(text.filter((line) => line.includes('✗'))).toEqual([
    '  ✗ strict: never drop strict: drops 3 lines',
    '  ✗ stricter: never drop strict: drops 3 lines',
  ]);
  expect(text.at(-1)).toBe('      for example the same lines as strict');
  expect(text.join('\n').match(/strict@7/g)).toHaveLength(1);
});

it.each([
  [[], undefined],
  [[true], 'guard holds'],
  [[false], 'guard broken'],
  [[true, true], '2 guards hold'],
  [[true, false], '1 of 2 guards broken'],
])('%j in short', (holds, text) => {
  expect(guardsInShort(holds.map((one) => ({ ...guards[0]!, holds: one })))).toBe(text);
});
