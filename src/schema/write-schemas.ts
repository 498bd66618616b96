// Writes schema/*.json from the schemas of src/schema: `npm run schema`. The package contains them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jsonSchemaOf } from './json-schema.ts';
import { REPORT_SCHEMAS } from './report-schemas.ts';

const folder = resolve(import.meta.dirname, '../../schema');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, report] of Object.entries(REPORT_SCHEMAS)) {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(jsonSchemaOf(report), null, 2)}\n`);
}
