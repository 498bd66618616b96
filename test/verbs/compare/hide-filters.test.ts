// Filters that Terraform marks as sensitive, and destinations: neither a report nor an error contains them; the figures stay.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { uncomparedError } from '../../../src/verbs/compare/compare-plan.ts';
import { comparePlan } from '../../../src/verbs/index.ts';
import { SAMPLES } from '../../helpers/stored-samples.ts';
import { plan, resource, SECRET, state } from '../../helpers/verbs/terraform-plan.ts';

const LOGS = join(SAMPLES, 'logs/all-requests/20261101');
const run = (terraformPlan: string, more: object = {}) =>
  comparePlan({ terraformPlan, sources: [LOGS], threads: 1, ...more });
const path = (value: string) => JSON.stringify({ where: { key: 'ClientRequestPath', operator: 'eq', value } });
const [before, after] = [state(path('/login')), state(path('/api/checkout'))];
const HIDDEN = /login|checkout|ClientRequestPath ==/;
const folder = mkdtempSync(join(tmpdir(), 'headgate-hidden-'));
const writing = join(folder, 'writing.json');
// No line of the logs contradicts it.
const wrote = JSON.stringify({ where: { key: 'ClientRequestMethod', operator: '!eq', value: 'login' } });
writeFileSync(writing, JSON.stringify(state(wrote, { output_options: null })));

const compareWith = async (marks: object) => {
  const request = { by: ['ClientRequestURI'], neverDrop: ['EdgeResponseStatus >= 0'], writtenBy: writing };
  return (await run(plan([resource(['update'], before, after, marks)]), request)).jobs;
};
let shown: ReturnType<typeof compareWith> | undefined;

it.each<[name: string, marks: object]>([
  ['before', { before_sensitive: { filter: true } }],
  ['after', { after_sensitive: { filter: true } }],
  ['as a whole', { after_sensitive: true }],
])('hides a filter that is sensitive %s', async (_, marks) => {
  shown ??= compareWith({});
  const [[known], [hidden]] = await Promise.all([shown, compareWith(marks)]);
  expect(JSON.stringify(known)).toMatch(HIDDEN);
  expect(JSON.stringify(hidden)).not.toMatch(HIDDEN);
  expect(hidden!.remarks).toContainEqual(expect.stringContaining('Terraform marks the filter as sensitive'));
  const [old, next] = [known!.report!.comparisons[0]!, hidden!.report!.comparisons[0]!];
  expect(next).toMatchObject({
    ...{ keptByBoth: old.keptByBoth, neither: old.neither },
    onlyBefore: { lines: old.onlyBefore.lines, samples: [] },
    onlyAfter: { lines: old.onlyAfter.lines, samples: [] },
    changes: old.changes.map(({ drops }) => ({ from: '(sensitive)', to: '(sensitive)', drops })),
    completeness: { answer: 'lower-bound' },
  });
  expect(old.onlyAfter.lines).toBeGreaterThan(0);
  expect(hidden!.report!.guards!.map(({ value }) => value)).toEqual(known!.report!.guards!.map(({ value }) => value));
});

it('hides the problems of an invalid filter, and what a filter that decides no line tests', async () => {
  const marks = { after_sensitive: { filter: true, name: true } };
  const invalid = plan([resource(['update'], before, state(`BotScore < ${SECRET}`), marks)]);
  const error = await run(invalid).catch((found) => found);
  expect(error).toMatchObject({ code: 'filter-invalid' });
  expect(JSON.stringify(error.filters.map(({ reading }: { reading: object }) => reading))).not.toContain(SECRET);
  const undecided = JSON.stringify({ where: { key: 'ZoneName', operator: 'eq', value: 'a' } });
  const logs = join(folder, 'lines.log');
  writeFileSync(logs, '{"RayID":"1"}\n');
  await expect(
    run(plan([resource(['update'], state(undecided), after, marks)]), { sources: [logs] }),
  ).rejects.toMatchObject({ code: 'no-verdict', message: expect.not.stringMatching(/ZoneName|ClientRequestPath/) });
});

it.each([
  ['garbage', `garbage ${SECRET}`],
  ['a key id in the path', `s3://b/AKIAIOSFODNN7EXAMPLE/{DATE}?${SECRET}`],
])('hides a destination that cannot be read: %s', async (_, destination_conf) => {
  const more = { destination_conf };
  const changes = [
    resource(['update'], state(path('/a'), more), state(path('/b'), more)),
    resource(['update'], state(path('/a')), state(path('/a'), { name: 'other' })),
  ];
  const report = await run(plan(changes), { sources: [] });
  expect(report.jobs[0]!.reason).toMatch(/cannot read/);
  expect(JSON.stringify([report, uncomparedError(report)?.message])).not.toMatch(/AKIAIOS|wJalr/);
});
