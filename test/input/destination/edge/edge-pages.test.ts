// A listing of several pages by the edge script in the platform's runtime: the same objects as by the S3 API.
import { expect, it } from 'vitest';
import { openDestination, parseLocation } from '../../../../src/input/destination/index.ts';
import { useEdge } from '../../../helpers/edge/edge-runtime.ts';

/** More than one page of R2, which lists at most 1,000 keys. */
const MANY = 1100;
const KEY = 'key-of-the-test';

/** Fills the bucket within the runtime: a request for each object takes seconds. The script reads all of it with the key. */
const HARNESS = `
  import edge from './edge.mjs';
  export default {
    async fetch(request, env) {
      if (new URL(request.url).pathname === '/fill') {
        const keys = Array.from({ length: ${MANY} }, (_, at) => 'many/' + String(at).padStart(4, '0') + '.log');
        await Promise.all(keys.map((key, at) => env.BUCKET.put(key, 'x'.repeat(at % 7))));
        return new Response();
      }
      return edge.fetch(request, { ...env, AUTH_KEY_SECRET: '${KEY}', ALLOW_LIST_WITH_KEY: { prefixes: [''] } });
    },
  };
`;
const edge = useEdge(HARNESS);

it('lists every page', async () => {
  const { origin, s3, bucketName } = edge();
  await edge().fetch('/fill');
  const location = await parseLocation(`${origin.origin}/many`, { edgeKey: KEY });
  const { objects } = await (await openDestination(location)).list({});
  const { accessKeyId, secretAccessKey } = await s3.config.credentials();
  const { protocol, hostname, port, path } = await s3.config.endpoint!();
  const endpoint = `${protocol}//${hostname}:${port}${path}`;
  const conf = `s3://${bucketName}/many?region=auto&endpoint=${endpoint}&access-key-id=${accessKeyId}&secret-access-key=${secretAccessKey}`;
  const byS3 = await (await openDestination(await parseLocation(conf))).list({});
  expect(objects.length).toBe(MANY);
  expect(Array.from(objects, ({ name: _, ...object }) => object)).toEqual(
    Array.from(byS3.objects, ({ name: _, ...object }) => object),
  );
});
