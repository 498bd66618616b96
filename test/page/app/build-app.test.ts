// The built page: small, whole, and without anything from elsewhere.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { appFolder, NONCE_PLACEHOLDER } from '../../../src/page/app/build-app.ts';

/** All assets together, as a browser receives them. Bytes. */
const MAX_GZIPPED = 180_000;
const BUILD_MS = 120_000;

it('is at most 180 kB gzipped, and loads nothing from elsewhere', { timeout: BUILD_MS }, async () => {
  const folder = await appFolder();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const licenses = readFileSync(join(folder, 'licenses.md'), 'utf8');
  for (const name of ['@codemirror/view', 'preact', 'uplot']) expect(licenses).toContain(name);
  const loaded = files.filter(({ name }) => name !== 'licenses.md');
  const contents = loaded.map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  const size = contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
  expect(size).toBeLessThanOrEqual(MAX_GZIPPED);
  for (const content of contents) {
    const addresses = String(content).match(/https?:\/\/[^\s"'`)]+/g) ?? [];
    // Names of XML, and references in comments of packages.
    expect(addresses.filter((address) => !/www\.w3\.org|codemirror\.net|preactjs|github\.com/.test(address))).toEqual(
      [],
    );
    expect(String(content)).not.toMatch(/@import|url\(\s*["']?(?!#|data:)[\w/]/);
  }
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(
    html
      .match(/<(?:script|link rel="stylesheet")[^>]*>/g)!
      .every((tag) => tag.includes(`nonce="${NONCE_PLACEHOLDER}"`)),
  ).toBe(true);
  // A second call finds the same folder.
  expect(await appFolder()).toBe(folder);
});
