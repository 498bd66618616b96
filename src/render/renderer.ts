// What a renderer is: a result → text in one format. The renderers of each result are listed in renderers.ts.
import type { Style } from './text/style.ts';

/**
 * Renders a result, whole or in pieces that are made when they are taken: a result with large lines in it is longer than one string may
 * be. The style concerns formats for a person; others ignore it.
 */
export type Renderer<Result> = (result: Result, style: Style) => string | Iterable<string>;

/** The renderers of one result by the name of the format, each loaded when it is used. The first one is the default. */
export type Renderers<Result, Format extends string = string> = Readonly<
  Record<Format, () => Renderer<Result> | Promise<Renderer<Result>>>
>;

/** Formats for programs. */
const DATA_FORMATS: ReadonlySet<string> = new Set(['json']);

/** Whether a format is written even where no line could be read: a program reads the counts, a person would see tables of zeros. */
export function isDataFormat(format: string): boolean {
  return DATA_FORMATS.has(format);
}
