// Makes the names of jobs, filters and written objects unique.

/** Makes names unique: the second `errors` becomes `errors-2`. Takes time linear in the number of names. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  /** By name, the next number to try: all lower numbers are taken. */
  const next = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    let count = next.get(name) ?? 2;
    for (; taken.has(unique); count += 1) unique = `${name}-${count}`;
    next.set(name, count);
    taken.add(unique);
    return unique;
  });
}
