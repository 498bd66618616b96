// A HAR file that a real browser saved: Chromium visits a local page that sets two cookies, and sends a header of 9 KB.
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMBINED_BYTES } from '../../../src/language/dataset/index.ts';
import { runTogether } from '../../helpers/cli/run-cli.ts';
import { type Listening, listen } from '../../helpers/listen.ts';

const CHROMIUM = '/usr/bin/chromium';
const LONG_BYTES = 9 * 1024;
const BROWSER_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'headgate-har-'));
const har = join(folder, 'visit.har');
const ruleset = join(folder, 'ruleset.json');
const parameters = {
  request_fields: [{ name: 'x-long' }, { name: 'user-agent' }],
  response_fields: [{ name: 'set-cookie' }, { name: 'x-release' }],
  cookie_fields: [{ name: 'session' }, { name: 'Theme' }],
};
let server: Listening | undefined;

const skipped = !existsSync(CHROMIUM);

beforeAll(async () => {
  if (skipped) return;
  writeFileSync(
    ruleset,
    JSON.stringify({
      kind: 'zone',
      phase: 'http_log_custom_fields',
      rules: [{ action: 'log_custom_field', expression: 'true', action_parameters: parameters }],
    }),
  );
  // Node rejects requests whose headers exceed 16 KB: one of 9 KB passes.
  const shop = createServer((request, response) => {
    if (request.url === '/') {
      response.setHeader('set-cookie', ['session=s-1; Path=/', 'theme=dark; Path=/']);
      response.setHeader('x-release', '7');
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>shop</title><link rel="icon" href="data:,">');
  });
  server = await listen(shop);
  const { origin } = server;
  const browser = await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false });
  try {
    const context = await browser.newContext({ recordHar: { path: har, content: 'omit' } });
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    // Sent by the page itself, so that the browser adds its cookies as it does for any request.
    await page.evaluate((long) => fetch('/api', { headers: { 'X-Long': long } }), 'x'.repeat(LONG_BYTES));
    // The file is written when the context closes.
    await context.close();
  } finally {
    await browser.close();
  }
}, BROWSER_MS);

afterAll(() => server?.stop());

it.skipIf(skipped)('previews what Chromium saved', async () => {
  const run = await runTogether(['fields', 'preview', '--ruleset', ruleset, har, '--format', 'json', '-q']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const { traffic, figures, rows } = JSON.parse(run.stdout);
  expect(traffic).toMatchObject({ exchanges: 2, broken: 0, damaged: 0 });
  expect(figures).toMatchObject({ over: 1, withCookies: 1, leaveOut: { fields: [0], search: 'smallest' } });
  const byName = Object.fromEntries(figures.fields.map((field: { name: string }) => [field.name, field]));
  expect(byName['user-agent'].lines).toBe(2);
  expect(byName['x-release'].lines).toBe(1);
  // Two cookies were set in one response: one of the two values is lost.
  expect(byName['set-cookie']).toMatchObject({ lines: 1, repeated: { lines: 1, values: 1 } });
  // The second request brings the cookies back; one is configured in the wrong case.
  expect(byName.session.lines).toBe(1);
  expect(byName.Theme).toMatchObject({ lines: 0, nearMiss: { kind: 'other-case', name: 'theme' } });
  expect(rows[0]).toMatchObject({ method: 'GET', status: 200, cutAt: { key: 'RequestHeaders', name: 'x-long' } });
  expect(rows[0].bytes).toBeGreaterThan(LONG_BYTES);
  const [request, , cookies] = rows[0].logged;
  expect(request).toMatchObject({ key: 'RequestHeaders', fields: [{ name: 'x-long', state: 'cut' }, {}] });
  expect(Buffer.byteLength(request.fields[0].value)).toBe(COMBINED_BYTES);
  expect(cookies).toEqual({ key: 'Cookies', fields: [{ name: 'session', value: '', state: 'emptied' }] });
});
