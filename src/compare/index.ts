// Comparison of filters over stored lines.
export type {
  ChangedLines,
  CompareReport,
  Comparison,
  DistinguishingValue,
  FieldValues,
  FilterChange,
  SourceCompleteness,
} from './compare-report.ts';
