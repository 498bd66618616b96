// Distinguishes filters and jobs of equal names by the paths of their files. Reads no files.
import { resolve, sep } from 'node:path';

/** A filter with the file that it is from. */
interface NamedFile {
  name: string;
  /** Absent if the name is not that of a file. */
  path?: string | undefined;
}

/**
 * Distinguishes files of one name by the ends of their paths. All other names are unchanged, and so is that of a file that is given twice.
 * @param filters named after their files, without extension
 */
export function distinctNames(filters: readonly NamedFile[]): string[] {
  const pathsByName = new Map<string, Set<string>>();
  for (const { name, path } of filters) {
    if (path === undefined) continue;
    pathsByName.set(name, (pathsByName.get(name) ?? new Set()).add(resolve(path)));
  }
  const labels = new Map(
    [...pathsByName.values()].flatMap((paths) => (paths.size === 1 ? [] : [...labelsOf([...paths])])),
  );
  return filters.map(({ name, path }) => (path && labels.get(resolve(path))) ?? name);
}

/** Returns the shortest ends of paths that differ, if possible without extensions. @param paths absolute, all different */
function labelsOf(paths: readonly string[]): Map<string, string> {
  const parts = paths.map((path) => path.split(sep));
  const most = Math.max(...parts.map(({ length }) => length));
  let labels: readonly string[] = paths;
  for (let count = 1; count <= most; count += 1) {
    const ends = parts.map((all) => all.slice(-count).join('/'));
    const plain = ends.map((end) => end.replace(/(?<=[^/])\.[^./]+$/, ''));
    const distinct = [plain, ends].find((all) => new Set(all).size === all.length);
    if (distinct !== undefined) {
      labels = distinct;
      break;
    }
  }
  return new Map(paths.map((path, index) => [path, labels[index]!]));
}
