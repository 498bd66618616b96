// Deletes dist/, so that the package contains no file of an earlier build. The first step of `npm run build`.
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

rmSync(resolve(import.meta.dirname, '../../dist'), { recursive: true, force: true });
