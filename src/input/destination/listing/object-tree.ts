// What buckets and folders have in common for listing: keys with slashes, walked by prefix. The contract only.

/** An object as a listing reports it. */
export interface ListedObject {
  key: string;
  /** Absent if the listing does not contain it. */
  bytes?: number | undefined;
  /** Entity tag without quotes; absent if the listing contains none, or a weak one. */
  etag?: string | undefined;
  /** Marks a folder that could not be read, in place of its contents. Its key ends in `/`. @default false */
  isUnreadable?: true;
}

/** One entry of a listing: an object, or a folder for all keys that begin with `key` (which ends in `/`). */
export type ListedEntry = ({ kind: 'object' } & ListedObject) | { kind: 'folder'; key: string };

/** Keys by prefix, which need not end at a slash. Every key is listed once, in an order that the tree defines. */
export interface ObjectTree {
  /** Lists the objects and folders directly under a prefix. @throws HeadgateError if the tree cannot be listed */
  children(prefix: string): AsyncIterable<ListedEntry>;
  /** Lists all objects under a prefix, at any depth. @throws as `children` */
  below(prefix: string): AsyncIterable<ListedObject>;
  /** Returns the size of an object, if it is known. @default listings contain it */
  sizeOf?(key: string): number | undefined;
}

/** A tree of objects, the part of it to list, and how to name its objects. */
export interface ListedPlace {
  tree: ObjectTree;
  /** Prefix of the keys; may contain `{DATE}`. */
  template: string;
  where: 'bucket' | 'folder';
  display: string;
  /** Key → name as the user wrote it. */
  nameOf(key: string): string;
}
