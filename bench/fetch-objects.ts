// node fetch-objects.ts <destination>: fetches every object with headgate's S3 client and discards the bytes, the lower
// bound of any replay of a bucket. Prints the number of bytes.
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import pMap from 'p-map';
import { DESTINATION_LIMITS } from '../src/input/destination/destination.ts';
import { parseLocation } from '../src/input/destination/index.ts';
import { createS3Client } from '../src/input/destination/s3/s3-destination.ts';

/** The number that two threads of headgate read at a time. */
const OBJECTS_AT_ONCE = 8;

const location = await parseLocation(process.argv[2] ?? '');
if (location.kind !== 's3') throw new Error('cannot fetch: found no bucket, expected s3://<bucket>/<dir>?region=…');
const client = await createS3Client(location, DESTINATION_LIMITS, 'read', () => {});
const { bucket, prefix } = location;
const listing = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
const sizes = await pMap(
  listing.Contents ?? [],
  async ({ Key }) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    let bytes = 0;
    for await (const chunk of Body as AsyncIterable<Uint8Array>) bytes += chunk.length;
    return bytes;
  },
  { concurrency: OBJECTS_AT_ONCE },
);
console.log(JSON.stringify({ bytes: sizes.reduce((sum, size) => sum + size, 0) }));
process.exit(0);
