// Compares the output of a command with the one that a page shows, and renews the shown one.

/** A line of this in the shown output is any number of lines. */
export const ELLIPSIS = '…';

/**
 * Whether found lines are as shown, whitespace at their ends aside.
 * @param figuresVary compares the words of each line only, since figures differ from run to run
 */
export function isAsShown(found: readonly string[], shown: readonly string[], figuresVary: boolean): boolean {
  const normalize = (lines: readonly string[]) =>
    figuresVary ? withoutHours(lines).map(wordsOf) : lines.map((line) => line.trimEnd());
  return matches(normalize(found), normalize(shown));
}

/** A report counts lines by hour only if the lines are of more than one hour, which depends on the time of the run. */
function withoutHours(lines: readonly string[]): string[] {
  let inHours = false;
  return lines.filter((line) => {
    inHours = /^ +per (?:\d+ )?hours? /.test(line) || (inHours && /[▁-█].* at \d{4}-/.test(line));
    return !inHours;
  });
}

/**
 * The lines to show in place of the ones shown before. An ellipsis stays: before the first one and after the last one the page shows as many
 * lines as it did.
 */
export function renewed(found: readonly string[], shown: readonly string[]): string[] {
  const lines = found.map((line) => line.trimEnd());
  const first = shown.findIndex(isEllipsis);
  if (first < 0) return lines;
  const tail = shown.length - 1 - shown.findLastIndex(isEllipsis);
  if (first + tail >= lines.length) return lines;
  return [...lines.slice(0, first), ELLIPSIS, ...(tail === 0 ? [] : lines.slice(-tail))];
}

function matches(found: readonly string[], shown: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return found.length === 0;
  if (!isEllipsis(first)) return found[0] === first && matches(found.slice(1), rest);
  return rest.length === 0 || found.some((_, index) => matches(found.slice(index), rest));
}

function isEllipsis(line: string): boolean {
  return line.trim() === ELLIPSIS;
}

/** `Sun, 22 Nov 2026`, the date of an HTTP header. */
const HTTP_DATE = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4}\b/g;

/** A line without dates, figures, units, bars and spaces. Where figures vary, so does the number of a noun. */
function wordsOf(line: string): string {
  if (isEllipsis(line)) return ELLIPSIS;
  return [
    ...line
      .replace(HTTP_DATE, '')
      .replace(/\b(object|line)s\b/g, '$1')
      .matchAll(/\p{L}{3,}/gu),
  ].join(' ');
}
