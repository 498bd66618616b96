// Anything the tasks give → text or JSON. Pure: writes nowhere.

export { renderJson } from './json.ts';
export { renderBenchText } from './text/bench-text.ts';
export { renderCheckText, renderProblems } from './text/check-text.ts';
export { renderEstimateText } from './text/estimate-text.ts';
export { renderExplainJson, renderExplainText } from './text/explain-text.ts';
export { summarizeFields } from './text/fields/fields-advice.ts';
export { renderRulesetProblems } from './text/fields/fields-problems.ts';
export { renderFieldsText } from './text/fields/fields-text.ts';
export { listingOf, printPruned, renderListingText } from './text/listing-text.ts';
export { renderReportText } from './text/report/report-text.ts';
export { renderSampleJson, renderSampleLines } from './text/sample-lines.ts';
export { problemRemarks, sampleRemarks, sourceRemarks } from './text/sample-remarks.ts';
export {
  DEFAULT_WIDTH,
  MAX_WIDTH,
  printable,
  printableLines,
  printBytes,
  printCount,
  printPlural,
  type Style,
} from './text/style.ts';
export { renderValidateText } from './text/validate-text.ts';
