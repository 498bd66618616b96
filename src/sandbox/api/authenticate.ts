// Authenticates every request before anything else is read: an API token, or e-mail and key.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Identity } from '../state/identity.ts';
import { ApiError, apiError, messageAt } from './request/api-error.ts';
import { CODES } from './request/error-codes.ts';

/** @throws ApiError 401 without credentials, 400 with those of another form, 403 with wrong ones */
export function authenticate(headers: Headers, { token, email, apiKey }: Identity): void {
  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const sent = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (sent === undefined) throw malformedCredentials();
    if (!isSame(sent, token)) throw wrongCredentials();
    return;
  }
  const [sentEmail, sentKey] = [headers.get('x-auth-email'), headers.get('x-auth-key')];
  if (sentEmail === null || sentKey === null) {
    const message = 'Missing X-Auth-Key, X-Auth-Email or Authorization headers';
    throw apiError(401, CODES.noCredentials, message);
  }
  // Both are compared always, so that the time does not show which is wrong.
  const isEmail = isSame(sentEmail.toLowerCase(), email);
  if (!isSame(sentKey, apiKey) || !isEmail) throw wrongCredentials();
}

/** docs/platform.md, "Management API". */
function malformedCredentials(): ApiError {
  const reason = messageAt(CODES.malformedAuthorization, 'Invalid format for Authorization header');
  const message = messageAt(CODES.malformedCredentials, 'Invalid request headers');
  return new ApiError(400, [{ ...message, error_chain: [reason] }]);
}

function wrongCredentials() {
  return apiError(403, CODES.wrongCredentials, 'Authentication error');
}

/** Takes the same time wherever two texts differ, and whatever their lengths. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
