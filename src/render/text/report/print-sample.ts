// Prints an example line of a report below its place. Does not wrap the line, so that it can be copied.
import type { Sample } from '../../../replay/index.ts';
import { paint, type Style } from '../style.ts';

/** Prints the place of a line, and below it the line. @param lead blanks before the place */
export function printSample({ object, offset, line }: Sample, lead: string, style: Style): string[] {
  return [`${lead}${paint(style, 'dim', `${object}@${offset}`)}`, `${lead}  ${line}`];
}
