// The configuration as the push engine reads it, and what the engine reports back.
import { expect, it } from 'vitest';
import { parseJobs } from '../../../src/language/job/index.ts';
import type { JobConfig } from '../../../src/sandbox/state/job-config.ts';
import { createPushView } from '../../../src/sandbox/state/push-view.ts';
import { printMicroseconds, printSeconds } from '../../../src/sandbox/state/service-time.ts';
import { openState } from '../../../src/sandbox/state/state.ts';

const JOB: JobConfig = {
  name: 'all',
  dataset: 'http_requests',
  destination_conf: 's3://b/',
  enabled: true,
  kind: '',
  output_options: { field_names: ['RayID'] },
};
const NOON = Date.UTC(2026, 10, 1, 12);

const head = (id: string) => ({ id: id.repeat(32), name: 'n', kind: 'zone', phase: 'http_log_custom_fields' });
const rule = (enabled: boolean, name = 'host') => ({
  id: 'c'.repeat(32),
  version: 1,
  lastUpdated: 1,
  ref: 'r',
  definition: {
    action: 'log_custom_field',
    expression: 'true',
    enabled,
    action_parameters: { request_fields: [{ name }] },
  },
});

it('has the enabled jobs of the zone for requests', () => {
  const state = openState();
  const source = createPushView(state, 'classic');
  expect(source.jobs()).toEqual([]);
  state.jobs.create('zone', JOB, 'd');
  state.jobs.create('zone', { ...JOB, enabled: false }, 'd');
  state.jobs.create('zone', { ...JOB, dataset: 'dns_logs' }, 'd');
  state.jobs.create('account', JOB, 'd');
  const [job, ...others] = source.jobs();
  expect(others).toEqual([]);
  expect(job!.id).toBe(1);
  expect(parseJobs(job!.document, 'the job', 'job').jobs[0]).toMatchObject({ name: 'all', dataset: 'http_requests' });
  // Nothing changed: nothing is parsed again.
  expect(source.jobs()).toBe(source.jobs());
  state.jobs.update('zone', 1, { ...JOB, enabled: false }, 'd');
  state.jobs.update('zone', 2, { ...JOB, name: 'second' }, 'd');
  expect(source.jobs().map(({ id }) => id)).toEqual([2]);
  state.jobs.delete('zone', 2);
  expect(source.jobs()).toEqual([]);
});

it('has the ruleset of custom fields, while a rule is enabled', () => {
  const state = openState();
  const source = createPushView(state, 'classic');
  expect(source.ruleset()).toBeUndefined();
  const { id } = state.rulesets.create(head('b'), { description: '', rules: () => [rule(true)] });
  expect(source.ruleset()?.fields).toMatchObject([{ array: 'request_fields', name: 'host' }]);
  state.rulesets.update(id, { description: '', rules: () => [rule(false)] });
  expect(source.ruleset()).toBeUndefined();
  state.rulesets.update(id, { description: '', rules: () => [rule(true, 'server')] });
  expect(source.ruleset()?.fields).toMatchObject([{ name: 'server' }]);
  state.rulesets.delete(id);
  expect(source.ruleset()).toBeUndefined();
  state.rulesets.create({ ...head('d'), phase: 'other' }, { description: '', rules: () => [rule(true)] });
  expect(source.ruleset()).toBeUndefined();
});

it('grows its revision with each change of the configuration only', () => {
  const state = openState();
  const source = createPushView(state, 'classic');
  let last = source.revision;
  const grows = (change: () => unknown): boolean => {
    const before = last;
    change();
    last = source.revision;
    return last > before;
  };
  expect(grows(() => state.jobs.create('zone', JOB, 'd'))).toBe(true);
  expect(grows(() => state.jobs.update('zone', 1, JOB, 'd'))).toBe(true);
  expect(grows(() => source.delivered(1, NOON))).toBe(false);
  expect(grows(() => source.failed(1, NOON, 'm'))).toBe(false);
  expect(grows(() => state.settings.set('a', 'b'))).toBe(false);
  expect(grows(() => state.jobs.update('zone', 9, JOB, 'd'))).toBe(false);
  expect(grows(() => state.jobs.delete('zone', 9))).toBe(false);
  expect(grows(() => state.jobs.delete('zone', 1))).toBe(true);
  expect(grows(() => state.rulesets.create(head('b'), { description: '', rules: () => [] }))).toBe(true);
  expect(grows(() => state.rulesets.update('b'.repeat(32), { description: '', rules: () => [] }))).toBe(true);
  expect(grows(() => state.rulesets.delete('b'.repeat(32)))).toBe(true);
});

it('stores what the pushes did', () => {
  const state = openState();
  const source = createPushView(state, 'classic');
  state.jobs.create('zone', JOB, 'd');
  const seen = () => {
    const { lastComplete, lastError, errorMessage } = state.jobs.get('zone', 1)!;
    return [lastComplete, lastError, errorMessage];
  };
  expect(seen()).toEqual([null, null, null]);
  source.failed(1, NOON + 1999, 'access was denied');
  expect(seen()).toEqual([null, '2026-11-01T12:00:01Z', 'access was denied']);
  source.delivered(1, NOON + 60_000);
  expect(seen()).toEqual(['2026-11-01T12:01:00Z', null, null]);
  source.failed(1, NOON + 90_000, 'gone');
  expect(seen()).toEqual(['2026-11-01T12:01:00Z', '2026-11-01T12:01:30Z', 'gone']);
  state.jobs.delete('zone', 1);
  source.delivered(1, NOON);
  source.failed(1, NOON, 'm');
});

it('times of rulesets never repeat and never go back, also after a restart', () => {
  let now = NOON;
  const state = openState({ now: () => now });
  const stamps = [NOON, NOON, NOON - 5000, NOON + 0.25, NOON + 1].map((at, index) => {
    now = at;
    return state.rulesets.create(
      { ...head('b'), id: `${index}`, phase: `p${index}` },
      { description: '', rules: () => [] },
    ).lastUpdated;
  });
  expect(stamps).toEqual([0, 1, 2, 250, 1000].map((us) => NOON * 1000 + us));
});

it.each([
  [1658313869124515, '2022-07-20T10:44:29.124515Z'],
  [1658313869000000, '2022-07-20T10:44:29.000000Z'],
  [1658313869000999, '2022-07-20T10:44:29.000999Z'],
  [1658313869999999, '2022-07-20T10:44:29.999999Z'],
])('%i µs → %s', (us, text) => {
  expect(printMicroseconds(us)).toBe(text);
  expect(printSeconds(us / 1000)).toBe('2022-07-20T10:44:29Z');
});
