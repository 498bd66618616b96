// Decides which names of the traffic a ruleset should not log, whatever else it logs.
import type { LoggedKey } from '../../dataset/index.ts';
import { COOKIE } from '../field-reader.ts';
import { LIMITS } from '../limits.ts';
import { checkNames } from '../ruleset/check-names.ts';
import type { FieldArray } from '../ruleset/ruleset.ts';
import { containsCredential, isCredentialName } from './credential.ts';
import type { LeftOutName } from './field-proposal.ts';
import { isHopByHop, standardFieldOf } from './known-headers.ts';
import type { NameCounts } from './name-counts.ts';

/** The array that logs the names of a key in both sets of limits. */
export const ARRAYS: Readonly<Record<LoggedKey, FieldArray>> = {
  RequestHeaders: 'request_fields',
  ResponseHeaders: 'response_fields',
  Cookies: 'cookie_fields',
};

type Rejection = Pick<LeftOutName, 'code' | 'reason'>;

/**
 * Returns the reason to leave out a name; undefined if a ruleset may log it.
 * @param includeCredentials whether to accept names and values that look like credentials
 */
export function rejectName(counts: NameCounts, includeCredentials: boolean): Rejection | undefined {
  const { key, name } = counts;
  const field = standardFieldOf(key, name);
  if (field !== undefined) return { code: 'standard-field', reason: `the field ${field} contains it` };
  if (key !== 'Cookies' && name.startsWith(':')) {
    return { code: 'pseudo-header', reason: 'a pseudo header of HTTP/2, not a header' };
  }
  if (key === 'RequestHeaders' && LIMITS.current.neverLogged.includes(name)) {
    return { code: 'never-logged', reason: 'the platform does not log this request header' };
  }
  if (key !== 'Cookies' && isHopByHop(name)) return { code: 'hop-by-hop', reason: 'describes a single connection' };
  if (key === 'RequestHeaders' && name === COOKIE) {
    return { code: 'whole-cookie-header', reason: 'contains all cookies, each of which can be a field' };
  }
  const [problem] = checkNames([{ array: ARRAYS[key], name, preserveDuplicates: false, path: '' }]);
  if (problem !== undefined || !name.isWellFormed()) {
    const what = key === 'Cookies' ? 'cookie' : 'header';
    return { code: 'impossible-name', reason: `a rule cannot contain this name of a ${what}` };
  }
  if (!includeCredentials && isCredentialName(name)) {
    return { code: 'credential-name', reason: 'named like a credential' };
  }
  if (!includeCredentials && counts.hasCredential) {
    return { code: 'credential-value', reason: 'a value looks like a credential' };
  }
  if (counts.isAlwaysEmpty) return { code: 'empty', reason: 'always empty' };
  return undefined;
}

/** A header's name that contains more than a name: `authorization: Basic …`. */
const WHOLE_HEADER = /.[\s:=;,"]/s;

/**
 * Whether a name may contain a secret, and must not be printed: it looks like one, it contains a value, or it may be the value of a cookie
 * without a name, which reads as a name without a value.
 */
export function isHiddenName({ key, name, isAlwaysEmpty }: NameCounts): boolean {
  if (containsCredential(name)) return true;
  return key === 'Cookies' ? isAlwaysEmpty : WHOLE_HEADER.test(name);
}
