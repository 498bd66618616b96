// The Markdown pages of the repository: their text, headings, links and runnable examples. Reads files; runs nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../cli/run-cli.ts';

/** A Markdown page. */
export interface Page {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** A command of a `console` block, with the output below it. */
export interface Example {
  /** The page's path. */
  readonly page: string;
  readonly command: string;
  readonly expected: readonly string[];
  /** Whether the figures differ from run to run: the block is marked `console figures-vary`. */
  readonly figuresVary: boolean;
  /** Where the output is in the page's text: the first character, and the one after the last. */
  readonly start: number;
  readonly end: number;
}

const BLOCK = /^```console( figures-vary)?\n([\s\S]*?)^```$/gm;
const FENCED = /^(```+)[^\n]*\n[\s\S]*?^\1$/gm;

/** The pages in the root and below docs and examples, by path. */
export function readPages(): Page[] {
  const inRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const inFolders = ['docs', 'examples'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  return [...inRoot, ...inFolders].sort().map(readPage);
}

/** Reads one page. @param path relative to the root */
export function readPage(path: string): Page {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') };
}

/** The examples of a page. A block may hold several commands, each line `$ command` followed by its output. */
export function examplesOf({ path, text }: Page): Example[] {
  return [...text.matchAll(BLOCK)].flatMap((match) => {
    const [whole, mark, body = ''] = match;
    const bodyStart = match.index + whole.indexOf('\n') + 1;
    return [...body.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([part, command = '', output = ''], index, all) => {
      const start = bodyStart + all[index]!.index + part.length - output.length;
      const trimmed = output.trimEnd();
      const expected = trimmed === '' ? [] : trimmed.split('\n');
      return { page: path, command, expected, figuresVary: mark !== undefined, start, end: start + trimmed.length };
    });
  });
}

/** The texts of a page's headings, code blocks left out. */
export function headingsOf({ text }: Page): string[] {
  return [...text.replace(FENCED, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.trim());
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .replaceAll('`', '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The targets of a page's links and pictures, code left out. */
export function linksOf({ text }: Page): string[] {
  const prose = text.replace(FENCED, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/^\[[^\]]+\]: (\S+)/gm)].map(([, to = '']) => to);
}
