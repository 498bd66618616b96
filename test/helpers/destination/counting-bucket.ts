// A bucket on loopback that counts how often its objects are opened, and how many of them at the same time.
import { startHttpServer } from '../http-server.ts';
import { s3ListBody, s3Source } from './bucket-answers.ts';

const LINE = '{"EdgeResponseStatus":500,"A":1}\n';

/** The contents of the bucket. */
export interface CountingOptions {
  objects: number;
  /** Size of each object in the listing. Bytes. */
  listedBytes: number;
  /** No object is answered before this many are requested at the same time; afterwards each is answered at once. @default 1 */
  answerAt?: number;
  /** What each object holds. @default one line, and blanks up to the listed size */
  content?: Uint8Array;
}

/** Starts a bucket. */
export async function startCountingBucket({ objects, listedBytes, answerAt = 1, content }: CountingOptions) {
  const keys = Array.from({ length: objects }, (_, index) => `logs/${index}.log`);
  const listing = { body: s3ListBody(keys, undefined, listedBytes) };
  const body = content ?? Buffer.from(LINE.padEnd(listedBytes));
  const enough = Promise.withResolvers<void>();
  let opened = 0;
  let waiting = 0;
  let most = 0;
  const { origin, stop } = await startHttpServer(async ({ query }) => {
    if (query.has('list-type')) return listing;
    opened += 1;
    waiting += 1;
    most = Math.max(most, waiting);
    if (waiting >= answerAt) enough.resolve();
    await enough.promise;
    waiting -= 1;
    return { body };
  });
  /** `opened`: how often objects were opened so far. */
  return { source: s3Source(origin, 'logs/'), most: () => most, opened: () => opened, stop };
}
