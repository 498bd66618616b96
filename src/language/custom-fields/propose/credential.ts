// Recognizes names and values that look like credentials, so that no proposal logs them. Prefers false alarms: a wrongly left-out name
// costs one edit, a logged password costs more.
import { redactSecrets } from '../../../base/index.ts';

/** Parts of names of credentials that do not occur in other words. */
const NAME_PART =
  /authoriz|authentic|oauth|token|secret|passw|passcode|pwd|session|sessid|csrf|xsrf|jwt|api-?key|access-?key|credential|signature|clearance|assertion|bearer|nonce|remember|logged-?in/;
/** Words in names of credentials: `auth`, `connect.sid`, `x-functions-key`; not `author`. */
const NAME_WORD = /^(?:auth(?!or)\w*|\w*sid|sess|sig|otp|pin|pass|pw|key|cert|hmac|sso|saml|oidc)$/;

/** Headers that consist of cookies. */
const COOKIE_HEADER = /^(?:set-)?cookie2?$/i;
/** Headers with such a word that never contain a credential. */
const HARMLESS: ReadonlySet<string> = new Set([
  'access-control-allow-credentials',
  'cache-key',
  'proxy-authenticate',
  'surrogate-key',
  'www-authenticate',
  'x-cache-key',
]);

/** Whether the name of a header or cookie is one of a credential. */
export function isCredentialName(name: string): boolean {
  if (COOKIE_HEADER.test(name)) return true;
  if (HARMLESS.has(name.toLowerCase())) return false;
  const folded = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  if (NAME_PART.test(folded) || folded.split('-').some((word) => NAME_WORD.test(word))) return true;
  return NAME_PART.test(name.toLowerCase());
}

/** A scheme of the Authorization header. */
const SCHEME = /^\s*(?:basic|bearer|digest|negotiate|ntlm|apikey|aws4-hmac-sha256)\s/i;
/** A JSON web token begins with `{"` in base64. */
const WEB_TOKEN = /eyJ[\w-]{8,}/;

/** Whether a text contains what looks like a credential. @param isPublicId whether random characters are expected, as in an ETag */
export function containsCredential(text: string, isPublicId = false): boolean {
  if (SCHEME.test(text) || WEB_TOKEN.test(text) || redactSecrets(text) !== text) return true;
  return !isPublicId && containsRandomRun(text);
}

/** A run that may be random: base64, hexadecimal, a UUID. Shorter ones occur in ordinary values. */
const RUN = /[A-Za-z0-9+/_=-]{16,}/g;
/** Digits without letters that may be random. */
const LONG_NUMBER = /^\d{16,}$/;
/**
 * Minimum share of neighbors of different classes (digit, lower case, upper case) in a random run. Random hexadecimal digits and base64
 * have about 0.45; words, paths and versions have less than 0.2. Our choice.
 */
const RANDOM_SHARE = 0.25;

function containsRandomRun(text: string): boolean {
  for (const [run] of text.matchAll(RUN)) if (isRandom(run)) return true;
  return false;
}

function isRandom(run: string): boolean {
  const letters = run.replace(/[^A-Za-z0-9]/g, '');
  if (LONG_NUMBER.test(letters)) return true;
  if (!/\d/.test(letters) || !/[A-Za-z]/.test(letters)) return false;
  let changes = 0;
  for (let at = 1; at < letters.length; at += 1) {
    const before = classOf(letters.charCodeAt(at - 1));
    const here = classOf(letters.charCodeAt(at));
    // A capital begins a word: camelCase has one change for each word.
    if (here !== before && !(before === UPPER && here === LOWER)) changes += 1;
  }
  return changes >= RANDOM_SHARE * (letters.length - 1);
}

const UPPER = 1;
const LOWER = 2;

/** ASCII: digits come before upper case, upper case before lower case. */
function classOf(code: number): number {
  if (code < 65) return 0;
  return code < 97 ? UPPER : LOWER;
}
