// Detects from the first line of a CSV object its delimiter, and whether the line is a header.
import { CsvScanner } from './csv-scanner.ts';

/** Candidate delimiters; the first one wins a tie. */
const DELIMITERS: readonly string[] = [',', ';', '\t', '|'];

/** A parsed header line. */
export interface CsvHeader {
  columns: string[];
  delimiter: string;
}

/** Returns the cells of one line without its line end; undefined when its quotes are broken. */
export function readCells(line: string, delimiter: string): string[] | undefined {
  const bytes = Buffer.from(line);
  const scanner = new CsvScanner(Buffer.from(delimiter), bytes.length);
  if (scanner.scan(bytes, 0, bytes.length, true) !== 'row') return undefined;
  return scanner.cells(bytes, 0);
}

/** Parses a line that consists of two or more known names; undefined for any other line. */
export function parseHeader(line: string, isKnownField: (name: string) => boolean): CsvHeader | undefined {
  const text = line.replace(/\r$/, '');
  for (const delimiter of DELIMITERS) {
    const columns = text.includes(delimiter) ? readCells(text, delimiter) : undefined;
    if (columns?.every(isKnownField)) return { columns, delimiter };
  }
  return undefined;
}

/** Returns the delimiter that splits a line into the wanted number of cells, or else into the most cells. */
export function detectDelimiter(line: string, wantedCells: number | undefined): string {
  const counts = DELIMITERS.map((delimiter) => readCells(line, delimiter)?.length ?? 0);
  const exact = wantedCells === undefined ? -1 : counts.indexOf(wantedCells);
  return DELIMITERS[exact >= 0 ? exact : counts.indexOf(Math.max(...counts))]!;
}
