// An object whose requests fail for all of the retry time is not requested again after the pass.
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { replay } from '../../../src/verbs/index.ts';
import { s3ErrorBody, s3ListBody } from '../../helpers/destination/bucket-answers.ts';
import { startHttpServer } from '../../helpers/http-server.ts';

const LINE = `${JSON.stringify({ RayID: 'a', EdgeStartTimestamp: '2026-11-01T10:00:01Z', EdgeResponseStatus: 500 })}\n`;
const STORED = gzipSync(LINE.repeat(100));
const KEYS = ['10', '11'].map((hour) => `20261101T${hour}0000Z_20261101T${hour}3000Z_0badc0de.log.gz`);
const [FAILING] = KEYS;

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

it('stored sizes are those of the other objects', async () => {
  const server = await startHttpServer(({ key }) => {
    if (key === '') return { body: s3ListBody(KEYS, undefined, STORED.length) };
    return key === FAILING ? { status: 503, body: s3ErrorBody('SlowDown') } : { body: STORED };
  });
  stop = server.stop;
  const report = await replay({
    ...{
      sources: [`s3://b/?region=a&endpoint=${server.origin}&access-key-id=K&secret-access-key=S`],
      filters: ['EdgeResponseStatus >= 500'],
      stored: true,
      threads: 1,
    },
    connection: { retryForMs: 0 },
  });
  expect(report.source).toMatchObject({ unreadable: 1, lost: [{ code: 'read-failed', offset: 0 }] });
  expect(server.requests.filter(({ key }) => key === FAILING)).toHaveLength(1);
  expect(report.cost?.stored).toMatchObject({ exact: true, runs: 1 });
});
