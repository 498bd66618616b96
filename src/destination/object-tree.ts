// What a bucket and a folder have in common for listing: keys with slashes, walked by prefix. The contract only.

/** An object as a listing shows it. */
export interface ListedObject {
  key: string;
  bytes?: number;
  etag?: string;
}

/** One step of a listing: an object, or a folder that stands for all keys that begin with `key` (which ends in `/`). */
export type ListedEntry = ({ kind: 'object' } & ListedObject) | { kind: 'folder'; key: string };

/** Leave to pass over the beginning of a listing. */
export interface ListingJump {
  /** Keys that sort before this are not wanted. */
  to: string;
  /** Asked with the first key: whether keys here are in order of time, so that passing over loses nothing. */
  isOrdered(firstKey: string): boolean;
}

/** Keys in the order a bucket lists them; a prefix need not end at a slash. */
export interface ObjectTree {
  /** Objects and folders directly under a prefix. */
  children(prefix: string): AsyncIterable<ListedEntry>;
  /** All objects under a prefix, however deep. */
  below(prefix: string, jump?: ListingJump): AsyncIterable<ListedObject>;
}
