// The page in Chromium, over the real server: what a person does with it, by mouse and by keyboard, in both themes and on a phone.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConditionCount } from '../../../src/analysis/aggregates/index.ts';
import type { CompareReport } from '../../../src/analysis/compare/index.ts';
import { moneyFormats, printAmount, printAmountChange } from '../../../src/analysis/cost/index.ts';
import type { Report } from '../../../src/analysis/replay/index.ts';
import { printable, printBytes, printCount, printPlural, printShare } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { printExpression, readFilter } from '../../../src/language/filter/index.ts';
import type { Api } from '../../../src/page/contract.ts';
import type { SuggestReport } from '../../../src/verbs/index.ts';
import { filterArbitrary } from '../../helpers/filter/arbitraries.ts';
import { ROOT } from '../../helpers/programs.ts';
import { randomRuns, randomSeed } from '../../helpers/random-runs.ts';
import { HOSTILE } from '../../helpers/report/reports.ts';
import {
  BROWSER_MS,
  changeAnswers,
  filterOf,
  isWithoutBrowser,
  judged,
  launch,
  type OpenedPage,
  type OpenProgram,
  openPage,
  settled,
  startOpen,
  violations,
} from './opened-page.ts';

/** As the table of conditions has it. An alternative alone drops what all of them drop, which is not shown. */
function conditionRow({ path, text, soleBlocker, ...one }: ConditionCount): string {
  const blocker = /\.or\[\d+\](?:\.not)?$/.test(path) ? '–' : printCount(soleBlocker);
  return [
    printable(text),
    ...[one.true, one.false, one.unknown].map(printCount),
    blocker,
    printCount(one.soleKeeper),
  ].join('\t');
}

const FROM = 'EdgeResponseStatus >= 500';
const TO = 'EdgeResponseStatus >= 400 and not starts_with(ClientRequestPath, "/api")';
const SAMPLES = ['samples/logs', '--from', FROM, '--to', TO, '--guard', 'kept >= 1%', '--price', '$0.05/GB'];
/** A revision after those of the process. */
const LATER = 2 ** 52;
/** Random filters of a complete run. */
const FILTERS = 200;
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let program: OpenProgram;
let opened: OpenedPage | undefined;

beforeAll(async () => {
  if (isWithoutBrowser) return;
  [browser, program] = await Promise.all([launch(), startOpen(SAMPLES)]);
}, BROWSER_MS);

afterAll(async () => {
  if (isWithoutBrowser) return;
  await browser.close();
  await program.stop();
});

afterEach(async () => {
  if (opened === undefined) return;
  const { page, noise, foreign } = opened;
  opened = undefined;
  await page.context().close();
  expect(foreign).toEqual([]);
  expect(noise).toEqual([]);
});

async function start(options?: BrowserContextOptions, address = program.address): Promise<Page> {
  opened = await openPage(browser, address, options);
  await settled(opened.page);
  return opened.page;
}

/** Opens the page with every line in force. */
async function startWithoutFilter(): Promise<Page> {
  const page = await start();
  await editor(page, 'from').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await settled(page);
  return page;
}

/** Ends a process. A question that it is answering fails. */
async function stopped(own: OpenProgram): Promise<void> {
  const { noise } = opened!;
  const [before] = [noise.length, await own.stop()];
  for (let index = noise.length - 1; index >= before; index--)
    if (/status of 500/.test(noise[index]!)) noise.splice(index, 1);
}

const answer = (page: Page): Promise<string> => page.locator('.verdict .answer').innerText();
const editor = (page: Page, side: 'from' | 'to' = 'to') => page.locator(`[data-side=${side}] .cm-content`);

/** Types a filter in place of the present one. */
async function type(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
  await settled(page);
}

/** Pastes a text where the focus is. */
const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  }`);

/** What a command says about the samples. */
async function reportOf<Result>(command: string, ...flags: string[]): Promise<Result> {
  const run = promisify(execFile)(
    process.execPath,
    ['src/cli/headgate.cjs', command, 'samples/logs', '-q', '--format', 'json', ...flags],
    { cwd: ROOT, maxBuffer: 2 ** 26 },
  );
  // A negative answer is one, too.
  const { stdout } = await run.catch((error: { code: number; stdout: string }) => error);
  return JSON.parse(stdout) as Result;
}

const compare = (from: string, to: string, ...more: string[]): Promise<CompareReport> =>
  reportOf('compare', '--from', from, '--to', to, ...more);

describe.skipIf(isWithoutBrowser)('the page', { timeout: BROWSER_MS }, () => {
  it('takes the token out of the address, and answers as headgate compare', async () => {
    const page = await start();
    expect(page.url()).not.toContain('token');
    const { jobs, comparisons, lines } = await compare(FROM, TO);
    const [, after] = jobs;
    const text = await page.locator('.verdict').innerText();
    for (const figure of [
      after!.kept.lines,
      after!.dropped.lines,
      jobs[0]!.kept.lines,
      comparisons[0]!.onlyBefore.lines,
      comparisons[0]!.onlyAfter.lines,
      comparisons[0]!.keptByBoth.lines,
      comparisons[0]!.neither.lines,
      lines.read,
    ])
      expect(text).toContain(printCount(figure));
    expect(text).toContain('✓ the guard holds');
    expect(text).toMatch(/Stored a month\s+[\d.]+ [kM]B/);
    expect(text).toMatch(/Cost a month\s+\$0\.\d+/);
    const conditions = page.locator('[data-side=to] + .conditions tbody tr');
    expect(await conditions.allInnerTexts()).toEqual(after!.conditions!.map(conditionRow));
    expect(await page.locator('[data-side=to] .condition-count').allInnerTexts()).toEqual(
      after!.conditions!.map((one) => `${printCount(one.true)} true · alone drops ${printCount(one.soleBlocker)}`),
    );
    // After a pause.
    await expect.poll(() => page.locator('.verdict [role=status]').innerText()).toBe(await answer(page));
  });

  it('has the figures of headgate replay for any filter', async () => {
    const texts = fc
      .sample(filterArbitrary, { numRuns: randomRuns(FILTERS), seed: randomSeed(30) })
      .map((filter) => printExpression(filter))
      .filter((text) =>
        readFilter(text, getDataset('http_requests')).problems.every((one) => one.severity !== 'error'),
      );
    const flags = texts.flatMap((text) => ['--filter', text]);
    const { jobs } = await reportOf<Report>('replay', ...flags, '--no-fields');
    const page = await start();
    for (const [index, text] of texts.entries()) {
      const { kept, dropped, undecided, conditions } = jobs![index]!;
      await editor(page).focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(text);
      if (kept.lines + dropped.lines === 0) {
        // No answer, as the exit code of a command says.
        await expect.poll(() => page.locator('.problems-of-page').innerText()).toContain('undecided by the candidate');
        continue;
      }
      await judged(page);
      const figures = (await page.evaluate(
        "[...document.querySelectorAll('.highlights .figure')].map((one) => one.firstChild.data)",
      )) as string[];
      expect([text, ...figures.slice(0, 3)]).toEqual([
        text,
        ...[kept, dropped, undecided].map(({ lines }) => printCount(lines)),
      ]);
      expect(await page.locator('[data-side=to] + .conditions tbody tr').allInnerTexts()).toEqual(
        conditions!.map(conditionRow),
      );
    }
  }, 600_000);

  it('completes fields, operators and values with their counts', async () => {
    const page = await start();
    await editor(page).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('ClientCou');
    const options = page.locator('.cm-tooltip-autocomplete li');
    await expect.poll(() => options.first().innerText()).toContain('ClientCountry');
    await options.first().click();
    await page.keyboard.type(' ');
    await expect
      .poll(() => options.allInnerTexts().then((all) => all.map((one) => one.split(/\s/)[0])))
      .toContain('==');
    await page.keyboard.type('== "');
    await expect.poll(() => options.first().innerText()).toMatch(/"de"\s+5,923 lines/);
    await options.first().click();
    await settled(page);
    await expect.poll(() => filterOf(page)).toBe('ClientCountry == "de"');
    expect(await answer(page)).toContain('The candidate keeps 5,923 of 21,957 lines');
  });

  it('underlines a problem, keeps the last figures, and mends it', async () => {
    const page = await start();
    const before = await answer(page);
    await editor(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and EdgeResponseStaus == 404');
    const problem = page.locator('[data-side=to] .problems li');
    await expect.poll(() => problem.innerText()).toContain('EdgeResponseStatus');
    await expect.poll(() => page.locator('[data-side=to] .cm-lintRange-error').count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator('.status').innerText()).toContain('figures of the last valid question');
    expect(await answer(page)).toBe(before);
    expect(await page.locator('.verdict .figures').getAttribute('class')).toContain('is-old');
    await problem.getByRole('button').first().click();
    await settled(page);
    await expect.poll(() => filterOf(page)).toBe(`${TO} and EdgeResponseStatus == 404`);
    expect(await problem.count()).toBe(0);
  });

  it('shows a filter as JSON and as an expression', async () => {
    const page = await start();
    const forms = page.locator('[data-side=to] .forms');
    await forms.getByText('JSON').click();
    await settled(page);
    await expect
      .poll(() => JSON.parse(filterOf(page)!))
      .toMatchObject({ where: { and: [{ key: 'EdgeResponseStatus' }, {}] } });
    await forms.getByText('Expression').click();
    await settled(page);
    await expect.poll(() => filterOf(page)).toBe(TO);
  });

  it.each([
    ['a job', (job: object) => JSON.stringify(job, null, 2)],
    ['an answer of the API', (job: object) => JSON.stringify({ success: true, result: job })],
    ['a list of one job', (job: object) => JSON.stringify({ result: [job] })],
    ['a job that is not valid JSON', (job: object) => `${JSON.stringify(job)},`],
    ['the first of two jobs', (job: object) => JSON.stringify([job, { ...job, name: 'other', filter: '' }])],
  ])('keeps the filter of %s only: its credentials are nowhere', async (name, write) => {
    const secret = 'S3CR3TVALUE';
    const page = await start();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''));
    const sample = JSON.parse(readFileSync(join(ROOT, 'samples/jobs/errors-and-threats.json'), 'utf8'));
    const job = {
      ...sample,
      destination_conf: `r2://bucket/x?access-key-id=a&secret-access-key=${secret}`,
      ownership_challenge: secret,
    };
    const isTaken = !/not valid/.test(name);
    const text = write(job);
    for (const side of ['from', 'to'] as const) {
      await editor(page, side).focus();
      await page.keyboard.press('Control+A');
      await paste(page, text);
      await settled(page);
      expect(await page.locator(`[data-side=${side}] .of-job`).innerText()).toContain(
        isTaken ? 'Only the filter of the job errors-and-threats' : 'The text was not taken: found ',
      );
      // What is taken back has none of it either.
      await page.keyboard.press('Control+z');
      await settled(page);
      await page.keyboard.press('Control+Shift+z');
      await settled(page);
    }
    await page.locator('.guards form select').selectOption('Never drop');
    await page.locator('.guards form input').fill(text);
    await page.locator('.guards form input').press('Enter');
    await settled(page);
    if (isTaken) expect(JSON.parse(filterOf(page)!)).toEqual(JSON.parse(sample.filter));
    else expect(filterOf(page)).toBe(TO);
    await page.reload();
    await settled(page);
    await page.evaluate(`location.hash = ${JSON.stringify(`#from=&to=${encodeURIComponent(text)}`)}`);
    await settled(page);
    const kept = (await page.evaluate(
      'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, document.documentElement.innerHTML])',
    )) as string;
    expect(sent.length).toBeGreaterThan(4);
    for (const one of [...sent, kept, page.url()]) expect(one).not.toContain(secret);
  });

  it('has the counts behind their conditions in a text with the line ends of Windows', async () => {
    const page = await start();
    const text = 'EdgeResponseStatus >= 400\r\nand ClientCountry == "de"\r\nand BotScore < 30';
    await page.evaluate(`location.hash = ${JSON.stringify(`#from=&to=${encodeURIComponent(text)}`)}`);
    await settled(page);
    const lines = await page.locator('[data-side=to] .cm-line').allInnerTexts();
    const texts = text.split('\r\n');
    expect(lines.map((line, index) => line.slice(0, texts[index]!.length))).toEqual(texts);
    expect(lines.every((line) => line.includes(' true · '))).toBe(true);
  });

  it('adds guards by typing, rejects a wrong one, and takes them out', async () => {
    const page = await start();
    const input = page.locator('.guards form input');
    await input.fill('kept >= 50%');
    await input.press('Enter');
    await expect
      .poll(() => page.locator('.guards-state').innerText())
      .toContain('✗ kept >= 50%: kept 896 of 21,957 lines');
    await input.fill('kept >= many');
    await input.press('Enter');
    await expect.poll(() => page.locator('#guard-problem').innerText()).toContain('many');
    expect(await page.locator('.guard-list li').count()).toBe(3);
    await page.locator('.guards form select').selectOption('Never drop');
    await input.fill('promise:secur');
    await input.press('Enter');
    await expect
      .poll(() => page.locator('#guard-problem').innerText())
      .toContain('unknown promise: found "secur", expected security');
    await input.fill('EdgeResponseStatus == 404');
    await input.press('Enter');
    await expect.poll(() => page.locator('.guard-list').innerText()).toContain('drops none of');
    await page.getByLabel('Remove kept >= 50%').click();
    await settled(page);
    expect(await page.locator('.guards-state').innerText()).toBe('✓ 2 guards hold');
    // The focus stays near what is removed.
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
    const never = 'Remove never drop EdgeResponseStatus == 404';
    for (const [name, next] of [
      ['Remove kept >= 1%', never],
      ['Remove price $0.05/GB', never],
      [never, 'What to add'],
    ] as const) {
      await page.getByLabel(name).focus();
      await page.keyboard.press('Enter');
      await expect.poll(focused).toBe(next);
    }
  });

  it('leads from a broken guard to the lines that break it', async () => {
    const page = await start();
    const add = async (kind: string, text: string): Promise<void> => {
      await page.locator('.guards form select').selectOption(kind);
      await page.locator('.guards form input').fill(text);
      await page.locator('.guards form input').press('Enter');
      await page.locator('.guard-list code', { hasText: text }).waitFor();
      await settled(page);
    };
    const total = async (): Promise<number> =>
      Number(await page.locator('#line-rows').getAttribute('aria-rowcount')) - 1;
    const pressed = page.locator('.effects [aria-pressed=true]');
    await add('Never drop', 'EdgeResponseStatus   ge 500');
    const never = page
      .locator('.guard-list li', { hasText: 'ge 500' })
      .getByRole('button', { name: /show these lines/ });
    const lines = Number(/drops ([\d,]+) lines/.exec(await never.innerText())![1]!.replaceAll(',', ''));
    expect(lines).toBeGreaterThan(0);
    await never.click();
    await settled(page);
    expect(await page.locator('.chip').innerText()).toMatch(/Break never drop\s+EdgeResponseStatus ge 500/);
    await expect.poll(total).toBe(lines);
    expect(await page.locator('.line-row').first().innerText()).toContain('dropped');
    await page.reload();
    await settled(page);
    await expect.poll(total).toBe(lines);
    await page.locator('.effects').getByText('All').click();
    await settled(page);
    await page.locator('.guards-state').click();
    await settled(page);
    await expect.poll(total).toBe(lines);
    // Without the guard, its lines are those of the effect.
    await page.getByLabel('Remove never drop').click();
    await settled(page);
    expect(await page.locator('.chip').count()).toBe(0);
    await add('Guard', 'kept >= 50%');
    await page
      .locator('.guard-list')
      .getByRole('button', { name: /show these lines/ })
      .click();
    await settled(page);
    expect(await pressed.innerText()).toMatch(/^Dropped/);
    expect(await page.locator('.chip').count()).toBe(0);
  });

  it('takes every change of the question back, and does it again', async () => {
    const page = await start();
    const questionOf = (): string => {
      return new URL(page.url()).hash;
    };
    const questions = [questionOf()];
    const steps: (() => Promise<unknown>)[] = [
      async () => {
        await editor(page).focus();
        await page.keyboard.press('Control+End');
        await page.keyboard.insertText(' and ClientCountry != "fr"');
      },
      () => page.locator('.value-list button.value').first().click(),
      () => page.locator('[data-side=from] .forms').getByText('JSON').click(),
      async () => {
        await page.locator('.guards form input').fill('kept >= 2%');
        await page.locator('.guards form input').press('Enter');
      },
      () => page.getByLabel('Remove price 0.05/GB').or(page.getByLabel('Remove price $0.05/GB')).click(),
      async () => {
        await page.getByLabel('From').fill('2026-11-01 12:00');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Escape');
      },
    ];
    for (const step of steps) {
      await step();
      await expect.poll(questionOf).not.toBe(questions.at(-1));
      await settled(page);
      questions.push(questionOf());
    }
    for (const before of [...questions.slice(0, -1).toReversed(), questions[0]!]) {
      await page.keyboard.press('Control+z');
      await settled(page);
      await expect.poll(questionOf).toBe(before);
    }
    for (const after of questions.slice(1)) {
      await page.keyboard.press('Control+Shift+z');
      await settled(page);
      await expect.poll(questionOf).toBe(after);
    }
    // In an editor, too, and a step back of the browser is a change as well.
    await editor(page, 'from').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(questionOf).toBe(questions.at(-2));
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(questionOf).toBe(questions.at(-1));
    await page.goBack();
    await expect.poll(questionOf).toBe(questions.at(-2));
    // The cursor stays where the text was changed.
    await editor(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('not BotScore == 1 and ');
    await page.keyboard.press('Control+z');
    await page.keyboard.insertText('BotScore >= 2 and ');
    await settled(page);
    await expect.poll(() => filterOf(page)).toMatch(/^BotScore >= 2 and EdgeResponseStatus/);
    // Keys that follow faster than the browser goes back.
    const last = questionOf();
    for (const key of ['Control+z', 'Control+z', 'Control+z', 'Control+Shift+z', 'Control+Shift+z', 'Control+Shift+z'])
      await page.keyboard.press(key);
    await settled(page);
    await expect.poll(questionOf).toBe(last);
    for (const key of ['Control+z', 'Control+z']) await page.keyboard.press(key);
    await page.keyboard.insertText('BotScore == 3 and ');
    for (const key of ['Control+z', 'Control+Shift+z', 'Control+z']) await page.keyboard.press(key);
    await settled(page);
    await expect.poll(questionOf).toBe(questions.at(-3));
    expect(await editor(page).innerText()).not.toContain('BotScore');
  });

  it('chooses a range by a drag and by typing, and everything follows', async () => {
    const page = await start();
    const over = (await page.locator('.u-over').boundingBox())!;
    await page.mouse.move(over.x + over.width * 0.25, over.y + 40);
    await page.mouse.down();
    await page.mouse.move(over.x + over.width * 0.5, over.y + 50, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    const range = new URLSearchParams(page.url().split('#')[1]);
    const [since, until] = [range.get('since')!, range.get('until')!];
    expect(since).toMatch(/^2026-11-01T\d\d:00:00Z$/);
    const report = await compare(FROM, TO, '--since', since, '--until', until);
    const read = printCount(report.lines.read);
    expect(await answer(page)).toContain(` of ${read} lines`);
    expect(await page.locator('.status').innerText()).toMatch(
      new RegExp(`${read} of [\\d,]+ lines \\(${printCount(report.lines.outside)} outside the time range\\)`),
    );
    expect(await page.locator('.effects button').first().innerText()).toContain(read);
    const values = await page.locator('.value-list td:nth-child(2)').allInnerTexts();
    expect(values.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)).toBe(report.lines.read);
    await expect
      .poll(() => page.locator('#line-rows').getAttribute('aria-rowcount'))
      .toBe(String(report.lines.read + 1));
    await page.getByLabel('From').fill('yesterday-ish');
    await page.keyboard.press('Enter');
    expect(await page.locator('#time .problem').innerText()).toContain('found yesterday-ish, expected YYYY-MM-DD');
    await page.getByLabel('From').fill('2026-11-02 08:00');
    await page.keyboard.press('Enter');
    expect(await page.locator('#time .problem').innerText()).toBe('');
    await settled(page);
    expect(page.url()).toContain('since=2026-11-02T08%3A00%3A00Z');
    await page.getByLabel('From').fill('yesterday-ish');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'All time' }).press('Enter');
    await settled(page);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('All time');
    expect(await page.locator('.status').innerText()).toContain('21,957 lines');
    expect([await page.locator('#time .problem').innerText(), await page.getByLabel('From').inputValue()]).toEqual([
      '',
      '',
    ]);
  });

  it('shows no size of an earlier question beside the figures of the last valid one', async () => {
    const page = await start();
    const stored = page.locator('.highlights > div', { hasText: 'Stored a month' }).locator('.figure');
    await expect.poll(() => stored.innerText()).toMatch(/MB/);
    const before = await answer(page);
    await changeAnswers(page, 'costs', () => new Promise(() => {}));
    await editor(page).fill('EdgeResponseStatus == 404');
    await expect.poll(() => answer(page)).not.toBe(before);
    await editor(page).fill('EdgeResponseStatus == 404 and (');
    await expect.poll(() => page.locator('.status').innerText()).toContain('figures of the last valid question');
    await expect.poll(() => stored.innerText()).toBe('not measured');
  });

  it('keeps the range of old figures beside them', async () => {
    const page = await start();
    const status = page.locator('.status');
    const before = await status.innerText();
    await page.getByLabel('From').fill('2031-01-01');
    await page.keyboard.press('Enter');
    await expect.poll(() => status.innerText()).toContain('figures of the last valid question');
    await settled(page, false);
    expect(await status.innerText()).toContain(before.slice(before.indexOf('21,957 lines')));
    expect(await status.innerText()).not.toContain('2031');
    for (const old of ['.effects', '.verdict .figures', '#values .answered', '#lines .answered', '#time .answered'])
      expect([old, await page.locator(old).getAttribute('class')]).toEqual([old, expect.stringContaining('is-old')]);
    // Values stay.
    expect(await page.locator('.value-list tbody tr').count()).toBeGreaterThan(1);
  });

  it('computes values while their field is not known', async () => {
    const page = await start();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await changeAnswers(page, 'values', (found) => held.then(() => found));
    await page.reload();
    const values = page.locator('#values .answered');
    await expect.poll(() => values.innerText()).toBe('computing values…');
    await judged(page);
    expect(await values.getAttribute('aria-busy')).toBe('true');
    release();
    await settled(page);
    expect(await page.locator('.value-list tbody tr').count()).toBeGreaterThan(1);
  });

  it('requires and excludes values, and takes each click back', async () => {
    const page = await start();
    await page.getByLabel('Field', { exact: true }).click();
    await page.keyboard.type('Banana');
    await page.keyboard.press('Enter');
    const field = page.locator('#field-choice');
    await expect.poll(() => page.locator('#values header').innerText()).toContain('No field Banana: below are');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('ClientCountry');
    await page.keyboard.press('Enter');
    expect([await field.getAttribute('aria-invalid'), await field.inputValue()]).toEqual(['false', 'ClientCountry']);
    await settled(page);
    const value = (name: string) => page.locator('.value-list button.value', { hasText: new RegExp(`^${name}$`) });
    await value('de').click();
    await settled(page);
    await expect.poll(() => filterOf(page)).toBe(`${TO} and ClientCountry == "de"`);
    await page.getByRole('button', { name: 'Require us', exact: true }).click();
    await settled(page);
    await expect.poll(() => filterOf(page)).toBe(`${TO} and ClientCountry in {"de" "us"}`);
    expect(await page.getByRole('button', { name: 'Require us', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await value('de').click();
    await settled(page);
    await expect.poll(() => filterOf(page)).toBe(`${TO} and ClientCountry == "us"`);
    for (const after of ['ClientCountry in {"de" "us"}', 'ClientCountry == "de"']) {
      await page.keyboard.press('Control+z');
      await expect.poll(() => filterOf(page)).toBe(`${TO} and ${after}`);
    }
    await page.keyboard.press('Control+z');
    await settled(page);
    await expect.poll(() => filterOf(page)).toBe(TO);
    await value('fr').click({ modifiers: ['Alt'] });
    await settled(page);
    await expect.poll(() => filterOf(page)).toBe(`${TO} and ClientCountry != "fr"`);
    await page.goBack();
    await page.locator('[data-side=to] .forms').getByText('JSON').click();
    await settled(page);
    await value('fr').click();
    await expect.poll(() => JSON.parse(filterOf(page)!).where.and).toHaveLength(3);
  });

  it('begins with a field that a filter can test', async () => {
    const page = await startWithoutFilter();
    // ResponseHeaders distinguish best.
    await type(
      page,
      'not SecurityAction in {"" "unknown"} or (not starts_with(ClientRequestPath, "/api/") and ClientRequestHost != "shop.example.com")',
    );
    await expect.poll(() => page.locator('#field-choice').inputValue()).toBe('OriginResponseDurationMs');
  });

  it('scrolls to the last line, and shows the lines that a condition alone decides', async () => {
    const page = await start();
    const rows = page.locator('#line-rows');
    await rows.focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.line-row.is-active').getAttribute('aria-rowindex')).toBe('21958');
    await expect.poll(() => page.locator('.line-row.is-active').innerText()).not.toContain('…');
    await page
      .locator('[data-side=to] + .conditions')
      .getByRole('button', { name: /^3,854/ })
      .click();
    await settled(page);
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('3855');
    expect(await page.locator('.chip').innerText()).toContain('starts_with(ClientRequestPath, "/api")');
    await page.getByText('Columns').click();
    await page.getByLabel('RayID', { exact: true }).check();
    await settled(page);
    expect(await rows.locator('[role=columnheader]').allInnerTexts()).toContain('RayID');
  });

  it('opens a line with the reasons of both filters, and makes a guard of a value', async () => {
    const page = await start();
    await page.locator('.effects').getByText('Newly dropped').click();
    await settled(page);
    await page.locator('.line-row').nth(1).click();
    const line = page.locator('section.line');
    await expect.poll(() => line.innerText()).toContain('Candidate drops this line');
    expect(await line.innerText()).toContain('Filter in force keeps this line');
    expect(await line.locator('.tree').first().innerText()).toMatch(
      /false\s+not starts_with\(ClientRequestPath, "\/api"\)/,
    );
    await line.getByRole('button', { name: /^Never drop lines with EdgeResponseStatus/ }).click();
    await expect
      .poll(() => page.locator('.guards-state').innerText())
      .toMatch(/✗ EdgeResponseStatus == 5\d\d: drops \d+ lines/);
    const exclude = line.getByRole('button', { name: /^Exclude ClientASN/ });
    for (const isPressed of ['true', 'false']) {
      await exclude.click();
      await expect.poll(() => exclude.getAttribute('aria-pressed')).toBe(isPressed);
      await settled(page);
    }
    await line.getByText('As it is stored').click();
    expect(await line.locator('pre').innerText()).toContain('"RayID"');
    await page.getByRole('button', { name: 'Next line' }).click();
    await settled(page);
    // A line outside the time leaves no old answer under the error.
    await page.getByLabel('From').fill('2026-11-03 23:00');
    await page.keyboard.press('Enter');
    await expect.poll(() => line.innerText()).toContain('in the time range; close it, or choose All time');
    expect(await line.innerText()).not.toContain('Candidate drops this line');
    await page.getByRole('button', { name: 'All time' }).click();
    await expect.poll(() => line.innerText()).toContain('Candidate drops this line');
    await line.locator('h2').focus();
    await page.keyboard.press('Escape');
    expect(await line.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.id')).toBe('line-rows');
  });

  it('suggests filters for a goal: each becomes the candidate, with the figures that the verdict then has', async () => {
    const page = await startWithoutFilter();
    const names = ['security', 'errors', 'writes'];
    const section = page.locator('#suggest');
    // Nothing is computed, and nothing moves as if it were.
    const running = () => page.evaluate('document.getAnimations().map(({ playState }) => playState)');
    await expect.poll(running).not.toContain('running');
    await section.getByLabel('Goal').fill('fifty');
    await page.keyboard.press('Enter');
    await expect.poll(() => section.innerText()).toContain('invalid goal "fifty", column 1: found "fifty"');
    await section.getByLabel('Goal').fill('50');
    await page.keyboard.press('Enter');
    await expect.poll(() => section.innerText()).toContain('; write 50 %');
    await expect.poll(running).not.toContain('running');
    await section.getByLabel('Goal').fill('50 %');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => section.innerText())
      .toContain('expected a never-drop guard, or that every line may be dropped');
    await section.getByRole('button', { name: 'every line may be dropped' }).click();
    await settled(page);
    expect(await section.innerText()).toContain('no promise was asked for');
    for (const name of names) await section.getByRole('button', { name, exact: true }).click();
    await settled(page);
    const flags = names.flatMap((name) => ['--never-drop', `promise:${name}`]);
    const report = await reportOf<SuggestReport>('suggest', '--goal', '50 %', ...flags, '--price', '$0.05/GB');
    const rungs = [...report.ladder, report.keepList!];
    const rows = section.locator('tbody tr');
    expect(await rows.count()).toBe(rungs.length);
    expect(await section.innerText()).toContain('the 3 promises hold for every possible line (proven)');
    const before = filterOf(page);
    for (const [index, { name, words, filter, dropped, learnt, heldOut, size }] of rungs.entries()) {
      const row = rows.nth(index);
      const text = await row.innerText();
      const [cost] = text.match(/\$[\d.]+(?= \(−\$[\d.]+\))/)!;
      for (const one of [words, printCount(dropped.lines), printShare(learnt!, 1), printShare(heldOut!, 1), '✓ proven'])
        expect(text).toContain(one);
      expect(text).toContain(`${size.operators} operators, ${size.bytes} bytes`);
      await row.getByRole('button', { name: `Take ${name} as the candidate` }).click();
      await settled(page);
      await expect.poll(() => filterOf(page)).toBe(filter.expression);
      expect(await page.locator('.kinds').innerText()).toContain(`newly dropped\n${printCount(dropped.lines)}\n`);
      expect(await page.locator('.highlights').innerText()).toContain(cost);
      expect(await row.getByRole('button').getAttribute('aria-pressed')).toBe('true');
    }
    for (const _ of rungs) await page.goBack();
    await settled(page);
    await expect.poll(() => filterOf(page)).toBe(before);
    await page.reload();
    await settled(page);
    expect(await rows.count()).toBe(rungs.length);
    expect(await page.locator('.guard-list').innerText()).toContain('promise:security');
  });

  it('cancels a suggestion that a newer question replaces, and answers other questions meanwhile', async () => {
    const page = await startWithoutFilter();
    const section = page.locator('#suggest');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { cancelled } = await changeAnswers(page, 'suggest', async (found, { goal }) => {
      if (goal === '20 %') await held;
      return found;
    });
    await section.getByLabel('Goal').fill('20 %');
    await page.keyboard.press('Enter');
    await section.getByRole('button', { name: 'writes' }).click();
    await judged(page);
    await expect.poll(() => section.innerText()).toContain('computing suggestions');
    await section.getByLabel('Goal').fill('10 %');
    await page.keyboard.press('Enter');
    await expect.poll(() => cancelled.map(({ goal }) => goal)).toContain('20 %');
    release();
    await settled(page);
    expect(await section.locator('tbody tr').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    expect(await page.evaluate('document.activeElement.value')).toBe('10 %');
  });

  it('replays a transformer behind the candidate, with the figures of headgate replay', async () => {
    const page = await start();
    const section = page.locator('#transformer');
    const sql = section.getByRole('textbox', { name: 'Transformer' });
    await page.keyboard.press('q');
    await page.keyboard.type('SELECT RayIDx FROM http_requests');
    await expect.poll(() => section.innerText()).toContain('did you mean RayID?');
    await section.getByRole('button', { name: 'Select' }).click();
    await page.keyboard.type('RayID');
    await expect.poll(() => sql.inputValue()).toBe('SELECT RayID FROM http_requests');
    await sql.fill('SELECT EdgeResponsStatus FROM http_requests');
    await section.getByRole('button', { name: 'Write EdgeResponseStatus' }).click();
    expect(await sql.inputValue()).toBe('SELECT EdgeResponseStatus FROM http_requests');
    await settled(page);
    const text = 'SELECT RayID, CAST(ClientCountry AS BIGINT) AS n FROM http_requests\nWHERE EdgeResponseStatus < 404';
    await sql.fill(text);
    await settled(page);
    const { jobs } = await reportOf<Report>('replay', '--filter', TO, '--transformer', text);
    const { kept, dropped, failing, conditions } = jobs![0]!.transformer!;
    for (const { lines } of [kept, dropped, failing])
      await expect.poll(() => section.innerText()).toContain(printPlural(lines, 'line'));
    const row = section.getByRole('row', { name: 'EdgeResponseStatus < 404' });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(
      [conditions[0]!.true, conditions[0]!.false].map(printCount),
    );
    await section.getByText('The same figures in a terminal').click();
    expect(await section.innerText()).toContain('--transformer transformer.sql');
    await page.reload();
    await settled(page);
    expect(await sql.inputValue()).toBe(text);
    expect(await section.innerText()).toContain(printPlural(failing.lines, 'line'));
    await sql.fill('{"name":"live","dataset":"http_requests","destination_conf":"s3://b?secret-access-key=hidden"}');
    await expect.poll(() => section.innerText()).toContain('found a job, expected SQL');
    expect([await sql.inputValue(), page.url().includes('hidden')]).toEqual([text, false]);
    await sql.fill('');
    await settled(page);
    expect(await section.getByRole('table').count()).toBe(0);
  });

  it('takes along the filter, the command and the report', async () => {
    const page = await start({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Take along' }).click();
    const taken = page.locator('.taken pre');
    const copied = async (name: string): Promise<string> => {
      await page.getByRole('button', { name: `Copy: ${name}` }).click();
      await expect.poll(() => page.locator('.taken p').innerText()).toBe('Copied.');
      return (await page.evaluate('navigator.clipboard.readText()')) as string;
    };
    expect(await copied('Expression')).toContain(TO);
    expect(JSON.parse(await copied('JSON for the API'))).toHaveProperty('where');
    expect(await copied('The same answer')).toMatch(/headgate compare samples\/logs/);
    expect(await taken.innerText()).toContain('headgate compare');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download: Report, HTML' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('<!doctype html>');
    const [form] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download: String in a job' }).click(),
    ]);
    expect(form.suggestedFilename()).toBe('job-filter.txt');
  });

  it('finds each state again after a reload, and goes back and forward', async () => {
    const page = await start();
    const states: string[] = [];
    const note = async (): Promise<void> => {
      await settled(page);
      states.push(`${page.url()} ${await answer(page)}`);
    };
    await note();
    await type(page, 'ClientCountry == "de"');
    await page.locator('.effects').getByText('Newly kept').click();
    await note();
    await page.locator('.line-row').nth(2).click();
    await note();
    await page.getByRole('button', { name: 'UTC' }).click();
    await settled(page);
    await page.reload();
    await settled(page);
    expect(await page.locator('section.line').innerText()).toContain('Candidate keeps this line');
    expect(await page.getByRole('button', { name: 'Local time' }).count()).toBe(1);
    expect(await page.locator('.status').innerText()).toMatch(/ local time$/);
    await page.goBack();
    await expect.poll(async () => `${page.url()} ${await answer(page)}`).toBe(states[1]);
    await expect.poll(() => page.locator('section.line').count()).toBe(0);
    await page.goForward();
    await expect.poll(() => page.locator('section.line').count()).toBe(1);
  });

  it('goes back over addresses that a person has edited', async () => {
    const page = await start();
    const filters: string[] = [];
    for (let score = 13; score < 60; score += 20) {
      await type(page, `BotScore < ${score}`);
      filters.push(`BotScore < ${score}`);
      const edited = new URL(page.url()).hash.replace(String(score), String(score + 10));
      await page.evaluate(`location.hash = ${JSON.stringify(edited)}`);
      filters.push(`BotScore < ${score + 10}`);
      await expect.poll(() => editor(page).innerText()).toContain(filters.at(-1));
    }
    for (const filter of filters.slice(0, -1).reverse()) {
      await page.goBack();
      await expect.poll(() => [filterOf(page), page.url().includes('to=')]).toEqual([filter, true]);
      await expect.poll(() => editor(page).innerText()).toContain(filter);
    }
    await page.goForward();
    await expect.poll(() => editor(page).innerText()).toContain(filters[1]);
  });

  it('works with the keyboard alone', async () => {
    const page = await start();
    await page.keyboard.press('?');
    await expect.poll(() => page.locator('dialog').innerText()).toContain('Edit the candidate');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('EdgeResponseStatus == 404');
    await page.keyboard.press('Escape');
    await settled(page);
    // Tab leaves the editor, and single letters are keys again.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest(".cm-editor")')).toBeNull();
    await page.keyboard.press('f');
    await page.keyboard.type('ClientCountry');
    await page.keyboard.press('Enter');
    await settled(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('v');
    await page.keyboard.press('Enter');
    await settled(page);
    await expect.poll(() => filterOf(page)).toMatch(/^EdgeResponseStatus == 404 and ClientCountry == "\w+"$/);
    await page.keyboard.press('Control+z');
    await settled(page);
    await expect.poll(() => filterOf(page)).toBe('EdgeResponseStatus == 404');
    await page.keyboard.press('l');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('section.line').innerText()).toContain('Candidate drops this line');
    await page.keyboard.press('Escape');
    expect(await page.locator('section.line').count()).toBe(0);
    await page.keyboard.press('g');
    await page.keyboard.type('kept >= 2%');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.guards-state').innerText()).toContain('kept >= 2%');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Add');
    await page.keyboard.press('y');
    await expect.poll(() => page.locator('dialog').innerText()).toContain('Take along');
  });

  it('never shows an old answer as the present one, nor 0 while it computes', async () => {
    const page = await start();
    const before = await answer(page);
    let release: () => void = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const { stop } = await changeAnswers(page, 'verdict', async (found, { to }) => {
      if (to === 'ClientCountry == "de"') await held;
      return found;
    });
    await editor(page).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('ClientCountry == "de"');
    await expect.poll(() => page.locator('.status').innerText()).toContain('computing');
    expect(await answer(page)).toBe(before);
    expect(await page.locator('.verdict .answer').getAttribute('class')).toContain('is-old');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('ClientCountry == "fr"');
    await settled(page);
    const after = await answer(page);
    release();
    stop();
    await settled(page);
    expect(await answer(page)).toBe(after);
    expect(after).toContain(printCount((await compare(FROM, 'ClientCountry == "fr"')).jobs[1]!.kept.lines));
  });

  it('names undecided lines that become kept, and shows estimates with their interval', async () => {
    const page = await start();
    await type(page, 'BotScore < 30 or ClientRequestPath contains "login"');
    await editor(page, 'from').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('BotScore < 30');
    await settled(page);
    const [report] = [await compare('BotScore < 30', 'BotScore < 30 or ClientRequestPath contains "login"')];
    const [after, change] = [report.jobs[1]!, report.comparisons[0]!];
    const kept = after.kept.lines - change.keptByBoth.lines - change.onlyAfter.lines;
    expect(kept).toBeGreaterThan(0);
    expect(await answer(page)).toContain(
      `${printCount(change.onlyAfter.lines)} newly kept, ${printCount(kept)} kept that the filter in force leaves undecided; ${printCount(after.undecided.lines)} are undecided.`,
    );
    const figures = page.locator('.highlights');
    const wait = { timeout: 20_000 };
    await expect.poll(() => figures.innerText(), wait).toMatch(/Stored a month\s+[\d.]+ MB\s*gzip/);
    const drawn = await changeAnswers(page, 'costs', (found) => {
      const estimated = structuredClone(found) as unknown as Api['costs'][1];
      const stored = estimated.cost!.jobs[1]!.perMonth.stored!;
      Object.assign(stored, { low: stored.value * 0.75, high: stored.value * 1.5 });
      return { ...estimated };
    });
    await type(page, 'BotScore < 31 or ClientRequestPath contains "login"');
    await expect
      .poll(() => figures.innerText(), wait)
      .toMatch(/Stored a month\s+~[\d.]+ MB\s*gzip, [\d.]+ MB to [\d.]+ MB/);
    drawn.stop();
    const over = { objects: 77, objectsInAll: 77, lines: 21_957, revision: LATER, isComplete: true };
    const { stop } = await changeAnswers(page, 'costs', () => ({ over, cost: null }));
    await type(page, 'BotScore < 32');
    await expect.poll(() => figures.innerText(), wait).toMatch(/Stored a month\s+not measured/);
    stop();
    // Beside each alternative of "or", what it alone keeps.
    await type(page, 'EdgeResponseStatus >= 500 or ClientCountry == "de"');
    await expect
      .poll(() => page.locator('[data-side=to] .condition-count').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^[\d,]+ true · alone keeps [\d,]+$/),
        expect.stringMatching(/^[\d,]+ true · alone keeps [\d,]+$/),
      ]);
    // An error in their place has none.
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('EdgeResponseStatu >= 500 or ClientCountry == "fr"');
    await settled(page, false);
    expect(await page.locator('[data-side=to] .condition-count').allInnerTexts()).toEqual([]);
  });

  it('shows over how many objects the figures are while it reads', async () => {
    const page = await start();
    await type(page, 'EdgeResponseStatus >= 404');
    const over = { objects: 9, objectsInAll: 77, lines: 900, revision: LATER, isComplete: false };
    for (const name of ['verdict', 'open', 'progress'])
      await changeAnswers(page, name, (found) => ({ ...found, over }));
    await expect
      .poll(() => page.locator('.status').innerText(), { timeout: 15_000 })
      .toContain('over 11.7 % of 77 objects');
    expect(await page.locator('.highlights').innerText()).toMatch(
      /Kept bytes\s[\s\S]*Stored a month\s+…\s+follows when/,
    );
    // What answers for fewer objects is not shown beside it as present.
    await expect.poll(() => page.locator('#values .answered[aria-busy=true]').count()).toBe(1);
  });

  it('reaches each of a billion lines', async () => {
    const page = await start();
    const total = 1_000_000_000;
    await changeAnswers(page, 'lines', (_, question) => {
      const { first, count, columns } = question as Api['lines'][0];
      const rows = Array.from({ length: Math.min(count, total - first) }, (_, index) => ({
        object: 'o',
        offset: first + index,
        values: columns.map(() => JSON.stringify(`row ${first + index}`)),
        from: 'kept',
        to: 'kept',
      }));
      const over = { objects: 77, objectsInAll: 77, lines: total, revision: LATER, isComplete: true };
      return { total, rows, over };
    });
    await page.getByRole('button', { name: /^Kept \d/ }).click();
    const rows = page.locator('#line-rows');
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe(String(total + 1));
    await rows.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await expect.poll(() => rows.innerText()).toContain(`row ${total - 1}`);
    await rows.hover();
    for (let step = 0; step < 5; step++) await page.mouse.wheel(0, -280);
    await expect.poll(() => rows.innerText()).not.toContain(`row ${total - 1}`);
    await expect.poll(() => rows.innerText()).toContain(`row ${total - 51}`);
  });

  it('shows hostile lines as text', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headgate-page-'));
    const lines = HOSTILE.map((text, index) =>
      JSON.stringify({
        EdgeStartTimestamp: '2026-11-01T00:00:00Z',
        EdgeResponseStatus: 400 + index,
        ClientRequestPath: text,
        ClientCountry: text,
        [text]: text,
      }),
    );
    writeFileSync(join(folder, 'hostile.log'), `${lines.join('\n')}\n`);
    const own = await startOpen([folder, '--to', 'EdgeResponseStatus >= 400']);
    try {
      const page = await start({}, own.address);
      await page.getByLabel('Field', { exact: true }).click();
      await page.keyboard.type('ClientRequestPath');
      await page.keyboard.press('Enter');
      await settled(page);
      const text = await page.locator('.value-list').innerText();
      expect(text).toContain('onerror=alert(1)');
      expect(await page.locator('.value-list button.value').count()).toBe(new Set(HOSTILE).size);
      for (const index of [0, 1]) {
        await page.locator('.value-list button.value').nth(index).click();
        await settled(page);
      }
      await page.goBack();
      await page.goBack();
      await expect.poll(() => filterOf(page)).toBe('EdgeResponseStatus >= 400');
      await settled(page);
      await editor(page).fill('');
      await page.keyboard.insertText('\ufeffClientRequestPath == "a\u202eb"');
      await expect.poll(() => filterOf(page)).toBe('ClientRequestPath == "a\\u202eb"');
      await page.keyboard.type(' and ');
      await expect.poll(() => filterOf(page)).toBe('ClientRequestPath == "a\\u202eb" and ');
      await editor(page).fill('EdgeResponseStatus >= 400');
      await settled(page);
      await page.locator('.line-row').first().click();
      await expect.poll(() => page.locator('section.line .fields').innerText()).toContain('ClientRequestPath');
      await page.locator('section.line').getByText('As it is stored').click();
      expect(await page.locator('img:not(.cm-widgetBuffer), iframe, script:not([src])').count()).toBe(0);
      // What is invisible, or turns the direction of text, is shown by its code.
      expect(await page.evaluate('document.body.innerText')).not.toMatch(
        /[\u061c\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u,
      );
    } finally {
      await own.stop();
    }
  });

  it('says that the process has ended, and that a tab without a token needs the printed address', async () => {
    const own = await startOpen(['samples/logs', '--to', FROM]);
    const page = await start({}, own.address);
    const second = await page.context().newPage();
    await second.goto(new URL('/', own.address).href);
    await expect.poll(() => second.locator('body').innerText()).toContain('the address that headgate prints');
    await page.bringToFront();
    await page.evaluate('scrollTo(0, 2000)');
    await stopped(own);
    const alert = page.locator('[role=alert]').first();
    await expect.poll(() => alert.innerText(), { timeout: 15_000 }).toContain('headgate does not answer');
    // It stays in view.
    expect((await alert.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    expect(await answer(page)).toContain('21,957 lines');
    await editor(page).fill('BotScore < 4');
    expect(await page.locator('.status').innerText()).not.toContain('computing');
    await page.getByRole('button', { name: 'Take along' }).click();
    await page.getByRole('button', { name: 'Copy: Expression' }).click();
    await expect.poll(() => page.locator('.taken').innerText()).toBe('headgate does not answer');
  });

  it('takes the token of a new process in the same tab, and keeps what was typed', async () => {
    const own = await startOpen(['samples/logs', '--to', FROM]);
    const page = await start({}, own.address);
    const typed = 'ClientCountry == "de"';
    await type(page, typed);
    await stopped(own);
    const alert = page.locator('[role=alert]').first();
    await expect.poll(() => alert.innerText(), { timeout: 15_000 }).toContain('open the address that the new process');
    const openHere = (address: string) =>
      page.evaluate(`location.hash = ${JSON.stringify(new URL(address).hash)}`).then(() => settled(page));
    let next = await startOpen(['samples/logs', '--port', new URL(own.address).port]);
    try {
      await expect.poll(() => alert.innerText(), { timeout: 15_000 }).toContain('no valid token');
      await openHere(next.address);
      await expect.poll(() => alert.innerText()).toBe('');
      expect(page.url()).not.toContain('token');
      await expect.poll(() => filterOf(page)).toBe(typed);
      await type(page, `${typed} and EdgeResponseStatus >= 400`);
      expect(await answer(page)).toContain('of 21,957 lines');
      await stopped(next);
      next = await startOpen(['samples/logs', '--port', new URL(own.address).port]);
      // A reload with the old token, then the new address.
      await page.reload();
      await expect.poll(() => page.locator('main.start').innerText()).toContain('no valid token');
      await openHere(next.address);
      await expect.poll(() => filterOf(page)).toBe(`${typed} and EdgeResponseStatus >= 400`);
      const second = await page.context().newPage();
      await second.goto(new URL('/', next.address).href);
      await expect.poll(() => second.locator('main.start').innerText()).toContain('no valid token');
      await second.evaluate(`location.hash = ${JSON.stringify(new URL(next.address).hash)}`);
      await settled(second);
    } finally {
      await next.stop();
    }
  });

  describe('over logs that are not as usual', () => {
    const lineAt = (time: string, more: object = {}): string =>
      `${JSON.stringify({ EdgeStartTimestamp: time, EdgeResponseStatus: 404, ...more })}\n`;
    let folder: string;
    let own: OpenProgram | undefined;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'headgate-page-'));
    });
    afterEach(async () => {
      if (own !== undefined) await stopped(own);
      own = undefined;
      rmSync(folder, { recursive: true });
    });
    const over = async (source: string, options?: BrowserContextOptions): Promise<Page> => {
      own = await startOpen([source, '--to', 'EdgeResponseStatus >= 400']);
      return start(options, own.address);
    };

    it('shows what a job pushes, each price, and no exact difference of a range', async () => {
      const JOB_FILE = 'samples/jobs/errors-and-threats.json';
      writeFileSync(join(folder, 'prices.json'), JSON.stringify({ more: '1/GB' }));
      const prices = ['cloudflare', '$0.05/GB', '@samples/prices.json', `@${join(folder, 'prices.json')}`];
      const flags = ['--to', 'EdgeResponseStatus >= 404', ...prices.flatMap((price) => ['--price', price])];
      const { cost, comparisons } = await reportOf<CompareReport>('compare', '--from-job', JOB_FILE, ...flags);
      own = await startOpen(['samples/logs', '--job', JOB_FILE, ...flags]);
      const page = await start({}, own.address);
      await expect.poll(() => page.locator('.highlights dt').allInnerTexts()).toContain('Pushed bytes a month');
      const text = await page.locator('.highlights').innerText();
      const [was, is] = cost!.jobs.map(({ perMonth }) => printBytes(perMonth.bytes!.value));
      expect(text).toMatch(`Pushed bytes a month\n${is}before compression`);
      expect(text).toContain(` from ${was}`);
      expect(text).not.toContain('Kept bytes');
      const { money } = comparisons[0]!.cost!;
      const [before, after] = cost!.jobs.map((job) => job.money[0]!);
      const format = moneyFormats(cost!)[0]!;
      const change = printAmountChange(money[0]!, [before!.amount, after!.amount], format);
      expect(change).toContain(' to $0');
      expect(text).toContain(`${change}; before ${printAmount(before!, format)}`);
      expect(text).toMatch(/More prices\n1\nsee the reports/);
    });

    it('sums hours where the chart has no room for them', async () => {
      const [first, six, steps] = [Date.parse('2024-01-01T00:00:00Z'), 6 * 3_600_000, 2000];
      const lines = Array.from({ length: steps }, (_, step) => lineAt(new Date(first + step * six).toISOString()));
      writeFileSync(join(folder, 'years.log'), lines.join(''));
      const page = await over(folder);
      const section = page.locator('#time');
      // Once the width of the chart is known.
      await expect.poll(() => section.locator('h2').innerText()).toBe('Lines by day');
      await section.getByText('Table by day, 500 rows').click();
      expect(await section.locator('tbody tr').first().innerText()).toBe('2024-01-01 00:00\t4\t0\t0\t4');
      await section.getByRole('button', { name: '2024-01-02 00:00' }).click();
      await settled(page);
      expect(await answer(page)).toContain('4 of 4 lines');
      await page.getByLabel('to', { exact: true }).fill('2024-01-04');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(await answer(page)).toContain('8 of 8 lines');
      await page.getByRole('button', { name: 'All time' }).click();
      await page.setViewportSize(PHONE);
      await expect.poll(() => section.locator('h2').innerText()).toBe('Lines by 7 days');
    });

    it('shows lines of a clock that jumps', async () => {
      const times = ['1970-01-01T00:00:00Z', '2026-11-01T08:00:00Z', '2026-11-01T09:30:00Z', '2107-06-30T12:00:00Z'];
      writeFileSync(join(folder, 'jumps.log'), times.map((time) => lineAt(time)).join(''));
      const page = await over(folder);
      expect(await answer(page)).toContain('4 of 4 lines');
      await expect.poll(() => page.locator('#time h2').innerText()).toBe('Lines by 28 days');
      await page.locator('#time summary').click();
      await expect.poll(() => page.locator('#time tbody tr').count()).toBe(3);
      await page.getByLabel('From').fill('2026-11-01');
      await page.keyboard.press('Enter');
      await settled(page);
      await page.getByLabel('to', { exact: true }).fill('2026-11-02');
      await page.keyboard.press('Enter');
      await settled(page);
      expect(await answer(page)).toContain('2 of 2 lines');
    });

    it('keeps two values apart that read alike', async () => {
      const texts = [{ ClientRequestHost: 200 }, { ClientRequestHost: '200' }, { ClientRequestHost: 'x' }];
      writeFileSync(join(folder, 'a.log'), texts.map((more) => lineAt('2026-11-01T08:00:00Z', more)).join(''));
      const page = await over(folder);
      await page.getByLabel('Field', { exact: true }).fill('ClientRequestHost');
      await page.keyboard.press('Enter');
      await settled(page);
      const values = await page.locator('.value-list .value').allInnerTexts();
      expect(values.toSorted()).toEqual(['"200"', '200', 'x']);
    });

    it('shows a thousand of 10,000 values, and finds the others', async () => {
      const lines = Array.from({ length: 10_000 }, (_, index) =>
        lineAt('2026-11-01T08:00:00Z', { ClientRequestPath: `/${index}/x` }),
      );
      writeFileSync(join(folder, 'a.log'), lines.join(''));
      const page = await over(folder);
      await page.getByLabel('Field', { exact: true }).fill('ClientRequestPath');
      await page.keyboard.press('Enter');
      await settled(page);
      await page.getByRole('button', { name: 'Show 1,000 of 10,000 values' }).click();
      await expect.poll(() => page.locator('.value-list button.value').count()).toBe(1000);
      expect(await page.locator('.value-list .rest').innerText()).toMatch(/^9,000 other values\s+9,000/);
      await type(page, 'ClientRequestPath contains "/99"');
      expect(await answer(page)).toContain('keeps 111 of 10,000 lines');
      await page.getByLabel('Search the values').fill('/9999/');
      await expect.poll(() => page.locator('.value-list button.value').allInnerTexts()).toEqual(['/9999/x']);
      // Each of them is in the table of lines.
      await page.locator('#line-rows').focus();
      await page.keyboard.press('End');
      await expect.poll(() => page.locator('.line-row.is-active').getAttribute('aria-rowindex')).toBe('10001');
    });

    it('says which object could not be read, with the figures of the others', async () => {
      const whole = gzipSync(lineAt('2026-11-01T08:00:00Z').repeat(5000));
      writeFileSync(join(folder, '1.log.gz'), whole);
      writeFileSync(join(folder, '2.log.gz'), whole.subarray(0, whole.length / 2));
      const page = await over(folder);
      await expect
        .poll(() => page.locator('.top [role=alert]').innerText())
        .toMatch(/^cannot read all of .*2\.log\.gz/);
      expect(await answer(page)).toMatch(/keeps [\d,]+ of [\d,]+ lines/);
    });

    it('says once that there is no line, and counts none', async () => {
      writeFileSync(join(folder, 'a.log'), '');
      own = await startOpen([folder]);
      opened = await openPage(browser, own.address);
      const { page } = opened;
      const found = 'found no records (no line in 1 object)';
      await expect.poll(() => page.locator('.notice').allInnerTexts()).toEqual([expect.stringContaining(found)]);
      await expect.poll(() => answer(page)).toBe('');
    });

    it('begins with values that a filter can test, and says which lines are left out', async () => {
      const page = await over('samples/damaged');
      await type(page, '');
      await expect.poll(() => page.locator('#field-choice').inputValue()).toBe('CacheCacheStatus');
      await expect.poll(() => page.locator('.value-list button.value').count()).toBeGreaterThan(1);
      expect(await page.locator('.status').innerText()).toContain(
        '351 of 366 lines (2 without a readable timestamp, 12 malformed, 3 blank)',
      );
    });

    it('follows an index that is replaced, and says that one is gone', async () => {
      const indexed = (out: string, ...sources: string[]) =>
        promisify(execFile)(process.execPath, ['src/cli/headgate.cjs', 'index', ...sources, '--out', out], {
          cwd: ROOT,
        });
      const [index, next] = [join(folder, 'index'), join(folder, 'next')];
      writeFileSync(join(folder, 'a.log'), lineAt('2026-11-01T08:00:00Z').repeat(7));
      writeFileSync(join(folder, 'b.log'), lineAt('2026-11-02T08:00:00Z').repeat(11));
      await indexed(index, join(folder, 'a.log'));
      await indexed(next, join(folder, 'a.log'), join(folder, 'b.log'));
      const page = await over(index);
      expect(await answer(page)).toContain('7 of 7 lines');
      const wait = { timeout: 20_000 };
      const alert = page.locator('.problems-of-page');
      renameSync(index, join(folder, 'old'));
      await expect.poll(() => alert.innerText(), wait).toMatch(/index/);
      expect(await answer(page)).toContain('7 of 7 lines');
      renameSync(next, index);
      await expect.poll(() => answer(page), wait).toContain('18 of 18 lines');
      await expect.poll(() => alert.innerText(), wait).toBe('');
      await settled(page);
      await expect.poll(() => page.locator('#line-rows').getAttribute('aria-rowcount')).toBe('19');
      await page.locator('#time summary').click();
      await expect.poll(() => page.locator('#time tbody tr').count()).toBe(2);
    });
  });

  it('answers two tabs that ask at once, each its own question', async () => {
    const page = await start();
    const second = await page.context().newPage();
    await second.goto(program.address);
    await settled(second);
    const filters = [...'abcdefgh'].map((letter) => `ClientRequestPath contains "${letter}"`);
    await Promise.all(
      [page, second].map(async (tab, index) => {
        for (const [at, filter] of filters.entries()) {
          await editor(tab).focus();
          await tab.keyboard.press('Control+A');
          await tab.keyboard.insertText(index === 0 ? filter : `not ${filters[filters.length - 1 - at]}`);
        }
        await settled(tab);
      }),
    );
    for (const [tab, filter] of [
      [page, filters.at(-1)!],
      [second, `not ${filters[0]}`],
    ] as const) {
      const { jobs } = await compare(FROM, filter);
      expect(await answer(tab)).toContain(`keeps ${printCount(jobs[1]!.kept.lines)} of`);
      expect(filterOf(tab)).toBe(filter);
    }
  });

  it.each([
    ['one value', (size: number) => `ClientRequestPath == "${'a'.repeat(size)}"`],
    [
      'many conditions',
      (size: number) =>
        Array(Math.ceil(size / 26))
          .fill('EdgeResponseStatus == 404')
          .join(' or '),
    ],
    [
      'lines of JSON',
      (size: number) =>
        JSON.stringify(
          {
            where: { or: Array(Math.ceil(size / 60)).fill({ key: 'EdgeResponseStatus', operator: 'eq', value: 404 }) },
          },
          null,
          1,
        ),
    ],
    ['groups without an end', (size: number) => '('.repeat(size)],
    ['no filter', (size: number) => 'lorem ipsum, (dolor {sit "amet '.repeat(size / 30)],
  ])('takes a filter of 2 MB that is pasted: %s', { timeout: 2 * BROWSER_MS }, async (_name, write) => {
    const page = await start();
    const before = await answer(page);
    await editor(page).focus();
    await page.keyboard.press('Control+A');
    await paste(page, write(2_000_000));
    const problem = page.locator('[data-side=to] .problems li').first();
    await expect.poll(() => problem.innerText(), { timeout: 30_000 }).toMatch(/^Error/);
    await settled(page, false);
    expect(await page.locator('.status').innerText()).toContain('figures of the last valid question');
    expect(await answer(page)).toBe(before);
    await page.keyboard.press('Control+End');
    const pasted = page.url();
    await page.keyboard.press('Control+z');
    await expect.poll(() => filterOf(page)).toBe(TO);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => page.url(), { timeout: 30_000 }).toBe(pasted);
    // The storage of a tab has room for 5 million characters, not for three of these texts: it keeps the last one.
    for (let last = pasted, key = 0; key < 2; key++, last = page.url()) {
      await page.keyboard.insertText(' ');
      await expect.poll(() => page.url(), { timeout: 30_000 }).not.toBe(last);
    }
    while (page.url() !== pasted) {
      const last = page.url();
      await page.keyboard.press('Control+z');
      await expect.poll(() => page.url(), { timeout: 30_000 }).not.toBe(last);
    }
    // Chromium reports a new address before it has stored the entry that a reload takes.
    await settled(page, false);
    expect(await page.evaluate('history.state')).toBe(1);
    await page.reload();
    expect(page.url()).toBe(pasted);
    await expect.poll(() => problem.innerText(), { timeout: 30_000 }).toMatch(/^Error/);
    expect(await page.evaluate('history.state')).toBe(1);
    await page.goBack();
    await expect.poll(() => filterOf(page)).toBe(TO);
    await settled(page);
    expect(await answer(page)).toBe(before);
    await expect.poll(() => filterOf(page)).toBe(TO);
  });

  it('shows every figure on a phone', async () => {
    const page = await start({ viewport: PHONE });
    for (const one of ['.highlights > div', '.kinds .legend button', '.guards-state'])
      for (const element of await page.locator(one).all()) {
        await element.scrollIntoViewIfNeeded();
        const { x, width } = (await element.boundingBox())!;
        expect([one, x >= 0 && x + width <= PHONE.width]).toEqual([one, true]);
      }
    await page.getByRole('button', { name: 'Take along' }).click();
    for (const row of await page.locator('.take li').all()) {
      const buttons = await row
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
      expect(buttons).toEqual([buttons[0], buttons[0]]);
    }
  });

  const STATES: Record<string, (page: Page) => Promise<unknown>> = {
    start: async () => {},
    'an invalid filter': async (page) => {
      await editor(page).focus();
      await page.keyboard.type('x == ');
      await page.locator('[data-side=to] .problems li').first().waitFor();
    },
    completions: async (page) => {
      await editor(page).focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' and Client');
      await page.locator('.cm-tooltip-autocomplete').waitFor();
    },
    'a field list': (page) => page.getByLabel('Field', { exact: true }).click(),
    'a range and a table': async (page) => {
      await page.getByLabel('From').fill('2026-11-02');
      await page.keyboard.press('Enter');
      await settled(page);
      await page.getByText(/Table by hour, \d+ rows/).click();
    },
    'an open line': async (page) => {
      await page.locator('.line-row').nth(2).click();
      await page.locator('section.line .fields tr').first().waitFor();
      for (const name of [/^Require ClientASN/, /^Never drop lines with ClientASN/])
        await page.locator('section.line').getByRole('button', { name }).click();
      await page.locator('.fields .act.wide[aria-pressed=true]').waitFor();
    },
    suggestions: async (page) => {
      await editor(page, 'from').focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
      await page.locator('#suggest').getByLabel('Goal').fill('30 %');
      await page.keyboard.press('Enter');
      await page.locator('#suggest').getByRole('button', { name: 'writes' }).click();
      await page.locator('#suggest tbody tr').first().waitFor();
    },
    transformer: async (page) => {
      const sql = 'SELECT RayID, CAST(ClientCountry AS BIGINT) AS n FROM http_requests WHERE BotScore < 90';
      await page.locator('#transformer textarea').fill(sql);
      await page.locator('#transformer table').first().waitFor();
    },
    'invalid SQL': async (page) => {
      await page.locator('#transformer textarea').fill('SELECT RayIDx FROM http_requests');
      await page.locator('#transformer .problems').waitFor();
    },
    columns: (page) => page.getByText('Columns').click(),
    keys: (page) => page.keyboard.press('?'),
    'take along': (page) => page.getByRole('button', { name: 'Take along' }).click(),
  };

  it.each(Object.entries(STATES))('%s is accessible, in both themes and on a phone, and fits', async (_name, reach) => {
    for (const [colorScheme, viewport] of [
      ['light', PHONE],
      ['dark', { width: 1280, height: 900 }],
      ['light', { width: 2560, height: 1440 }],
    ] as const) {
      const page = await start({ colorScheme, viewport, bypassCSP: true, reducedMotion: 'reduce' });
      await reach(page);
      expect([colorScheme, viewport.width, await violations(page)]).toEqual([colorScheme, viewport.width, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
      await page.context().close();
      opened = undefined;
    }
  });
});
