// Recognizes the names of headers and cookies whose values are usually credentials: a log line would contain them in clear. Compares
// names only, never values.

import type { ConfiguredField } from './ruleset/ruleset.ts';
import { loggedKeyOf } from './ruleset/ruleset.ts';

/** Part of a name. Ours: from the names of common servers, frameworks and clouds. */
const PART = /authorization|token|secret|passw|credential|session|sessid|jwt|csrf|xsrf|api[-_]?key|access[-_]?key/i;
/** These occur inside ordinary words too, so they count only as a whole word of a name. */
const WORD = /(?:^|[^a-z0-9])(?:auth|oauth|sid|sess|pwd|sso|saml|otp|clearance)(?:$|[^a-z0-9])/i;
/** Headers that contain every cookie. */
const COOKIE_HEADERS: readonly string[] = ['cookie', 'set-cookie'];

/** Whether the name of a header or cookie suggests that its value is a credential. A guess: warn, do not reject. */
export function resemblesCredential({ array, name }: Pick<ConfiguredField, 'array' | 'name'>): boolean {
  if (PART.test(name) || WORD.test(name)) return true;
  return loggedKeyOf(array) !== 'Cookies' && COOKIE_HEADERS.includes(name.toLowerCase());
}
