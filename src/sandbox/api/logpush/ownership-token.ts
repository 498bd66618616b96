// The token of an ownership challenge: a JSON web token (RFC 7519) that names the zone or account and the destination,
// valid for seven days. docs/platform.md, "Management API".
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a token is valid, and how long a proven destination remains proven. Milliseconds. */
export const OWNERSHIP_MS = 7 * 24 * 60 * 60 * 1000;
/** Longest token that is parsed. Characters. */
const MAX_TOKEN = 8192;

/** What a token is about. */
export interface OwnershipSubject {
  objectType: string;
  objectId: string;
  /** Without secrets. */
  destination: string;
  /** `ObjectWriter.identity`. */
  fingerprint: string;
}

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** Creates a token. @param nowMs milliseconds since 1970 */
export function createOwnershipToken(subject: OwnershipSubject, secret: string, nowMs: number): string {
  const claims = encode({
    object_type: subject.objectType,
    object_id: subject.objectId,
    destination: subject.destination,
    fingerprint: subject.fingerprint,
    iat: Math.floor(nowMs / 1000),
    exp: Math.floor((nowMs + OWNERSHIP_MS) / 1000),
    jti: randomBytes(8).toString('hex'),
  });
  return `${HEADER}.${claims}.${sign(`${HEADER}.${claims}`, secret)}`;
}

/** Whether a token proves ownership of a destination now. White space around it is ignored: it was read from a file. */
export function isOwnershipToken(
  token: string,
  { objectType, objectId, fingerprint }: Omit<OwnershipSubject, 'destination'>,
  secret: string,
  nowMs: number,
): boolean {
  const [header, claims, signature, ...rest] = token.slice(0, MAX_TOKEN).trim().split('.');
  if (header !== HEADER || claims === undefined || signature === undefined || rest.length > 0) return false;
  const expected = Buffer.from(sign(`${header}.${claims}`, secret));
  const sent = Buffer.from(signature);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return false;
  // Only this service signs, so the claims have their types.
  const found = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  return (
    found.object_type === objectType &&
    found.object_id === objectId &&
    found.fingerprint === fingerprint &&
    (found.exp as number) * 1000 > nowMs
  );
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}
