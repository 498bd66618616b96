// JSON pointers into a body, RFC 6901.

/** Returns `/rules/0/action` for the steps `rules`, 0, `action`; empty for no step. */
export function pointerTo(steps: readonly PropertyKey[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
