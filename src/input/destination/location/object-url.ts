// Keys of objects in URLs: the path without its first slash, percent-decoded once.

/** Escapes of characters that are also valid in a path, and common in the names of logs: `date=20261101`, `a+b`. */
const READABLE = /%(?:3D|3A|40|2B|2C)/g;

/** Returns a key, or the beginning of one, as the path of a URL without its first slash. */
export function pathOfKey(key: string): string {
  return escapedKey(key).replace(READABLE, decodeURIComponent);
}

/** The same with every character escaped that signatures of S3 contain escaped. */
export function escapedKey(key: string): string {
  // encodeURIComponent throws for half of a surrogate pair, which no key in UTF-8 contains.
  return encodeURIComponent(key.toWellFormed())
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Whether a key has a segment that every URL resolves: another object would be read. */
export function hasDotSegment(key: string): boolean {
  return key.split('/').some((segment) => segment === '.' || segment === '..');
}
