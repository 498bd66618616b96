// Words for the filters of a comparison that have no name of their own: their names are then `before` and `after`, or `after-1`, `after-2`, ….

const ROLE = /^(?:before|after(?:-\d+)?)$/;

/** The name that a filter has from its file or job; undefined if it has none. */
export function ownName(name: string): string | undefined {
  return ROLE.test(name) ? undefined : name;
}
