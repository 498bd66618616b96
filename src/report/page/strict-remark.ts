// Why malformed lines make an answer negative. Shared by text and pages of stored logs.
import { printPlural } from '../../base/index.ts';
import type { LinesTotal } from '../../input/scan/index.ts';
import type { Style } from '../text/style.ts';

/** `2 malformed lines (--strict accepts none)` if `--strict` was passed and a line is malformed; else empty. */
export function strictRemark(
  { malformed }: Pick<LinesTotal, 'malformed'>,
  { isStrict }: Pick<Style, 'isStrict'>,
): string[] {
  return isStrict === true && malformed > 0
    ? [`${printPlural(malformed, 'malformed line')} (--strict accepts none)`]
    : [];
}
