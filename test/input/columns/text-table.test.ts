// Numbers of texts: one for each, whatever bytes of them differ.
import { expect, it } from 'vitest';
import { TextTable } from '../../../src/input/columns/text-table.ts';

it.each<[string, (id: number) => string]>([
  ['at the beginning', (id) => `${id}${'x'.repeat(100)}`],
  ['in the middle', (id) => `${'x'.repeat(50)}${String(id).padStart(6)}${'y'.repeat(50)}`],
  ['at the end', (id) => `${'x'.repeat(100)}${id}`],
])('100,000 texts that differ %s only', (_, textOf) => {
  const table = new TextTable();
  const encoder = new TextEncoder();
  // While texts that differ in the middle had one hash, 40,000 of them took 77 s.
  const texts = Array.from({ length: 100_000 }, (__, id) => encoder.encode(textOf(id)));
  const numbers = texts.map((text) => table.add(text));
  expect([new Set(numbers).size, table.count]).toEqual([texts.length, texts.length]);
  expect(texts.map((text) => table.add(text))).toEqual(numbers);
});
