// What is asked of a bucket: few pages, only where something wanted can be.
import { afterEach, describe, expect, it } from 'vitest';
import { instantFromText } from '../../src/base/index.ts';
import { openDestination, parseLocation } from '../../src/destination/index.ts';
import { s3ListBody, startS3ErrorsServer } from '../helpers/s3-errors-server.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

/** Lists a bucket that holds these keys, and tells what was asked. */
async function asked(keys: readonly string[], prefix: string, since?: string) {
  const sorted = [...keys].sort();
  const server = await startS3ErrorsServer(({ query }) => {
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const count = Number(query.get('max-keys'));
    const delimiter = query.get('delimiter');
    const under = query.get('prefix') ?? '';
    const rest = sorted.filter((key) => key.startsWith(under) && key > after);
    if (delimiter !== null) {
      const folders = new Set(rest.map((key) => key.slice(0, key.indexOf('/', under.length) + 1)));
      const common = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`);
      return { body: s3ListBody([], `<IsTruncated>false</IsTruncated>${common.join('')}`) };
    }
    const page = rest.slice(0, count);
    const next = `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`;
    return {
      body: s3ListBody(page, `<IsTruncated>${rest.length > count}</IsTruncated>${rest.length > count ? next : ''}`),
    };
  });
  stop = server.stop;
  const source = `s3://b/${prefix}?region=a&endpoint=${server.endpoint}&access-key-id=K&secret-access-key=S`;
  const destination = await openDestination(await parseLocation(source), { limits: { pageKeys: 10 } });
  const range = since === undefined ? {} : { since: instantFromText(since)! };
  const { objects, listed } = await destination.list(range);
  return {
    objects: objects.map(({ key }) => key),
    listed,
    requests: server.requests.map(({ query }) => ({ prefix: query.get('prefix'), after: query.get('start-after') })),
  };
}

/** A log for each minute of a day, in order. */
function minutes(folder: string, day: string): string[] {
  return Array.from({ length: 1440 }, (_, at) => {
    const time = (minute: number) => `${day}T${clock(minute)}00Z`;
    return `${folder}${time(at)}_${time(Math.min(at + 1, 1439))}_ab.log.gz`;
  });
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}`;
}

const DAYS = [...minutes('20261031/', '20261031'), ...minutes('20261101/', '20261101')];

describe('a day folder', () => {
  it('is jumped into where its names are in order of time', async () => {
    const { objects, listed, requests } = await asked(DAYS, '{DATE}', '2026-11-01T23:30:00Z');
    expect(objects).toHaveLength(31);
    expect(objects[0]).toBe('20261101/20261101T232900Z_20261101T233000Z_ab.log.gz');
    expect(listed).toBe(10 + 90);
    expect(requests.slice(0, 3)).toEqual([
      { prefix: '', after: null },
      { prefix: '20261101/', after: null },
      { prefix: '20261101/', after: '20261101/20261101T223000Z' },
    ]);
    expect(requests.every(({ prefix }) => prefix !== '20261031/')).toBe(true);
  });

  it('is read from its beginning where a name without times comes first', async () => {
    const keys = [...DAYS, '20261101/0-untimed.log.gz'];
    const { objects, requests } = await asked(keys, '{DATE}', '2026-11-01T23:30:00Z');
    expect(objects).toHaveLength(32);
    expect(requests.every(({ after }) => after === null)).toBe(true);
  });

  it('is read whole without a range, page by page', async () => {
    const { objects } = await asked(DAYS, '{DATE}');
    expect(objects).toEqual([...DAYS].sort());
  });
});
