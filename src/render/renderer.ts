// Defines a renderer, which turns a result into text of one format. renderers.ts lists the renderers of each result.
import type { Style } from './text/style.ts';

/**
 * Renders a result, whole or in pieces on demand: a result with large lines may exceed the maximum length of a string. Data formats
 * ignore the style.
 */
export type Renderer<Result> = (result: Result, style: Style) => string | Iterable<string>;

/** The renderers of one result by format name, each loaded on use. The first format is the default. */
export type Renderers<Result, Format extends string = string> = Readonly<
  Record<Format, () => Renderer<Result> | Promise<Renderer<Result>>>
>;

/** Formats for programs. */
const DATA_FORMATS: ReadonlySet<string> = new Set(['json']);

/** Whether a format is written even if no line was readable: programs read the counts, but a person would see tables of zeros. */
export function isDataFormat(format: string): boolean {
  return DATA_FORMATS.has(format);
}
