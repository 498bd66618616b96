// The walk-through of docs/sandbox.md prints what the page shows.
import { it } from 'vitest';
import { hasShellPrograms, walkPage } from '../helpers/docs/walk-page.ts';

it.skipIf(!hasShellPrograms)('prints what the page shows', () => walkPage('docs/sandbox.md', 9));
