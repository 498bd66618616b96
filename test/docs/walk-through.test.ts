// The walk-throughs of the README, docs/sandbox.md, docs/deploy.md, docs/edge.md and docs/pools.md print what the pages show.
import { it } from 'vitest';
import { hasShellPrograms, walkPage } from '../helpers/docs/walk-page.ts';

it.skipIf(!hasShellPrograms).each([
  ['README.md', 'From a filter on paper to a live job'],
  ['docs/sandbox.md', 'Walk through it with curl'],
  ['docs/sandbox.md', 'The edge script'],
  ['docs/sandbox.md', 'Health events'],
  ['docs/deploy.md', undefined],
  ['docs/edge.md', 'Try it with curl'],
  ['docs/pools.md', 'Walk through it'],
])('%s prints what it shows', (page, heading) => walkPage(page, 6, heading));
