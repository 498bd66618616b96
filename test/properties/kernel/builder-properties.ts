// Properties of the columns that the kernel builds: their lines are those of the object, and their rows those of JavaScript or whole lines.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { build, expectSameRows, rebuilt, reference } from '../../helpers/kernel/column-feed.ts';
import { bodyOf } from './hostile-lines.ts';
import { type Property, propertyOf } from './property.ts';

const anyColumns = propertyOf(
  'columns of any lines',
  600,
  fc.record({
    body: bodyOf(12),
    sizes: fc.oneof(
      fc.constant([1_000_000]),
      fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 4 }),
    ),
    rows: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 4, nil: undefined }),
  }),
  ({ body, sizes, rows }) => {
    const parts = build(body, sizes, { rows });
    assert.equal(rebuilt(parts), body);
    for (const part of parts.slice(0, -1)) assert.equal(part.rows, rows);
    const wanted = reference(body);
    // The reader in JavaScript removes a byte order mark.
    if (rows === undefined && rebuilt([wanted]) === body) expectSameRows(parts[0]!, wanted);
  },
);

export const BUILDER_PROPERTIES: readonly Property[] = [anyColumns];
