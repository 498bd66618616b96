// The blocks of a shortened filter: the saving, the filter, the steps, and what it is equal for.
import type { FilterShortening } from '../../task/index.ts';
import { isShorter, KEEPS_EVERY_LINE, savingText, shorteningRemarks } from '../text/proof/shortened-text.ts';
import { WARNING } from '../text/remark.ts';
import { capitalized, printable } from '../text/style.ts';
import { code } from './cells.ts';
import type { Block } from './page.ts';

/** Creates the blocks. The shortening must be printable. */
export function shortenedBlocks(shortened: FilterShortening): Block[] {
  const { filter, steps } = shortened;
  const remarks = shorteningRemarks(shortened).map(([label, text]): Block => {
    const shown = `${capitalized(text)}.`;
    return {
      kind: 'text',
      // The record of a difference contains values of the filter.
      text: shortened.difference === undefined ? shown : [code(printable(shown))],
      tone: label === WARNING ? 'unclear' : 'neutral',
    };
  });
  if (!isShorter(shortened)) return [{ kind: 'text', text: 'No smaller filter was found.' }, ...remarks];
  return [
    { kind: 'text', text: `Shortened: ${savingText(shortened)}.` },
    filter === null
      ? { kind: 'text', text: `${capitalized(KEEPS_EVERY_LINE)}.` }
      : { kind: 'code', label: 'Shortened', code: filter.expression },
    ...(steps.length === 0 ? [] : [{ kind: 'list', items: steps.map(({ text }) => [code(text)]) } as const]),
    ...remarks,
  ];
}
