// What the first line of a CSV object says: its delimiter, and whether it is a header.
import { CsvScanner } from './csv-scanner.ts';

/** Delimiters tried, the first one wins a tie. */
const DELIMITERS: readonly string[] = [',', ';', '\t', '|'];

/** A header line taken apart. */
export interface CsvHeader {
  columns: string[];
  delimiter: string;
}

/** Cells of one line without its line end; undefined when its quotes are broken. */
export function readCells(line: string, delimiter: string): string[] | undefined {
  const bytes = Buffer.from(line);
  const scanner = new CsvScanner(Buffer.from(delimiter), bytes.length);
  if (scanner.scan(bytes, 0, bytes.length, true) !== 'row') return undefined;
  return scanner.cells(bytes, 0);
}

/** Reads a line made of nothing but two or more names that are known; undefined for any other. */
export function parseHeader(line: string, isKnownField: (name: string) => boolean): CsvHeader | undefined {
  const text = line.replace(/\r$/, '');
  for (const delimiter of DELIMITERS) {
    const columns = text.includes(delimiter) ? readCells(text, delimiter) : undefined;
    if (columns?.every(isKnownField)) return { columns, delimiter };
  }
  return undefined;
}

/** The delimiter that gives a line as many cells as wanted, else the one that gives it most. */
export function detectDelimiter(line: string, wantedCells: number | undefined): string {
  const counts = DELIMITERS.map((delimiter) => readCells(line, delimiter)?.length ?? 0);
  const exact = wantedCells === undefined ? -1 : counts.indexOf(wantedCells);
  return DELIMITERS[exact >= 0 ? exact : counts.indexOf(Math.max(...counts))]!;
}
