// Words for the filters of a comparison that have no name of their own: their names are then those of the flags.

const ROLES: ReadonlyMap<string, string> = new Map([
  ['from', 'before'],
  ['to', 'after'],
]);

/** The name that a filter has from its file or job, or its number among several; undefined if it has none. */
export function ownName(name: string): string | undefined {
  return ROLES.has(name) ? undefined : name;
}

/** The name of a filter; of one without a name, its role. */
export function nameInTitle(name: string): string {
  return ROLES.get(name) ?? name;
}
