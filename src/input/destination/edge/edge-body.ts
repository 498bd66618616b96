// The stored bytes of an object in a response that a proxy may have compressed. The script itself sends a Content-Encoding only if it is
// stored with the object, such as gzip of a gzip file, and then sends the bytes unchanged.
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { ObjectRequest } from '../bucket/bucket-transport.ts';
import { type HttpResponse, objectHeaders } from '../bucket/http-client.ts';
import { pathOfKey } from '../location/object-url.ts';
import { ObjectReadError } from '../object-finding.ts';
import type { EdgeClient } from './edge-client.ts';

/** What a response with the bytes of an object contains. */
type BodyForm =
  /** The stored bytes. */
  | 'stored'
  /** The stored bytes, compressed by a proxy: {@link decodedBody} reads them. */
  | 'compressed'
  /** A part of the object, compressed by a proxy: its offsets are lost. */
  | 'compressed-part'
  /** Encoded bytes: nothing shows whether they are stored like that. */
  | 'unknown'
  /** The stored bytes, or their content: a proxy may have removed a Content-Encoding. */
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
 * Detects the form of a body. A proxy that changes the encoding changes or removes the length, and should make the entity tag weak.
 * Stored and changed bytes must never be mixed: a read resumes by offsets of the stored ones.
 * @param bytes stored size, if known
 */
function formOf({ status, headers }: HttpResponse, bytes: number | undefined): BodyForm {
  const length = headers['content-length'];
  // A response with an error status has no other form.
  if (status !== 200 && status !== 206) return 'stored';
  const isPart = status === 206;
  if (encodingOf(headers) === undefined) return length === undefined && !isPart ? 'unmeasured' : 'stored';
  const expected = isPart ? partBytesOf(headers['content-range']) : bytes;
  if (length !== undefined && expected !== undefined && Number(length) === expected) return 'stored';
  if (isPart) return 'compressed-part';
  const isWeak = headers.etag?.startsWith('W/') === true;
  return isWeak || (length !== undefined && expected !== undefined) ? 'compressed' : 'unknown';
}

/** A response with the bytes of an object, or with an error status. */
interface StoredResponse {
  response: HttpResponse;
  /** Whether the body must be decoded. */
  isCompressed: boolean;
  /**
   * Whether the response shows that it contains the stored bytes. A part of the object has offsets of the stored bytes, so it must not follow
   * other bytes.
   */
  isProven: boolean;
}

/** Requests an object until a response contains its stored bytes, or bytes that decode to them. @throws ObjectReadError if no response contains the stored bytes; as {@link EdgeClient.send} */
export async function requestStored(
  client: EdgeClient,
  request: ObjectRequest,
  signal: AbortSignal | undefined,
): Promise<StoredResponse> {
  const { key, bytes } = request;
  const path = `/${pathOfKey(key)}`;
  const send = (at: number, more?: Record<string, string>): Promise<HttpResponse> =>
    client.send({ method: 'GET', path, headers: { ...objectHeaders({ ...request, at }), ...more }, signal });
  let response = await send(request.at);
  let form = formOf(response, bytes);
  if (form === 'compressed-part') {
    response.body.destroy();
    response = await send(0);
    form = formOf(response, bytes);
  }
  if (form === 'unmeasured')
    response = await chooseStored(response, () => send(0, { 'accept-encoding': 'gzip' }), bytes);
  if (form === 'unknown' || form === 'compressed-part') throw encodingError(response, client);
  return { response, isCompressed: form === 'compressed', isProven: form === 'stored' };
}

/** The response to a second request if that shows the stored bytes, otherwise the first one. Discards the other. */
async function chooseStored(
  first: HttpResponse,
  sendAgain: () => Promise<HttpResponse>,
  bytes: number | undefined,
): Promise<HttpResponse> {
  const second = await sendAgain().catch((error: unknown) => {
    first.body.destroy();
    throw error;
  });
  const isStored = second.status === 200 && formOf(second, bytes) === 'stored';
  (isStored ? first : second).body.destroy();
  return isStored ? second : first;
}

/** Decodes a body that a proxy has compressed. @throws ObjectReadError for an unknown encoding */
export function decodedBody(response: HttpResponse, client: Pick<EdgeClient, 'hideKey'>): Readable {
  const { headers, body } = response;
  const encoding = encodingOf(headers) ?? '';
  const decoder = DECODERS[encoding]?.();
  if (decoder === undefined) throw encodingError(response, client);
  // The error reaches the reader through the decoder.
  return pipeline(body, decoder, () => {});
}

/** Discards a body whose stored bytes cannot be restored, and returns the error for it. */
function encodingError({ headers, body }: HttpResponse, { hideKey }: Pick<EdgeClient, 'hideKey'>): ObjectReadError {
  body.destroy();
  const encoding = JSON.stringify(hideKey(encodingOf(headers) ?? '').slice(0, LONGEST_ENCODING));
  return new ObjectReadError(
    'read-failed',
    `the server sends the object with the Content-Encoding ${encoding}, which changes its bytes; check what is in front of the script`,
  );
}

function encodingOf(headers: HttpResponse['headers']): string | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding === '' || encoding === 'identity' ? undefined : encoding;
}

/** Number of bytes that a Content-Range names. */
function partBytesOf(range: string | undefined): number | undefined {
  const parts = /(\d+)-(\d+)\//.exec(range ?? '');
  return parts === null ? undefined : Number(parts[2]) - Number(parts[1]) + 1;
}
