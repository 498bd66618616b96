// The requests of a bucket with an S3 API, each sent once: listings and heads through the SDK, objects past it, by object-requests.ts.
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { BucketPage, BucketTerms, BucketTransport } from '../bucket/bucket-transport.ts';
import { listedObject } from '../bucket/bucket-tree.ts';
import type { S3Location } from '../location/location.ts';
import { loadS3Sdk } from '../s3-sdk.ts';
import { s3Error } from './s3-error.ts';
import { NOT_S3 } from './s3-error-rows.ts';

const S3_TERMS: BucketTerms = {
  listingCode: 's3-listing',
  deniedCode: 's3-denied',
  truncated: 'IsTruncated',
  token: 'NextContinuationToken',
  server: 'the server at the endpoint',
};

/** Creates the transport of a bucket. */
export async function s3Transport(
  client: S3Client,
  location: S3Location,
  getObject: BucketTransport['getObject'],
  isWritten: boolean,
): Promise<BucketTransport> {
  const { HeadObjectCommand, ListObjectsV2Command } = await loadS3Sdk();
  const { bucket } = location;
  return {
    terms: S3_TERMS,
    nameOf: (key) => `${location.scheme}://${bucket}/${key}`,
    failureOf: (error, request) => s3Error(error, location, request, isWritten),
    async listPage({ prefix, delimiter, keys, token }, signal) {
      const command = new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        MaxKeys: keys,
        // A key may contain characters that XML cannot.
        EncodingType: 'url',
        Delimiter: delimiter,
        ContinuationToken: token,
      });
      return pageOf(checkedPage(await client.send(command, abortedBy(signal))), prefix);
    },
    getObject,
    async headObject(key, signal) {
      const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), abortedBy(signal));
      return listedObject(key, head.ContentLength, head.ETag);
    },
  };
}

/** Converts a signal to an option of the SDK. */
export function abortedBy(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal };
}

/**
 * Checks a page. The SDK parses an empty response and a web page as an empty listing; a real page has at least one of
 * these fields, and as many keys as it states.
 * @throws the error for a response that is not S3
 */
function checkedPage(page: ListObjectsV2CommandOutput): ListObjectsV2CommandOutput {
  const { IsTruncated, Name, KeyCount, Contents, CommonPrefixes } = page;
  const isListing = [IsTruncated, Name, KeyCount, Contents, CommonPrefixes].some((part) => part !== undefined);
  const keys = (Contents?.length ?? 0) + (CommonPrefixes?.length ?? 0);
  if (!isListing || (KeyCount !== undefined && KeyCount > keys)) throw { ...page, name: NOT_S3 };
  return page;
}

/** Returns the entries of a page under the requested prefix. */
function pageOf(page: ListObjectsV2CommandOutput, prefix: string): BucketPage {
  const decode = page.EncodingType === 'url' ? decodeKey : (key: string) => key;
  const result: BucketPage = {
    objects: [],
    folders: [],
    token: page.NextContinuationToken,
    isTruncated: page.IsTruncated === true,
  };
  for (const { Key, Size, ETag } of page.Contents ?? []) {
    const key = Key === undefined ? undefined : decode(Key);
    if (key?.startsWith(prefix)) result.objects.push(listedObject(key, Size, ETag));
  }
  for (const { Prefix } of page.CommonPrefixes ?? []) {
    const key = Prefix === undefined ? undefined : decode(Prefix);
    if (key?.startsWith(prefix) && key !== prefix) result.folders.push(key);
  }
  return result;
}

/** Decodes `encoding-type=url`, in which a blank may be a plus. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    // The server states the encoding but does not apply it.
    return key;
  }
}
