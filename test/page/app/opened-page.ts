// `headgate open` as a process, and its page in Chromium. Fails on any request that leaves the machine, and collects what the page complains about.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { ROOT } from '../../helpers/programs.ts';

const CHROMIUM = '/usr/bin/chromium';
const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Whether there is no browser to test with. */
export const isWithoutBrowser = !existsSync(CHROMIUM);
/** For tests that start a browser or build the page. Milliseconds. */
export const BROWSER_MS = 120_000;

/** Starts Chromium. */
export const launch = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false });

/** A running `headgate open`. */
export interface OpenProgram {
  address: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts `headgate open`, and waits for its address. @param main the entry of the program */
export async function startOpen(args: string[], main = 'src/cli/headgate.cjs'): Promise<OpenProgram> {
  const child = spawn(process.execPath, [main, 'open', ...args, '--no-browser'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(String(chunk)));
  const address = await new Promise<string>((found, failed) => {
    createInterface(child.stdout).on('line', (line) => line.includes('#token=') && found(line.trim()));
    void closed.then(() => failed(new Error(`headgate open has ended: ${said.join('')}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await closed;
  };
  return { address, child, stop };
}

/** A page with what it complains about. */
export interface OpenedPage {
  page: Page;
  /** Errors, and messages on the console that are not about refused questions or styles that the browser itself copies while a person types. */
  noise: string[];
  /** Requests to anywhere else than the process. */
  foreign: string[];
}

const EXPECTED = /status of 4\d\d|ERR_CONNECTION|Applying inline style violates/;

/** Opens an address. */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const [noise, foreign]: string[][] = [[], []];
  const { origin } = new URL(address);
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url)) foreign!.push(url);
  });
  page.on('console', (message) => {
    if (message.type() !== 'debug' && !EXPECTED.test(message.text())) noise!.push(message.text());
  });
  page.on('pageerror', (error) => noise!.push(error.message));
  page.on('dialog', (dialog) => noise!.push(dialog.message()));
  await page.goto(address);
  return { page, noise: noise!, foreign: foreign! };
}

/** Waits until the verdict answers the present question. Fetches no element: Playwright once waited for 30 s to fetch one that it had found. */
export const judged = (page: Page): Promise<void> => page.locator('.verdict .figures:not(.is-old)').waitFor();

/** Waits until every figure answers the present question. */
export async function settled(page: Page, isValid = true): Promise<void> {
  if (isValid) await judged(page);
  const busy = page.locator('[aria-busy=true]');
  while ((await busy.count()) > 0) await busy.first().waitFor({ state: 'detached' });
}

/** The present filter of the address. */
export const filterOf = (page: Page, side: 'from' | 'to' = 'to'): string | null =>
  new URLSearchParams(new URL(page.url()).hash.slice(1)).get(side);

/** Rules of axe-core that the page violates, with the elements. The context needs `bypassCSP`. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const run =
    'axe.run({ resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 200) + " " + (n.any[0]?.message ?? "")).join(" | ")))';
  return (await page.evaluate(run)) as string[];
}

/** A JSON value. */
type Json = Record<string, unknown>;
/** Names of functions in pages. */
let functions = 0;

/**
 * Stands between the page and the answers to one kind of question.
 * @param change returns the answer that the page gets; before it settles, the page has none
 * @returns ends it, and what the page has cancelled
 */
export async function changeAnswers(
  page: Page,
  name: string,
  change: (answer: Json, question: Json) => Json | Promise<Json>,
): Promise<{ stop(): void; cancelled: Json[] }> {
  const cancelled: Json[] = [];
  let isOver = false;
  functions += 1;
  const [answered, aborted] = [`changeAnswer${functions}`, `abortAnswer${functions}`];
  await page.exposeFunction(answered, async (answer: Json, question: Json) =>
    isOver ? answer : await change(answer, question),
  );
  await page.exposeFunction(aborted, (question: Json) => cancelled.push(question));
  const script = `{
    const before = globalThis.fetch;
    globalThis.fetch = async (path, options) => {
      const questions = path === '/api' ? JSON.parse(options.body) : [];
      const asked = questions.find((one) => one.name === '${name}')?.question;
      if (asked === undefined) return await before(path, options);
      options.signal.addEventListener('abort', () => ${aborted}(asked));
      const response = await before(path, options);
      if (!response.ok) return response;
      const lines = async (body) => {
        let text = '';
        const changed = [];
        for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
          const whole = (text + chunk).split('\\n');
          text = whole.pop();
          for (const line of whole) {
            const { index, answer } = JSON.parse(line);
            const put = (found) => options.signal.aborted || body.enqueue(new TextEncoder().encode(JSON.stringify({ index, answer: found }) + '\\n'));
            if (questions[index].name !== '${name}') put(answer);
            else changed.push(${answered}(answer, questions[index].question).then(put));
          }
        }
        await Promise.all(changed);
        body.close();
      };
      return new Response(new ReadableStream({ start: (body) => void lines(body).catch((error) => body.error(error)) }), response);
    };
  }`;
  await page.addInitScript(script);
  await page.evaluate(script);
  return {
    cancelled,
    stop: () => {
      isOver = true;
    },
  };
}
