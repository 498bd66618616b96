// Requests an object until a response contains its stored bytes, or bytes that decode to them: edge-body.ts detects which.
import type { ObjectRequest } from '../bucket/bucket-transport.ts';
import { pathOfKey } from '../location/object-url.ts';
import { type BodyForm, bodyFormOf, encodingError } from './edge-body.ts';
import type { EdgeClient, EdgeResponse } from './edge-client.ts';

/** A response with the bytes of an object, or with an error status. */
interface StoredResponse {
  response: EdgeResponse;
  /** Whether the body must be decoded. */
  isCompressed: boolean;
  /**
   * Whether the response shows that it contains the stored bytes. A part of the object has offsets of the stored bytes, so it must not follow
   * other bytes.
   */
  isProven: boolean;
}

/** Requests an object. @throws ObjectReadError if no response contains the stored bytes; as {@link EdgeClient.send} */
export async function requestStored(
  client: EdgeClient,
  { key, at, bytes, ifMatch, ifUnmodifiedSince }: ObjectRequest,
  signal: AbortSignal | undefined,
): Promise<StoredResponse> {
  const conditions = {
    ...(ifMatch && { 'if-match': ifMatch }),
    ...(ifUnmodifiedSince && { 'if-unmodified-since': ifUnmodifiedSince.toUTCString() }),
  };
  const send = (headers: Record<string, string>): Promise<EdgeResponse> =>
    client.send({ method: 'GET', path: `/${pathOfKey(key)}`, headers: { ...conditions, ...headers }, signal });
  let response = await send(at === 0 ? {} : { range: `bytes=${at}-` });
  let form = formOf(response, bytes);
  if (form === 'compressed-part') {
    response.body.destroy();
    response = await send({});
    form = formOf(response, bytes);
  }
  if (form === 'unmeasured') response = await chooseStored(response, () => send({ 'accept-encoding': 'gzip' }), bytes);
  if (form === 'unknown' || form === 'compressed-part') throw encodingError(response, client);
  return { response, isCompressed: form === 'compressed', isProven: form === 'stored' };
}

/** The response to a second request if that shows the stored bytes, otherwise the first one. Discards the other. */
async function chooseStored(
  first: EdgeResponse,
  sendAgain: () => Promise<EdgeResponse>,
  bytes: number | undefined,
): Promise<EdgeResponse> {
  const second = await sendAgain().catch((error: unknown) => {
    first.body.destroy();
    throw error;
  });
  const isStored = second.status === 200 && formOf(second, bytes) === 'stored';
  (isStored ? first : second).body.destroy();
  return isStored ? second : first;
}

/** A response with an error status has no other form. */
function formOf(response: EdgeResponse, bytes: number | undefined): BodyForm {
  return response.status === 200 || response.status === 206 ? bodyFormOf(response, bytes) : 'stored';
}
