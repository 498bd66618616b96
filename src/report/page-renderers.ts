// The formats that results share: those of a page (text, Markdown, HTML, CSV) and those of checks that pass or fail (JUnit, GitHub). Loaded on use.
import type { SuitesOf } from './cases/case.ts';
import type { PageOf } from './page/page.ts';
import type { Renderer, Renderers } from './renderer.ts';

/** The formats for people. */
export type PageFormat = 'text' | 'markdown' | 'html';
/** The formats for CI systems. */
export type CaseFormat = 'junit' | 'github';

/** Text, Markdown and HTML of the page of a result. */
export function pageRenderers<Result>(load: () => Promise<PageOf<Result>>): Renderers<Result, PageFormat> {
  return {
    text: async () => (await import('./text/render-text.ts')).textRenderer(await load()),
    markdown: async () => (await import('./markdown/render-markdown.ts')).markdownRenderer(await load()),
    html: async () => (await import('./html/render-html.ts')).htmlRenderer(await load()),
  };
}

/** JUnit XML and workflow commands of the checks in a result. */
export function caseRenderers<Result>(load: () => Promise<SuitesOf<Result>>): Renderers<Result, CaseFormat> {
  return {
    junit: async () => (await import('./junit/render-junit.ts')).junitRenderer(await load()),
    github: async () => (await import('./github/render-github.ts')).githubRenderer(await load()),
  };
}

/** CSV of the tables of the page of a result. @param tables names of its tables, the default first */
export async function csvRendererOf<Result>(
  load: () => Promise<PageOf<Result>>,
  tables: readonly string[],
): Promise<Renderer<Result>> {
  return (await import('./csv/render-csv.ts')).csvRenderer(await load(), tables);
}
