// A folder that was removed is never taken for another one at its path.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdFolder } from '../../../src/sandbox/bucket/hold-folder.ts';

it('is in place until it is removed, and not when another one is created', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-hold-'));
  const held = holdFolder(folder);
  expect(held.isInPlace()).toBe(true);
  rmSync(folder, { recursive: true });
  expect(held.isInPlace()).toBe(false);
  mkdirSync(folder);
  expect(held.isInPlace()).toBe(false);
  held.release();
  rmSync(folder, { recursive: true });
});
