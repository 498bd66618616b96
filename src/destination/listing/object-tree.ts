// What a bucket and a folder have in common for listing: keys with slashes, walked by prefix. The contract only.

/** An object as a listing shows it. */
export interface ListedObject {
  key: string;
  /** Absent where the listing does not tell it. */
  bytes?: number;
  /** Entity tag without quotes; absent where the listing shows none, or a weak one. */
  etag?: string;
  /** A folder that could not be looked into; stands for whatever it holds. Its key ends in `/`. @default false */
  isRefused?: true;
}

/** One step of a listing: an object, or a folder that stands for all keys that begin with `key` (which ends in `/`). */
export type ListedEntry = ({ kind: 'object' } & ListedObject) | { kind: 'folder'; key: string };

/** Keys by prefix, which need not end at a slash. Every key comes once, in an order of the tree's own. */
export interface ObjectTree {
  /** Objects and folders directly under a prefix. @throws HeadgateError where the tree cannot be listed at all */
  children(prefix: string): AsyncIterable<ListedEntry>;
  /** All objects under a prefix, however deep. @throws as `children` */
  below(prefix: string): AsyncIterable<ListedObject>;
}
