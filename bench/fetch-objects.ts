// node fetch-objects.ts <destination>: fetches every object as headgate does and discards the bytes, the lower bound of any replay of a
// bucket. Prints the number of bytes.
import pMap from 'p-map';
import { openDestination, parseLocation } from '../src/input/destination/index.ts';

/** The number that two threads of headgate read at a time. */
const OBJECTS_AT_ONCE = 64;

const destination = await openDestination(await parseLocation(process.argv[2] ?? ''));
const { objects } = await destination.list({});
const sizes = await pMap(
  objects,
  async (object) => {
    let bytes = 0;
    for await (const chunk of destination.open(object)) bytes += chunk.length;
    return bytes;
  },
  { concurrency: OBJECTS_AT_ONCE },
);
console.log(JSON.stringify({ bytes: sizes.reduce((sum, size) => sum + size, 0) }));
process.exit(0);
