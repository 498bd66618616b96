// The lines of a source as a table: found by what filters do with them, with their values. Answers are exact.
export {
  type RowsRequest,
  type RowTable,
  readRows,
  type Selected,
  selectStates,
  type TableObject,
} from './row-table.ts';
export {
  type CountedTexts,
  countValues,
  FieldTexts,
  fieldLines,
  offsetOf,
  rankFields,
  rankTexts,
  readLineAt,
  readValues,
  runsOf,
  storedLines,
  timeSpan,
  type ValueReading,
  visitDeferred,
} from './row-values.ts';
