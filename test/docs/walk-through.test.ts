// The walk-throughs of docs/sandbox.md and docs/deploy.md print what the pages show.
import { it } from 'vitest';
import { hasShellPrograms, walkPage } from '../helpers/docs/walk-page.ts';

const PAGES = ['docs/sandbox.md', 'docs/deploy.md'];

it.skipIf(!hasShellPrograms).each(PAGES)('%s prints what it shows', (page) => walkPage(page, 6));
