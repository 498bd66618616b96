// Detects address texts that match no logged address, or too many: leading zeros, upper case, an octet above 255, a prefix that
// ends inside an octet. Checks texts only; filter-warnings.ts reports the findings.

/** The largest value of an octet. */
const MAX_OCTET = 255;
const OCTETS = 4;

const IPV4_LIKE = /^\d+(?:\.\d*)+$/;
const IPV6_LIKE = /^[0-9a-f.]*:[0-9a-f:.]*$/i;
/** An IPv4 address inside an IPv6 address, as the URL standard prints it. The notation of such an address in logs is not documented. */
const MAPPED = /^::ffff:[0-9a-f]+:[0-9a-f]+$/;

/** Why no logged address equals a text: logs contain the canonical text instead, or the text is not an address for some reason. */
export type AddressFault = { readonly canonical: string } | { readonly reason: string };

/** Checks the text of a whole address. @returns undefined for a canonical address, and for a text that does not resemble an address */
export function addressFaultOf(text: string): AddressFault | undefined {
  const bare = text.trim().replace(/^\[(.*)\]$/, '$1');
  const canonical = IPV4_LIKE.test(bare) ? canonicalIpv4(bare) : IPV6_LIKE.test(bare) ? canonicalIpv6(bare) : undefined;
  if (canonical === undefined || canonical === text) return undefined;
  return typeof canonical === 'string' ? { canonical } : canonical;
}

function canonicalIpv4(text: string): string | AddressFault {
  const octets = text.split('.');
  if (octets.length !== OCTETS || octets.includes('')) return { reason: 'an IPv4 address has four octets' };
  const numbers = octets.map(Number);
  if (numbers.some((number) => number > MAX_OCTET)) return { reason: `an octet is at most ${MAX_OCTET}` };
  return numbers.join('.');
}

function canonicalIpv6(text: string): string | AddressFault | undefined {
  const url = `http://[${text}]/`;
  if (!URL.canParse(url)) return { reason: 'it is neither an IPv4 nor an IPv6 address' };
  const canonical = new URL(url).hostname.slice(1, -1);
  return MAPPED.test(canonical) ? undefined : canonical;
}

/** An address prefix that ends inside an octet or group: the further numbers that it matches, and its correction. */
export interface AmbiguousPrefix {
  readonly alsoMatches: string;
  /** The prefix with its separator; undefined for a whole IPv4 address, which requires `==`. */
  readonly closed: string | undefined;
}

/** Checks an address prefix. @returns undefined when its last octet or group is complete */
export function ambiguousPrefixOf(text: string): AmbiguousPrefix | undefined {
  const ipv4 = /^((?:\d{1,3}\.){0,3})([1-9]\d?)$/.exec(text);
  if (ipv4 !== null) {
    const [, before = '', octet = ''] = ipv4;
    if (Number(octet) * 10 > MAX_OCTET) return undefined;
    const isWhole = before.split('.').length === OCTETS;
    const last = Math.min(MAX_OCTET, Number(octet) * 10 + 9);
    return { alsoMatches: `${before}${octet}0 to ${before}${last}`, closed: isWhole ? undefined : `${text}.` };
  }
  if (!/^(?:[0-9a-f]{1,4}:)+[1-9a-f][0-9a-f]{0,2}$/.test(text)) return undefined;
  return { alsoMatches: `${text}0 to ${text}f`, closed: `${text}:` };
}
