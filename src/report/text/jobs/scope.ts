// Prints the zone or account that jobs belong to.

/** Prints a scope: `zone 023e105f4ecef8ad9ca31a8372d0c353`. */
export function printScope(scope: { readonly zone: string } | { readonly account: string }): string {
  return 'zone' in scope ? `zone ${scope.zone}` : `account ${scope.account}`;
}
