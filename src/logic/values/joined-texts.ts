// Builds texts from required parts, for witnesses.

/** Length of the longest piece that two joined texts share: longer ones do not read better. Characters. Ours. */
const MAX_OVERLAP = 1_000;

/** What a text is required to have. */
export interface RequiredParts {
  /** The text starts with it; may be empty. */
  readonly start: string;
  /** None is a part of another one, of the start or of the end. */
  readonly parts: readonly string[];
  /** The text ends with it; may be empty. */
  readonly end: string;
}

/**
 * Joins required parts by a character. The text satisfies the wanted truth values if any text does: any pattern that it matches beyond the
 * required ones is within one of the parts, since no pattern contains `other`; so each text with these parts matches that pattern too.
 */
export function separatedText({ start, parts, end }: RequiredParts, other: string): string {
  return [start, ...parts, end].join(other);
}

/** Lists forms that are shorter than {@link separatedText} and need not satisfy the truth values, and last that text. */
export function joinedTexts(required: RequiredParts, other: string): string[] {
  const { start, parts, end } = required;
  const all = [start, ...parts, end];
  return [
    all.reduce(overlapped),
    all.join(''),
    [start, ...parts, other, end].join(''),
    all.filter((text) => text !== '').join(other),
    separatedText(required, other),
  ].filter((text) => text !== '');
}

/** Joins two texts; an end of the first that is a start of the second occurs once. */
function overlapped(first: string, second: string): string {
  for (let length = Math.min(first.length, second.length, MAX_OVERLAP); length > 0; length -= 1) {
    if (first.endsWith(second.slice(0, length))) return first + second.slice(length);
  }
  return first + second;
}
