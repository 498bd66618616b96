// HTML reports in a real browser: no request, no message on the console, no horizontal scrolling on a phone, enough contrast in light, dark
// and print, and everything readable in print. axe-core judges the accessibility.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobCost, MonthlyCost } from '../../src/analysis/cost/index.ts';
import { renderHtml } from '../../src/report/html/render-html.ts';
import { comparePage } from '../../src/report/page/compare/compare-page.ts';
import { planComparisonPage } from '../../src/report/page/compare/plan-comparison-page.ts';
import { replayPage } from '../../src/report/page/replay-page.ts';
import { compareReport, HOSTILE, planReport, replayReport, severalReport } from '../helpers/report/reports.ts';

const CHROMIUM = '/usr/bin/chromium';
const BROWSER_MS = 60_000;
const PHONE = { width: 390, height: 844 };
const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'headgate-html-'));
const hostile = HOSTILE.join(' ');
const pages = {
  replay: renderHtml(replayPage(replayReport('errors', 2))),
  comparison: renderHtml(comparePage(compareReport('strict'))),
  hostile: renderHtml(comparePage(compareReport(hostile))),
  candidates: renderHtml(comparePage(severalReport())),
  plan: renderHtml(planComparisonPage(planReport('eu'))),
};

/** Two filters with large figures and two prices. */
function twoPrices(): string {
  const report = replayReport('errors-and-threats', 2);
  const amount = { value: 12_345.67, low: 11_345.67, high: 13_345.67 };
  const money = (given: readonly MonthlyCost[]): MonthlyCost[] =>
    ['archive', 'search'].map((price) => ({ ...given[0]!, price, amount }));
  const priced = (job: JobCost): JobCost => ({ ...job, money: money(job.money), saves: money(job.money) });
  const { all, jobs, ...cost } = report.cost!;
  const [lines, few] = [
    { lines: 1_234_567_890, bytes: 1.23e12 },
    { lines: 1_234_567, bytes: 1e9 },
  ];
  return renderHtml(
    replayPage({
      ...report,
      jobs: report.jobs!.map((job) => ({ ...job, kept: lines, dropped: lines, undecided: few })),
      lines: { ...report.lines, read: 3_000_000_000 },
      cost: { ...cost, all: priced(all), jobs: jobs.map(priced) },
    }),
  );
}

let browser: Browser;

const skipped = !existsSync(CHROMIUM);

beforeAll(async () => {
  if (!skipped) browser = await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false });
}, BROWSER_MS);

afterAll(async () => {
  if (!skipped) await browser.close();
});

interface Opened {
  page: Page;
  /** Requests beyond the file itself, messages on the console, errors. */
  noise: string[];
}

async function open(html: string, options: Parameters<Browser['newPage']>[0]): Promise<Opened> {
  const file = join(folder, 'report.html');
  writeFileSync(file, html);
  // The policy of the page must not stop axe-core.
  const page = await browser.newPage({ ...options, bypassCSP: true });
  const url = pathToFileURL(file).href;
  const noise: string[] = [];
  page.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith('data:')) noise.push(request.url());
  });
  page.on('console', (message) => noise.push(message.text()));
  page.on('pageerror', (error) => noise.push(error.message));
  page.on('dialog', (dialog) => noise.push(dialog.message()));
  await page.goto(url);
  return { page, noise };
}

/** Rules that the page violates, with the elements. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const run =
    'axe.run({ resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html).join(" ")))';
  return (await page.evaluate(run)) as string[];
}

describe.skipIf(skipped)('in Chromium', () => {
  it.each(Object.entries(pages))(
    '%s is silent, fits a phone, and is accessible in light and dark',
    async (_name, html) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, noise } = await open(html, { viewport: PHONE, colorScheme });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
        expect(await violations(page)).toEqual([]);
        expect(noise).toEqual([]);
        await page.close();
      }
    },
    BROWSER_MS,
  );

  it(
    'shows cost and lost lines on a phone without scrolling, and that other tables scroll',
    async () => {
      for (const [html, titles] of [
        [pages.replay, ['Cost per month', 'Saves']],
        [pages.candidates, ['Newly dropped', 'Cost per month']],
        [pages.plan, ['Result', 'Newly dropped', 'Cost per month']],
      ] as const) {
        const { page } = await open(html, { viewport: PHONE });
        for (const title of titles) {
          const box = await page.locator(`.stacked td[data-title="${title}"]:not(.blank)`).first().boundingBox();
          expect(box!.x + box!.width).toBeLessThanOrEqual(PHONE.width);
        }
        // A caption of a list is as wide as the list, not as its widest letter.
        const heights =
          '[...document.querySelectorAll(".stacked caption")].map((one) => one.getBoundingClientRect().height)';
        for (const height of (await page.evaluate(heights)) as number[]) expect(height).toBeLessThan(60);
        const widths =
          '[...document.querySelectorAll(".scroll:has(.stacked)")].every((one) => one.scrollWidth <= one.clientWidth)';
        expect(await page.evaluate(widths)).toBe(true);
        expect(await page.evaluate('getComputedStyle(document.querySelector(".scroll")).backgroundImage')).toContain(
          'gradient',
        );
        await page.close();
      }
    },
    BROWSER_MS,
  );

  it(
    'shows what several filters cost and save with two prices at 1,280 pixels without scrolling',
    async () => {
      const { page } = await open(twoPrices(), { viewport: { width: 1280, height: 800 } });
      expect(await page.locator('th', { hasText: 'Saves, search' }).count()).toBe(2);
      const widths = '[...document.querySelectorAll(".scroll")].every((one) => one.scrollWidth <= one.clientWidth)';
      expect(await page.evaluate(widths)).toBe(true);
      await page.close();
    },
    BROWSER_MS,
  );

  it(
    'applies its style sheet under its own policy',
    async () => {
      const page = await browser.newPage();
      const messages: string[] = [];
      page.on('console', (message) => messages.push(message.text()));
      writeFileSync(join(folder, 'policy.html'), pages.replay);
      await page.goto(pathToFileURL(join(folder, 'policy.html')).href);
      expect(await page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth')).toBe('1024px');
      await expect(page.addScriptTag({ content: 'window.ran = true' })).rejects.toThrow();
      expect(await page.evaluate('window.ran')).toBeUndefined();
      await page.close();
    },
    BROWSER_MS,
  );

  it(
    'shows hostile text as text',
    async () => {
      const { page } = await open(pages.hostile, {});
      const text = (await page.evaluate('document.body.textContent')) as string;
      expect(text).toContain('</script><img src=x onerror=alert(1)>');
      expect(text).toContain('"><svg onload=alert(1)>');
      expect(await page.evaluate('document.querySelectorAll("img, script, a, b:not(.legend b)").length')).toBe(0);
      await page.close();
    },
    BROWSER_MS,
  );

  it(
    'prints closed parts, in dark ink on light ground',
    async () => {
      const { page } = await open(pages.comparison, { colorScheme: 'dark' });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const place = page.locator('details .place').first();
      expect(await place.evaluate((element) => element.checkVisibility())).toBe(true);
      expect(await place.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(0);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
      await page.close();
    },
    BROWSER_MS,
  );
});
