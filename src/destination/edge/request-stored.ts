// Requests objects until a response contains their stored bytes, or bytes that decode to them: edge-body.ts detects which.
import type { ObjectRequest } from '../bucket/bucket-transport.ts';
import { pathOfKey } from '../location/object-url.ts';
import { type BodyForm, bodyFormOf, encodingError } from './edge-body.ts';
import type { EdgeClient, EdgeResponse } from './edge-client.ts';

/** A response with the bytes of an object, or with an error status. */
interface StoredResponse {
  response: EdgeResponse;
  /** Whether the body must be decoded. */
  isCompressed: boolean;
}

/** The requests for objects of one bucket. */
export class StoredRequests {
  readonly #client: EdgeClient;
  /**
   * Keys of objects whose responses do not show that they contain the stored bytes. A part of such an object, which has offsets of the
   * stored bytes, could follow other bytes, so reading resumes with the whole object.
   */
  readonly #unproven = new Set<string>();

  constructor(client: EdgeClient) {
    this.#client = client;
  }

  /** @throws ObjectReadError if no response contains the stored bytes; as {@link EdgeClient.send} */
  async send(
    { key, at, bytes, ifMatch, ifUnmodifiedSince }: ObjectRequest,
    signal: AbortSignal | undefined,
  ): Promise<StoredResponse> {
    const conditions = {
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(ifUnmodifiedSince === undefined ? {} : { 'if-unmodified-since': ifUnmodifiedSince.toUTCString() }),
    };
    const send = (headers: Record<string, string>): Promise<EdgeResponse> =>
      this.#client.send({ method: 'GET', path: `/${pathOfKey(key)}`, headers: { ...conditions, ...headers }, signal });
    const isPart = at > 0 && !this.#unproven.has(key);
    let response = await send(isPart ? { range: `bytes=${at}-` } : {});
    let form = formOf(response, bytes);
    if (form === 'compressed-part') {
      response.body.destroy();
      response = await send({});
      form = formOf(response, bytes);
    }
    if (form !== 'stored') this.#unproven.add(key);
    if (form === 'unmeasured')
      response = await chooseStored(response, () => send({ 'accept-encoding': 'gzip' }), bytes);
    if (form === 'unknown') throw encodingError(response);
    return { response, isCompressed: form === 'compressed' };
  }
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
