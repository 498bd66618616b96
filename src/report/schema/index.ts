// The shapes of all JSON reports, as data: schemas that compile only if they agree with the types, and the JSON Schemas of the package.
export type { SchemaReport } from './agreement.ts';
export { fileSchemaOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts';
export { REPORT_SCHEMAS, type ReportSchema, SUITE_FILE } from './report-schemas.ts';
