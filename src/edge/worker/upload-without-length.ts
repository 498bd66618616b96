// Stores a body whose length is unknown, as in `curl -T - …`. R2 needs the length of what it stores, so this reads one part at a time.

/** Size of all parts but the last, which R2 requires to be equal and at least 5 MiB. Each one is in memory. Bytes. */
const PART_BYTES = 8 * 1024 * 1024;

/** A part of a body. */
interface Part {
  /** Overwritten by the next part. */
  bytes: Uint8Array;
  isLast: boolean;
}

/**
 * Stores a body: with `put` if it fits into one part, otherwise by a multipart upload, which is aborted if it fails.
 * @returns null if a condition failed; `length-required` if the body has several parts, for which R2 checks no condition and no digest
 */
export async function uploadWithoutLength(
  bucket: R2Bucket,
  key: string,
  body: ReadableStream<Uint8Array>,
  options: R2PutOptions,
): Promise<R2Object | null | 'length-required'> {
  const parts = readParts(body);
  const { value: first } = await parts.next();
  if (first === undefined || first.isLast) return bucket.put(key, first?.bytes ?? null, options);
  if (options.onlyIf !== undefined || options.md5 !== undefined) return 'length-required';

  const upload = await bucket.createMultipartUpload(key, { httpMetadata: options.httpMetadata ?? {} });
  try {
    const uploaded = [await upload.uploadPart(1, first.bytes)];
    for await (const { bytes } of parts) uploaded.push(await upload.uploadPart(uploaded.length + 1, bytes));
    return await upload.complete(uploaded);
  } catch (error) {
    // R2 removes the parts of an upload that is never completed after seven days.
    await upload.abort().catch(() => {});
    throw error;
  }
}

/** Reads a body in parts of {@link PART_BYTES}. The last part may be shorter, and is empty only if the body is. */
async function* readParts(body: ReadableStream<Uint8Array>): AsyncGenerator<Part, undefined> {
  const part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of body) {
    for (let rest = chunk; rest.length > 0; ) {
      if (filled === PART_BYTES) {
        yield { bytes: part, isLast: false };
        filled = 0;
      }
      const taken = rest.subarray(0, PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.length;
      rest = rest.subarray(taken.length);
    }
  }
  yield { bytes: part.subarray(0, filled), isLast: true };
}
