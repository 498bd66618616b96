// Defines the query and the answer of the engines: columns, SQL that both understand, the shape of the answer. The
// lines are those of bench/generated-logs.ts. Knows no engine.

/** Columns of the generated lines. */
export const COLUMNS = [
  ...['RayID', 'EdgeStartTimestamp', 'EdgeEndTimestamp', 'ClientIP', 'ClientCountry', 'ClientASN', 'EdgeColoCode'],
  ...['ClientRequestHost', 'ClientRequestMethod', 'ClientRequestPath', 'ClientRequestURI', 'ClientRequestProtocol'],
  ...['ClientRequestReferer', 'ClientRequestUserAgent', 'EdgeResponseStatus', 'EdgeResponseBytes'],
  ...['EdgeResponseContentType', 'EdgeResponseCompressionRatio', 'EdgeTimeToFirstByteMs', 'CacheCacheStatus'],
  ...['CacheTieredFill', 'OriginResponseStatus', 'OriginResponseDurationMs', 'BotScore', 'BotTags', 'BotDetectionIDs'],
  ...['LeakedCredentialCheckResult', 'SecurityAction', 'SecurityActions', 'SecurityRuleIDs', 'SecuritySources'],
  ...['MatchedRules', 'Cookies', 'RequestHeaders', 'ResponseHeaders'],
];

/** Values that count as empty, as text. */
export const EMPTY = `('', '[]', '{}')`;

/** Figures of a column. */
export interface ColumnFigures {
  name: string;
  /** Lines in which it is present and not null. */
  lines: number;
  /** Of those, lines in which it is `""`, `[]` or `{}`. */
  empty: number;
  /** Bytes of its values as text, unescaped. */
  bytes: number;
}

/** The answer of an engine. */
export interface PeerAnswer {
  kept: number;
  /** All lines, in the mode `full`. */
  lines?: number;
  /** Columns over all lines, in the mode `full`. */
  fields?: ColumnFigures[];
  /** Columns over kept lines, in the mode `full`. */
  keptFields?: ColumnFigures[];
}

/** A row of the grouped query of the mode `full`: whether kept, lines, then three figures per column. */
export type GroupedRow = readonly [kept: unknown, lines: unknown, ...figures: unknown[]];

/** Adds up the rows of the grouped query: one for kept lines, one for the others. */
export function answerOf(rows: readonly GroupedRow[]): PeerAnswer {
  const keptRows = rows.filter(([kept]) => Number(kept) === 1);
  const columnsOf = (some: readonly GroupedRow[]) =>
    COLUMNS.map((name, index) => {
      const at = 2 + 3 * index;
      const sum = (offset: number) => some.reduce((total, row) => total + Number(row[at + offset]), 0);
      return { name, lines: sum(0), empty: sum(1), bytes: sum(2) };
    });
  const linesOf = (some: readonly GroupedRow[]) => some.reduce((total, [, lines]) => total + Number(lines), 0);
  return { kept: linesOf(keptRows), lines: linesOf(rows), fields: columnsOf(rows), keptFields: columnsOf(keptRows) };
}
