// Comparison of filters over stored lines.
export type {
  ChangedLines,
  ComparedJob,
  CompareReport,
  Comparison,
  DeliveredChange,
  DistinguishingValue,
  FieldValues,
  FilterChange,
  SourceCompleteness,
  WriterContradiction,
} from './compare-report.ts';
export {
  askComparison,
  type ComparisonQuestion,
  type CountedLines,
  type LineDifference,
} from './comparison-question.ts';
export { type FilterEdit, filterEdits } from './filter-changes.ts';
export {
  ALL_VALUE_LINES,
  type ChangedValues,
  changedValues,
  type SampledLines,
  VALUE_LINES,
  type ValuesRequest,
  valueLinesFor,
} from './values/changed-values.ts';
export { type ValueWeight, type WeighedField, type WeighedValue, weighValues } from './values/value-weights.ts';
