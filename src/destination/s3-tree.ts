// A bucket as an object tree: pages of ListObjectsV2, one at a time, none kept.
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { HeadgateError } from '../base/index.ts';
import type { S3Location } from './location.ts';
import type { ListedEntry, ListedObject, ListingJump, ObjectTree } from './object-tree.ts';
import { s3Error } from './s3-error.ts';

/** Makes the tree of a bucket. @param pageKeys keys per page, at most 1,000 */
export function s3Tree(client: S3Client, location: S3Location, pageKeys: number): ObjectTree {
  async function* pages(prefix: string, options: { delimiter?: string; jump?: ListingJump }) {
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
    let next: { StartAfter?: string; ContinuationToken?: string } = {};
    for (let isFirst = true; ; isFirst = false) {
      const command = new ListObjectsV2Command({
        Bucket: location.bucket,
        Prefix: prefix,
        MaxKeys: pageKeys,
        ...(options.delimiter === undefined ? {} : { Delimiter: options.delimiter }),
        ...next,
      });
      const page = await client.send(command).catch((error) => {
        throw s3Error(error, location, 'list').error;
      });
      yield page;
      if (page.IsTruncated !== true) return;
      const token = page.NextContinuationToken;
      if (token === undefined || token === next.ContinuationToken) {
        throw new HeadgateError(
          's3-listing',
          `cannot list ${location.display}: found a server that announces more objects and gives no way to ask for them, wanted the NextContinuationToken of ListObjectsV2`,
        );
      }
      next = isFirst && mayJump(page, options.jump) ? { StartAfter: options.jump.to } : { ContinuationToken: token };
    }
  }

  return {
    async *children(prefix): AsyncGenerator<ListedEntry> {
      for await (const page of pages(prefix, { delimiter: '/' })) {
        for (const object of objectsOf(page)) yield { kind: 'object', ...object };
        for (const { Prefix: key } of page.CommonPrefixes ?? []) {
          if (key !== undefined) yield { kind: 'folder', key };
        }
      }
    },
    async *below(prefix, jump): AsyncGenerator<ListedObject> {
      for await (const page of pages(prefix, jump === undefined ? {} : { jump })) yield* objectsOf(page);
    },
  };
}

/** The first page is always read whole: it shows whether names here are in order of time. */
function mayJump(page: ListObjectsV2CommandOutput, jump: ListingJump | undefined): jump is ListingJump {
  const first = page.Contents?.[0]?.Key;
  const last = page.Contents?.at(-1)?.Key;
  return jump !== undefined && first !== undefined && last !== undefined && last < jump.to && jump.isOrdered(first);
}

function* objectsOf(page: ListObjectsV2CommandOutput): Generator<ListedObject> {
  for (const { Key: key, Size: bytes, ETag: etag } of page.Contents ?? []) {
    if (key === undefined) continue;
    yield { key, ...(bytes === undefined ? {} : { bytes }), ...(etag === undefined ? {} : { etag }) };
  }
}
