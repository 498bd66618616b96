// Measures the page of `headgate open` in Chromium, over the built package: keys, scrolling, the start, memory and the size of what is sent. Prints a
// table of targets; stores the raw runs. Needs Chromium.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { judged, launch, openPage, settled, startOpen } from '../test/page/app/opened-page.ts';
import { generateObjects } from './generated-logs.ts';
import { buildPackage, headgate, MAIN } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { answerRows, answerTimes, KEY_MS, TYPED } from './page-answers.ts';
import type { TargetRow } from './target-row.ts';
import { median, peakOf, timeCommand } from './timed-command.ts';

const ROOT = join(import.meta.dirname, '..');
const OBJECTS = 8;
/** Between two looks at whether something has happened: what is measured is timed in the page. Milliseconds. */
const LOOK_MS = 20;
/** Wheel events of the scroll. */
const SCROLLS = 300;
const WHEEL_PIXELS = 240;
const MB = 1e6;

/** In the page: from each key to the paint of the figures beside it, and of every panel. */
const WATCH_KEYS = `{
  globalThis.keys = [];
  const isOld = () => document.querySelector('.verdict .figures.is-old, .verdict .answer.is-old, [data-side=to] .cm-editor.is-old') !== null;
  const isBusy = () => document.querySelector('[aria-busy=true]') !== null;
  const painted = (done) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });
  document.addEventListener('keydown', (event) => {
    const key = { at: event.timeStamp, figures: 0, all: 0 };
    keys.push(key);
    const look = () => painted(() => {
      if (keys.at(-1) !== key) return;
      if (key.figures === 0 && !isOld()) key.figures = performance.now() - key.at;
      if (key.figures !== 0 && !isBusy()) key.all = performance.now() - key.at;
      else look();
    });
    look();
  }, { capture: true });
}`;

/** In the page: the work of the main thread from each scroll event to the end of its frame, and rows in view that are not drawn. */
const WATCH_SCROLLS = `{
  globalThis.scrolls = [];
  const port = document.getElementById('line-rows');
  document.addEventListener('scroll', () => {
    const start = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const work = performance.now() - start;
        const { top, bottom, left } = port.getBoundingClientRect();
        const head = port.querySelector('.line-head').offsetHeight;
        let [blank, late] = [0, 0];
        for (let y = top + head + 4; y < Math.min(bottom, innerHeight) - 4; y += 14) {
          const row = document.elementFromPoint(left + 20, y)?.closest('.line-row');
          if (!row) blank++;
          else if (row.textContent.startsWith('…')) late++;
        }
        scrolls.push({ work, blank, late });
      };
      port2.postMessage(0);
    });
  }, { capture: true });
}`;

interface Key {
  figures: number;
  all: number;
}
interface Scroll {
  work: number;
  blank: number;
  late: number;
}

/** Measures all rows. @param bytes of lines of the index */
export async function benchPage(bytes: number, rounds: number): Promise<void> {
  buildPackage();
  const index = await indexOf(bytes);
  const browser = await launch();
  try {
    const raw: Record<string, unknown> = {};
    const rows: TargetRow[] = [assetsRow()];
    for (const [name, source, target] of [
      ['the page over the index', index, 1],
      ['the page over samples/logs', join(ROOT, 'samples/logs'), 3],
    ] as const) {
      const times: number[] = [];
      for (let round = 0; round <= rounds; round += 1) times.push(await readySeconds(browser, source));
      raw[name] = times;
      const seconds = median(times.slice(1));
      rows.push({ work: name, ...least(`${target} s`, `${seconds.toFixed(2)} s`, seconds <= target) });
    }
    rows.push(...(await useRows(browser, index, raw)));
    const answers = await answerTimes(index);
    raw.answers = answers;
    rows.push(...answerRows(answers, p95));
    console.log(`${machineName()}\n`);
    console.table(rows);
    console.log(`raw runs: ${keepRun('page', { bytes, rows, runs: raw })}`);
  } finally {
    await browser.close();
  }
}

/** The index of generated lines. Built once. */
async function indexOf(bytes: number): Promise<string> {
  const { gzip } = await generateObjects(OBJECTS, bytes / OBJECTS);
  const folder = join(tmpdir(), 'headgate-bench', `index-${bytes}`);
  if (existsSync(folder)) return folder;
  mkdirSync(join(folder, '..'), { recursive: true });
  await timeCommand(headgate('index', ['index', join(gzip[0]!, '..'), '--out', folder, '--quiet']));
  return folder;
}

function assetsRow(): TargetRow {
  const folder = join(ROOT, 'dist/src/page/app/assets');
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:html|js|css)$/.test(entry.name))
    .map(({ parentPath, name }) => gzipSync(readFileSync(join(parentPath, name)), { level: 9 }).length);
  const size = sizes.reduce((sum, one) => sum + one, 0) / 1000;
  return { work: 'assets, gzipped', ...least('180 kB', `${size.toFixed(0)} kB`, size <= 180) };
}

const least = (target: string, measured: string, isMet: boolean): Pick<TargetRow, 'target' | 'measured' | 'isMet'> => ({
  ...{ target: `≤ ${target}`, measured, isMet },
});

/** From the start of the command to the first figures on the screen; of sources that are read, to the first ones of a part. */
async function readySeconds(browser: Browser, source: string): Promise<number> {
  const started = performance.now();
  const program = await startOpen([source, '--to', TYPED[2]!.join('')], MAIN);
  const { page } = await openPage(browser, program.address);
  await judged(page);
  const seconds = (performance.now() - started) / 1000;
  await page.context().close();
  await program.stop();
  return seconds;
}

const p95 = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!;

async function useRows(browser: Browser, index: string, raw: Record<string, unknown>): Promise<TargetRow[]> {
  const program = await startOpen([index, '--price', '0.50/GB', '--guard', 'kept >= 1%'], MAIN);
  try {
    const { page } = await openPage(browser, program.address);
    await settled(page);
    // As without a browser: in the first round, columns are read and code is compiled.
    const first = await typeAll(page);
    const keys = await typeAll(page);
    const scrolls = await scrollAll(page);
    Object.assign(raw, { first, keys, scrolls });
    const figures = p95(keys.map((one) => one.figures));
    // A key that a newer one replaces has no answer of its own.
    const all = p95(keys.flatMap((one) => (one.all === 0 ? [] : [one.all])));
    const work = p95(scrolls.map((one) => one.work));
    const blank = scrolls.filter((one) => one.blank > 0).length;
    const late = scrolls.filter((one) => one.late > 0).length;
    const server = peakOf(program.child.pid) / MB;
    const renderer = await memoryOfPage(browser, page);
    // What the page holds: the browser collects garbage when it likes to.
    await (await page.context().newCDPSession(page)).send('HeapProfiler.collectGarbage');
    const held = await memoryOfPage(browser, page);
    Object.assign(raw, { memory: { server, renderer, held } });
    return [
      { work: 'figures after a key, p95', ...least('100 ms', `${figures.toFixed(0)} ms`, figures <= 100) },
      { work: 'every panel after a key, p95', ...least('300 ms', `${all.toFixed(0)} ms`, all <= 300) },
      { work: 'main thread for a scroll event, p95', ...least('8 ms', `${work.toFixed(1)} ms`, work <= 8) },
      { work: 'frames with a place without a row', ...least('0', `${blank} of ${scrolls.length}`, blank === 0) },
      { work: 'frames with a row that has not arrived', target: '', measured: `${late} of ${scrolls.length}` },
      { work: 'memory of the server, peak', target: '', measured: `${server.toFixed(0)} MB` },
      { work: 'memory of the page, with garbage', ...least('200 MB', `${renderer.toFixed(0)} MB`, renderer <= 200) },
      { work: 'memory of the page, held', ...least('200 MB', `${held.toFixed(0)} MB`, held <= 200) },
    ];
  } finally {
    await program.stop();
  }
}

async function typeAll(page: Page): Promise<Key[]> {
  await page.evaluate(WATCH_KEYS);
  const editor = page.locator('[data-side=to] .cm-content');
  const found: Key[] = [];
  for (const [before, keys, after] of TYPED) {
    await editor.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(before + after);
    for (const _ of after) await page.keyboard.press('ArrowLeft');
    await settled(page);
    for (const key of keys) {
      await page.evaluate('keys.length = 0');
      await page.keyboard.type(key);
      await page.waitForTimeout(KEY_MS);
      await until(page, 'keys.at(-1).figures > 0');
      // Every second key waits for all panels; the others replace what is on its way.
      if (found.length % 2 === 0) await until(page, 'keys.at(-1).all > 0');
      found.push((await page.evaluate('keys.at(-1)')) as Key);
    }
  }
  return found;
}

/** Waits until an expression is true. The policy of the page allows no code in texts, which other ways of waiting need. */
async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(LOOK_MS);
}

async function scrollAll(page: Page): Promise<Scroll[]> {
  await settled(page);
  await page.evaluate(WATCH_SCROLLS);
  await page.locator('#line-rows').hover();
  for (let step = 0; step < SCROLLS; step += 1) {
    await page.mouse.wheel(0, WHEEL_PIXELS);
    await page.waitForTimeout(16);
  }
  await page.waitForTimeout(500);
  return (await page.evaluate('scrolls')) as Scroll[];
}

/** The share of the memory of the process that draws the page. MB. */
async function memoryOfPage(browser: Browser, page: Page): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await page.bringToFront();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]);
  return (Math.max(...sizes.map(Number)) * 1024) / MB;
}
