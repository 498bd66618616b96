// The shapes of all JSON reports. Their JSON Schemas in `schema/` are generated from these types.
export type { JsonReport, ListingReport, SampleReport } from './json-reports.ts';
