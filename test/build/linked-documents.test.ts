// The documents that the package contains are those that its README leads to.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linkedDocuments, withoutDeadLinks } from '../../src/build/linked-documents.ts';

function documents(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'headgate-documents-'));
  for (const folder of ['docs', 'src', 'examples/ci']) mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}

it('follows links between documents, in circles too', () => {
  const root = documents({
    LICENSE: '',
    'README.md': '[a](docs/a.md#part) [b](https://example.com/b.md) [c](#part) [d](LICENSE) [e](examples/ci)',
    'docs/a.md': '[readme](../README.md) [code](../src/code.ts "The code")',
    'docs/b.md': '',
    'src/code.ts': '',
  });
  expect(linkedDocuments(root, ['README.md'])).toEqual(['LICENSE', 'README.md', 'docs/a.md', 'examples/ci']);
});

it('leaves out Markdown of folders that the package does not contain', () => {
  const root = documents({
    'README.md': '[a](src/README.md) [b](docs/a.md)',
    'docs/a.md': '[code](../src/README.md)',
    'src/README.md': '',
  });
  expect(linkedDocuments(root, ['README.md'])).toEqual(['README.md', 'docs/a.md']);
});

it('replaces links to missing files by their text', () => {
  const code = '\n```ts\nlist[0](missing.md)\n```\n';
  const root = documents({ 'docs/a.md': `[a](../src/code.ts#part) [*b*](a.md) [c](https://example.com)${code}[d](x)` });
  expect(withoutDeadLinks(root, 'docs/a.md')).toBe(`a [*b*](a.md) [c](https://example.com)${code}d`);
});

it('finds no link in code', () => {
  const root = documents({ 'README.md': 'Text\n\n```ts\nconst call = list[0](missing.md);\n```\n' });
  expect(linkedDocuments(root, ['README.md'])).toEqual(['README.md']);
});

it('reports a link that leads nowhere', () => {
  const root = documents({ 'README.md': '[a](docs/missing.md)' });
  expect(() => linkedDocuments(root, ['README.md'])).toThrow(
    'cannot build the package: found a link to docs/missing.md in README.md, expected a file or folder of that name',
  );
});
