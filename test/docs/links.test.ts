// Links between pages, and citations of pages in the code, lead to files and headings that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../helpers/cli/run-cli.ts';
import { anchorOf, headingsOf, linksOf, readPage, readPages } from '../helpers/docs/pages.ts';

const CODE_FOLDERS = ['src', 'test', 'bench', 'samples', 'examples'];
/** `docs/semantics.md, "Types"`, on one line or wrapped in a comment. */
const CITATION = /((?:docs\/[\w-]+|[A-Z]{4,})\.md)(?:,?\s+(?:(?:\/\/|\*)\s+)?["“]([^"”]+)["”])?/g;
/** Documents that are not in the repository. */
const OUTSIDE = /\bDESIGN\b|(?<![/\w])reference\/|(?<!docs\/)\b(?:logpush|edge|pain-points)\.md\b/;

const pages = [...readPages(), readPage('samples/README.md'), readPage('bench/README.md')];

const files = CODE_FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mjs|cjs|json|md|sh|ya?ml)$/.test(name))
    .filter((name) => !name.includes('node_modules') && !/^runs\//.test(name))
    .map((name) => `${folder}/${name}`),
).filter((path) => path !== 'test/docs/links.test.ts');

/** The lines of a text that are comments or end with one. */
function commentsOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => /^\s*(?:\/\/|\/?\*)|\s\/\/ |\/\*\*/.test(line))
    .join('\n');
}

const citations = files.flatMap((path) =>
  [...commentsOf(readFileSync(join(ROOT, path), 'utf8')).matchAll(CITATION)].map(([citation, page = '', heading]) => ({
    path,
    citation: citation.replace(/\s+(?:(?:\/\/|\*)\s+)?/g, ' '),
    page,
    heading,
  })),
);

describe('links of a page lead to files and headings', () => {
  it.each(pages.map((page) => [page.path, page] as const))('%s', (path, page) => {
    const broken = linksOf(page)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? path : normalize(join(dirname(path), file));
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !headingsOf(readPage(target)).some((heading) => anchorOf(heading) === anchor);
      });
    expect(broken).toEqual([]);
  });
});

it('paths in the prose of pages exist', () => {
  const missing = pages.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => !line.includes('(new)'))
      .flatMap((line) => [...line.matchAll(/`((?:src|test|docs|examples|samples|bench)\/[\w./-]*)`/g)])
      .filter(([, to = '']) => !existsSync(join(ROOT, to)))
      .map(([, to]) => `${path}: ${to}`),
  );
  expect(missing).toEqual([]);
});

describe('citations in the code', () => {
  it('lead to pages and headings', () => {
    const broken = citations.filter(({ page, heading }) => {
      if (!existsSync(join(ROOT, page))) return true;
      return heading !== undefined && !headingsOf(readPage(page)).includes(heading);
    });
    expect(broken.map(({ path, citation }) => `${path}: ${citation}`)).toEqual([]);
  });

  it('name no document outside the repository', () => {
    const found = files.flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => (OUTSIDE.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
