// Any result as JSON for machines: two spaces of indentation, one final line end.

/** Renders plain data. */
export function renderJson(result: unknown): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}
