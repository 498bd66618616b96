// The formats of filter tests, as renderers.ts lists those of the other results. Loaded on use.
import type { TestResult } from '../analysis/suite/index.ts';
import type { MineResult } from '../verbs/index.ts';
import { type CaseFormat, caseRenderers, type PageFormat, pageRenderers } from './page-renderers.ts';
import { printableJson } from './printable.ts';
import type { Renderer, Renderers } from './renderer.ts';

type Format = 'text' | 'json';

/** Of `test`. */
export const TEST_RENDERERS: Renderers<TestResult, Format | PageFormat | CaseFormat> = {
  ...pageRenderers(async () => (await import('./page/test-page.ts')).testPage),
  json: async () => (await import('./json/render-json.ts')).renderExactJson,
  ...caseRenderers(async () => (await import('./cases/test-cases.ts')).testSuites),
};

/** The suite is the text of a JSON file. */
const suite = (): Renderer<MineResult> => (result) => printableJson(result.suite);

/** Of `test --mine`, whose result is the suite in every format. */
export const MINE_RENDERERS: Renderers<MineResult, Format> = { text: suite, json: suite };
