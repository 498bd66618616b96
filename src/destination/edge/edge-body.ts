// The stored bytes of an object in a response that something on the way may have compressed. Only the script's own Content-Encoding
// belongs to the object: the stored metadata of a gzip file, whose bytes are passed on as they are.
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { ObjectReadError } from '../object-finding.ts';
import type { EdgeResponse } from './edge-client.ts';

/** What a response with the bytes of an object contains. */
export type BodyForm =
  /** The stored bytes. */
  | 'stored'
  /** The stored bytes, compressed on the way: {@link decodedBody} reads them. */
  | 'compressed'
  /** A part of the object, compressed on the way: its offsets are lost. */
  | 'compressed-part'
  /** Perhaps the content of the stored bytes: something on the way may have removed a Content-Encoding. */
  | 'unmeasured';

/** Longest encoding to print: more is not one. Characters. */
const LONGEST_ENCODING = 32;

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Detects the form of a body. A cache that changes the encoding removes or changes the length, and makes the entity tag weak.
 * @param bytes stored size, if known
 */
export function bodyFormOf({ status, headers }: EdgeResponse, bytes: number | undefined): BodyForm {
  const length = headers['content-length'];
  const encoding = encodingOf(headers);
  const isPart = status === 206;
  if (encoding === undefined) return length === undefined && !isPart && bytes !== undefined ? 'unmeasured' : 'stored';
  const expected = isPart ? partBytesOf(headers['content-range']) : bytes;
  const isStored =
    length !== undefined && expected !== undefined
      ? Number(length) === expected
      : headers.etag?.startsWith('W/') !== true;
  if (isStored) return 'stored';
  return isPart ? 'compressed-part' : 'compressed';
}

/** Decodes a body that was compressed on the way. @throws ObjectReadError for an unknown encoding */
export function decodedBody({ headers, body }: EdgeResponse): Readable {
  const encoding = encodingOf(headers) ?? '';
  const decoder = DECODERS[encoding]?.();
  // The error reaches the reader through the decoder.
  if (decoder !== undefined) return pipeline(body, decoder, () => {});
  body.destroy();
  throw new ObjectReadError(
    'read-failed',
    `found the Content-Encoding ${JSON.stringify(encoding.slice(0, LONGEST_ENCODING))}, expected the stored bytes; check what is in front of the script`,
  );
}

function encodingOf(headers: EdgeResponse['headers']): string | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding === '' || encoding === 'identity' ? undefined : encoding;
}

/** Number of bytes that a Content-Range names. */
function partBytesOf(range: string | undefined): number | undefined {
  const parts = /(\d+)-(\d+)\//.exec(range ?? '');
  return parts === null ? undefined : Number(parts[2]) - Number(parts[1]) + 1;
}
