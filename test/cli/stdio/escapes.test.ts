// Text from files is printed with its control characters escaped, in errors, warnings and remarks alike: no name can control a
// terminal or start a new line.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const ESCAPE = '\u001b[31m\u009b2J\u202e\u200f\u2028\u061c\u{e0041}';
const NAME = `a${ESCAPE}\nheadgate: all is well`;
const LOGS = 'samples/logs/all-requests/20261101';
const HAR = 'samples/traffic/shop.har';
const JOB = 'samples/jobs/all-requests.json';
const folder = mkdtempSync(join(tmpdir(), 'headgate-escapes-'));

let files = 0;

/** A file whose own name holds an escape. */
function file(content: unknown): string {
  files += 1;
  const path = join(folder, `\u001b[2J${files}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const invalidFilter = {
  name: NAME,
  filter: JSON.stringify({ where: { key: `No${ESCAPE}`, operator: ESCAPE, value: ESCAPE, [ESCAPE]: 1 } }),
};
const warnedFilter = {
  name: NAME,
  filter: '{"where":{"key":"EdgeStartTimestamp","operator":"gt","value":"2026-11-01T00:00:00Z"}}',
};
const wrongOptions = { name: NAME, output_options: { output_type: ESCAPE, sample_rate: ESCAPE } };
const badTemplate = { name: NAME, output_options: { field_names: ['RayID'], record_template: `{{ .${ESCAPE} | x }}` } };
const ruleset = { rules: [{ action: ESCAPE, expression: ESCAPE, action_parameters: { [ESCAPE]: 1 } }] };

it.each<[string, string[], unknown, string]>([
  ['an invalid filter', ['check', '--job'], invalidFilter, 'unknown-field|unknown-key|unknown-operator'],
  ['an invalid filter that stops a run', ['replay', LOGS, '--job'], invalidFilter, 'the filter is invalid'],
  ['a filter with a warning', ['replay', LOGS, '--counts', '--job'], warnedFilter, 'warning'],
  ['a job that is none', ['replay', LOGS, '--job'], wrongOptions, 'cannot use the job in'],
  [
    'a sampled job',
    ['replay', LOGS, '--job'],
    { name: NAME, output_options: { sample_rate: 0.5 } },
    'sample_rate is 0.5',
  ],
  ['a template', ['replay', LOGS, '--emit', '-', '--job'], badTemplate, 'record_template'],
  ['a template that is validated', ['validate', LOGS, '--job'], badTemplate, 'record_template'],
  ['legacy options', ['replay', LOGS, '--job'], { name: NAME, logpull_options: `timestamps=${ESCAPE}` }, 'timestamps='],
  [
    'a dataset',
    ['replay', LOGS, '--job'],
    { name: NAME, dataset: ESCAPE },
    'unknown dataset|expected the name of a dataset',
  ],
  [
    'a destination',
    ['replay', '--job'],
    { name: NAME, destination_conf: `no${ESCAPE}where` },
    'the file or folder does not exist',
  ],
  ['jobs and one source', ['validate', LOGS, '--job'], [{ name: NAME }, { name: 'b' }], 'cannot validate one source'],
  [
    'a job beside a ruleset',
    ['fields', 'preview', HAR, '-r', 'samples/ruleset.json', '--format', 'lines', '-j'],
    { name: NAME },
    'no field_names',
  ],
  ['a ruleset', ['fields', 'preview', HAR, '-r'], ruleset, 'problem'],
  [
    'a ruleset of another phase',
    ['validate', LOGS, '-j', JOB, '--ruleset'],
    { phase: ESCAPE, rules: [] },
    'found the phase',
  ],
  [
    'a job given as logs',
    ['explain', '-f', 'BotScore < 1'],
    { name: NAME, destination_conf: 's3://b' },
    'found a Logpush job',
  ],
])('%s', async (_, args, content, said) => {
  const run = await runTogether([...args, file(content)]);
  const all = run.stdout + run.stderr;
  expect(all).toMatch(new RegExp(said));
  expect(all.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u{e0000}-\u{e007f}]/u);
  expect(all).not.toMatch(/^headgate: all is well/m);
});
