// A bucket as an object tree: pages of a listing, one at a time, none kept. Ends a listing that makes no progress.
import { hash } from 'node:crypto';
import { HeadgateError } from '../../../base/index.ts';
import type { ListedEntry, ListedObject, ObjectTree } from '../listing/object-tree.ts';
import type { Bucket, BucketPage } from './bucket-transport.ts';
import { bareEtag } from './object-version.ts';
import { sendUntilAnswered } from './send-request.ts';

/** Consecutive pages without a new key. A page of deleted objects is empty, so this skips a million of those. */
const PAGES_WITHOUT_KEY = 1000;

/** Options of {@link bucketTree}. */
export interface BucketTreeOptions {
  /** Keys per page, at most 1,000. @default the limit of the destination */
  pageKeys?: number;
  /** Aborts the listing with its reason. */
  signal?: AbortSignal | undefined;
}

/** Creates the tree of a bucket. */
export function bucketTree(bucket: Bucket, { pageKeys, signal }: BucketTreeOptions): ObjectTree {
  const { transport, limits } = bucket;

  async function* pages(prefix: string, delimiter?: string): AsyncGenerator<BucketPage> {
    const stall = new StallDetector(bucket);
    let token: string | undefined;
    for (;;) {
      const request = { prefix, delimiter, keys: pageKeys ?? limits.pageKeys, token };
      const page = await sendUntilAnswered(bucket, (turn) => transport.listPage(request, turn), signal);
      yield page;
      token = stall.next(page);
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
  // A weak entity tag cannot be used in a request.
  const isUsable = etag !== undefined && etag !== '' && !etag.startsWith('W/');
  return { key, bytes, etag: isUsable ? bareEtag(etag) : undefined };
}

/** Detects a listing that makes no progress from page to page. */
class StallDetector {
  readonly #bucket: Bucket;
  #token: string | undefined;
  /** The last key of each page, as a hash. */
  readonly #lastKeys = new Set<string>();
  #pagesWithoutKey = 0;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /**
   * Returns the token of the next page. A token counts whatever the page states: some servers omit the mark of a
   * truncated page, or always send false.
   * @returns undefined if there is no further page
   * @throws HeadgateError with the code of {@link BucketTerms}
   */
  next({ objects, folders, isTruncated, token }: BucketPage): string | undefined {
    const { terms } = this.#bucket.transport;
    if (token === undefined || token === '') {
      if (!isTruncated) return undefined;
      throw this.#error(`a page with ${terms.truncated} and without ${terms.token}`);
    }
    if (token === this.#token) throw this.#error(`the ${terms.token} of the page before`);
    this.#token = token;
    const lastKey = objects.at(-1)?.key ?? folders.at(-1);
    const known = this.#lastKeys.size;
    if (lastKey !== undefined) this.#lastKeys.add(hash('sha256', lastKey, 'base64'));
    this.#pagesWithoutKey = this.#lastKeys.size > known ? 0 : this.#pagesWithoutKey + 1;
    if (this.#pagesWithoutKey >= PAGES_WITHOUT_KEY) throw this.#error(`${PAGES_WITHOUT_KEY} pages without a new key`);
    return token;
  }

  #error(reason: string): HeadgateError {
    const { location, transport } = this.#bucket;
    const { listingCode, server } = transport.terms;
    return new HeadgateError(
      listingCode,
      `cannot list ${location.display}: the server sends ${reason}, so that the listing would not end; check ${server}`,
    );
  }
}
