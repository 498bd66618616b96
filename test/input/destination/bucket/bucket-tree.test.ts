// The requests of a listing: only the wanted days, each completely and page by page.
import { afterEach, describe, expect, it } from 'vitest';
import { instantFromText } from '../../../../src/base/index.ts';
import { openDestination, parseLocation } from '../../../../src/input/destination/index.ts';
import { PROTOCOLS } from '../../../helpers/destination/bucket-answers.ts';
import { startHttpServer } from '../../../helpers/http-server.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

/** A log for each ten minutes of a day, in order. */
function logsOf(folder: string, day: string): string[] {
  return Array.from({ length: 144 }, (_, at) => {
    const time = (minute: number) => `${day}T${clock(minute)}00Z`;
    return `${folder}${time(at * 10)}_${time(Math.min(at * 10 + 10, 1439))}_ab.log.gz`;
  });
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}`;
}

const DAYS = [...logsOf('20261031/', '20261031'), ...logsOf('20261101/', '20261101')];

describe.each(PROTOCOLS)('by $name', (protocol) => {
  async function bucketOf(keys: readonly string[], prefix: string, onRequest?: (index: number) => void) {
    const listing = protocol.listingOf(keys);
    const server = await startHttpServer((request) => {
      onRequest?.(request.index);
      return listing(request);
    });
    stop = server.stop;
    const source = protocol.source(server.origin, prefix);
    return { server, destination: await openDestination(await parseLocation(source), { limits: { pageKeys: 10 } }) };
  }

  /** Lists a bucket with these keys, and returns the requests. */
  async function asked(keys: readonly string[], prefix: string, since?: string) {
    const { server, destination } = await bucketOf(keys, prefix);
    const { objects, listed } = await destination.list(since === undefined ? {} : { since: instantFromText(since)! });
    return {
      objects: Array.from(objects, ({ key }) => key),
      listed,
      requests: server.requests.map(({ query }) => ({ prefix: query.get('prefix'), after: query.get('start-after') })),
    };
  }

  describe('a day folder', () => {
    it('is requested only if its day is wanted, and then completely', async () => {
      const { objects, listed, requests } = await asked(DAYS, '{DATE}', '2026-11-01T23:00:00Z');
      expect(objects).toHaveLength(7);
      expect(objects[0]).toBe('20261101/20261101T225000Z_20261101T230000Z_ab.log.gz');
      expect(listed).toBe(144);
      expect(requests).toHaveLength(1 + 15);
      expect(requests.every(({ prefix, after }) => prefix !== '20261031/' && after === null)).toBe(true);
    });

    it.each([
      { name: 'a batch of many hours', key: '20261101/20261101T100000Z_20261101T235959Z_cc.log.gz' },
      { name: 'a name with one time', key: '20261101/20261101T120030Z_xx.log.gz' },
      { name: 'a name without times', key: '20261101/0-untimed.log.gz' },
      { name: 'a folder', key: '20261101/20261101-late/x.log.gz' },
    ])('is listed to its end: $name', async ({ key }) => {
      const { objects } = await asked([...DAYS, key], '{DATE}', '2026-11-01T23:00:00Z');
      expect(objects).toHaveLength(8);
      expect(objects).toContain(key);
    });

    it('is listed completely without a range, page by page', async () => {
      const { objects } = await asked(DAYS, '{DATE}');
      expect(objects).toEqual([...DAYS].sort());
    });
  });

  describe('stopping', () => {
    it('ends a listing immediately, with the reason', async () => {
      const control = new AbortController();
      const reason = new Error('enough');
      const { server, destination } = await bucketOf(DAYS, '', (index) => {
        if (index === 2) control.abort(reason);
      });
      await expect(destination.list({}, { signal: control.signal })).rejects.toBe(reason);
      // Arrives after any request that the listing has sent.
      await fetch(server.origin);
      expect(server.requests).toHaveLength(3 + 1);
    });

    it('does not begin if already aborted', async () => {
      const { server, destination } = await bucketOf(DAYS, 'x');
      await expect(destination.list({}, { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late');
      expect(server.requests).toHaveLength(0);
    });
  });
});
