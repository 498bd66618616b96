// The cursor of a listing. R2 continues a listing at any text; this cursor also names the listing that it belongs to, so that one of
// another listing, or any other text, is found out.

/** Returns the text that clients send to read the next page. */
export function printCursor(prefix: string, delimiter: string, cursor: string): string {
  const text = btoa(encodeURIComponent(JSON.stringify([prefix, delimiter, cursor])));
  return text.replaceAll('+', '-').replaceAll('/', '_');
}

/** Returns the cursor of R2, or null if the text is no cursor of this listing. */
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
