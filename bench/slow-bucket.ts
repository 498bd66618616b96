// A bucket with an S3 API on loopback that answers each GET after a latency. All objects have the same bytes; a page of a listing has no latency.
import { createServer } from 'node:http';
import { s3ListBody } from '../test/helpers/destination/bucket-answers.ts';
import { listen } from '../test/helpers/listen.ts';

/** Keys on a page of a listing. */
const PAGE_KEYS = 1000;

/** What is in the bucket. */
export interface SlowBucket {
  latencyMs: number;
  body: Buffer;
  /** Objects below a prefix. */
  countOf: (prefix: string) => number;
  /** Of the names of objects. */
  ending: '.log' | '.log.gz';
}

/** Starts it. `sourceOf` returns the source of a prefix. */
export async function startSlowBucket({ latencyMs, body, countOf, ending }: SlowBucket) {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, 'http://127.0.0.1');
    if (!searchParams.has('list-type')) {
      setTimeout(() => response.setHeader('Content-Length', body.length).end(body), latencyMs);
      return;
    }
    const prefix = searchParams.get('prefix')!;
    const all = countOf(prefix);
    const start = Number(searchParams.get('continuation-token') ?? 0);
    const end = Math.min(all, start + PAGE_KEYS);
    const keys = Array.from({ length: end - start }, (_, at) => `${prefix}${keyOf(start + at, ending)}`);
    const more =
      end < all ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${end}</NextContinuationToken>` : undefined;
    response.end(s3ListBody(keys, more, body.length));
  });
  const { origin, stop } = await listen(server);
  const sourceOf = (prefix: string): string =>
    `s3://b/${prefix}?region=auto&endpoint=${origin}&access-key-id=K&secret-access-key=S`;
  return { origin, stop, sourceOf };
}

/** Returns the name of an object below its prefix. */
export function keyOf(number: number, ending: SlowBucket['ending']): string {
  return `${String(number).padStart(7, '0')}${ending}`;
}
