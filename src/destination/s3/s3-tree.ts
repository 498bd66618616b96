// A bucket as an object tree: pages of ListObjectsV2, one at a time, none kept. A listing that does not get further ends.
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { HeadgateError } from '../../base/index.ts';
import type { ListedEntry, ListedObject, ObjectTree } from '../listing/object-tree.ts';
import type { S3Location } from '../location/location.ts';
import { NOT_S3 } from './s3-error-rows.ts';
import { type S3Access, sendUntilAnswered } from './s3-request.ts';
import { bareEtag } from './s3-version.ts';

/** Pages one after the other without a new key. A page of deleted objects is empty, so this passes over a million of those. */
const PAGES_WITHOUT_KEY = 1000;
/** Pages in a listing that end with a key that an earlier page ended with: one that lists a key twice is not yet a loop. */
const REPEATED_PAGES = 3;

/** Options of {@link s3Tree}. */
export interface S3TreeOptions {
  /** Keys per page, at most 1,000. @default the limit of the destination */
  pageKeys?: number;
  /** Ends listing with its reason. */
  signal?: AbortSignal | undefined;
}

/** Makes the tree of a bucket. */
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
        // A key may hold characters that XML cannot.
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

/** An object of a listing, or of an answer about it. */
export function listedObject(key: string, bytes: number | undefined, etag: string | undefined): ListedObject {
  const listed: ListedObject = bytes === undefined ? { key } : { key, bytes };
  // A weak one cannot be asked for.
  if (etag === undefined || etag === '' || etag.startsWith('W/')) return listed;
  listed.etag = copyOf(bareEtag(etag));
  return listed;
}

/** A text of its own: a part of a page would keep the whole page. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

interface ListedPage {
  objects: ListedObject[];
  folders: string[];
}

/**
 * The SDK reads an empty answer and a web page as a listing of nothing; a real one says at least one of these, and has as many keys as
 * it says.
 * @throws what is taken for an answer that is not S3's
 */
function checkedPage(page: ListObjectsV2CommandOutput): ListObjectsV2CommandOutput {
  const { IsTruncated, Name, KeyCount, Contents, CommonPrefixes } = page;
  const isListing = [IsTruncated, Name, KeyCount, Contents, CommonPrefixes].some((part) => part !== undefined);
  const keys = (Contents?.length ?? 0) + (CommonPrefixes?.length ?? 0);
  if (!isListing || (KeyCount !== undefined && KeyCount > keys)) throw { ...page, name: NOT_S3 };
  return page;
}

/** What a page lists under the prefix that was asked for. */
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

/** Undoes `encoding-type=url`, in which a blank may be a plus. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    // A server that names the encoding and does not apply it.
    return key;
  }
}

/** Watches that a listing gets further, from page to page. */
class StallDetector {
  readonly #location: S3Location;
  readonly #stallMs: number;
  readonly #tokens = new Set<string>();
  /** Last key of each page. */
  readonly #lastKeys = new Set<string>();
  #repeated = 0;
  #pagesWithoutKey = 0;
  #newKeyAt = performance.now();

  constructor(location: S3Location, stallMs: number) {
    this.#location = location;
    this.#stallMs = stallMs;
  }

  /**
   * What to ask for the next page with. A token counts whatever `IsTruncated` says: some servers leave that out, or always say false.
   * @returns undefined: there is none
   * @throws HeadgateError `s3-listing`
   */
  next(
    { IsTruncated, NextContinuationToken: token }: ListObjectsV2CommandOutput,
    page: ListedPage,
  ): string | undefined {
    if (token === undefined || token === '') {
      if (IsTruncated !== true) return undefined;
      throw this.#error('a page that announces more objects and names no NextContinuationToken');
    }
    if (this.#tokens.has(token)) throw this.#error('a NextContinuationToken that an earlier page had');
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
    if (this.#repeated >= REPEATED_PAGES) throw this.#error(`${this.#repeated} pages with keys of earlier pages`);
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
      `cannot list ${this.#location.display}: found ${found}, expected pages of ListObjectsV2 that come to an end; check the server at the endpoint`,
    );
  }
}
