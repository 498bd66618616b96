// PUT and DELETE of one object. Does not check the authorization.
import { evaluatePreconditions, writeConditions } from './preconditions.ts';
import { textResponse } from './text-response.ts';
import { uploadWithoutLength } from './upload-without-length.ts';

/** Stores the body with the HTTP metadata of the request (Content-Type, Cache-Control …), and no other metadata. */
export async function putObject(request: Request, bucket: R2Bucket, key: string): Promise<Response> {
  // The body is a part of the object, as in `curl -C - -T file`. Stored as it is, it would replace the whole object.
  if (request.headers.has('content-range')) return textResponse(400, 'Partial Upload Not Supported');
  const options: R2PutOptions = { httpMetadata: request.headers };
  const conditions = writeConditions(request);
  if (conditions !== null) options.onlyIf = conditions;
  const checksum = request.headers.get('content-md5');
  if (checksum !== null) {
    const md5 = decodeMd5(checksum);
    if (md5 === null) return textResponse(400, 'Invalid Digest');
    options.md5 = md5;
  }
  const object =
    request.body === null || hasLength(request)
      ? await bucket.put(key, request.body, options)
      : await uploadWithoutLength(bucket, key, request.body, options);
  if (object === 'length-required') {
    return textResponse(411, 'Length Required: a large conditional upload needs Content-Length');
  }
  if (object === null) return textResponse(412, 'Precondition Failed');
  return textResponse(200, `Put ${key} successfully!`, { etag: object.httpEtag });
}

/** Removes the object. R2 has no conditional delete: a write between the check of a condition and the removal is lost. */
export async function deleteObject(request: Request, bucket: R2Bucket, key: string): Promise<Response> {
  if (writeConditions(request) !== null && evaluatePreconditions(request, await bucket.head(key)) !== 'met') {
    return textResponse(412, 'Precondition Failed');
  }
  await bucket.delete(key);
  return textResponse(200, 'Deleted!');
}

/** Transfer-Encoding overrides Content-Length. */
function hasLength({ headers }: Request): boolean {
  return headers.has('content-length') && !headers.has('transfer-encoding');
}

/** @returns the 16 bytes of an MD5 digest in Base64, or null for any other text */
function decodeMd5(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]{22}==$/.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
