// Ranges of IP addresses (CIDR, wildcards), which filters do not have: they compare addresses as text. What such a range is as a list of
// beginnings and whole addresses, where text can say it. Reads texts only; address-advice.ts makes conditions of it.

/** A range as text comparisons can say it, or why they cannot. */
export type AddressRange =
  | { readonly starts: readonly string[]; readonly addresses: readonly string[] }
  | { readonly impossible: string };

/** Most beginnings or addresses that are made of one range; no filter has room for more. */
const MAX_PARTS = 128;

const IPV4_RANGE = /^(\d{1,3}(?:\.\d{1,3}){1,3})\/(\d{1,2})$/;
const WILDCARD = /^((?:\d{1,3}\.){1,3})\*(?:\.\*){0,2}$/;
const FROM_TO = /^\d{1,3}(?:\.\d{1,3}){3}\s*-\s*\d{1,3}(?:\.\d{1,3}){0,3}$/;
const IPV6_RANGE = /^([0-9a-f:]+)\/(\d{1,3})$/i;

/** Bits of an octet of IPv4, and of a group of IPv6. */
const OCTET_BITS = 8;
const GROUP_BITS = 16;
const OCTETS = 4;
const GROUPS = 8;

/** Reads a range. @returns undefined for a text that is none, single addresses included */
export function readAddressRange(text: string): AddressRange | undefined {
  const ipv4 = IPV4_RANGE.exec(text);
  if (ipv4 !== null) return ipv4Range(ipv4[1]!.split('.').map(Number), Number(ipv4[2]));
  const wildcard = WILDCARD.exec(text);
  if (wildcard !== null) return { starts: [wildcard[1]!], addresses: [] };
  if (FROM_TO.test(text)) return { impossible: 'it need not end at dots: write its addresses, or beginnings of them' };
  const ipv6 = IPV6_RANGE.exec(text);
  const groups = ipv6 === null ? undefined : groupsOf(ipv6[1]!);
  return groups === undefined ? undefined : ipv6Range(groups, Number(ipv6![2]));
}

const EVERY_ADDRESS = 'it holds every address: leave the condition out';

function ipv4Range(written: readonly number[], bits: number): AddressRange | undefined {
  if (bits > OCTETS * OCTET_BITS || written.some((octet) => octet > 255)) return undefined;
  if (bits === 0) return { impossible: EVERY_ADDRESS };
  const octets = [...written, 0, 0].slice(0, OCTETS);
  const parts = partsOf(octets, bits, OCTET_BITS)!.map((part) => part.join('.'));
  if (bits > (OCTETS - 1) * OCTET_BITS) return { starts: [], addresses: parts };
  return { starts: parts.map((part) => `${part}.`), addresses: [] };
}

/** Only where the beginning holds no group of zeros, which the shortest form may leave out. */
function ipv6Range(groups: readonly number[], bits: number): AddressRange | undefined {
  if (bits > GROUPS * GROUP_BITS) return undefined;
  if (bits === 0) return { impossible: EVERY_ADDRESS };
  const parts = bits > (GROUPS - 1) * GROUP_BITS ? undefined : partsOf(groups, bits, GROUP_BITS);
  if (parts === undefined || parts.some((part) => part.includes(0))) {
    return { impossible: 'an IPv6 address has several forms as text, and no beginning covers them all' };
  }
  return { starts: parts.map((part) => `${part.map((group) => group.toString(16)).join(':')}:`), addresses: [] };
}

/** The shortest beginnings, in whole numbers, of all addresses of the range; undefined where there are more than {@link MAX_PARTS}. */
function partsOf(numbers: readonly number[], bits: number, bitsEach: number): number[][] | undefined {
  const length = Math.ceil(bits / bitsEach);
  const free = length * bitsEach - bits;
  if (2 ** free > MAX_PARTS) return undefined;
  const before = numbers.slice(0, length - 1);
  const first = numbers[length - 1]! - (numbers[length - 1]! % 2 ** free);
  return Array.from({ length: 2 ** free }, (_, index) => [...before, first + index]);
}

/** The eight groups of an IPv6 address; undefined where the text is none. */
function groupsOf(text: string): number[] | undefined {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves;
  const missing = GROUPS - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16));
}
