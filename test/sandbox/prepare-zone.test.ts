// What a zone contains at its first start, and its destinations after the bucket of the sandbox moved to another address.
import { describe, expect, it } from 'vitest';
import { fillZone, moveDestinations } from '../../src/sandbox/prepare-zone.ts';
import { openState } from '../../src/sandbox/state/state.ts';

const OLD = 'http://127.0.0.1:8792/s3';
const NEW = 'http://127.0.0.1:9792/s3';
const keys = 'access-key-id=a&secret-access-key=b';

const openWriter = (conf: string) => Promise.resolve({ identity: `identity of ${conf}`, close: () => {} } as never);

describe('a zone is filled', () => {
  const filled = async (isEmpty: boolean, state = openState()) => {
    await fillZone({ state, openWriter, destinationConf: (prefix) => prefix }, isEmpty);
    return { state, names: state.jobs.list('zone').map(({ config }) => config.name) };
  };

  it('once: deleted jobs stay deleted', async () => {
    const { state, names } = await filled(false);
    expect(names).toEqual(['all-requests', 'errors-and-threats']);
    state.jobs.delete('zone', 1);
    expect((await filled(false, state)).names).toEqual(['errors-and-threats']);
  });

  it('not at all if it should be empty', async () => {
    const { state, names } = await filled(true);
    expect(names).toEqual([]);
    expect(state.rulesets.page(0, 1)).toEqual([]);
    expect((await filled(false, state)).names).toEqual([]);
  });

  it('completely, although the first run was killed', async () => {
    const { state } = await filled(false);
    const ruleset = state.rulesets.page(0, 9)[0]!.ruleset;
    const half = openState();
    half.rulesets.create(ruleset, { description: ruleset.description, rules: () => [] });
    half.jobs.create('zone', state.jobs.get('zone', 1)!.config, 'x');
    const { names } = await filled(false, half);
    expect(names).toEqual(['all-requests', 'errors-and-threats']);
    expect(half.rulesets.page(0, 9)).toHaveLength(1);
  });
});

it.each<[string, string, string]>([
  ['its own bucket', `s3://b/x/{DATE}?endpoint=${OLD}&${keys}`, `s3://b/x/{DATE}?endpoint=${NEW}&${keys}`],
  [
    'its own bucket, escaped',
    `s3://b/x?region=auto&endpoint=${encodeURIComponent(OLD)}&${keys}`,
    `s3://b/x?region=auto&endpoint=${encodeURIComponent(NEW)}&${keys}`,
  ],
  ['another endpoint', `s3://b/x?endpoint=https://s3.example.com&${keys}`, ''],
  ['a folder', '/var/logs/127.0.0.1:8792', ''],
])('%s', async (_, before, after) => {
  const state = openState();
  const config = { dataset: 'http_requests', kind: '', enabled: true, destination_conf: before } as const;
  for (const scope of ['zone', 'account'] as const) state.jobs.create(scope, config, `identity of ${before}`);
  await moveDestinations({ state, openWriter, destinationConf: (prefix) => prefix }, OLD, NEW);
  const expected = after === '' ? before : after;
  for (const scope of ['zone', 'account'] as const) {
    expect(state.jobs.list(scope)).toMatchObject([
      { config: { destination_conf: expected }, destination: `identity of ${expected}` },
    ]);
  }
  state.close();
});
