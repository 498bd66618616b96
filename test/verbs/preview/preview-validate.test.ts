// For any ruleset and traffic, a validation accepts the log lines that a preview writes. Both must count bytes and compare names in
// the same way.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS, type LimitsName, loggedKeyOf, readRuleset } from '../../../src/language/custom-fields/index.ts';
import { LOGGED_KEYS } from '../../../src/language/dataset/index.ts';
import { type FieldsPreview, previewFields, validate } from '../../../src/verbs/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { previewRequest } from '../../helpers/verbs/preview-request.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-preview-'));
/** An object name in the platform's form, with times around those of the traffic. */
const OBJECT = join(folder, '20261102T143000Z_20261102T144000Z_0a1b2c3d.log');
const path = (name: string) => join(folder, name);

const HEADERS = ['x-a', 'x-b', 'accept', 'set-cookie', 'range', 'constructor'];
const COOKIES = ['a', 'A', 'b', '7', '__proto__'];

const value = fc
  .tuple(
    fc.string({ unit: fc.constantFrom('x', 'é', '😀', '"', '\\', ' ', '/', '<', '\u0001', '\u0024{', ',') }),
    fc.constantFrom(1, 1, 1, 300, 1200),
  )
  .map(([part, times]) => part.repeat(times));
const cookieValue = value.map((text) => text.replace(/[; \u0001]/g, ''));

const headers = fc.array(fc.tuple(fc.constantFrom(...HEADERS, 'X-A', 'Set-Cookie'), value), { maxLength: 6 });
const cookies = fc
  .array(fc.tuple(fc.constantFrom(...COOKIES), cookieValue), { maxLength: 5 })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('; '));
const traffic = fc.array(
  fc.record({ request: headers, cookies, response: headers, status: fc.integer({ min: 100, max: 599 }) }),
  {
    minLength: 1,
    maxLength: 6,
  },
);

const names = (of: readonly string[]) => fc.uniqueArray(fc.constantFrom(...of), { minLength: 1 });
const entries = (of: readonly string[]) => names(of).map((found) => found.map((name) => ({ name })));
const duplicating = fc
  .tuple(names(HEADERS), fc.boolean())
  .map(([found, preserve_duplicates]) => found.map((name) => ({ name, preserve_duplicates })));
const arrays: Readonly<Record<LimitsName, fc.Arbitrary<object>>> = {
  classic: fc.record(
    { request_fields: entries(HEADERS), response_fields: entries(HEADERS), cookie_fields: entries(COOKIES) },
    { requiredKeys: ['cookie_fields'] },
  ),
  current: fc.record(
    { request_fields: entries(HEADERS), raw_response_fields: duplicating, cookie_fields: entries(COOKIES) },
    { requiredKeys: ['raw_response_fields'] },
  ),
};

/** Output options of a job. */
const outputs = fc.record(
  {
    timestamp_format: fc.constantFrom('unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'),
    'CVE-2021-44228': fc.boolean(),
    output_type: fc.constantFrom('ndjson', 'csv'),
  },
  { requiredKeys: [] },
);

async function preview(limits: LimitsName): Promise<{ lines: string; found: FieldsPreview }> {
  let lines = '';
  const found = await previewFields(
    previewRequest({
      ruleset: path('ruleset.json'),
      limits,
      job: path('job.json'),
      sources: [path('traffic.ndjson')],
      onLines: (text) => {
        lines += typeof text === 'string' ? text : Buffer.from(text).toString();
      },
    }),
  );
  return { lines, found };
}

async function faultsOf(limits: LimitsName): Promise<string[]> {
  const report = await validate({
    sources: [OBJECT],
    job: path('job.json'),
    jobName: undefined,
    ruleset: path('ruleset.json'),
    limits,
    strict: false,
    range: {},
    slackMs: undefined,
    nullAs: 'unknown',
    connection: {},
    threads: 1,
    reading: { input: 'auto', records: undefined, columns: undefined },
    stdin: async () => '',
    signal: new AbortController().signal,
    onInput: () => {},
    onListing: () => {},
    onProgress: () => {},
  });
  return report.jobs[0]!.findings.filter(({ severity }) => severity !== 'remark').map(({ code }) => code);
}

it.each<LimitsName>(['classic', 'current'])('under the %s limits', async (limits) => {
  await fc.assert(
    fc.asyncProperty(
      arrays[limits],
      traffic,
      outputs,
      fc.func(fc.nat()),
      async (parameters, exchanges, output, rank) => {
        const rule = { action: 'log_custom_field', expression: 'true', action_parameters: parameters };
        writeFileSync(path('ruleset.json'), JSON.stringify([rule]));
        const { ruleset } = readRuleset(readFileSync(path('ruleset.json'), 'utf8'), 'r', LIMITS[limits]);
        const keys = LOGGED_KEYS.filter((key) => ruleset!.fields.some(({ array }) => loggedKeyOf(array) === key));
        const fields = ['RayID', 'EdgeStartTimestamp', ...keys, 'EdgeResponseStatus', 'ClientRequestURI'];
        const field_names = fields.sort((a, b) => rank(a) - rank(b));
        writeFileSync(
          path('job.json'),
          JSON.stringify({ name: 'job', dataset: 'http_requests', output_options: { field_names, ...output } }),
        );
        writeFileSync(path('traffic.ndjson'), exchanges.map(lineOf).join(''));
        const { lines, found } = await preview(limits);
        expect(found).toMatchObject({ traffic: { exchanges: exchanges.length, broken: 0 }, job: { mismatches: [] } });
        writeFileSync(OBJECT, lines);
        // A truncated line is a finding; there are no others.
        const faults = await faultsOf(limits);
        expect(faults).toEqual(found.figures.over > 0 ? ['custom-truncated'] : []);
      },
    ),
    { numRuns: randomRuns(60) },
  );
});

function lineOf(
  {
    request,
    cookies: cookie,
    response,
    status,
  }: { request: [string, string][]; cookies: string; response: [string, string][]; status: number },
  index: number,
): string {
  const exchange = {
    request: { method: 'GET', url: `/p?n=${index}`, headers: [...request, ['Cookie', cookie]] },
    response: { status, headers: [['cf-ray', `a536a5e1ebcd92f${index}-FRA`], ...response] },
  };
  return `{"timestamp":${1793629900000000001n + BigInt(index)},${JSON.stringify(exchange).slice(1)}\n`;
}
