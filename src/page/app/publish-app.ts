// Builds the page next to the emitted files of dist/. Run by `npm run build`; not published.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildInto } from './build-app.ts';

const folder = join(import.meta.dirname, '../../../dist/src/page/app/assets');
rmSync(folder, { recursive: true, force: true });
await buildInto(folder);
