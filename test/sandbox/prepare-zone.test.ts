// Destinations after the bucket of the sandbox moved to another address.
import { expect, it } from 'vitest';
import { moveDestinations } from '../../src/sandbox/prepare-zone.ts';
import { openState } from '../../src/sandbox/state/state.ts';

const OLD = 'http://127.0.0.1:8792/s3';
const NEW = 'http://127.0.0.1:9792/s3';
const keys = 'access-key-id=a&secret-access-key=b';

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
  const writer = (conf: string) => Promise.resolve({ identity: `identity of ${conf}`, close: () => {} } as never);
  await moveDestinations({ state, openWriter: writer, destinationConf: (prefix) => prefix }, OLD, NEW);
  const expected = after === '' ? before : after;
  for (const scope of ['zone', 'account'] as const) {
    expect(state.jobs.list(scope)).toMatchObject([
      { config: { destination_conf: expected }, destination: `identity of ${expected}` },
    ]);
  }
  state.close();
});
