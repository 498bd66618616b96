// The cursor of a listing. R2 accepts any text as a cursor. This one also contains the prefix and the delimiter of its listing, so that the
// script rejects the cursor of another listing, and any other text.

/** Returns the text that clients send to read the next page. */
export function printCursor(prefix: string, delimiter: string, cursor: string): string {
  const text = btoa(encodeURIComponent(JSON.stringify([prefix, delimiter, cursor])));
  return text.replaceAll('+', '-').replaceAll('/', '_');
}

/** Returns the cursor of R2, or null if the text is not a cursor of this listing. */
export function parseCursor(prefix: string, delimiter: string, text: string): string | null {
  try {
    const encoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const parts: unknown = JSON.parse(decodeURIComponent(encoded));
    if (!Array.isArray(parts) || parts[0] !== prefix || parts[1] !== delimiter) return null;
    return typeof parts[2] === 'string' ? parts[2] : null;
  } catch {
    return null;
  }
}
