// Finds the documents that a Markdown file links to, so that the package contains each of them. Reads the file system only.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Fenced code, in which a bracket is no link. */
const FENCE = /^```[\s\S]*?^```/gm;
const LINK = /\]\((?!#|[a-z][a-z0-9+.-]*:)([^)\s#]+)[^)]*\)/gi;
/** Fenced code, without groups; or a link, with its text and its path. */
const FENCE_OR_LINK = new RegExp(`${FENCE.source}|\\[([^\\]]*)${LINK.source}`, 'gim');

/**
 * Returns the documents that `names` link to, directly or through each other, `names` included, sorted: Markdown in the root, LICENSE, and
 * files and folders of docs/ and examples/. Links to anything else are not followed: code, samples and benchmarks are not part of the
 * package, and a README without them describes nothing.
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

/** Returns the text of a Markdown file, in which links to files that do not exist below `root` are replaced by their text. */
export function withoutDeadLinks(root: string, name: string): string {
  const text = readFileSync(join(root, name), 'utf8');
  return text.replace(FENCE_OR_LINK, (found, label: string | undefined, link = '') =>
    label === undefined || existsSync(join(root, dirname(name), decodeURI(link))) ? found : label,
  );
}

function isDocument(path: string): boolean {
  return /^[^/]+\.md$|^LICENSE$|^(?:docs|examples)(?:\/|$)/.test(path);
}
