// Converts ranges of IP addresses (CIDR, wildcards), which filters do not support, to prefixes and addresses that filters can compare as
// text. Parses texts only; address-advice.ts builds the conditions.
import { printCount } from '../../../base/index.ts';

/** A range as address prefixes (`starts`) and whole addresses, or why it cannot be expressed so. */
export type AddressRange =
  | { readonly starts: readonly string[]; readonly addresses: readonly string[] }
  | { readonly impossible: string };

/** Maximum number of prefixes or addresses for one range; more never fit into a filter. */
const MAX_PARTS = 128;

const IPV4_RANGE = /^(\d{1,3}(?:\.\d{1,3}){1,3})\/(\d{1,3})$/;
const WILDCARD = /^((?:\d{1,3}\.){1,3})\*(?:\.\*){0,2}$/;
const FROM_TO = /^\d{1,3}(?:\.\d{1,3}){3}\s*(?:-|\.\.)\s*\d{1,3}(?:\.\d{1,3}){0,3}$/;
const FROM_TO_IPV6 = /^([0-9a-f:]+)\s*(?:-|\.\.)\s*[0-9a-f:]+$/i;
const IPV6_RANGE = /^([0-9a-f:]+)\/(\d{1,3})$/i;
/** A range of IPv4 addresses mapped to IPv6. Logs contain such addresses as IPv4. */
const MAPPED_RANGE = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,3})$/i;
/** Bits before the IPv4 address of {@link MAPPED_RANGE}. */
const MAPPED_BITS = 96;

/** Bits of an IPv4 octet and of an IPv6 group. */
const OCTET_BITS = 8;
const GROUP_BITS = 16;
const OCTETS = 4;
const GROUPS = 8;

/** Parses a range. @returns undefined for any other text, including a single address */
export function readAddressRange(text: string): AddressRange | undefined {
  const ipv4 = IPV4_RANGE.exec(text);
  if (ipv4 !== null) return ipv4Range(ipv4[1]!.split('.').map(Number), Number(ipv4[2]));
  const wildcard = WILDCARD.exec(text);
  if (wildcard !== null) return { starts: [wildcard[1]!], addresses: [] };
  if (FROM_TO.test(text)) return { impossible: FROM_TO_ADVICE };
  const fromTo = FROM_TO_IPV6.exec(text);
  if (fromTo !== null && groupsOf(fromTo[1]!) !== undefined) return { impossible: FROM_TO_ADVICE };
  const mapped = MAPPED_RANGE.exec(text);
  if (mapped !== null) {
    const bits = Number(mapped[2]);
    if (bits >= MAPPED_BITS && bits <= GROUPS * GROUP_BITS)
      return ipv4Range(mapped[1]!.split('.').map(Number), bits - MAPPED_BITS);
    return { impossible: bits < MAPPED_BITS ? SEVERAL_FORMS : IPV6_LENGTH };
  }
  const ipv6 = IPV6_RANGE.exec(text);
  const groups = ipv6 === null ? undefined : groupsOf(ipv6[1]!);
  return groups === undefined ? undefined : ipv6Range(groups, Number(ipv6![2]));
}

const EVERY_ADDRESS = 'it contains every address: remove the condition';
const FROM_TO_ADVICE =
  'a range of two addresses with - or .. has no exact equivalent: write its addresses, or prefixes of them';
const SEVERAL_FORMS = 'an IPv6 address has several notations, and no single prefix matches all of them';
const IPV4_LENGTH = `the prefix length of an IPv4 range is 0 to ${OCTETS * OCTET_BITS}`;
const IPV6_LENGTH = `the prefix length of an IPv6 range is 0 to ${GROUPS * GROUP_BITS}`;

function ipv4Range(written: readonly number[], bits: number): AddressRange {
  if (bits > OCTETS * OCTET_BITS) return { impossible: IPV4_LENGTH };
  if (written.some((octet) => octet > 255)) return { impossible: 'an octet of an IPv4 address is at most 255' };
  if (bits === 0) return { impossible: EVERY_ADDRESS };
  const octets = [...written, 0, 0].slice(0, OCTETS);
  const parts = partsOf(octets, bits, OCTET_BITS)!.map((part) => part.join('.'));
  if (bits > (OCTETS - 1) * OCTET_BITS) return { starts: [], addresses: parts };
  return { starts: parts.map((part) => `${part}.`), addresses: [] };
}

/** Supports only prefixes without a zero group, because the shortest notation may omit zero groups. */
function ipv6Range(groups: readonly number[], bits: number): AddressRange {
  if (bits > GROUPS * GROUP_BITS) return { impossible: IPV6_LENGTH };
  if (bits === 0) return { impossible: EVERY_ADDRESS };
  const before = groups.slice(0, Math.ceil(bits / GROUP_BITS) - 1);
  if (bits > (GROUPS - 1) * GROUP_BITS || before.includes(0)) return { impossible: SEVERAL_FORMS };
  const parts = partsOf(groups, bits, GROUP_BITS);
  if (parts === undefined) {
    const count = printCount(2 ** ((before.length + 1) * GROUP_BITS - bits));
    return {
      impossible: `its ${count} prefixes do not fit into a filter: choose ranges that end at a colon, or just before one`,
    };
  }
  if (parts.some((part) => part.includes(0))) return { impossible: SEVERAL_FORMS };
  return { starts: parts.map((part) => `${part.map((group) => group.toString(16)).join(':')}:`), addresses: [] };
}

/** The shortest prefixes of whole octets or groups for a range; undefined when there are more than {@link MAX_PARTS}. */
function partsOf(numbers: readonly number[], bits: number, bitsEach: number): number[][] | undefined {
  const length = Math.ceil(bits / bitsEach);
  const free = length * bitsEach - bits;
  if (2 ** free > MAX_PARTS) return undefined;
  const before = numbers.slice(0, length - 1);
  const first = numbers[length - 1]! - (numbers[length - 1]! % 2 ** free);
  return Array.from({ length: 2 ** free }, (_, index) => [...before, first + index]);
}

/** The eight groups of an IPv6 address; undefined for any other text. */
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
