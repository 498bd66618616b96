// Defines a renderer, which turns a result into text of one format. renderers.ts lists the renderers of each result.
import type { Style } from './text/style.ts';

/** What a renderer may use, and what it renders. */
export interface RenderSettings extends Style {
  /** The table that `csv` prints. @default the first one that the report has */
  table?: string | undefined;
}

/**
 * Renders a result, whole or in pieces on demand: a result with large lines may exceed the maximum length of a string. Data formats
 * ignore the style.
 */
export type Renderer<Result> = (result: Result, settings: RenderSettings) => string | Iterable<string>;

/** The renderers of one result by format name, each loaded on use. The first format is the default. */
export type Renderers<Result, Format extends string = string> = Readonly<
  Record<Format, () => Renderer<Result> | Promise<Renderer<Result>>>
>;

/** Formats for programs. */
const DATA_FORMATS: ReadonlySet<string> = new Set(['json', 'csv', 'junit', 'github']);

/** Whether a format is written even if no line was readable: programs read the counts, but a person would see tables of zeros. */
export function isDataFormat(format: string): boolean {
  return DATA_FORMATS.has(format);
}

/** Format of a file by the ending of its name. Several formats may have one ending: the first one is the choice. */
const FORMATS_OF_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  '.md': ['markdown'],
  '.markdown': ['markdown'],
  '.html': ['html'],
  '.htm': ['html'],
  '.json': ['json'],
  '.csv': ['csv'],
  '.xml': ['junit'],
  '.ndjson': ['lines'],
  '.jsonl': ['lines'],
  '.txt': ['text', 'lines', 'env', 'github'],
};

/**
 * Endings of files that no format writes: text in such a file would be a mistake. Others, such as `.log` or the random ones of temporary files,
 * mean nothing.
 */
const OTHER_FILES: ReadonlySet<string> = new Set(
  'pdf ps doc docx odt rtf xls xlsx ods ppt pptx tsv parquet arrow avro orc db sqlite duckdb yaml yml toml ini rst adoc tex png jpg jpeg gif webp svg gz tgz zst bz2 xz zip tar 7z'
    .split(' ')
    .map((ending) => `.${ending}`),
);

/** Returns the formats that the ending of a file name means, the choice first; empty for other endings. */
export function formatsOfFile(name: string): readonly string[] {
  return FORMATS_OF_ENDINGS[endingOf(name)] ?? [];
}

/** Returns the ending of a file name, if it means a kind of file that no format writes: `.pdf`. */
export function otherFileEnding(name: string): string | undefined {
  const ending = endingOf(name);
  return OTHER_FILES.has(ending) ? ending : undefined;
}

/** Returns the endings of files in one of the formats. */
export function endingsOfFormats(formats: readonly string[]): string[] {
  return Object.keys(FORMATS_OF_ENDINGS).filter((ending) => formats.includes(FORMATS_OF_ENDINGS[ending]![0]!));
}

function endingOf(name: string): string {
  return /\.[^./\\]+$/.exec(name.toLowerCase())?.[0] ?? '';
}
