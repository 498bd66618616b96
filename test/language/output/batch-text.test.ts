// Batches: positions of prefix, delimiters and suffix, chunks of one size, no lookup across two pieces.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OutputOptions } from '../../../src/language/job/index.ts';
import { BatchText, CHUNK_BYTES, defaultsOf } from '../../../src/language/output/index.ts';

function batch(options: OutputOptions, records: readonly string[], flushes = false): { text: string; sizes: number[] } {
  const chunks: Buffer[] = [];
  const text = new BatchText(defaultsOf(options), (chunk) => chunks.push(chunk));
  for (const record of records) {
    text.add(Buffer.from(record));
    if (flushes) text.flush();
  }
  text.end();
  expect(text.lines).toBe(records.length);
  expect(text.bytes).toBe(Buffer.concat(chunks).length);
  return { text: Buffer.concat(chunks).toString(), sizes: chunks.map((chunk) => chunk.length) };
}

it.each<[string, OutputOptions, string[], string]>([
  ['nothing around them', {}, ['a', 'b'], 'ab'],
  ['all of it', { batch_prefix: '[', batch_suffix: ']', record_delimiter: ',' }, ['a', 'b', 'c'], '[a,b,c]'],
  ['one record', { batch_prefix: '[', batch_suffix: ']', record_delimiter: ',' }, ['a'], '[a]'],
  ['no records, no text', { batch_prefix: '[', batch_suffix: ']' }, [], ''],
  [
    'lookups where pieces meet',
    { batch_prefix: '${$', record_delimiter: '$', batch_suffix: '{', 'CVE-2021-44228': true },
    ['{a', '{b$'],
    'x{x{ax{bx{',
  ],
])('%s', (_, options, records, expected) => {
  expect(batch(options, records).text).toBe(expected);
  expect(batch(options, records, true).text).toBe(expected);
});

it('fills all chunks except the last, and finds a lookup across two', () => {
  const filled = 'a'.repeat(CHUNK_BYTES - 1);
  const { text, sizes } = batch({ 'CVE-2021-44228': true }, [`${filled}$`, '{', 'b'.repeat(CHUNK_BYTES)]);
  expect(sizes).toEqual([CHUNK_BYTES, CHUNK_BYTES, 1]);
  expect(text.slice(CHUNK_BYTES - 1, CHUNK_BYTES + 1)).toBe('x{');
});

it('writes the same text for any flushes', () => {
  const piece = fc.string({ unit: fc.constantFrom('$', '{', 'a'), maxLength: 6 });
  fc.assert(
    fc.property(
      piece,
      piece,
      piece,
      fc.array(piece, { maxLength: 6 }),
      fc.boolean(),
      (prefix, delimiter, suffix, records, cve) => {
        const around = {
          batch_prefix: prefix,
          record_delimiter: delimiter,
          batch_suffix: suffix,
          'CVE-2021-44228': cve,
        };
        const rewrite = (text: string): string => (cve ? text.replaceAll('${', 'x{') : text);
        const plain = records.length === 0 ? '' : rewrite(prefix + records.join(delimiter) + suffix);
        const printed = records.map(rewrite);
        expect(batch(around, printed).text).toBe(plain);
        expect(batch(around, printed, true).text).toBe(plain);
      },
    ),
  );
});
