// A bucket as an object tree: pages of ListObjectsV2, one at a time, none kept. Ends a listing that makes no progress.
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { HeadgateError } from '../../base/index.ts';
import type { ListedEntry, ListedObject, ObjectTree } from '../listing/object-tree.ts';
import type { S3Location } from '../location/location.ts';
import { NOT_S3 } from './s3-error-facts.ts';
import { type S3Access, sendUntilAnswered } from './s3-request.ts';
import { bareEtag } from './s3-version.ts';

/** Consecutive pages without a new key. A page of deleted objects is empty, so this skips a million of those. */
const PAGES_WITHOUT_KEY = 1000;
/** Pages that end with the last key of an earlier page: a listing that repeats a key is not yet a loop. */
const REPEATED_PAGES = 3;

/** Options of {@link s3Tree}. */
export interface S3TreeOptions {
  /** Keys per page, at most 1,000. @default the limit of the destination */
  pageKeys?: number;
  /** Aborts the listing with its reason. */
  signal?: AbortSignal | undefined;
}

/** Creates the tree of a bucket. */
export function s3Tree(access: S3Access, { pageKeys, signal }: S3TreeOptions): ObjectTree {
  const { client, location, limits } = access;

  async function* pages(prefix: string, delimiter?: string): AsyncGenerator<ListedPage> {
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
    const stall = new StallDetector(location, limits.listStallMs);
    let token: string | undefined;
    for (;;) {
      const command = new ListObjectsV2Command({
        Bucket: location.bucket,
        Prefix: prefix,
        MaxKeys: pageKeys ?? limits.pageKeys,
        // A key may contain characters that XML cannot.
        EncodingType: 'url',
        ...(delimiter === undefined ? {} : { Delimiter: delimiter }),
        ...(token === undefined ? {} : { ContinuationToken: token }),
      });
      const answer = await sendUntilAnswered(
        access,
        async (options) => checkedPage(await client.send(command, options)),
        signal,
      );
      const page = decodedPage(answer, prefix);
      yield page;
      token = stall.next(answer, page);
      if (token === undefined) return;
    }
  }

  return {
    async *children(prefix): AsyncGenerator<ListedEntry> {
      for await (const { objects, folders } of pages(prefix, '/')) {
        for (const object of objects) yield { kind: 'object', ...object };
        for (const key of folders) yield { kind: 'folder', key };
      }
    },
    async *below(prefix): AsyncGenerator<ListedObject> {
      for await (const { objects } of pages(prefix)) yield* objects;
    },
  };
}

/** Creates a listed object from a listing or from a response about it. */
export function listedObject(key: string, bytes: number | undefined, etag: string | undefined): ListedObject {
  const listed: ListedObject = bytes === undefined ? { key } : { key, bytes };
  // A weak entity tag cannot be used in a request.
  if (etag === undefined || etag === '' || etag.startsWith('W/')) return listed;
  listed.etag = copyOf(bareEtag(etag));
  return listed;
}

/** Copies a string: a slice of a page would keep the whole page in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

interface ListedPage {
  objects: ListedObject[];
  folders: string[];
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
function decodedPage(page: ListObjectsV2CommandOutput, prefix: string): ListedPage {
  const decode = page.EncodingType === 'url' ? decodeKey : (key: string) => key;
  const objects: ListedObject[] = [];
  const folders: string[] = [];
  for (const { Key, Size, ETag } of page.Contents ?? []) {
    const key = Key === undefined ? undefined : decode(Key);
    if (key?.startsWith(prefix)) objects.push(listedObject(key, Size, ETag));
  }
  for (const { Prefix } of page.CommonPrefixes ?? []) {
    const key = Prefix === undefined ? undefined : decode(Prefix);
    if (key?.startsWith(prefix) && key !== prefix) folders.push(key);
  }
  return { objects, folders };
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

/** Detects a listing that makes no progress from page to page. */
class StallDetector {
  readonly #location: S3Location;
  readonly #stallMs: number;
  readonly #tokens = new Set<string>();
  /** The last key of each page. */
  readonly #lastKeys = new Set<string>();
  #repeated = 0;
  #pagesWithoutKey = 0;
  #newKeyAt = performance.now();

  constructor(location: S3Location, stallMs: number) {
    this.#location = location;
    this.#stallMs = stallMs;
  }

  /**
   * Returns the token of the next page. A token counts whatever `IsTruncated` states: some servers omit it, or always
   * send false.
   * @returns undefined if there is no further page
   * @throws HeadgateError `s3-listing`
   */
  next(
    { IsTruncated, NextContinuationToken: token }: ListObjectsV2CommandOutput,
    page: ListedPage,
  ): string | undefined {
    if (token === undefined || token === '') {
      if (IsTruncated !== true) return undefined;
      throw this.#error('a page with IsTruncated and without NextContinuationToken');
    }
    if (this.#tokens.has(token)) throw this.#error('the NextContinuationToken of an earlier page');
    this.#tokens.add(copyOf(token));
    const last = page.objects.at(-1)?.key ?? page.folders.at(-1);
    const isNew = last !== undefined && !this.#lastKeys.has(last);
    if (isNew) {
      this.#lastKeys.add(copyOf(last));
      this.#newKeyAt = performance.now();
      this.#pagesWithoutKey = 0;
      return token;
    }
    this.#pagesWithoutKey += 1;
    if (last !== undefined) this.#repeated += 1;
    if (this.#repeated >= REPEATED_PAGES) throw this.#error(`${this.#repeated} pages with the keys of earlier pages`);
    if (this.#pagesWithoutKey >= PAGES_WITHOUT_KEY)
      throw this.#error(`${this.#pagesWithoutKey} pages without a new key`);
    if (performance.now() - this.#newKeyAt >= this.#stallMs) {
      throw this.#error(`no new key for ${Math.round(this.#stallMs / 1000)} s`);
    }
    return token;
  }

  #error(found: string): HeadgateError {
    return new HeadgateError(
      's3-listing',
      `cannot list ${this.#location.display}: found ${found}, expected a listing (ListObjectsV2) that ends; check the server at the endpoint`,
    );
  }
}
