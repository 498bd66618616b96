// Prints a destination_conf without its secrets. Hides only what is or may be a secret: a plan that was approved must pin where the
// logs go. docs/deploy.md, "Destinations in a plan".
import { resemblesAccessKey, secretStart } from '../../../base/index.ts';
import { redactLocation } from '../../../input/destination/index.ts';

/** A parameter of the query; the name and the value are decoded. */
interface Parameter {
  readonly name: string;
  readonly value: string;
  /** Whether there is a `=`. */
  readonly hasValue: boolean;
  /** The value with each escape decoded, except that of `+`: a `+` may mean a space. Equal for values of equal meaning. */
  readonly key: string;
}

/** Kinds of destinations to which the platform writes a file with a token; Amazon S3 only without `endpoint`. */
const PROVEN_BY_FILE = /^(?:s3|gs|azure|sumo|file):|^\//i;

const HIDDEN = '…';

/** An address, or a folder of the local service. */
const LOCATION = /^(?:[a-z][a-z0-9+.-]*:\/)?\//i;

/** Names that are printed anywhere. Other names are not printed after a secret: a secret with an unescaped `&` looks like a name. */
const KNOWN_NAME = new RegExp(
  `^(?:${[
    'account-id',
    'access-key-id',
    'secret-access-key',
    'session-token',
    'region',
    'sse',
    'endpoint',
    // Signatures of Azure.
    's[a-z]{1,2}',
    'skoid',
    'sktid',
    'saoid',
    'suoid',
    'scid',
    'insecure-skip-verify',
    'channel',
    'sourcetype',
    'source',
    'index',
    'host',
    'tags',
    'service',
    'ddsource',
    'ddtags',
    'hostname',
  ].join('|')})$`,
  'i',
);

const HEADER = /^header_[\w-]{1,40}$/i;

/** A name of a few words; nothing that could be a key. */
const PLAIN_NAME = /^[a-z]{1,12}(?:[-_.][a-z]{1,12}){0,4}$/i;

/** Names of secrets in addition to those of {@link secretStart}. The channel of Splunk has the form of its token. */
const SECRET_NAME = /^header_|^sig$|^si$|key|auth|pass|pwd?$|cred|cookie|session|jwt|bearer|code|user|login|channel/i;

/** Values that are printed, by parameter. */
const VALUES: readonly (readonly [name: RegExp, value: RegExp])[] = [
  // Without long runs: an access key has no hyphens.
  [/^region$/i, /^(?!.*[a-z0-9]{20})[a-z0-9-]{1,32}$/i],
  // 32 hexadecimal digits; a longer value may be a secret.
  [/^account-id$/i, /^[0-9a-f]{1,32}$/i],
  [/^sse$/i, /^[a-z0-9:-]{1,16}$/i],
  // Of a signature of Azure: version, times, permissions, protocols, addresses.
  [/^s[a-z]{1,2}$/i, /^(?:[a-z]{1,12}|https?,https?|[\dTZ:.-]{1,40})$/],
];

/** A few short words: not a key, and not a UUID. */
const PLAIN_VALUE = /^(?=.{1,64}$)[a-z0-9]{1,11}(?:[ ._:,/-][a-z0-9]{1,11})*$/i;

/**
 * Prints a destination: the address, the names of its parameters, and the values that do not resemble secrets. Hides the path of a log
 * service, which may contain a token.
 */
export function redactDestination(conf: string): string {
  if (!LOCATION.test(conf)) return HIDDEN;
  const { address, parameters } = partsOf(conf);
  if (parameters.length === 0) return redactLocation(conf);
  const shownAddress = redactLocation(address);
  // With an @ in it, the query may be the rest of a password.
  let isAfterSecret = conf.includes('@', address.length) || shownAddress.includes(`//${HIDDEN}`);
  const shown = parameters.map((parameter) => {
    const { name, value } = parameter;
    const isNameShown = isKnownName(name) || (!isAfterSecret && isPlainName(parameter));
    const printed = isNameShown ? printValue(name, value) : HIDDEN;
    isAfterSecret ||= printed.includes(HIDDEN);
    return `${isNameShown ? name : HIDDEN}=${printed}`;
  });
  return `${shownAddress}?${shown.join('&')}`;
}

/** Whether the name of a parameter is printed wherever it is. */
function isKnownName(name: string): boolean {
  return KNOWN_NAME.test(name) || (HEADER.test(name) && !resemblesAccessKey(name.slice('header_'.length)));
}

function isPlainName({ name, hasValue }: Parameter): boolean {
  return hasValue && PLAIN_NAME.test(name) && !resemblesAccessKey(name);
}

function printValue(name: string, value: string): string {
  if (name.toLowerCase() === 'endpoint') return printEndpoint(value);
  if (SECRET_NAME.test(name) || secretStart(`${name}=.`) >= 0) return HIDDEN;
  const [, form] = VALUES.find(([known]) => known.test(name)) ?? [];
  const isShown = form === undefined ? PLAIN_VALUE.test(value) && !resemblesAccessKey(value) : form.test(value);
  return value === '' || isShown ? value : HIDDEN;
}

const ENDPOINT = /^(https?:\/\/)?([^?#]*)([?#].*)?$/is;

const SERVER = /^(?<host>[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?<port>:\d{1,5})?(?<path>\/[\w.~/-]*)?$/i;

/** Part of a host name: an access key id of Amazon, or a secret. An account id has 32 characters. */
const KEY_IN_HOST = /(?:akia|asia)[a-z0-9]{16}|[a-z0-9]{40}/i;

/** Prints an endpoint without user, password and query. Hides text that is no address: it may be a misplaced secret. */
function printEndpoint(value: string): string {
  const [, scheme = '', rest = '', query = ''] = ENDPOINT.exec(value) ?? [];
  const at = rest.lastIndexOf('@');
  const { host = '', port = '', path = '' } = SERVER.exec(rest.slice(at + 1))?.groups ?? {};
  const isWord = !/[.[]/.test(host);
  const mayBeSecret = isWord && (resemblesAccessKey(host) || (scheme === '' && port === '' && host !== 'localhost'));
  // A password may contain a question mark.
  if (host === '' || KEY_IN_HOST.test(host) || mayBeSecret || query.includes('@')) return HIDDEN;
  const shownPath = path.split('/').some(resemblesAccessKey) ? `/${HIDDEN}` : path;
  return `${scheme}${at < 0 ? '' : `${HIDDEN}@`}${host}${port}${shownPath}${query === '' ? '' : `?${HIDDEN}`}`;
}

/** Returns text that is equal for destinations that differ only in the order and the escapes of their parameters. Contains secrets. */
export function destinationKey(conf: string): string {
  const { address, parameters } = partsOf(conf);
  const sorted = parameters.toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
  return JSON.stringify([address, ...sorted.map(({ name, key }) => [name, key])]);
}

/** Names the parameters whose values differ although the printed destinations are equal. */
export function changedSecrets(from: string, to: string): string[] {
  const [old, next] = [from, to].map((conf) => Map.groupBy(partsOf(conf).parameters, ({ name }) => name));
  const keysOf = (parameters: readonly Parameter[] = []): string => parameters.map(({ key }) => key).join();
  const changed = [...next!].filter(([name, parameters]) => keysOf(parameters) !== keysOf(old!.get(name)));
  return [...new Set(changed.map(([name]) => (isKnownName(name) ? name : 'a parameter')))];
}

/** Whether the platform requires proof that the account owns the destination. docs/platform.md, "Management API". */
export function requiresProof(conf: string): boolean {
  const isCompatible = /^s3:/i.test(conf) && partsOf(conf).parameters.some(({ name }) => name === 'endpoint');
  return PROVEN_BY_FILE.test(conf) && !isCompatible;
}

/** Whether the platform tests the destination again at every update. docs/platform.md, "Management API". */
export function isTestedAgain(conf: string): boolean {
  return /^https?:/i.test(conf);
}

/** Returns the address before the `?`, and the parameters in the order of the text. */
function partsOf(conf: string): { address: string; parameters: readonly Parameter[] } {
  const question = conf.indexOf('?');
  if (question < 0) return { address: conf, parameters: [] };
  const parameters = conf
    .slice(question + 1)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
      return {
        name: decode(name),
        value: decode(value),
        hasValue: equals >= 0,
        key: JSON.stringify(value.split('+').map(decode)),
      };
    });
  return { address: conf.slice(0, question), parameters };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
