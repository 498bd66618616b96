// What the first bytes of an object say about its compression. Names and metadata are never asked.

/** Bytes needed to tell every kind apart. */
export const MAGIC_BYTES = 10;

/** Kinds that cannot be read here; none of these begins any text. */
const UNREAD: readonly { name: string; magic: readonly number[]; fix: string }[] = [
  { name: 'Zstandard', magic: [0x28, 0xb5, 0x2f, 0xfd], fix: 'zstd -dc' },
  { name: 'xz', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], fix: 'xz -dc' },
  { name: 'bzip2', magic: [0x42, 0x5a, 0x68, -1, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59], fix: 'bzip2 -dc' },
  { name: 'a ZIP archive', magic: [0x50, 0x4b, 0x03, 0x04], fix: 'unzip -p' },
];

/** Whether these bytes begin a gzip member. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** @returns a sentence when the object is compressed by something else than gzip */
export function unreadCompression(head: Uint8Array): string | undefined {
  const kind = UNREAD.find(({ magic }) => magic.every((byte, index) => byte === -1 || head[index] === byte));
  return (
    kind && `found ${kind.name}, wanted gzip or plain text; unpack it first: ${kind.fix} <file> | headgate replay -`
  );
}
