// Writes schema/*.json from the schemas of src/report/schema: `npm run schema`. The package contains them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileSchemaOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { REPORT_SCHEMAS, SUITE_FILE } from './report-schemas.ts';

const folder = resolve(import.meta.dirname, '../../../schema');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const write = (name: string, schema: JsonSchema): void =>
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
for (const [name, report] of Object.entries(REPORT_SCHEMAS)) write(name, jsonSchemaOf(report));
write('suite', fileSchemaOf(SUITE_FILE));
