// Anything the tasks give → text or JSON. Pure: writes nowhere.
export { renderBenchText } from './bench-text.ts';
export { renderCheckText, renderProblems } from './check-text.ts';
export { renderExplainJson, renderExplainText } from './explain.ts';
export { renderJson } from './json.ts';
export { listingOf, printPruned, renderListingText } from './listing-text.ts';
export { renderReportText } from './report-text.ts';
export { DEFAULT_WIDTH, MAX_WIDTH, printBytes, printCount, printPlural, type Style } from './style.ts';
