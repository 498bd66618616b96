// A bucket on loopback that counts how often its objects are opened, and how many of them at the same time.
import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../listen.ts';

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
  const waiting: ServerResponse[] = [];
  let most = 0;
  let opened = 0;
  let isAnswering = false;
  const entries = Array.from(
    { length: objects },
    (_, index) => `<Contents><Key>logs/${index}.log</Key><Size>${listedBytes}</Size></Contents>`,
  );
  const listing = `<ListBucketResult><Name>b</Name><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`;
  const body = content ?? Buffer.from(LINE.padEnd(listedBytes));
  const server = createServer((request, response) => {
    if (request.url?.includes('list-type') === true) return void response.end(listing);
    opened += 1;
    waiting.push(response);
    most = Math.max(most, waiting.length);
    isAnswering ||= waiting.length >= answerAt;
    if (!isAnswering) return;
    for (const one of waiting.splice(0)) one.end(body);
  });
  const { origin, stop } = await listen(server);
  return {
    source: `s3://b/logs/?region=a&endpoint=${origin}&access-key-id=K&secret-access-key=S`,
    most: () => most,
    /** How often objects were opened so far. */
    opened: () => opened,
    stop,
  };
}
