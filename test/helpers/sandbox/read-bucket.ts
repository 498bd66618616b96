// Reads the objects of a sandbox's bucket over its S3 API.
import { gunzipSync } from 'node:zlib';
import { HeadgateError } from '../../../src/base/index.ts';
import { openDestination, parseLocation } from '../../../src/input/destination/index.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';

/** The logs below a prefix: by key, their inflated text, in the order of their keys. */
export async function readObjects({ bucket }: Sandbox, prefix: string): Promise<Map<string, string>> {
  const destination = await openDestination(await parseLocation(bucket.destinationConf(prefix)));
  const found = new Map<string, string>();
  const listing = await destination.list({}).catch((error: unknown) => {
    // A job that pushed nothing has at most a probe.
    if (error instanceof HeadgateError && error.code === 'no-objects') return { objects: [] };
    throw error;
  });
  for (const object of listing.objects) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of destination.open(object)) chunks.push(chunk);
    found.set(object.key, gunzipSync(Buffer.concat(chunks)).toString());
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
