// Finds the documents that a Markdown file links to, so that the package contains each of them. Reads the file system only.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Fenced code, in which a bracket is no link. */
const FENCE = /^```[\s\S]*?^```/gm;
const LINK = /\]\((?!#|[a-z][a-z0-9+.-]*:)([^)\s#]+)[^)]*\)/gi;

/**
 * Returns the documents that `names` link to, directly or through each other, `names` included, sorted: Markdown, LICENSE, and files and
 * folders of docs/ and examples/. Links to anything else are not followed: source code and samples are not part of the package.
 * @param names paths relative to `root`
 * @throws Error for a link to a file that does not exist
 */
export function linkedDocuments(root: string, names: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    if (name.endsWith('.md')) waiting.push(...linksIn(root, name).filter(isDocument));
  }
  return [...found].sort();
}

/** Paths relative to `root` that one file links to. */
export function linksIn(root: string, name: string): string[] {
  const text = readFileSync(join(root, name), 'utf8').replace(FENCE, '');
  return [...text.matchAll(LINK)].map(([, link = '']) => {
    const path = normalize(join(dirname(name), decodeURI(link)));
    if (existsSync(join(root, path))) return path;
    throw new Error(
      `cannot build the package: found a link to ${link} in ${name}, expected a file or folder of that name`,
    );
  });
}

function isDocument(path: string): boolean {
  return /\.md$|^LICENSE$|^(?:docs|examples)(?:\/|$)/.test(path);
}
