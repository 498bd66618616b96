// The exit code of check and every format of its report have the same answer, with --strict and with --shorten.
import { expect, it } from 'vitest';
import { DEFAULT_WIDTH } from '../../../src/report/columns.ts';
import { CHECK_RENDERERS } from '../../../src/report/index.ts';
import type { CheckResult } from '../../../src/verbs/index.ts';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const GERMAN = 'ClientCountry == "de"';
const OVERSIZED = Array.from({ length: 20 }, (_, at) => `(BotScore == ${at} and ${GERMAN})`).join(' or ');
const DISTINCT = Array.from({ length: 32 }, (_, at) => `ClientRequestPath contains "/${at}/"`).join(' and ');
const WARNED = 'ClientCountry == "CN"';
const SKIPPED = ['--job', '-', '--dataset', 'http_requests'];
const JOBS = JSON.stringify([
  { name: 'a', dataset: 'http_requests', output_options: { field_names: ['RayID'] } },
  { name: 'b', dataset: 'dns_logs' },
]);

it.each<[string, string[], 0 | 1 | 2]>([
  ['a warning', [WARNED], 0],
  ['a warning with --strict', [WARNED, '--strict'], 1],
  ['no warning with --strict', [GERMAN, '--strict'], 0],
  ['a warning of the other filter of a question with --strict', [GERMAN, '--implies', WARNED, '--strict'], 1],
  ['a proof about a filter with a warning with --strict', [WARNED, '--implies', 'all', '--strict'], 1],
  ['a skipped job', SKIPPED, 0],
  ['a skipped job with --strict', [...SKIPPED, '--strict'], 1],
  ['a filter that is too large', [OVERSIZED], 1],
  ['one whose shortened form meets the limits', [OVERSIZED, '--shorten'], 0],
  ['that with --strict', [OVERSIZED, '--shorten', '--strict'], 1],
  ['that with --ignore-limits', [OVERSIZED, '--shorten', '--ignore-limits'], 0],
  ['that with a proof', [OVERSIZED, '--shorten', '--implies', GERMAN], 0],
  ['one whose shortened form is too large', [DISTINCT, '--shorten'], 1],
])('%s', async (_, args, code) => {
  const { stdout, ...ending } = await runTogether(['check', ...args, '--format', 'json'], { stdin: JOBS });
  expect(ending).toEqual({ code, stderr: '' });
  const result: CheckResult = JSON.parse(stdout);
  const isGreen = code === 0;
  expect(result.checks.every(({ valid }) => valid) && !(result.strict && result.warnings.length > 0)).toBe(isGreen);
  const render = async (format: keyof typeof CHECK_RENDERERS): Promise<string> => {
    const text = (await CHECK_RENDERERS[format]())(result, { color: false, width: DEFAULT_WIDTH });
    return typeof text === 'string' ? text : [...text].join('');
  };
  expect(/^✗/m.test(await render('text'))).toBe(!isGreen);
  expect(/<testsuites [^>]* failures="0" errors="0">/.test(await render('junit'))).toBe(isGreen);
  const github = await render('github');
  expect(/^::error /m.test(github)).toBe(!isGreen);
  expect(/^headgate: 0 of \d+ checks? failed$/m.test(github)).toBe(isGreen);
  expect(/^\n*### .*\n\n✅/.test(await render('markdown'))).toBe(isGreen);
});
