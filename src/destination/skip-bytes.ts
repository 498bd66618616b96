// The rest of a stream whose beginning was delivered by another way.

/** What follows the first `count` bytes. */
export async function* skipBytes(bytes: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let before = count;
  for await (const chunk of bytes) {
    if (chunk.length > before) yield before === 0 ? chunk : chunk.subarray(before);
    before = Math.max(0, before - chunk.length);
  }
}
