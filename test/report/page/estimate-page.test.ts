// The page of an estimate that is interrupted: no shares of no lines, and a part of the source is not called the whole.
import { expect, it } from 'vitest';
import { estimatePage } from '../../../src/report/page/estimate-page.ts';
import { estimate } from '../../../src/verbs/index.ts';

const found = await estimate({
  sources: ['samples/logs/errors-and-threats'],
  filters: [{ kind: 'filter', value: 'EdgeResponseStatus >= 500' }],
});
const interrupted = { ...found, partial: true, exact: false, level: null };

it.each([
  ['read to its end', found, /^Exact: read all \d+ objects$/, 'Shares', 2],
  [
    'interrupted in its last object',
    interrupted,
    /^Read a part of all \d+ objects$/,
    'Shares of the lines read, without intervals',
    2,
  ],
  [
    'interrupted before the first line',
    {
      ...interrupted,
      whole: null,
      lines: { ...found.lines, read: 0 },
      source: { ...found.source, objects: 0, bytes: 0 },
    },
    /^Read 0 of \d+ objects /,
    undefined,
    0,
  ],
])('%s', (_, result, read, title, figures) => {
  const { facts, sections, highlights } = estimatePage(result);
  expect(facts?.[0]).toMatch(read);
  const visible = sections.filter(({ blocks }) =>
    blocks.some((block) => block.kind !== 'table' || block.isHidden !== true),
  );
  expect(visible[0]?.title).toBe(title);
  expect(highlights).toHaveLength(figures);
});
