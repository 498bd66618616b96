// The object key in the path of a URL.

/** Longest key of R2. Bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;

/**
 * Returns the key: the path without its first slash, percent-decoded once.
 * @returns null if the key is empty or too long, has a `..` segment, or is not percent-encoded UTF-8
 */
export function parseObjectKey(pathname: string): string | null {
  const key = percentDecoded(pathname.slice(1));
  if (key === null || key === '') return null;
  if (new TextEncoder().encode(key).length > MAX_KEY_BYTES) return null;
  // `a%2F..%2Fb` and `a%5C..%5Cb`: in a URL, a backslash is a slash.
  if (key.split(/[/\\]/).includes('..')) return null;
  return key;
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
