// Requests the bytes of objects in a bucket with an S3 API. The SDK takes five times as long for a request as reading a small object does, so
// it only supplies the address of the bucket, the credentials and the signer, and parses rejections.
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketTransport, ObjectRequest } from '../bucket/bucket-transport.ts';
import {
  createHttpClient,
  type HttpRequest,
  type HttpResponse,
  objectHeaders,
  objectResponse,
} from '../bucket/http-client.ts';
import { ANSWER_BYTES, readBody } from '../bucket/read-timeout.ts';
import type { DestinationLimits } from '../destination.ts';
import { escapedKey } from '../location/object-url.ts';
import { loadS3Sdk } from '../s3-sdk.ts';
import { NOT_S3 } from './s3-error-rows.ts';

/** A signer of requests in the form of `SignatureV4`, which keeps its key for a day. */
type Signer = Awaited<ReturnType<S3Client['config']['signer']>>;
/** How requests to an address are authenticated. */
type AuthScheme = NonNullable<Parameters<S3Client['config']['signer']>[0]>;
/** A request in the form of the SDK. */
type SdkRequest = Parameters<Signer['sign']>[0];
/** A request for an object, signed. */
type SignedRequest = Pick<HttpRequest, 'origin' | 'path' | 'headers'>;
/** What the SDK would send, and how it authenticates at the address. */
interface SdkSigned {
  request: SdkRequest;
  scheme: AuthScheme | undefined;
}

/** Authentication by the account's keys. Directory buckets have sessions instead, which only the SDK implements. */
const BY_KEYS = 'sigv4';
/** Any key, to learn the path of all. */
const SOME_KEY = 'k';

/** Creates the requests for the objects of a bucket; loads nothing before the first. @param onAnswer called when an HTTP response begins */
export function objectRequests(
  client: S3Client,
  bucket: string,
  limits: DestinationLimits,
  onAnswer: () => void,
): BucketTransport['getObject'] {
  let http: ReturnType<typeof createHttpClient> | undefined;
  let signer: ReturnType<typeof objectSigner> | undefined;
  return async (request, signal) => {
    http ??= createHttpClient(limits, onAnswer);
    signer ??= objectSigner(client, bucket);
    const [send, sign] = await Promise.all([http, signer]).catch((error: unknown) => {
      // The next request may find credentials.
      signer = undefined;
      throw error;
    });
    const response = await send({ ...(await sign(request)), method: 'GET', signal });
    if (response.status < 300) return objectResponse(response);
    throw await rejectionOf(client, response, await collect(response.body, limits));
  };
}

/** Returns the function that signs requests for the objects of a bucket. @throws an error of the SDK, without an address or credentials */
async function objectSigner(
  client: S3Client,
  bucket: string,
): Promise<(request: ObjectRequest) => Promise<SignedRequest>> {
  const { GetObjectCommand } = await loadS3Sdk();
  const signBySdk = async ({ key, at, ifMatch, ifUnmodifiedSince }: ObjectRequest): Promise<SdkSigned> => {
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      Range: at === 0 ? undefined : `bytes=${at}-`,
      IfMatch: ifMatch,
      IfUnmodifiedSince: ifUnmodifiedSince,
    });
    let signed: SdkSigned | undefined;
    command.middlewareStack.addRelativeTo(
      (_next: unknown, context: { endpointV2?: { properties?: { authSchemes?: AuthScheme[] } } }) =>
        async ({ request }: { request?: unknown }) => {
          signed = { request: request as SdkRequest, scheme: context.endpointV2?.properties?.authSchemes?.[0] };
          return { response: { headers: {} }, output: { $metadata: {} } };
        },
      { relation: 'before', toMiddleware: 'deserializerMiddleware' },
    );
    await client.send(command);
    return signed!;
  };
  const { request: one, scheme } = await signBySdk({ key: SOME_KEY, at: 0 });
  if (scheme?.name !== BY_KEYS) return async (request) => requestOf((await signBySdk(request)).request);
  const signer = await client.config.signer(scheme);
  const folder = one.path.slice(0, -SOME_KEY.length);
  const { host } = one.headers;
  return async (request) => {
    const path = folder + escapedKey(request.key);
    const headers = { host: host!, ...objectHeaders(request) };
    const signingDate = new Date(Date.now() + client.config.systemClockOffset);
    return requestOf(await signer.sign({ ...one, path, query: {}, headers }, { signingDate }));
  };
}

function requestOf({ protocol, path, query = {}, headers }: SdkRequest): SignedRequest {
  const text = new URLSearchParams(query as Record<string, string>).toString();
  return { origin: `${protocol}//${headers.host}`, path: text === '' ? path : `${path}?${text}`, headers };
}

/** Lets the SDK parse a rejection, as those of its own requests. @returns the error that it throws */
async function rejectionOf(client: S3Client, { status, headers }: HttpResponse, body: Uint8Array): Promise<unknown> {
  const { GetObjectCommand } = await loadS3Sdk();
  const command = new GetObjectCommand({ Bucket: SOME_KEY, Key: SOME_KEY });
  command.middlewareStack.addRelativeTo(
    () => async () => ({ response: { statusCode: status, headers, body }, output: { $metadata: {} } }),
    { relation: 'after', toMiddleware: 'deserializerMiddleware' },
  );
  return await client.send(command).catch((error: unknown) => error);
}

/** Reads a body other than an object's. @throws as {@link readBody}; an error named {@link NOT_S3} if it is too long */
export async function collect(body: Readable, limits: DestinationLimits): Promise<Uint8Array> {
  const bytes = await readBody(body, ANSWER_BYTES, limits);
  if (bytes.length > ANSWER_BYTES) throw Object.assign(new Error(`more than ${ANSWER_BYTES} bytes`), { name: NOT_S3 });
  return bytes;
}
