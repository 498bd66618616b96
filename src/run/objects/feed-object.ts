// Feeds one object to a reader of bytes, with a kernel if there is one. The loop is in object-feeding.ts.
import type { SourceObject } from '../sources.ts';
import { fetchSmall } from './fetch-small.ts';
import { withInflater } from './inflater-pool.ts';
import { type ObjectEnd, ObjectFeeding, type ObjectListener, type ObjectReader } from './object-feeding.ts';

/**
 * Reads an object into `reader` and ends it.
 * @throws HeadgateError if no object of the destination could be read
 */
export async function feedObject(
  item: SourceObject,
  reader: ObjectReader,
  listener: ObjectListener,
): Promise<{ end: ObjectEnd; stored: number }> {
  const destination = await fetchSmall(item, listener.signal);
  return withInflater(async (inflater) => {
    const feeding = new ObjectFeeding({ ...item, destination }, reader, listener, inflater);
    try {
      const end = await feeding.run();
      return { end, stored: feeding.stored };
    } finally {
      reader.close?.();
    }
  });
}
