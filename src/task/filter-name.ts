// Names of jobs and ad-hoc filters in a run.

/** Makes names unique: the second `errors` becomes `errors-2`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name}-${count}`;
    taken.add(unique);
    return unique;
  });
}

/** `dir/errors.json` → `errors`. */
export function nameOfFile(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.[^.]+$/, '') || path;
}
