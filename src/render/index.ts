// Anything the tasks give → text or JSON. Pure: writes nowhere.
export { renderBenchText } from './bench-text.ts';
export { renderCheckText, renderProblems } from './check-text.ts';
export { renderExplainJson, renderExplainText } from './explain.ts';
export { summarizeFields } from './fields-advice.ts';
export { renderRulesetProblems } from './fields-problems.ts';
export { renderFieldsText } from './fields-text.ts';
export { renderJson } from './json.ts';
export { listingOf, printPruned, renderListingText } from './listing-text.ts';
export { renderReportText } from './report-text.ts';
export { renderEstimateText } from './sample-estimate-text.ts';
export { renderSampleJson, renderSampleLines } from './sample-lines.ts';
export { problemRemarks, sampleRemarks, sourceRemarks } from './sample-remarks.ts';
export {
  DEFAULT_WIDTH,
  MAX_WIDTH,
  printable,
  printableLines,
  printBytes,
  printCount,
  printPlural,
  type Style,
} from './style.ts';
export { renderValidateText } from './validate-text.ts';
