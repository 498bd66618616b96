// A bucket as an object tree: pages of ListObjectsV2, one at a time, none kept.
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { HeadgateError } from '../base/index.ts';
import type { S3Location } from './location.ts';
import type { ListedEntry, ListedObject, ObjectTree } from './object-tree.ts';
import { s3Error } from './s3-error.ts';
import { NOT_S3 } from './s3-error-rows.ts';

/** Options of {@link s3Tree}. */
export interface S3TreeOptions {
  /** Keys per page, at most 1,000. */
  pageKeys: number;
  /** Ends listing with its reason. */
  signal?: AbortSignal | undefined;
}

/** Makes the tree of a bucket. */
export function s3Tree(client: S3Client, location: S3Location, { pageKeys, signal }: S3TreeOptions): ObjectTree {
  async function* pages(prefix: string, delimiter?: string) {
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
    let token: string | undefined;
    for (;;) {
      const command = new ListObjectsV2Command({
        Bucket: location.bucket,
        Prefix: prefix,
        MaxKeys: pageKeys,
        ...(delimiter === undefined ? {} : { Delimiter: delimiter }),
        ...(token === undefined ? {} : { ContinuationToken: token }),
      });
      const page = await client.send(command, signal === undefined ? {} : { abortSignal: signal }).catch((error) => {
        signal?.throwIfAborted();
        throw s3Error(error, location, 'list').error;
      });
      if (!isListing(page)) throw s3Error({ ...page, name: NOT_S3 }, location, 'list').error;
      yield page;
      if (page.IsTruncated !== true) return;
      const next = page.NextContinuationToken;
      if (next === undefined || next === token) {
        throw new HeadgateError(
          's3-listing',
          `cannot list ${location.display}: found a server that announces more objects and gives no way to ask for them, wanted the NextContinuationToken of ListObjectsV2`,
        );
      }
      token = next;
    }
  }

  return {
    async *children(prefix): AsyncGenerator<ListedEntry> {
      for await (const page of pages(prefix, '/')) {
        for (const object of objectsOf(page)) yield { kind: 'object', ...object };
        for (const { Prefix: key } of page.CommonPrefixes ?? []) {
          if (key !== undefined) yield { kind: 'folder', key };
        }
      }
    },
    async *below(prefix): AsyncGenerator<ListedObject> {
      for await (const page of pages(prefix)) yield* objectsOf(page);
    },
  };
}

/** The SDK reads an empty answer and a web page as a listing of nothing; a real one says at least one of these. */
function isListing(page: ListObjectsV2CommandOutput): boolean {
  const { IsTruncated, Name, KeyCount, Contents, CommonPrefixes } = page;
  return [IsTruncated, Name, KeyCount, Contents, CommonPrefixes].some((part) => part !== undefined);
}

function* objectsOf(page: ListObjectsV2CommandOutput): Generator<ListedObject> {
  for (const { Key: key, Size: bytes } of page.Contents ?? []) {
    if (key !== undefined) yield bytes === undefined ? { key } : { key, bytes };
  }
}
