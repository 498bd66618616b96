// node fetch-objects.ts <destination>: fetches every object with headgate's own S3 client and throws the bytes away: what
// any replay of a bucket has to wait for. Prints how many bytes came.
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import pMap from 'p-map';
import { DESTINATION_LIMITS } from '../src/destination/destination.ts';
import { parseLocation } from '../src/destination/index.ts';
import { createS3Client } from '../src/destination/s3/s3-client.ts';

/** As many as two of headgate's threads read at a time. */
const OBJECTS_AT_ONCE = 8;

const location = await parseLocation(process.argv[2] ?? '');
if (location.kind !== 's3') throw new Error('cannot fetch: found no bucket, expected s3://…');
const client = await createS3Client(location, DESTINATION_LIMITS);
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
